/**
 * Answers of what only reads. One that is put together from several reads is of no one moment: what it shows was true, each
 * for itself, at some time while it was asked.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Reply } from './request.ts';

/** Whether a reply shows nothing but what those replies show that were given at one moment. */
export const isMadeOf = (reply: Reply, moments: readonly Reply[]): boolean => {
  const shown = moments.flatMap(({ body }) => entriesOf(body));
  return (
    moments.some((moment) => isDeepStrictEqual(withoutEntries(reply), withoutEntries(moment))) &&
    entriesOf(reply.body).every((entry) => shown.some((one) => isDeepStrictEqual(one, entry)))
  );
};

const arraysOf = (body: unknown): [string, unknown[]][] =>
  typeof body === 'object' && body !== null
    ? Object.entries(body).filter((field): field is [string, unknown[]] => Array.isArray(field[1]))
    : [];

const entriesOf = (body: unknown): unknown[] =>
  arraysOf(body).flatMap(([name, list]) => list.map((one) => [name, one]));

const withoutEntries = (reply: Reply): Reply => {
  if (typeof reply.body !== 'object' || reply.body === null) return reply;
  const emptied = arraysOf(reply.body).map(([name]) => [name, []]);
  return { ...reply, body: { ...reply.body, ...Object.fromEntries(emptied) } };
};
