/** Whether the largest events there can be fit the bus. */
import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { type EventType, eventTypes } from '../../../lib/resources/events.ts';
import { limits } from '../../../lib/schema/limits.ts';

/** A request of `PutEvents` takes so many bytes, and the bus is given ten events by each. */
const bytesAtMost = 256 * 1024;
const atOnce = 10;

/** What JSON writes longest: six bytes for each character of the longest text, which no id reaches. */
const longest = '\u0001'.repeat(Math.max(limits.checkoutId, 'cus_'.length + 64));

const bounded = new Set(['string', 'enum', 'nullable']);

/** The longest value of a field; undefined if its length has no limit. */
function longestOf({ def }: z.ZodMiniType): unknown {
  if (def.type === 'optional') return longestOf((def as unknown as { innerType: z.ZodMiniType }).innerType);
  if (def.type === 'number') return Number.MAX_SAFE_INTEGER;
  if (bounded.has(def.type)) return longest;
  const { element, checks = [] } = def as z.core.$ZodArrayDef<z.ZodMiniObject>;
  const most = checks
    .map(({ _zod }) => (_zod.def as Partial<z.core.$ZodCheckMaxLengthDef>).maximum)
    .find(Number.isInteger);
  if (def.type !== 'array' || most === undefined) return undefined;
  const one = Object.fromEntries(Object.keys(element.def.shape).map((name) => [name, Number.MAX_SAFE_INTEGER]));
  return Array.from({ length: most }, () => one);
}

test.each(Object.keys(eventTypes) as EventType[])('%s', (type) => {
  const fields = Object.entries(eventTypes[type].data.shape);
  const data = Object.fromEntries(fields.map(([name, field]) => [name, longestOf(field)]));
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

  expect(Object.keys(data).filter((name) => data[name] === undefined)).toEqual([]);
  expect(atOnce * Buffer.byteLength(JSON.stringify(event))).toBeLessThan(bytesAtMost);
});
