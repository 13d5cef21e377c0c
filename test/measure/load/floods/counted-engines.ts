/** Engines behind proxies that count what the service asks of them: its calls to AWS. */
import { Agent, createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { startEngines } from '../../../../bin/local/engines/engines.ts';
import { listen } from '../../../support/http/servers.ts';

interface CountedEngines {
  /** The variables by which the local server uses them. */
  env: Record<string, string>;
  /** So many calls have named a store; those that name none are not of a request. */
  callsOf(store: string): number;
  stop(): Promise<void>;
}

/** A call names its store in its target, or in the JSON of its body. */
const bodyAtMost = 1_000_000;

export async function startCountedEngines(stores: readonly string[]): Promise<CountedEngines> {
  const engines = await startEngines({
    onCrash(error) {
      throw error;
    },
  });
  const calls = new Map<string, number>(stores.map((store) => [store, 0]));
  const count = (text: string) => {
    for (const store of stores) if (text.includes(store)) calls.set(store, (calls.get(store) ?? 0) + 1);
  };
  const [dynamodb, s3] = await Promise.all([startProxy(engines.dynamodb, count), startProxy(engines.s3, count)]);
  return {
    env: {
      DYNAMODB_ENDPOINT: dynamodb.endpoint,
      S3_ENDPOINT: s3.endpoint,
      SQS_ENDPOINT: engines.sqs,
      SES_ENDPOINT: engines.ses,
    },
    callsOf: (store) => calls.get(store) ?? 0,
    async stop() {
      dynamodb.stop();
      s3.stop();
      await engines.stop();
    },
  };
}

async function startProxy(engine: string, count: (text: string) => void) {
  const agent = new Agent({ keepAlive: true });
  const server = createServer((request, response) => forward(request, response, { engine, agent, count }));
  const endpoint = await listen(server);
  return {
    endpoint,
    stop() {
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
}

function forward(
  request: IncomingMessage,
  response: ServerResponse,
  { engine, agent, count }: { engine: string; agent: Agent; count: (text: string) => void },
): void {
  // An engine answers only to its own address.
  const { expect: _, host: __, ...headers } = request.headers;
  const url = new URL(request.url ?? '/', engine);
  const onwards = httpRequest(url, { method: request.method, headers, agent }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onwards.on('error', () => response.destroy());
  response.on('close', () => onwards.destroy());
  const isJson = request.headers['x-amz-target'] !== undefined;
  let text = request.url ?? '';
  request.on('data', (chunk: Buffer) => {
    if (isJson && text.length < bodyAtMost) text += chunk.toString('latin1');
  });
  request.on('end', () => count(text));
  request.pipe(onwards);
}
