/** Whether what came of two commands at the same time is as if one had come after the other, and what is true anyway where it is not. */
import { isDeepStrictEqual } from 'node:util';
import type { Mail } from '../engine/actor.ts';
import { codes, differenceFrom, heard, type Outcome } from './outcome.ts';
import { isMadeOf } from './reading.ts';
import type { Reply } from './request.ts';

/** What a judge needs to know of a command. */
export interface Judged {
  name: string;
  isReading: boolean;
  endpoint?: { method: string };
}

/** Those who are at it at the same time: `first` and `second`, each with its successor, `again`. */
type Both = readonly [Judged, Judged];

/**
 * `lists`: a list shows what was true at several moments. `deletions`: two concurrent deletions both got the reply that it is
 * gone.
 */
type Verdict = 'serial' | 'lists' | 'deletions' | { what: string; evidence: string[] };

/** `expected`: the outcomes of one after the other. */
export function judge(found: Outcome, expected: readonly Outcome[], both: Both): Verdict {
  if (expected.some((outcome) => isSame(outcome, found))) return 'serial';
  if (showsSeveralMoments(found, expected, both) || countsSeveralMoments(found, expected, both)) return 'lists';
  if (expected.some((outcome) => isSame(withGone(outcome, both), withGone(found, both)))) return 'deletions';
  return { what: 'As if neither had come after the other', evidence: differenceFrom(expected, found) };
}

export const commandOf = (agent: string, [first, second]: Both): Judged => (agent.startsWith('first') ? first : second);

const agents = ['first', 'first again', 'second', 'second again'] as const;

const isSame = (a: Outcome, b: Outcome): boolean => isDeepStrictEqual(a, b);

/** Whether all is as if one had come after the other but for a list, which shows some of either. */
function showsSeveralMoments(found: Outcome, expected: readonly Outcome[], both: Both): boolean {
  const readers = agents.filter((name) => commandOf(name, both).isReading && repliesIn(found, name).length > 0);
  const others = (outcome: Outcome) => outcome.filter((line) => !readers.some((name) => line.startsWith(heard(name))));
  const isErased = both.some(({ name }) => name === 'delete-customer');
  return (
    readers.length > 0 &&
    expected.some((outcome) => isSame(others(outcome), others(found))) &&
    readers.every((name) => {
      const moments = expected.flatMap((outcome) => repliesIn(outcome, name));
      return repliesIn(found, name).every((reply) => isMadeOf(reply, moments, { isErased }));
    })
  );
}

const repliesIn = (outcome: Outcome, name: string): Reply[] =>
  outcome.flatMap((line) => (line.startsWith(heard(name)) ? [JSON.parse(line.slice(heard(name).length))] : []));

/** A restock counts who waits part by part, and parts of another one are notified meanwhile: no fewer and no more than ever waited. */
function countsSeveralMoments(found: Outcome, expected: readonly Outcome[], both: Both): boolean {
  if (!both.some(({ name }) => name.startsWith('work-on-waitlist'))) return false;
  const counts = expected.flatMap(countsIn);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  return (
    countsIn(found).every((count) => count >= least && count <= most) &&
    expected.some((outcome) => isSame(withoutCounts(outcome), withoutCounts(found)))
  );
}

const counted = /"notifying":(\d+)/g;

const countsIn = (outcome: Outcome): number[] =>
  outcome.flatMap((line) => [...line.matchAll(counted)].map(([, count]) => Number(count)));

const withoutCounts = (outcome: Outcome): Outcome =>
  outcome.map((line) => line.replace(counted, '"notifying":…')).toSorted();

/**
 * A delete of something gone meanwhile cannot know whether another deleted it or its own lost try (`unit-of-work.ts`):
 * that it is gone is true either way.
 */
const withGone = (outcome: Outcome, both: Both): Outcome =>
  outcome
    .map((line) => {
      const deleter = agents.find(
        (name) => line.startsWith(heard(name)) && commandOf(name, both).endpoint?.method === 'DELETE',
      );
      return deleter && /"status":(?:204|404)/.test(line) ? `${heard(deleter)}that it is gone` : line;
    })
    .toSorted();

/** Of several emails that bring one recipient the same, the last: it is what a reader of them is left with. */
export const lastOfEach = (mails: readonly Mail[]): Mail[] => [
  ...new Map(mails.map((mail) => [subjectOf(mail), mail])).values(),
];

/** The recipient of an email, and the code in it, if any: with another code it is another email. */
const subjectOf = ({ to, subject, text }: Mail): string => `${to} ${text.match(codes)?.[0] ?? subject}`;
