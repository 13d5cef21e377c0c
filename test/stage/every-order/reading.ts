/**
 * Answers of what only reads. One that is put together from several reads is of no one moment: what it shows was true, each
 * for itself, at some time while it was asked.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Reply } from './request.ts';

/**
 * Whether a reply shows nothing but what those replies show that were given at one moment. `isErased`: someone is forgotten
 * meanwhile, so that it may show what is left of an entry that names them.
 */
export const isMadeOf = (reply: Reply, moments: readonly Reply[], { isErased = false } = {}): boolean => {
  const shown = moments.flatMap(({ body }) => entriesOf(body));
  const isSame = isErased ? isLeftOf : isDeepStrictEqual;
  return (
    moments.some((moment) => isDeepStrictEqual(withoutEntries(reply), withoutEntries(moment))) &&
    entriesOf(reply.body).every((entry) => shown.some((one) => isSame(one, entry)))
  );
};

/** Whether a value is another one, or that with `null` in some places. */
function isLeftOf(whole: unknown, left: unknown): boolean {
  if (left === null || isDeepStrictEqual(whole, left)) return true;
  if (typeof whole !== 'object' || typeof left !== 'object' || whole === null) return false;
  const [names, others] = [Object.keys(whole), Object.keys(left)];
  return (
    names.length === others.length && names.every((name) => isLeftOf((whole as Fields)[name], (left as Fields)[name]))
  );
}

type Fields = Record<string, unknown>;

const arraysOf = (body: unknown): [string, unknown[]][] =>
  typeof body === 'object' && body !== null
    ? Object.entries(body).filter((field): field is [string, unknown[]] => Array.isArray(field[1]))
    : [];

/** What lists in it hold, and lists in that: the ledger of an exported card is read with the card. */
const entriesOf = (body: unknown): unknown[] =>
  arraysOf(body).flatMap(([name, list]) =>
    list.flatMap((one) => [[name, emptied(one)], ...entriesOf(one).map((entry) => [name, entry])]),
  );

const withoutEntries = (reply: Reply): Reply => ({ ...reply, body: emptied(reply.body) });

/** With nothing in its lists. */
const emptied = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && !Array.isArray(body)
    ? { ...body, ...Object.fromEntries(arraysOf(body).map(([name]) => [name, []])) }
    : body;
