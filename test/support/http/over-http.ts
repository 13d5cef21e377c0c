import { once } from 'node:events';
import { type IncomingMessage, request as plain } from 'node:http';
import { request as secure } from 'node:https';
import { text } from 'node:stream/consumers';
import type { HttpRequest } from '../../../lib/gateway/proxy-event.ts';
import type { Response } from './documented.ts';

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
