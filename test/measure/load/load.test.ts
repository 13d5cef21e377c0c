import { expect, test } from 'vitest';
import type { StoreEvent } from '../../../lib/events/events-of.ts';
import { changeAtOnce, complaintsAbout } from './events.command.ts';
import { type Flooded, flood, isWithstood } from './floods.command.ts';
import { load } from './load.command.ts';
import { rush } from './webhooks.command.ts';

test('under load, everything acknowledged is there, once', async () => {
  const { acknowledged, missing, statuses, errors } = await load({ connections: 8, until: { amount: 120 } });

  expect(acknowledged).toBeGreaterThan(20);
  expect(missing).toEqual([]);
  expect(errors).toBe(0);
  expect([...statuses.keys()]).toEqual([200, 201]);
});

test('of many clients at once each change has its event, in order for each object, none under the id of another', async () => {
  const { changes, events, complaints } = await changeAtOnce({ clients: 20, changes: 200 });

  expect(changes).toBeGreaterThanOrEqual(200);
  expect(events).toBe(changes);
  expect(complaints).toEqual([]);
});

const event = (id: string, sequence: number): StoreEvent => ({
  ...{ id, type: 'gift_card.expired', store_id: 'sto_1', created_at: '2026-01-01T00:00:00Z', sequence },
  ...{ object: { type: 'gift_card', id: 'gcd_1' }, data: { balance: 1 } },
});
const events = [event('evt_1', 1), event('evt_2', 2), event('evt_3', 3)];
const changed = (times: number) => new Map([['gcd_1', times]]);

test('nothing is wrong with what is reported', () => {
  expect(complaintsAbout(changed(3), events)).toEqual([]);
});

test.each<[string, number, StoreEvent[]]>([
  ['a change has no event', 4, events],
  ['an event has no change', 2, events],
  ['events are out of order', 3, [event('evt_2', 2), event('evt_1', 1), event('evt_3', 3)]],
  ['an id has come with another content', 4, [...events, event('evt_3', 4)]],
])('it is noticed where %s', (_, times, complaint) => {
  expect(complaintsAbout(changed(times), complaint)).toHaveLength(1);
});

/** Those that a time-out ends take as long as it does. */
const patient = new Set(['headers that never end', 'slow uploads with a good key', 'more connections than it takes']);

const flooded: Flooded[] = [];

test('every attack gets what it must, and no other client loses a request', async () => {
  const { left } = await flood(
    {
      requests: 25,
      connections: 8,
      seconds: 20,
      uploadBytes: 2 * 1024 * 1024,
      chosen: ({ name }) => !patient.has(name),
    },
    (one) => flooded.push(one),
  );

  // Whether someone is slow is the machine's matter.
  const judged = flooded.map((one) => ({ ...one, noticed: { ...one.noticed, slowerThanASecond: 0 } }));
  expect(judged.filter((one) => !isWithstood(one))).toEqual([]);
  expect(judged.length).toBeGreaterThan(10);
  expect(left).toEqual([]);
});

test.each<[string, (one: Flooded) => Partial<Flooded>]>([
  ['an answer that is not the right one', ({ endings }) => ({ endings: new Map([...endings, [500, 1]]) })],
  ['a client that is held open', ({ endings }) => ({ endings: new Map([...endings, ['held open', 1]]) })],
  ['calls to AWS', ({ attack }) => ({ calls: attack.callsAtMost + 1 })],
  ['a request that a bystander loses', ({ noticed }) => ({ noticed: { ...noticed, lost: 1 } })],
  ['a bystander who waits', ({ noticed }) => ({ noticed: { ...noticed, slowerThanASecond: 1 } })],
  ['a bystander who is not there', ({ noticed }) => ({ noticed: { ...noticed, requests: 0 } })],
  ['a genuine upload that fails', ({ attack }) => ({ attack: { ...attack, besideUpload: true }, upload: 500 })],
])('the judgment notices %s', (_, fault) => {
  const [one] = flooded;
  if (!one) throw new Error('Nothing has been flooded');
  const withstood = { ...one, noticed: { requests: 1, lost: 0, slowerThanASecond: 0, slowest: 1 } };

  expect(isWithstood(withstood)).toBe(true);
  expect(isWithstood({ ...withstood, ...fault(withstood) })).toBe(false);
});

test('a receiver that never answers delays no event of another webhook', async () => {
  const { missing, deliveries } = await rush({ webhooks: 4, deliveriesPerSecond: 100, seconds: 2, isOneSilent: true });

  // A busy machine puts fewer of the 100 events.
  expect(deliveries).toBeGreaterThan(20);
  expect(missing).toBe(0);
});
