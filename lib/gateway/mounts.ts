/** The mounts that a server is made of: each handles its own requests. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { reply } from './reply.ts';

/** The pages from which scripts, forms and images may send requests, if a server checks their origin. */
export type Pages = 'own' | 'own, and images for every' | 'every';

export interface Mount {
  /** If omitted, pages of the server's own origin. */
  pages?: Pages;
  /** `path` is the path as it is in the request line, without its query. */
  handles(method: string, path: string): boolean;
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

/** Path and query of a request line, which may also contain a whole URL. */
export function targetOf(request: IncomingMessage): string {
  const target = request.url ?? '/';
  return /^https?:\/\/[^/?#]*(.*)$/i.exec(target)?.[1] ?? target;
}

export const pathOf = (request: IncomingMessage): string => targetOf(request).split('?', 1)[0] ?? '';

/** The body's bytes, or undefined if they exceed `limit`: then the rest is not read. */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > limit) return undefined;
  const chunks: Buffer[] = [];
  let bytes = 0;
  return new Promise((resolve, reject) => {
    request.on('data', function take(chunk: Buffer) {
      bytes += chunk.length;
      chunks.push(chunk);
      if (bytes <= limit) return;
      request.off('data', take).pause();
      resolve(undefined);
    });
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', reject);
    request.once('close', () => reject(new Error('The client went away')));
  });
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  const bytes = Buffer.from(JSON.stringify(body));
  reply(response, status, { 'Content-Type': 'application/json', 'Content-Length': bytes.length, ...headers }, bytes);
}
