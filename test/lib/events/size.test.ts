/** Whether the largest events there can be fit the bus. */
import { expect, test } from 'vitest';
import { type EventType, eventTypes } from '../../../lib/resources/events.ts';
import { limits } from '../../../lib/schema/limits.ts';

/** A request of `PutEvents` takes so many bytes, and the bus is given ten events by each. */
const bytesAtMost = 256 * 1024;
const atOnce = 10;

/** What JSON writes longest: six bytes for each character of the longest text, which no id reaches. */
const longest = '\u0001'.repeat(Math.max(limits.checkoutId, 'cus_'.length + 64));

const bounded = new Set(['string', 'number', 'enum', 'nullable']);

test.each(Object.keys(eventTypes) as EventType[])('%s', (type) => {
  const fields = Object.entries(eventTypes[type].data.shape);
  const data = Object.fromEntries(fields.map(([name]) => [name, longest]));
  const object = { type: longest, id: longest };
  const event = {
    id: longest,
    type,
    store_id: longest,
    created_at: longest,
    sequence: Number.MAX_SAFE_INTEGER,
    object,
    data,
  };

  expect(fields.filter(([, { def }]) => !bounded.has(def.type))).toEqual([]);
  expect(atOnce * Buffer.byteLength(JSON.stringify(event))).toBeLessThan(bytesAtMost);
});
