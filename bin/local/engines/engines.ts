/**
 * The engines behind the local server and the tests: real servers on loopback, called through the AWS SDK. A `*_ENDPOINT` variable replaces
 * an embedded one.
 */
import { join } from 'node:path';
import { dataFiles } from '../data-folder.ts';
import { requireUrl, type StartupError } from '../startup-error.ts';
import { alsoOn, insteadOn } from './also-on.ts';
import { startDynamoDb } from './dynamodb.ts';
import type { Engine } from './engine.ts';
import { startMailbox } from './mailbox.ts';
import { startObjectsAndQueues } from './objects-and-queues.ts';

export interface Engines {
  dynamodb: string;
  s3: string;
  sqs: string;
  ses: string;
  stop(): Promise<void>;
}

interface EngineOptions {
  /** Folder that keeps tables, objects, queues and mails; they go with the engines without. */
  data?: string | undefined;
  /** The first of three ports; any free ones without. */
  firstPort?: number | undefined;
  /** Where they listen beside loopback. */
  address?: string | undefined;
  /** Told when an engine ends by itself. */
  onCrash(error: StartupError): void;
}

/** Starts every engine that no variable replaces. Throws a `StartupError` where one cannot start. */
export async function startEngines({ data, firstPort, address, onCrash }: EngineOptions): Promise<Engines> {
  const { DYNAMODB_ENDPOINT, S3_ENDPOINT, SQS_ENDPOINT, SES_ENDPOINT } = process.env;
  for (const [name, value] of Object.entries({ DYNAMODB_ENDPOINT, S3_ENDPOINT, SQS_ENDPOINT, SES_ENDPOINT })) {
    if (value) requireUrl(name, value);
  }
  const port = (index: number) => (firstPort === undefined ? undefined : firstPort + index);
  const embedded = async (starting: Promise<Engine>) =>
    address === undefined ? starting : alsoOn(address, await starting);
  const onPort = async (starting: Promise<Engine>) =>
    firstPort === undefined ? starting : insteadOn(firstPort, await starting);
  const file = (name: string) => data && join(data, name);
  const starting = [
    DYNAMODB_ENDPOINT
      ? external(DYNAMODB_ENDPOINT)
      : embedded(onPort(startDynamoDb({ file: file(dataFiles.tables), onCrash }))),
    S3_ENDPOINT && SQS_ENDPOINT
      ? external(S3_ENDPOINT)
      : embedded(startObjectsAndQueues({ data, port: port(1), onCrash })),
    SES_ENDPOINT ? external(SES_ENDPOINT) : embedded(startMailbox({ file: file(dataFiles.mails), port: port(2) })),
  ] as const;
  try {
    const [dynamodb, objectsAndQueues, mailbox] = await Promise.all(starting);
    return {
      dynamodb: dynamodb.endpoint,
      s3: S3_ENDPOINT || objectsAndQueues.endpoint,
      sqs: SQS_ENDPOINT || objectsAndQueues.endpoint,
      ses: mailbox.endpoint,
      stop: () => stopAll(starting),
    };
  } catch (error) {
    await stopAll(starting);
    throw error;
  }
}

async function stopAll(starting: readonly Promise<Engine>[]): Promise<void> {
  const started = await Promise.allSettled(starting);
  await Promise.allSettled(started.map((engine) => engine.status === 'fulfilled' && engine.value.stop()));
}

const external = async (endpoint: string): Promise<Engine> => ({ endpoint, stop: async () => undefined });
