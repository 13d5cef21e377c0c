/** The local server as its own process, started as a person would start it. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { descendantsOf } from '../machine.ts';

const root = resolve(import.meta.dirname, '../../..');

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Running {
  child: ChildProcess;
  /** Its base URL. */
  url: string;
  /** What it printed when it was ready. */
  summary: string;
  /** Processes it has started, and those that they have. */
  engines: number[];
  stop(signal?: NodeJS.Signals): Promise<Ended>;
}

/** Runs one of the project's programs to its end, and stops it if it has not ended after two minutes. */
export function run(program: string, args: readonly string[], env = process.env): Promise<Ended> {
  return endOf(start(program, args, { env, timeout: 120_000 }));
}

/** Invokes a function of a local server. Throws an Error if the function refuses or fails. */
export async function invokeAt<T = object>(url: string, name: string, payload: object): Promise<T> {
  const path = `/2015-03-31/functions/StoreCommerceApi-${name}/invocations`;
  const response = await fetch(new URL(path, url), { method: 'POST', body: JSON.stringify(payload) });
  if (response.headers.has('x-amz-function-error')) throw new Error(`${name}: ${await response.text()}`);
  return (await response.json()) as T;
}

/** A local server that the tests of a file, or of a suite, share; it ends with them. */
export function useLocalServer(...args: string[]): Readonly<Pick<Running, 'child' | 'url' | 'summary' | 'engines'>> & {
  /** A key of the demo store. */
  key(permission?: 'write' | 'read'): string;
} {
  let running: Running;
  beforeAll(async () => {
    running = await startLocalServer(...args);
  });
  afterAll(() => running?.stop());
  return {
    get child() {
      return running.child;
    },
    get url() {
      return running.url;
    },
    get summary() {
      return running.summary;
    },
    get engines() {
      return running.engines;
    },
    key: (permission = 'write') => new RegExp(`sk_demo_${permission}\\S+`).exec(running.summary)?.[0] ?? '',
  };
}

/** Starts the local server on a free port and waits until it is ready. */
export const startLocalServer = (...args: string[]): Promise<Running> =>
  startLocalServerOf(root, '--port', '0', ...args);

/** The same of the project in another folder. */
export async function startLocalServerOf(project: string, ...args: string[]): Promise<Running> {
  const child = start('bin/local.ts', args, { cwd: project });
  const ended = endOf(child);
  const summary = await Promise.race([
    readyText(child),
    ended.then(({ stderr }) => Promise.reject(new Error(`The server did not start: ${stderr}`))),
  ]);
  const url = /http:\/\/localhost:\d+/.exec(summary)?.[0];
  if (url === undefined) throw new Error('The server named no base URL');
  return {
    child,
    url,
    summary,
    engines: descendantsOf(child.pid ?? 0),
    stop(signal = 'SIGINT') {
      child.kill(signal);
      return ended;
    },
  };
}

/** As `npm start` has them. */
const flags = ['--max-semi-space-size=16'];

const start = (program: string, args: readonly string[], options: SpawnOptions): ChildProcess =>
  spawn(process.execPath, [...flags, program, ...args], { cwd: root, ...options, stdio: ['ignore', 'pipe', 'pipe'] });

async function endOf(child: ChildProcess): Promise<Ended> {
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => stdout.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => stderr.push(chunk));
  await once(child, 'close');
  return { code: child.exitCode, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() };
}

async function readyText(child: ChildProcess): Promise<string> {
  let text = '';
  return new Promise((ready) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes('Ctrl-C')) ready(text);
    });
  });
}
