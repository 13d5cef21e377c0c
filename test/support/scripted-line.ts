/** A line that gives a client's requests scripted answers, one after the other, and keeps what it was asked. */
import type { Fetch } from '../../lib/client/options.ts';

interface Asked {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: unknown;
}

/** An answer, an error in place of one, or what makes either. */
export type Scripted = Response | Error | ((asked: Asked, init: RequestInit) => Response | Promise<Response>);

interface ScriptedLine {
  fetch: Fetch;
  asked: Asked[];
}

/** Answers each request with the next of the script, and with the last one ever after. */
export function scriptedLine(...script: Scripted[]): ScriptedLine {
  const asked: Asked[] = [];
  const fetch: Fetch = async (url, init) => {
    const { method = 'GET', body } = init;
    const request = { method, url, headers: Object.fromEntries(new Headers(init.headers)), body };
    asked.push(request);
    const next = script[Math.min(asked.length, script.length) - 1];
    if (next === undefined) throw new Error('Nothing is scripted');
    if (next instanceof Error) throw next;
    return typeof next === 'function' ? next(request, init) : next.clone();
  };
  return { fetch, asked };
}

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  Response.json(body, { status, headers });

/** The contract's error envelope. */
export const refused = (status: number, code: string, error: string, headers: Record<string, string> = {}): Response =>
  json({ error, code }, status, headers);

/** How `fetch` fails where a connection breaks. */
export const brokenLine = (): Error =>
  new TypeError('fetch failed', { cause: Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' }) });
