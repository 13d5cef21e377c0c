/** The fast document client, which sends the commands of functions. */
import type { Readable } from 'node:stream';
import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, type TranslateConfig } from '@aws-sdk/lib-dynamodb';
import type { StreamCollector } from '@smithy/types';
import { JsonProtocol } from './json-protocol.ts';
import { keepHandlers } from './kept-handlers.ts';
import { dayKeySigner } from './signature.ts';
import { leanStack, sdkAsIs } from './stack.ts';

/** The bytes of an answer. The SDK's own code pipes them through a stream, and loads web streams to check for one. */
const collect: StreamCollector = (answer: Readable) =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    answer.on('data', (chunk: Buffer) => chunks.push(chunk));
    answer.once('end', () => resolve(Buffer.concat(chunks)));
    answer.once('error', reject);
  });

/** A client's own settings, with its endpoint: bundles omit the SDK's rules for finding one. */
interface Settings extends DynamoDBClientConfig {
  endpoint: NonNullable<DynamoDBClientConfig['endpoint']>;
}

/** The fast client, or the SDK's own client if `SDK_AS_IS` is set. */
export const documentClient = (settings: Settings, translation: TranslateConfig): DynamoDBDocumentClient =>
  sdkAsIs ? DynamoDBDocumentClient.from(new DynamoDBClient(settings), translation) : fastClient(settings, translation);

/** A client with the same commands, answers, errors and retries as the SDK's, in less than half the CPU time. */
export function leanClient(settings: Settings): DynamoDBClient {
  const client = new DynamoDBClient({ ...settings, protocol: JsonProtocol, streamCollector: collect });
  const { config } = client;
  const signer = dayKeySigner('dynamodb', () => config.credentials());
  config.signer = async () => signer;
  client.middlewareStack = leanStack(config);
  return client;
}

/** The lean client with documents in place of attributes. */
export const fastClient = (settings: Settings, translation: TranslateConfig): DynamoDBDocumentClient =>
  keepHandlers(DynamoDBDocumentClient.from(leanClient(settings), translation));
