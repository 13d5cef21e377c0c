/**
 * That the simulation finds nothing proves something only where it finds what is there: here AWS is used as it must not be.
 *
 * @module-tag power
 */
import { expect, test } from 'vitest';
import { customerAddresses } from '../../requests/customer-addresses.ts';
import { giftCards } from '../../requests/gift-cards.ts';
import { giftOptions } from '../../requests/gift-options.ts';
import type { Area } from '../../requests/table.ts';
import { waitlist } from '../../requests/waitlist.ts';
import type { Input } from '../engine/actor.ts';
import { simulate } from './simulation.ts';
import { type Spoil, spoilCalls, withoutConditions, withoutEveryFifthCommit, withoutRecords } from './spoiling.ts';

/** Changes what is put on the bus. */
const puttingEvents =
  (change: (entries: Input[]) => Input[]): Spoil =>
  (input, command) =>
    command === 'PutEventsCommand' ? { ...input, Entries: change(input.Entries) } : input;

const changedEvents = (change: (event: { id: string; sequence: number }) => object): Spoil =>
  puttingEvents((entries) =>
    entries.map(({ Detail, ...entry }) => {
      const event = JSON.parse(Detail);
      return { ...entry, Detail: JSON.stringify({ ...event, ...change(event) }) };
    }),
  );

let eventCount = 0;

// The first seed of all is a long run.
const others = Array.from({ length: 11 }, (_, index) => index + 2);

/** The number is the seed to try first, which finds the fault soonest. */
test.each<[string, Area, number, Spoil]>([
  ['conditions are left out of gift options', giftOptions, 7, withoutConditions],
  ['conditions are left out of gift cards', giftCards, 11, withoutConditions],
  ['conditions are left out of waitlists', waitlist, 10, withoutConditions],
  ['idempotency records are not written', customerAddresses, 10, withoutRecords],
  ['a commit is answered and lost', customerAddresses, 10, withoutEveryFifthCommit()],
  ['an event at the end of a batch is lost', giftCards, 10, puttingEvents((entries) => entries.slice(0, 9))],
  ['a sequence does not rise', giftCards, 10, changedEvents(() => ({ sequence: 1 }))],
  ['an event has another id when it comes again', giftCards, 10, changedEvents(() => ({ id: `evt_${++eventCount}` }))],
])('it is noticed where %s', async (_, area, first, spoil) => {
  spoilCalls(spoil);
  const found: string[] = [];
  for (const seed of [first, ...others]) {
    if (found.length > 0) break;
    const { violation } = await simulate(seed, { among: [area], withEvents: true });
    if (violation) found.push(violation.message);
  }
  expect(found).toHaveLength(1);
});
