/**
 * What clients do, one table of steps for each noun: `steps/<noun>.ts`.
 *
 * - `areas` (`all.ts`) are all tables. `area.begin(world, random)` makes the place that clients share and answers a playground;
 *   each `playground.steps[n].next(random, phase)` is the next request of an operation or function, or undefined while there is
 *   nothing to ask it of. `request.of` says what is asked, `request.sent` with what, `request.send(key)` sends it, and what
 *   later requests need of its answer is remembered in the place.
 * - `commands` (`all.ts`, of the same files) are what two clients ask of the same things at once, for the player of every order.
 *
 * A new operation or function takes one entry in the table of its noun, and in `models/<noun>.ts` what is true after it.
 */
import type { Invocable } from '../../../lib/schema/invocable.ts';
import type { Operation } from '../../../lib/schema/operation.ts';
import type { World } from '../../support/world/world.ts';
import type { Complaint, Operation as Past } from '../engine/history.ts';
import type { Random } from '../engine/random.ts';
import type { Request } from '../engine/requests.ts';
import type { SentMail } from '../random/run.ts';

/** What can be seen once all is quiet, beside what clients were answered. */
interface Aftermath {
  mails: readonly SentMail[];
  /** Keys of all objects in the bucket, long after the last upload. */
  objects: readonly string[];
}

/**
 * Hours pass between the phases of a run, in which nothing moves. What lasts until a phase has ended in the next one.
 */
export type Phase = 1 | 2 | 3;

/** Something that clients do in a place. Every run plays each step once at least. */
export interface Step<P> {
  /** The operation or the function that is asked. */
  of: Operation | Invocable;
  /** How often clients choose it, in proportion to the table's other steps. Left out where it is only asked once all is quiet. */
  weight?: number;
  /** The last release ignores some of what it asks for: it is not played while both releases serve. */
  isNew?: true;
  /** The next request of it, or undefined while there is nothing to do it to. */
  next?(place: P, random: Random, phase: Phase): Request | undefined;
}

interface Definition<P> {
  name: string;
  steps: readonly Step<P>[];
  /** How many clients there may be at once, where the area can judge more than a few. */
  crowd?: number;
  /** Makes the place that all clients share, and tells which of its fixtures the model begins with. */
  begin(world: World, random: Random): Promise<P>;
  /** What is wrong with what clients were answered and with what was left, or undefined. */
  judge(place: P, history: readonly Past[], aftermath: Aftermath): Complaint | string | undefined;
  /** What is asked once all is quiet, one list after the other; what comes of one is done before the next. */
  last(place: P, mails: readonly SentMail[]): readonly (() => Request[])[];
}

/** A part of the service on the stage: what clients do there, and a model of what must be true, from the specification alone. */
export interface Area {
  name: string;
  /** Names of the operations and functions that its steps ask. */
  asks: readonly string[];
  crowd?: number;
  begin(world: World, random: Random): Promise<Playground>;
}

interface Playable {
  name: string;
  weight: number;
  isNew?: boolean;
  next(random: Random, phase: Phase): Request | undefined;
}

/** An area in one run. */
export interface Playground {
  steps: readonly Playable[];
  judge(history: readonly Past[], aftermath: Aftermath): Complaint | string | undefined;
  last(mails: readonly SentMail[]): readonly (() => Request[])[];
}

/** Declares an area, whose steps share a place of a type of its own. */
export function area<P>({ name, steps, crowd, begin, judge, last }: Definition<P>): Area {
  return {
    name,
    asks: [...new Set(steps.map(({ of }) => of.name))],
    ...(crowd === undefined ? {} : { crowd }),
    async begin(world, random) {
      const place = await begin(world, random);
      return {
        steps: steps.flatMap(({ of, weight = 1, isNew = false, next }) =>
          next
            ? [{ name: of.name, weight, isNew, next: (choices: Random, phase: Phase) => next(place, choices, phase) }]
            : [],
        ),
        judge: (history, aftermath) => judge(place, history, aftermath),
        last: (mails) => last(place, mails),
      };
    },
  };
}
