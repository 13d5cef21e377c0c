/**
 * The engines behind the local server and the tests: real servers on loopback, called through the AWS SDK. A `*_ENDPOINT` variable replaces
 * an embedded one.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dataFiles } from '../data-folder.ts';
import { messageOf, requireUrl, StartupError } from '../startup-error.ts';
import { alsoOn, insteadOn } from './also-on.ts';
import { startDynamoDb } from './dynamodb.ts';
import { type Engine, engineOf } from './engine.ts';
import { startMailbox } from './mailbox.ts';
import { freePort } from './ports.ts';

export interface Engines {
  dynamodb: string;
  s3: string;
  sqs: string;
  ses: string;
  stop(): Promise<void>;
}

interface EngineOptions {
  /** Folder that keeps tables, objects, queues and emails; without it they end with the engines. */
  data?: string | undefined;
  /** The first of three ports; any free ones without. */
  firstPort?: number | undefined;
  /** Their second address, besides loopback. */
  address?: string | undefined;
  /** Called when an engine ends on its own. */
  onCrash(error: StartupError): void;
}

/** Throws a `StartupError` if nothing answers where a `*_ENDPOINT` variable leads. */
export async function requireNamedEngines(): Promise<void> {
  const names = ['DYNAMODB_ENDPOINT', 'S3_ENDPOINT', 'SQS_ENDPOINT', 'SES_ENDPOINT'];
  await Promise.all(
    names.map(async (name) => {
      const endpoint = process.env[name];
      if (endpoint) await requireAnswer(name, endpoint);
    }),
  );
}

async function requireAnswer(name: string, endpoint: string): Promise<void> {
  requireUrl(name, endpoint);
  const { hostname, port, protocol } = new URL(endpoint);
  const host = hostname.replace(/^\[|\]$/g, '');
  const socket = connect({ host, port: Number(port) || (protocol === 'https:' ? 443 : 80) });
  try {
    await once(socket, 'connect');
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : messageOf(error);
    throw new StartupError(`Nothing answers at ${endpoint} (${reason}): check ${name}`);
  } finally {
    socket.destroy();
  }
}

/** Starts every engine that no variable replaces. Throws a `StartupError` if one cannot start. */
export async function startEngines({ data, firstPort, address, onCrash }: EngineOptions): Promise<Engines> {
  const { DYNAMODB_ENDPOINT, S3_ENDPOINT, SQS_ENDPOINT, SES_ENDPOINT } = process.env;
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

const program = fileURLToPath(new URL('./s3-and-sqs-process.ts', import.meta.url));

/** Free ports that are tried if another process takes each of them first. */
const portsTried = 5;

interface ObjectsAndQueuesOptions {
  /** Folder that keeps them; they are in memory without. */
  data: string | undefined;
  /** Any that is free without. */
  port: number | undefined;
  onCrash(error: StartupError): void;
}

/** Starts S3 and SQS on loopback in a process of their own: what they hold in memory is not the server's. The process ends with the pipe to its standard input. */
async function startObjectsAndQueues({ data, port, onCrash }: ObjectsAndQueuesOptions): Promise<Engine> {
  for (let attempt = 1; ; attempt += 1) {
    const args = [program, String(await freePort(port)), ...(data === undefined ? [] : [data])];
    // Its own session keeps Ctrl-C from ending it before the requests in progress.
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'], detached: true });
    const printed = await Promise.race([
      once(child.stdout, 'data').then(([line]) => String(line).trim()),
      once(child, 'exit').then(() => 'it ended without a word'),
    ]);
    if (printed.startsWith('http://')) {
      return engineOf(child, printed, () => onCrash(new StartupError('The S3 and SQS engine ended unexpectedly')));
    }
    // Another process may have taken the port between finding it free and using it.
    const mayBeFree = port === undefined && printed.includes('in use') && attempt < portsTried;
    if (!mayBeFree) throw new StartupError(`The S3 and SQS engine did not start: ${printed}`);
  }
}
