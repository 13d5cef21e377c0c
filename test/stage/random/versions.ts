/** An upgrade while a store is in use: functions of two releases serve one table, with a rollback, and the upgrade again. */
import { isDeepStrictEqual } from 'node:util';
import { eventsOf } from '../../../lib/events/events-of.ts';
import type { EventData } from '../../../lib/resources/events.ts';
import type { ItemChange } from '../../../lib/table/item-change.ts';
import { bundleOf, type Code, codeOf } from '../../releases/code.ts';
import { folderOf } from '../../releases/release.ts';
import type { Earlier } from '../../support/events/truth.ts';
import { serveWith } from '../../support/handlers.ts';
import { playClient } from '../engine/aws.ts';
import { currentExecution } from '../engine/execution.ts';
import { separateMemories } from '../engine/machine.ts';
import type { Random } from '../engine/random.ts';

export interface Versions {
  last: Code;
  /** Instead of the work at hand, where it is another. */
  today?: Code | undefined;
}

/** The functions of a release, by its version. */
export const release = async (version: string): Promise<Code> => codeOf(await bundleOf(folderOf(version)));

/** Lets some release serve the work. */
export type By = <T>(work: () => Promise<T>) => Promise<T>;

/** Lets this release serve the work. */
export const byThis: By = (work) => work();

/** Lets the release with this code serve the work. */
export const servedBy =
  ({ handlers }: Code): By =>
  async (work) => {
    const end = serveWith((name) => handlers.get(name));
    try {
      return await work();
    } finally {
      end();
    }
  };

const entered = new Set<Code>();

/** Puts a release's code under the stage, once. */
async function enter(code: Code): Promise<void> {
  if (entered.has(code)) return;
  entered.add(code);
  separateMemories(code.BoundedMap);
  for (const client of code.clients) {
    playClient(client);
    // A client reads its configuration at its first call, for however long that takes.
    const { region, credentials, endpoint } = client.config;
    await Promise.all([region?.(), credentials?.(), endpoint?.()]);
  }
}

/** Which release serves while invocations come: one of them, or either by chance, as during a deployment. */
const course = ['last', 'either', 'today', 'either', 'last', 'either', 'today'] as const;

/** How many of those a rollback that stays ends with. */
const rolledBack = 5;

/** Lets both releases serve from now on. Answers what ends it. */
export async function upgrade({ last, today }: Versions, random: Random): Promise<() => void> {
  for (const code of [last, today]) if (code) await enter(code);
  const stages = random.chance(0.25) ? course.slice(0, rolledBack) : course;
  const ends = stages.map(() => 5 + random.below(30));
  let at = 0;
  let served = 0;
  return serveWith((name) => {
    served += 1;
    if (served > (ends[at] ?? 0) && at < stages.length - 1) {
      at += 1;
      served = 0;
    }
    const isLast = stages[at] === 'last' || (stages[at] === 'either' && random.chance(0.5));
    const ofLast = isLast ? last.handlers.get(name) : undefined;
    const execution = currentExecution();
    if (ofLast && execution) execution.isOfLastRelease = true;
    // What the last release does not have yet is the next one's.
    return ofLast ?? today?.handlers.get(name);
  });
}

/** What receivers of the last release's events lose: each event must come, with all that it had. */
export function lostEvents(changes: readonly ItemChange[], { last, today }: Versions): string[] {
  const eventsToday = today?.eventsOf ?? eventsOf;
  return changes.flatMap(({ before, after, ...circumstances }) => {
    const events = eventsToday(before, after, circumstances);
    const isKept = ({ data, ...head }: (typeof events)[number]) =>
      events.some(
        ({ data: now, ...sameHead }) => isDeepStrictEqual(sameHead, head) && includes(asShownBefore(now), data),
      );
    return last
      .eventsOf(before, after, circumstances)
      .filter((event) => !isKept(event))
      .map(({ type, data }) => `${type} with ${JSON.stringify(data)}`);
  });
}

/** The events that the last release sends while it follows the changes, and the ids of those that it does not know: they are not delivered. */
export function eventsBefore(changes: readonly ItemChange[], { last, today }: Versions): Earlier {
  const eventsToday = today?.eventsOf ?? eventsOf;
  const all = (of: typeof eventsToday) =>
    changes.flatMap(({ before, after, ...circumstances }) => of(before, after, circumstances));
  const events = new Map(all(last.eventsOf).map((event) => [event.id, event]));
  const unknown = all(eventsToday).filter(({ id }) => !events.has(id));
  return { events, mayMiss: new Set(unknown.map(({ id }) => id)) };
}

/** Release 0.3.0 shows store credit that paid as gift cards. */
const asShownBefore = (data: object): object => {
  const { paid_by_gift_card = 0, paid_by_store_credit = 0 } = data as Partial<EventData<'order.recorded'>>;
  return paid_by_store_credit > 0 ? { ...data, paid_by_gift_card: paid_by_gift_card + paid_by_store_credit } : data;
};

const includes = (now: object, before: object): boolean =>
  Object.entries(before).every(([field, value]) => isDeepStrictEqual((now as Record<string, unknown>)[field], value));
