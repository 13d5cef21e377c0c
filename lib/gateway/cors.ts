/** Cross-origin requests of browsers, where a deployment lets some of them in. */
import type { IncomingMessage, ServerResponse } from 'node:http';

interface Sharing {
  /** Origins of the pages that are let in; `*` is every one. */
  origins: readonly string[];
  methods: readonly string[];
  /** Headers of a reply that such a page may read. */
  exposed: readonly string[];
}

const secondsOfPreflight = 3600;

/**
 * Lets pages of other origins read the reply. True where the request was the question whether it may be sent at all, which is
 * answered then.
 */
export function shareWith(
  { origins, methods, exposed }: Sharing,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const { origin } = request.headers;
  if (origin === undefined || !(origins.includes('*') || origins.includes(origin))) return false;
  response.setHeader('Access-Control-Allow-Origin', origins.includes('*') ? '*' : origin);
  response.setHeader('Vary', 'Origin');
  response.setHeader('Access-Control-Expose-Headers', exposed.join(', '));
  if (request.method !== 'OPTIONS' || !request.headers['access-control-request-method']) return false;
  response.writeHead(204, {
    'Access-Control-Allow-Methods': methods.join(', '),
    'Access-Control-Allow-Headers': request.headers['access-control-request-headers'] ?? '',
    'Access-Control-Max-Age': secondsOfPreflight,
  });
  response.end();
  return true;
}
