/** Servers that tests start, and requests to them as they are. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type IncomingMessage, request as plain } from 'node:http';
import { request as secure } from 'node:https';
import type { Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, portOf } from '../../../bin/local/engines/ports.ts';
import type { HttpRequest } from '../../../lib/gateway/proxy-event.ts';
import type { Response } from './documented.ts';

/** Lets a server listen on any port of loopback, and gives the base URL of what it serves. */
export async function listen(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${portOf(server)}`;
}

/** Sends a request to the server at a base URL, with its target as it is; a body that is no JSON is given as text. */
export async function sendOverHttp(url: string, { method, target, headers, body }: HttpRequest): Promise<Response> {
  const at = new URL(url);
  const outgoing = (at.protocol === 'https:' ? secure : plain)({
    host: at.hostname,
    port: at.port,
    method,
    // Not a URL's: that would be put in order first.
    path: target,
    headers: Object.fromEntries(headers),
  });
  // A request that declares no length has no body.
  if (body.length > 0) outgoing.setHeader('Content-Length', body.length);
  outgoing.end(body);
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  return {
    status: response.statusCode ?? 0,
    headers: Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)])),
    body: parsed(await text(response)),
  };
}

function parsed(answered: string): unknown {
  try {
    return answered === '' ? undefined : JSON.parse(answered);
  } catch {
    return answered;
  }
}

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

const tries = 3000;

export async function startUploadServer({ args, cwd, env }: Program): Promise<UploadServer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, args, {
    ...(cwd === undefined ? {} : { cwd }),
    env: { ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  for (let tried = 0; tried < tries && child.exitCode === null; tried += 1) {
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
