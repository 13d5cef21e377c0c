/** Replaces AWS's STS: it answers with what was asked for, so that a test sees it in all that the credentials sign. */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '../http/servers.ts';

/** The role that signs links in tests. */
export const downloadRole = 'arn:aws:iam::123456789012:role/downloads';

/** A role that no one may assume. */
export const refusedRole = 'arn:aws:iam::123456789012:role/refused';

/** What a request says that is read here; anything else is refused. */
const read = ['Action', 'Version', 'RoleArn', 'RoleSessionName', 'DurationSeconds'];

/** Answers with its endpoint, and how to stop it. */
export async function startSts(): Promise<{ endpoint: string; stop(): void }> {
  const server = createServer(async (request, response) => {
    const asked = new URLSearchParams(await text(request));
    const isRefused = asked.get('RoleArn') === refusedRole || [...asked.keys()].some((name) => !read.includes(name));
    response.writeHead(isRefused ? 403 : 200, { 'Content-Type': 'text/xml' });
    response.end(isRefused ? refusal : credentials(asked));
  });
  return { endpoint: await listen(server), stop: () => server.close() };
}

const credentials = (asked: URLSearchParams): string => {
  const seconds = Number(asked.get('DurationSeconds'));
  return `<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleResult><Credentials>
    <AccessKeyId>ASIADOWNLOADS</AccessKeyId>
    <SecretAccessKey>secret</SecretAccessKey>
    <SessionToken>${asked.get('Action')} ${asked.get('RoleArn')} as ${asked.get('RoleSessionName')} for ${seconds} s</SessionToken>
    <Expiration>${new Date(Date.now() + seconds * 1000).toISOString()}</Expiration>
  </Credentials></AssumeRoleResult></AssumeRoleResponse>`;
};

const refusal = `<ErrorResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><Error>
  <Type>Sender</Type><Code>AccessDenied</Code><Message>not authorized to perform: sts:AssumeRole</Message>
</Error></ErrorResponse>`;
