/** The upload container's program in a process of its own, which answers once it is ready. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../bin/local/engines/ports.ts';

interface Program {
  /** What Node is started with, and where. */
  args: readonly string[];
  cwd?: string;
  /** All of its environment but `PORT`. */
  env: NodeJS.ProcessEnv;
}

export interface UploadServer {
  url: string;
  port: number;
  child: ChildProcess;
  /** Lets uploads end; gives its exit code. */
  stop(): Promise<number | null>;
}

/** As the project has it, on this process's engines. */
export const ofTheProject = (env: NodeJS.ProcessEnv = {}): Program => ({
  args: [new URL('../../../bin/upload-server.ts', import.meta.url).pathname],
  env: { ...process.env, ...env },
});

const tries = 200;

export async function startUploadServer({ args, cwd, env }: Program): Promise<UploadServer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, args, {
    ...(cwd === undefined ? {} : { cwd }),
    env: { ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  for (let tried = 0; tried < tries; tried += 1) {
    const health = await fetch(`${url}/health`).catch(() => undefined);
    if (health?.ok) return { url, port, child, stop: () => stopped(child, ended) };
    await sleep(50);
  }
  child.kill('SIGKILL');
  throw new Error('The upload server did not start');
}

async function stopped(child: ChildProcess, ended: Promise<unknown[]>): Promise<number | null> {
  child.kill('SIGTERM');
  await ended;
  return child.exitCode;
}
