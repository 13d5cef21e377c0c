/** S3 and SQS in a process of their own: what they hold in memory is not the server's. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { StartupError } from '../startup-error.ts';
import { type Engine, engineOf } from './engine.ts';
import { freePort } from './ports.ts';

const program = fileURLToPath(new URL('./s3-and-sqs-process.ts', import.meta.url));

interface ObjectsAndQueuesOptions {
  /** Folder that keeps them; they are in memory without. */
  data: string | undefined;
  /** Any that is free without. */
  port: number | undefined;
  onCrash(error: StartupError): void;
}

/** Starts S3 and SQS on loopback. The process ends with the pipe to its standard input. */
export async function startObjectsAndQueues({ data, port, onCrash }: ObjectsAndQueuesOptions): Promise<Engine> {
  const args = [program, String(await freePort(port)), ...(data === undefined ? [] : [data])];
  // Its own session keeps Ctrl-C from ending it before the requests in progress.
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'], detached: true });
  const endpoint = await Promise.race([
    once(child.stdout, 'data').then(([line]) => String(line).trim()),
    once(child, 'exit').then(() => 'it ended without a word'),
  ]);
  if (!endpoint.startsWith('http://')) throw new StartupError(`The S3 and SQS engine did not start: ${endpoint}`);
  return engineOf(child, endpoint, () => onCrash(new StartupError('The S3 and SQS engine ended by itself')));
}
