/** How answers are asked for, and what of them must be the same through every door. */
import type { Door } from '../../support/door.ts';
import type { Response } from '../../support/http/documented.ts';

/** What came of it, by what was asked. */
export type Answers = Map<string, unknown>;

/** Asks for one thing after the other, with that door in use so that what it needs is made there. */
export type Asking = (door: Door) => Promise<Answers>;

export async function inTurn(questions: Record<string, () => Promise<unknown>>): Promise<Answers> {
  const answers: Answers = new Map();
  for (const [name, ask] of Object.entries(questions)) answers.set(name, await ask());
  return answers;
}

/** Headers of the contract, and what a browser goes by. */
const promised = new Set([
  'content-type',
  'content-disposition',
  'cache-control',
  'retry-after',
  'location',
  'x-idempotency-replayed',
  'x-request-id',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'content-security-policy',
  'access-control-allow-origin',
]);

/** A reply in which what is made again each time is replaced by what it is. */
export function comparable({ status, headers, body }: Response): object {
  const kept = Object.entries(headers).filter(
    ([name]) =>
      // RFC 9110 allows `WWW-Authenticate` on every reply, where a CDN puts it; on a 401 it must be there.
      (name === 'www-authenticate' && status === 401) ||
      // API Gateway gives a reply without a body a type.
      (promised.has(name) && (body !== undefined || name !== 'content-type')),
  );
  return { status, headers: Object.fromEntries(kept.map(masked).toSorted()), body: alike(body) };
}

const masked = ([name, value]: [string, string]): [string, string] => {
  if (name === 'x-request-id') return [name, value === '' ? '' : '<id>'];
  if (/^x-ratelimit-re/.test(name)) return [name, /^\d+$/.test(value) ? '<number>' : value];
  // That text is UTF-8 is said by the document itself.
  return [
    name,
    value
      .replace(/;\s*charset=utf-8$/i, '')
      .replace(/\s/g, '')
      .toLowerCase(),
  ];
};

/** What the background gets on with between two questions, and what is drawn by lot. */
const passing = new Set(['notified', 'done', 'read', 'finished_at', 'last4']);

/** Ids, times, keys, codes and links differ, through any door. */
export const alike = (value: unknown): unknown =>
  value === undefined
    ? undefined
    : JSON.parse(JSON.stringify(value), (key, each) => {
        if (passing.has(key)) return `<${key}>`;
        return typeof each === 'string' ? maskedText(each) : each;
      });

const maskedText = (text: string): string =>
  text
    .replace(/https?:\/\/[^\s"]*[?&]X-Amz-Signature=[^\s"]*/g, '<signed link>')
    .replace(/\bsk_\w+_[\w-]{43}/g, '<api key>')
    .replace(/\b([a-z]{3}_)[0-9a-hjkmnp-tv-z]{26}/g, '$1<id>')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, '<time>')
    .replace(/\b(?:[A-Z2-9]{4}-){6}[A-Z2-9]{4}\b/g, '<code>');
