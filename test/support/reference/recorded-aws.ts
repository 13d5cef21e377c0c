/** Replaces AWS for its command line: answers what guides ask for, and keeps what it was asked. */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '../http/servers.ts';

interface Asked {
  /** `PutRule`. */
  action: string;
  input: Record<string, unknown>;
}

const arn = (service: string, name: string) => `arn:aws:${service}:us-east-1:123456789012:${name}`;

const answers: Readonly<Record<string, object>> = {
  GetQueueAttributes: { Attributes: { QueueArn: arn('sqs', 'card-events') } },
  PutRule: { RuleArn: arn('events', 'rule/StoreCommerceApi/card-events') },
  DescribeRule: { Arn: arn('events', 'rule/StoreCommerceApi/card-events') },
  PutTargets: { FailedEntryCount: 0, FailedEntries: [] },
  DescribeEventBus: { Arn: arn('events', 'event-bus/StoreCommerceApi') },
  ListArchives: { Archives: [{ ArchiveName: 'events' }] },
  DescribeArchive: { ArchiveArn: arn('events', 'archive/events') },
};

export async function recordedAws() {
  const asked: Asked[] = [];
  let url = '';
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const target = request.headers['x-amz-target'];
    const action = String(target).split('.').at(-1) ?? '';
    asked.push({ action, input: JSON.parse(body) });
    return response
      .writeHead(200, { 'Content-Type': 'application/x-amz-json-1.1' })
      .end(JSON.stringify(action === 'CreateQueue' ? { QueueUrl: `${url}/queue` } : (answers[action] ?? {})));
  });
  url = await listen(server);
  return { asked, url, close: () => server.close() };
}
