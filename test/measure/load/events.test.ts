import { expect, test } from 'vitest';
import type { StoreEvent } from '../../../lib/events/events-of.ts';
import { changeAtOnce, complaintsAbout } from './events.command.ts';

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

test('nothing is wrong with what is told', () => {
  expect(complaintsAbout(changed(3), events)).toEqual([]);
});

test.each<[string, number, StoreEvent[]]>([
  ['a change has no event', 4, events],
  ['an event has no change', 2, events],
  ['events are out of order', 3, [event('evt_2', 2), event('evt_1', 1), event('evt_3', 3)]],
  ['an id has come with another content', 4, [...events, event('evt_3', 4)]],
])('it is noticed where %s', (_, times, told) => {
  expect(complaintsAbout(changed(times), told)).toHaveLength(1);
});
