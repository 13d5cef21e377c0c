/** S3 and SQS in a process of their own: what they hold in memory is not the server's. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { StartupError } from '../startup-error.ts';
import type { Engine } from './engine.ts';

const program = fileURLToPath(new URL('./s3-and-sqs-process.ts', import.meta.url));

/** Starts S3 and SQS on loopback, in memory or in a folder. The process ends with the pipe to its standard input. */
export async function startObjectsAndQueues(
  data: string | undefined,
  onCrash: (error: StartupError) => void,
): Promise<Engine> {
  const args = data === undefined ? [program] : [program, data];
  // Its own session keeps Ctrl-C from ending it before the requests under way.
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'], detached: true });
  const ended = once(child, 'exit');
  let stopping = false;
  void ended.then(() => {
    if (!stopping) onCrash(new StartupError('The S3 and SQS engine ended by itself'));
  });
  child.stdin.on('error', () => undefined);
  const endpoint = await Promise.race([
    once(child.stdout, 'data').then(([line]) => String(line).trim()),
    ended.then(() => Promise.reject(new StartupError('The S3 and SQS engine did not start'))),
  ]);
  return {
    endpoint,
    stop() {
      stopping = true;
      child.stdin.end();
      return ended;
    },
  };
}
