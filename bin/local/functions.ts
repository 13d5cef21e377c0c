/** The project's functions by name, each in the file its contract names, run as Lambda would run them. */
import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from 'aws-lambda';
import { streaming } from '../../lib/gateway/connections.ts';
import { lambdaContext, timeoutMilliseconds } from '../../lib/gateway/proxy-event.ts';
import { functionFiles } from '../../lib/resources/function-files.ts';
import { limits } from '../../lib/schema/limits.ts';

type Handler = (event: unknown, context: Context) => Promise<unknown>;

export const isFunction = (name: string): boolean => functionFiles.has(name);

let runs = 0;

/** How many runs of functions have ended: while it stays the same, only a run in progress or another process can have changed something. */
export const runsEnded = (): number => runs;

const counted = (run: Promise<unknown>): Promise<unknown> =>
  run.finally(() => {
    runs += 1;
  });

/** Runs a function without a route. Rejects with any error it throws, and if no such function can be loaded. */
export const runFunction = (name: string, event: unknown, functionName = name): Promise<unknown> =>
  runWithin(limits.functionSeconds * 1000, { name, event, functionName });

interface Invocation {
  name: string;
  event: unknown;
  functionName: string;
}

/** Waits so long for a function, which by default has as long. */
async function runWithin(
  milliseconds: number,
  { name, event, functionName }: Invocation,
  itsMilliseconds = milliseconds,
): Promise<unknown> {
  const handler = await load(name);
  const ended = new AbortController();
  try {
    const context = lambdaContext(functionName, itsMilliseconds);
    return await Promise.race([counted(handler(event, context)), timeout(milliseconds, ended.signal)]);
  } finally {
    ended.abort();
  }
}

/** Runs the function behind a route; where its request is still arriving, no time limit is Lambda's. */
export async function runRoute(name: string, event: unknown, arriving?: IncomingMessage): Promise<unknown> {
  const isStorefront = functionFiles.get(name)?.startsWith('functions/storefront/');
  const itsMilliseconds = isStorefront ? limits.functionSeconds * 1000 : timeoutMilliseconds;
  if (!arriving) return runWithin(timeoutMilliseconds, { name, event, functionName: name }, itsMilliseconds);
  const handler = await load(name);
  return counted(handler(event, { ...lambdaContext(name), ...streaming(arriving) }));
}

async function timeout(milliseconds: number, ended: AbortSignal): Promise<never> {
  await sleep(milliseconds, undefined, { signal: ended, ref: false });
  throw new Error(`Task timed out after ${milliseconds / 1000} seconds`);
}

/** Imports a function with its first call: most runs call few of them. */
async function load(name: string): Promise<Handler> {
  const file = functionFiles.get(name);
  if (file === undefined) throw new Error(`There is no function ${name}`);
  const { handler } = (await import(new URL(`../../${file}`, import.meta.url).href)) as { handler?: Handler };
  if (typeof handler !== 'function') throw new Error(`${file} exports no handler`);
  return handler;
}
