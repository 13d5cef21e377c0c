/** What links to the bucket lead to: the S3 engine, on the server's own port and for the pages of every origin. */

import { createHash, timingSafeEqual } from 'node:crypto';
import { Agent, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { S3RequestPresigner } from '@aws-sdk/s3-request-presigner';
import { type Mount, pathOf, targetOf } from '../../../lib/gateway/mounts.ts';
import { reply, shareWith } from '../../../lib/gateway/reply.ts';
import { linkClient } from '../../../lib/objects/objects.ts';
import { forward } from '../forward.ts';
import { mediaPolicy } from './media.ts';

const everybody = { origins: ['*'], methods: ['PUT', 'GET'], exposed: ['ETag'] };

/** What links are made for: sending the object of an upload, and fetching a digital file. Each is `prefix/store/id`. */
const places = { PUT: ['files', 'pending'], GET: ['files'] } as const;

/** Serves signed links to the objects of a bucket. All other requests to S3 go to the engine itself. */
export function links(engine: string, bucket: string): Mount {
  const agent = new Agent({ keepAlive: true });
  return {
    pages: 'every',
    handles: (_, path) => path.startsWith(`/${bucket}/`),

    async handle(request, response) {
      if (shareWith(everybody, request, response)) return;
      const refusal = await refusalOf(request, bucket);
      if (refusal !== undefined) return refuse(response, refusal);
      response.setHeader('Content-Security-Policy', mediaPolicy);
      await forward(request, response, { engine: new URL(engine), agent, headers: passedOn(request.headers) });
    },
  };
}

interface Refusal {
  code: 'AccessDenied' | 'SignatureDoesNotMatch';
  message: string;
}

const denied = (message = 'Access Denied'): Refusal => ({ code: 'AccessDenied', message });

/** Why S3 would not follow a link; the engine asks neither for a signature nor for the time, of which this server has its own. */
async function refusalOf(request: IncomingMessage, bucket: string): Promise<Refusal | undefined> {
  const { method = '', headers } = request;
  const path = pathOf(request);
  const link: SignedRequest = { method, path, query: new URLSearchParams(targetOf(request).split('?', 2)[1]), headers };
  if (!link.query.has('X-Amz-Signature') || !isPlace(method, path, bucket)) return denied();
  const isOpen = Date.now() <= expiryOf(link.query);
  if (!isOpen) return denied('Request has expired');
  const signed = signedHeadersOf(link.query);
  if (Object.keys(headers).some((name) => name.startsWith('x-amz-') && !signed.has(name))) {
    return denied('There were headers present in the request which were not signed');
  }
  if (await isSigned(link)) return undefined;
  return { code: 'SignatureDoesNotMatch', message: 'The request signature we calculated does not match the signature' };
}

/** Nothing that some reader of the path could take for another one is a place: no dots, no encoding. */
function isPlace(method: string, path: string, bucket: string): boolean {
  const [, inBucket, prefix] = /^\/([\w-]+)\/(\w+)\/\w+\/\w+$/.exec(path) ?? [];
  const allowed: readonly string[] = method === 'PUT' || method === 'GET' ? places[method] : [];
  return inBucket === bucket && prefix !== undefined && allowed.includes(prefix);
}

/** The unsigned headers that S3 heeds in a plain request for an object. */
const heeded = /^(?:content-(?:type|length)|range|if-(?:none-)?match|if-(?:un)?modified-since|x-amz-.*)$/;

const passedOn = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => heeded.test(name)));

function refuse(response: ServerResponse, { code, message }: Refusal): void {
  const body = Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`,
  );
  reply(response, 403, { 'Content-Type': 'application/xml', 'Content-Length': body.length }, body);
}

interface SignedRequest {
  method: string;
  /** As it is in the request line. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
}

/** The headers with signed values, in lower case. */
const signedHeadersOf = (query: URLSearchParams): Set<string> =>
  new Set((query.get('X-Amz-SignedHeaders') ?? '').split(';'));

/** When the link ends, in milliseconds since 1970; `NaN` where it does not say. */
const expiryOf = (query: URLSearchParams): number => signedAt(query) + secondsOf(query) * 1000;

function signedAt(query: URLSearchParams): number {
  const [, day = '', hour = ''] = /^(\d{8})T(\d{6})Z$/.exec(query.get('X-Amz-Date') ?? '') ?? [];
  return Date.parse(`${day.replace(/(..)(..)$/, '-$1-$2')}T${hour.replace(/(..)(..)$/, ':$1:$2')}Z`);
}

/** S3 takes a week at most. */
function secondsOf(query: URLSearchParams): number {
  const text = query.get('X-Amz-Expires') ?? '';
  const seconds = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  return seconds <= 604_800 ? seconds : Number.NaN;
}

/** What signing itself adds to a query. */
const added = /^X-Amz-(?:Algorithm|Credential|Date|Expires|SignedHeaders|Signature|Content-Sha256|Security-Token)$/;

/** Whether this server's functions have signed the request: method, path, query, the headers that it names and its end. */
async function isSigned({ method, path, query, headers }: SignedRequest): Promise<boolean> {
  const given = [...query];
  const signed = signedHeadersOf(query);
  if (new Set(given.map(([name]) => name)).size < given.length || !signed.has('host')) return false;
  if (Number.isNaN(expiryOf(query))) return false;
  const request = {
    method,
    protocol: 'http:',
    hostname: 'localhost',
    path,
    query: Object.fromEntries(given.filter(([name]) => !added.test(name))),
    headers: Object.fromEntries(
      [...signed].flatMap((name) => (name in headers ? [[name, String(headers[name])]] : [])),
    ),
  };
  const presigned = await new S3RequestPresigner(linkClient().config).presign(request, {
    expiresIn: secondsOf(query),
    signingDate: new Date(signedAt(query)),
    signableHeaders: signed,
  });
  const { 'X-Amz-Signature': signature, ...expected } = presigned.query ?? {};
  const names = Object.keys(expected);
  const sameQuery = names.length === given.length - 1 && names.every((name) => expected[name] === query.get(name));
  return sameQuery && isEqual(String(signature), query.get('X-Amz-Signature') ?? '');
}

/** In a time that does not depend on where they differ. */
function isEqual(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}
