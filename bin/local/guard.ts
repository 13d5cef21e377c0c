/**
 * Who may send requests to a local server: programs of this machine and the server's own pages. Browsers also send the
 * requests of foreign pages (DNS rebinding, cross-site forms and images), so the guard judges each request by the
 * browser's headers.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { type Pages, sendJson } from '../../lib/gateway/mounts.ts';

/** What a request says of its origin. */
export interface Asked {
  method: string;
  /** As it is in the request line, which may name a whole URL. */
  target: string;
  /** Every value of `Host`. */
  hosts: readonly string[];
  origin: string | undefined;
  /** `Sec-Fetch-Site`, `-Mode` and `-Dest`, which only browsers send. */
  site: string | undefined;
  mode: string | undefined;
  dest: string | undefined;
  /** Whether it has `Authorization`, which no page sends to another origin without asking first. */
  hasCredentials: boolean;
}

/** Pages that may ask; no pages for engines, and if no browser header marks a request, only those with credentials. */
type Welcome = Pages | 'none' | 'none, and credentials are asked for';

/** Whether a host, as it is in `Host`, is the server itself. */
export type IsOwn = (host: string) => boolean;

export type Foreign = 'host' | 'page';

/** What is foreign about a request to something that these pages may use; undefined if nothing is. */
export function foreignIn(asked: Asked, isOwn: IsOwn, pages: Welcome): Foreign | undefined {
  if (asked.hosts.length !== 1 || ![...asked.hosts, ...hostOfTarget(asked.target)].every(isOwn)) return 'host';
  return judges[pages](asked, isOwn) ? undefined : 'page';
}

type Judge = (asked: Asked, isOwn: IsOwn) => boolean;

const isAnybodys: Judge = () => true;

/** What someone has typed, or another program asks. */
const isNoPages: Judge = ({ origin, site }) => origin === undefined && (site === undefined || site === 'none');

const isSigned: Judge = (asked, isOwn) => asked.hasCredentials && isNoPages(asked, isOwn);

const isOwnPages: Judge = (asked, isOwn) => {
  const { origin, site } = asked;
  if (origin !== undefined && !isOwnOrigin(origin, isOwn)) return false;
  return site === undefined || site === 'none' || site === 'same-origin' || isLink(asked);
};

const isShown: Judge = (asked, isOwn) => isOwnPages(asked, isOwn) || (asked.origin === undefined && isImage(asked));

const judges: Readonly<Record<Welcome, Judge>> = {
  every: isAnybodys,
  own: isOwnPages,
  'own, and images for every': isShown,
  none: isNoPages,
  'none, and credentials are asked for': isSigned,
};

const hostOfTarget = (target: string): string[] => {
  const [, host] = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(target) ?? [];
  return host === undefined ? [] : [host];
};

const isOwnOrigin = (origin: string, isOwn: IsOwn): boolean => {
  const [, host] = /^https?:\/\/([^/?#]+)$/i.exec(origin) ?? [];
  return host !== undefined && isOwn(host);
};

/** Someone has followed a link, and sees the page as a document: no script of another page reads it. */
const isLink = ({ method, mode, dest }: Asked): boolean =>
  method === 'GET' && mode === 'navigate' && dest === 'document';

const isImage = ({ method, mode, dest }: Asked): boolean => method === 'GET' && mode === 'no-cors' && dest === 'image';

/** This machine's own names on a port; `also` are further hosts, those without a port on any. */
export function ownHosts(port: number, also: readonly string[] = []): IsOwn {
  const names = ['localhost', '127.0.0.1', '[::1]'];
  const own = new Set(names.flatMap((name) => [`${name}:${port}`, ...(port === 80 ? [name] : [])]));
  const further = new Set(also.map((host) => host.toLowerCase()));
  return (host) => {
    const name = host.toLowerCase();
    return own.has(name) || further.has(name) || further.has(name.replace(/:\d+$/, ''));
  };
}

/** An engine's own, with the name by which containers find this machine under Docker Desktop. */
export const engineHosts = (port: number, address = dockerHost): IsOwn =>
  ownHosts(port, [`${bracketed(address)}:${port}`]);

/** Docker Desktop's name for the machine that it runs on; there it leads to loopback. */
export const dockerHost = 'host.docker.internal';

const bracketed = (address: string): string => (address.includes(':') ? `[${address}]` : address);

export function askedBy({ method = '', url = '/', headers, rawHeaders }: IncomingMessage): Asked {
  const text = (name: string) => headers[name]?.toString();
  return {
    method,
    target: url,
    hosts: rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'host'),
    origin: text('origin'),
    site: text('sec-fetch-site'),
    mode: text('sec-fetch-mode'),
    dest: text('sec-fetch-dest'),
    hasCredentials: headers.authorization !== undefined,
  };
}

/** Answers 403 in the envelope, with what to do about it. */
export function refuseForeign(response: ServerResponse, foreign: Foreign, toDo: Record<Foreign, string>): void {
  sendJson(response, 403, { error: toDo[foreign], code: 'FORBIDDEN' }, { 'X-Request-Id': randomUUID() });
}

const ofEngine = {
  host: 'This engine only answers requests to its own address: name it by the address and port that npm start gives it',
  page: 'No web page may use this engine: ask npm start on its own port',
} as const;

/** Lets an engine's server answer nothing that a web page has sent, with any other listeners to its requests. */
export function keepPagesOut(
  server: Server,
  isOwn: IsOwn,
  welcome: 'none' | 'none, and credentials are asked for' = 'none',
): void {
  const listeners = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const foreign = foreignIn(askedBy(request), isOwn, welcome);
    if (foreign !== undefined) refuseForeign(response, foreign, ofEngine);
    else for (const listener of listeners) Reflect.apply(listener, server, [request, response]);
  });
}
