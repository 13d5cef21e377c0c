/** The outcome of a decision's writes on the engine, with other writers. */
import { describe, expect, test } from 'vitest';
import type { RecordOfRequest } from '../../../lib/once/idempotency-record.ts';
import { commitUnitOfWork, writing } from '../../../lib/once/unit-of-work.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import { create, find, rawItem, replace, type Stored, type Write } from '../../../lib/table/items.ts';
import { keys } from '../../../lib/table/keys.ts';
import { watch } from '../../support/aws/aws-calls.ts';

interface Counter {
  id: string;
  count: number;
}

const newKey = () => keys.store(newId('store'));

const write = (...writes: Write[]) => commitUnitOfWork(writing(writes));

test('a decision is made again on what is true by then, until it is committed', async () => {
  const key = newKey();
  await write(create(key, { id: 'one', count: 1 }));
  const increase = async (_: unknown, by: number) => {
    const attempts: number[] = [];
    await commitUnitOfWork({
      async decide() {
        const read = (await find<Counter>(key, rawItem)) as Stored<Counter>;
        return { writes: [replace(key, read, { id: read.id, count: read.count + 1, by })], reply: undefined };
      },
      onConflict: (attempt) => void attempts.push(attempt),
    });
    return attempts;
  };
  const all = await Promise.all(Array.from({ length: 6 }, increase));

  expect((await find<Counter>(key, rawItem))?.count).toBe(7);
  expect(all.flat().length).toBeGreaterThan(0);
});

/** Single, and with another write: a single put and a transaction report the cause of a failure differently. */
describe.each([
  ['alone', () => []],
  ['with other writes', () => [create(newKey(), { id: 'other' })]],
])('a record that is written %s', (_, others) => {
  test('by a concurrent duplicate answers the request, after one more look', async () => {
    const key = newKey();
    let decisions = 0;
    const reply = await commitUnitOfWork<unknown>({
      async decide({ attempt }) {
        decisions = attempt;
        const duplicate = () => write(create(key, { id: 'record', by: 'the duplicate' }));
        return { writes: others(), reply: { by: 'itself' }, before: [duplicate] };
      },
      record: { find: () => find(key, rawItem), write: () => create(key, { id: 'record', by: 'itself' }) },
    });

    expect(reply).toMatchObject({ by: 'the duplicate' });
    expect(decisions).toBe(2);
  });

  test('is read from the commit that it has made fail, with no look beforehand', async () => {
    const key = newKey();
    await write(create(key, { id: 'record', by: 'the first' }));
    const { Put } = create(key, { id: 'record', by: 'the repeat' });
    const record: RecordOfRequest<unknown> = {
      find: () => find(key, rawItem),
      write: () => ({ Put: { ...Put, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } }) as Write,
      read: (existing) => existing,
    };

    const { result, calls } = await watch(() =>
      commitUnitOfWork<unknown>({ decide: async () => ({ writes: others(), reply: { by: 'the repeat' } }), record }),
    );

    expect(result).toMatchObject({ by: 'the first' });
    expect(calls).toHaveLength(1);
  });
});
