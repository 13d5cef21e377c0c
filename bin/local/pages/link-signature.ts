/** Signatures of links to the bucket, as S3 verifies them: each is made again, and the two are compared. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { S3RequestPresigner } from '@aws-sdk/s3-request-presigner';
import { linkClient } from '../../../lib/objects/objects.ts';

export interface SignedRequest {
  method: string;
  /** As it is in the request line. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
}

/** The headers whose values are signed, in lower case. */
export const signedHeadersOf = (query: URLSearchParams): Set<string> =>
  new Set((query.get('X-Amz-SignedHeaders') ?? '').split(';'));

/** When the link ends, in milliseconds since 1970; `NaN` where it does not say. */
export const expiryOf = (query: URLSearchParams): number => signedAt(query) + secondsOf(query) * 1000;

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

/** What signing adds to a query by itself. */
const added = /^X-Amz-(?:Algorithm|Credential|Date|Expires|SignedHeaders|Signature|Content-Sha256|Security-Token)$/;

/** Whether this server's functions have signed the request: method, path, query, the headers that it names and its end. */
export async function isSigned({ method, path, query, headers }: SignedRequest): Promise<boolean> {
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
