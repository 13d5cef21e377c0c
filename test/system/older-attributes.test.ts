/** An item may lack any one of its nullable attributes, like items stored by a release that did not have it: every request succeeds. */
import { afterAll, expect, test } from 'vitest';
import { dynamodb } from '../../lib/table/client.ts';
import { cases } from '../requests/all.ts';
import { onCall } from '../support/aws/on-call.ts';
import { isolateTables } from '../support/aws/table-contents.ts';
import { newWorld } from '../support/world/world.ts';

isolateTables('suite');

type Item = Record<string, unknown>;

/** What is taken out of what is read of the store table, and which attributes were read that are null. */
const reading = { without: undefined as string | undefined, nulls: new Set<string>() };

/** Every endpoint reads its API key: these stand for all of them. */
const readingKeys = new Set(['list-api-keys', 'revoke-api-key', 'get-review']);

let readsKeys = false;

const age = (item: Item): Item => {
  if ('hash' in item && !readsKeys) return item;
  for (const [name, value] of Object.entries(item)) if (value === null) reading.nulls.add(name);
  return Object.fromEntries(Object.entries(item).filter(([name, value]) => value !== null || name !== reading.without));
};

const end = onCall(dynamodb, async (_, next) => {
  const output = await next();
  const { Items, Responses }: { Items?: Item[]; Responses?: Record<string, Item[]> } = output;
  const aged = Object.entries(Responses ?? {}).map(([table, items]) => [table, items.map(age)]);
  return {
    ...output,
    ...(Items && { Items: Items.map(age) }),
    ...(Responses && { Responses: Object.fromEntries(aged) }),
  };
});
afterAll(end);

const asked: string[] = [];

test.each(cases)('$name succeeds where items lack one nullable attribute', async ({ name, isRead, prepare }) => {
  const failed: string[] = [];
  const send = await prepare(await newWorld());
  reading.nulls.clear();
  readsKeys = readingKeys.has(name);
  await send();
  for (const field of [...reading.nulls]) {
    const again = isRead ? send : await prepare(await newWorld());
    reading.without = field;
    if (!(await again())) failed.push(field);
    reading.without = undefined;
    asked.push(`${name} ${field}`);
  }

  expect(failed).toEqual([]);
});

test('requests are asked again for more than 100 attributes', () => {
  expect(asked.length).toBeGreaterThan(100);
});
