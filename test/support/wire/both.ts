/** One command sent twice, by the SDK as it is and by the project's client, to a server that answers both alike. */
import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, type TranslateConfig } from '@aws-sdk/lib-dynamodb';
import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import { fastClient } from '../../../lib/wire/document-client.ts';
import type { Answer, ScriptedDynamoDb, Sent } from './scripted-dynamodb.ts';

interface Sending {
  value?: object;
  error?: unknown;
  sent: Sent[];
}

export interface Both {
  /** What the SDK makes of it, and the project. */
  sdk: Sending;
  own: Sending;
}

const region = 'eu-central-1';
export const credentials = { accessKeyId: 'AKID', secretAccessKey: 'secret', sessionToken: 'a session/token=' };

/** What the project's client has in lib/table/client.ts, with shorter time-outs. */
export const settings = {
  region,
  credentials: async () => credentials,
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 5000, throwOnRequestTimeout: true },
} satisfies DynamoDBClientConfig;

const marshallOptions = { removeUndefinedValues: true };

type Options = DynamoDBClientConfig & { translation?: TranslateConfig };

/** Two new clients of one server, to be destroyed by `destroy`. */
export function newClients(endpoint: string, { translation, ...more }: Options = {}) {
  const translate = { marshallOptions, ...translation };
  // Each has settings of its own: a client keeps its connections in them.
  const newSettings = () => ({
    ...settings,
    ...more,
    endpoint,
    requestHandler: { ...settings.requestHandler, ...more.requestHandler },
  });
  const plain = new DynamoDBClient(newSettings());
  const sdk = DynamoDBDocumentClient.from(plain, translate);
  const own = fastClient(newSettings(), translate);
  const destroy = () => {
    plain.destroy();
    own.config.requestHandler.destroy?.();
  };
  return { sdk, own, destroy };
}

type Clients = Pick<ReturnType<typeof newClients>, 'sdk' | 'own'>;

/** Sends a command by each of them, with the same answers; `newOptions` are those of `send`. */
export async function sendBoth(
  server: ScriptedDynamoDb,
  { sdk, own }: Clients,
  newCommand: () => unknown,
  answers: readonly Answer[] = [],
  newOptions: () => { abortSignal?: AbortSignal } | undefined = () => undefined,
): Promise<Both> {
  const sendBy = async (client: DynamoDBDocumentClient): Promise<Sending> => {
    server.script(...answers);
    const outcome = await client.send(newCommand() as never, newOptions()).then(
      (value: object) => ({ value }),
      (error: unknown) => ({ error }),
    );
    return { ...outcome, sent: [...server.sent] };
  };
  return { sdk: await sendBy(sdk), own: await sendBy(own) };
}

/** The SDK names itself in two headers that the project does not send. */
const leftOut = new Set(['user-agent', 'x-amz-user-agent']);
/** Drawn for each request, or made of what was drawn or may be written in several ways: JSON knows two for a control character. */
const drawn = new Set(['authorization', 'x-amz-content-sha256', 'amz-sdk-invocation-id']);

/** A request as far as it must be the same: of headers with random values the name, a body by its members. */
export const comparable = ({ headers, body, ...sent }: Sent) => ({
  ...sent,
  headers: Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !leftOut.has(name))
      .map(([name, value]) => [name, drawn.has(name) ? 'drawn' : value])
      .map(([name, value]) => [name, value === String(Buffer.byteLength(body)) ? 'the length of the body' : value]),
  ),
  body: JSON.parse(body, (name, value) => (name === 'ClientRequestToken' ? 'drawn' : value)),
});

/** An error as far as it must be the same: all that can be read of it but its stack. */
export function described(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { $response } = error as { $response?: { statusCode: number; headers: object } };
  return {
    ...error,
    class: error.constructor.name,
    name: error.name,
    message: error.message,
    cause: described(error.cause),
    response: $response && { statusCode: $response.statusCode, headers: $response.headers },
  };
}

/** The authorization that the SDK's own signer gives to a request as it has arrived. The HTTP client adds `connection` after that. */
export async function signedBySdk({ method, path, headers, body }: Sent, by = credentials): Promise<unknown> {
  const { authorization: _, 'x-amz-content-sha256': __, connection: ___, ...signable } = headers;
  const signer = new SignatureV4({ credentials: by, region, service: 'dynamodb', sha256: Sha256 });
  const [, ...date] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(String(headers['x-amz-date'])) ?? [];
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = date.map(Number);
  const request = {
    method,
    path,
    protocol: 'http:',
    hostname: '127.0.0.1',
    query: {},
    headers: textOf(signable),
    body,
  };
  const signed = await signer.sign(request, {
    signingDate: new Date(Date.UTC(year, month - 1, day, hour, minute, second)),
  });
  return signed.headers.authorization;
}

const textOf = (headers: object): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
