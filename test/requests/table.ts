/**
 * What clients ask of the service: one table of requests for each noun, `requests/<noun>.ts`. A table has a fixture, which holds what
 * there is (ids of a store, of products, of what clients made), and rows, each of which makes one request of an operation or a function.
 * Three kinds of tests read it:
 *
 * - The random player chooses rows by their weight, and what they ask for at random (`areas` in `all.ts`).
 * - The tests of the contract take the row with `after`: they make a fixture, send the first request of each row that it names, and
 *   then have a request that succeeds (`scenarios` and `invocationScenarios` in `all.ts`).
 * - The player of every order has two clients ask the same things at once (`commands` in `all.ts`).
 *
 * A new operation or function takes one row in the table of its noun, and in `models/<noun>.ts` what is true after it.
 */
import type { Invocable } from '../../lib/schema/invocable.ts';
import type { Operation } from '../../lib/schema/operation.ts';
import type { ShopCall } from '../../lib/schema/shop-call.ts';
import type { ShopperPage } from '../../lib/schema/shopper-page.ts';
import type { Complaint, Operation as Past } from '../stage/engine/history.ts';
import { first, type Random } from '../stage/engine/random.ts';
import type { Request } from '../stage/engine/requests.ts';
import type { SentMail } from '../stage/random/run.ts';
import type { CallInput } from '../support/http/call.ts';
import type { World } from '../support/world/world.ts';

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

/** One kind of request. */
export interface Row<P> {
  /** The operation, the function, the page or the call with a shopper token that is asked. */
  of: Operation | Invocable | ShopperPage | ShopCall;
  /** How often the random player chooses it, in proportion to the table's other rows; never if omitted. */
  weight?: number;
  /** The last release ignores some of what it asks for: it is not played while both releases serve. */
  isNew?: true;
  /** The next request of it, or undefined while there is nothing to do it to. Omitted if it is only asked once all is quiet. */
  ask?(fixture: P, random: Random, phase: Phase): Request | undefined;
  /**
   * What comes before so that its first request succeeds: first requests of other rows, or what else is done in the fixture. One row of
   * each operation and each function has it.
   */
  after?: readonly (Operation | Invocable | ((fixture: P) => Promise<unknown>))[];
  /** Sequential round trips of that request, where the design allows more than 1 for a GET and 2 for a write. */
  roundTrips?: number;
  /** Fields of a function's result about this very invocation's changes: they may differ when it is made again. */
  own?: readonly string[];
  /** Each invocation makes something of its own. */
  anew?: true;
}

/** One of those that clients know. */
export const known = <T>(fixture: { known: readonly T[] }, random: Random): T | undefined =>
  random.among(fixture.known);

/** Asks about what is drawn at random, or nothing while there is nothing to draw. */
export const about =
  <P, T>(
    draw: (fixture: P, random: Random) => T | undefined,
    ask: (drawn: T, fixture: P, random: Random, phase: Phase) => Request | undefined,
  ) =>
  (fixture: P, random: Random, phase: Phase): Request | undefined => {
    const drawn = draw(fixture, random);
    return drawn === undefined ? undefined : ask(drawn, fixture, random, phase);
  };

interface Definition<P> {
  name: string;
  rows: readonly Row<P>[];
  /** Whether the last release refuses what it asks. */
  isNew?: boolean;
  /** How many clients there may be at once, where the area can judge more than a few. */
  crowd?: number;
  /** Makes the fixture that all clients share. */
  begin(world: World, random: Random): Promise<P>;
  /** Makes the fixture of the contract's tests, where that of a run is more than they need. */
  settle?(world: World): Promise<P>;
  /** What is wrong with what clients were answered and with what was left, or undefined. */
  judge(fixture: P, history: readonly Past[], aftermath: Aftermath): Complaint | string | undefined;
  /** What is asked once all is quiet, one list after the other; what comes of one is done before the next. */
  last(fixture: P, mails: readonly SentMail[]): readonly (() => Request[])[];
}

/** A request of an operation or a function that succeeds. */
export interface Ready<Sent = CallInput | Payload> extends Pick<Row<unknown>, 'roundTrips' | 'own' | 'anew'> {
  of: Operation | Invocable;
  /** Makes what the request needs, and gives what is sent: a call's input without the key of a client, or an invocation's payload. */
  prepare(world: World): Promise<Sent>;
}

export type Payload = Record<string, unknown> & { store_id: string };

/** A part of the service on the stage: what clients do there, and a model of what must be true, only from the specification. */
export interface Area {
  name: string;
  /** Names of the operations and functions that its rows ask. */
  asks: readonly string[];
  /** The last release refuses what its requests ask, so it serves none of them. */
  isNew?: boolean;
  crowd?: number;
  begin(world: World, random: Random): Promise<Playground>;
  ready: readonly Ready[];
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

/** Declares an area: its rows share a fixture of their own type. */
export function area<P>({ name, rows, isNew, crowd, begin, settle, judge, last }: Definition<P>): Area {
  return {
    name,
    ...(isNew && { isNew }),
    asks: [...new Set(rows.map(({ of }) => of.name))],
    ...(crowd === undefined ? {} : { crowd }),
    async begin(world, random) {
      const fixture = await begin(world, random);
      return {
        steps: rows.flatMap(({ of, weight, isNew = false, ask }) =>
          ask && weight
            ? [{ name: of.name, weight, isNew, next: (choices: Random, phase: Phase) => ask(fixture, choices, phase) }]
            : [],
        ),
        judge: (history, aftermath) => judge(fixture, history, aftermath),
        last: (mails) => last(fixture, mails),
      };
    },
    ready: rows.flatMap((row) =>
      row.after && !('methods' in row.of || 'scope' in row.of)
        ? [
            {
              ...row,
              of: row.of,
              prepare: async (world: World) => readied(rows, row, await (settle ?? begin)(world, first)),
            },
          ]
        : [],
    ),
  };
}

/** What the first request of a row sends, once what it comes after has been done. */
async function readied<P>(rows: readonly Row<P>[], row: Row<P>, fixture: P): Promise<CallInput | Payload> {
  for (const earlier of row.after ?? []) {
    if (typeof earlier === 'function') {
      await earlier(fixture);
      continue;
    }
    const request = firstOf(rows.find(({ of, ask }) => of === earlier && ask) ?? { of: earlier }, fixture);
    const answer = await request.send();
    if (!answer.ok) throw new Error(`${request.name} was refused before ${row.of.name}: ${JSON.stringify(answer)}`);
  }
  const { key: _, ...sent } = firstOf(row, fixture).sent as CallInput;
  return sent as CallInput | Payload;
}

function firstOf<P>({ of, ask }: Row<P>, fixture: P): Request {
  const request = ask?.(fixture, first, 1);
  if (!request) throw new Error(`${of.name} has no first request: say after what it comes`);
  return request;
}
