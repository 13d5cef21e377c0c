/** What becomes of a decision's writes on the engine. */
import { describe, expect, test, vi } from 'vitest';
import { commitUnitOfWork } from '../../../lib/once/unit-of-work.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import { create, find, remove, replace, type Stored, type Write } from '../../../lib/table/items.ts';
import { keys } from '../../../lib/table/keys.ts';
import { watch } from '../../support/aws/aws-calls.ts';

interface Counter {
  id: string;
  count: number;
}

const newKey = () => keys.store(newId('store'));

const write = (...writes: Write[]) => commitUnitOfWork({ decide: async () => ({ writes, reply: 'done' }) });

async function existing(key = newKey()) {
  await write(create(key, { id: 'one', count: 1 }));
  const read = await find<Counter>(key);
  if (!read) throw new Error('Nothing was written');
  return { key, read };
}

const commandsOf = async (work: () => Promise<unknown>): Promise<string[]> =>
  (await watch(work)).calls.map(({ command }) => command);

describe('a decision', () => {
  test('without writes sends nothing', async () => {
    expect(await commandsOf(() => write())).toEqual([]);
  });

  test('with one write needs no transaction, with several it is one', async () => {
    const { key, read } = await existing();
    expect(await commandsOf(() => write(replace(key, read, { ...read, count: 2 })))).toEqual(['PutItemCommand']);
    const twice = [create(newKey(), { id: 'two' }), create(newKey(), { id: 'three' })];
    expect(await commandsOf(() => write(...twice))).toEqual(['TransactWriteItemsCommand']);
  });

  test('is made again on what is true by then, until it is committed', async () => {
    const { key } = await existing();
    const increase = async (_: unknown, by: number) => {
      const attempts: number[] = [];
      await commitUnitOfWork({
        async decide() {
          const read = (await find<Counter>(key)) as Stored<Counter>;
          return { writes: [replace(key, read, { id: read.id, count: read.count + 1, by })], reply: undefined };
        },
        onStale: (attempt) => void attempts.push(attempt),
      });
      return attempts;
    };
    const all = await Promise.all(Array.from({ length: 6 }, increase));

    expect((await find<Counter>(key))?.count).toBe(7);
    expect(all.flat().length).toBeGreaterThan(0);
    expect(all.every((attempts) => attempts.every((attempt, index) => attempt === index + 1))).toBe(true);
  });

  test('to delete what another has deleted is done', async () => {
    const { key, read } = await existing();
    await write(remove(key, read));
    expect(await write(remove(key, read))).toBe('done');
    expect(await find(key)).toBeUndefined();
  });

  test('to delete what has changed is not', async () => {
    const { key, read } = await existing();
    await write(replace(key, read, { ...read, count: 2 }));
    const decide = vi
      .fn()
      .mockResolvedValueOnce({ writes: [remove(key, read)] })
      .mockRejectedValueOnce(new Error('decided again'));

    await expect(commitUnitOfWork({ decide })).rejects.toThrow('decided again');
    expect((await find<Counter>(key))?.count).toBe(2);
  });

  test('that was committed by a twin is answered as the twin was', async () => {
    const twin = { id: 'guard', by: 'twin' };
    for (const others of [[], [create(newKey(), { id: 'other' })]]) {
      const key = newKey();
      let decisions = 0;
      const reply = await commitUnitOfWork<unknown>({
        async decide({ attempt }) {
          decisions = attempt;
          return { writes: others, reply: { by: 'itself' }, before: [() => write(create(key, twin))] };
        },
        replay: () => find(key),
        guard: () => create(key, { id: 'guard', by: 'itself' }),
      });
      expect(reply).toMatchObject(twin);
      expect(decisions).toBe(2);
    }
  });

  test('that was committed before is answered from what its guard has met, with no look beforehand', async () => {
    for (const others of [[], [create(newKey(), { id: 'other' })]]) {
      const key = newKey();
      await write(create(key, { id: 'guard', by: 'the first' }));
      const guard = create(key, { id: 'guard', by: 'the repeat' });
      let reply: unknown;

      const commands = await commandsOf(async () => {
        reply = await commitUnitOfWork<unknown>({
          decide: async () => ({ writes: others, reply: { by: 'the repeat' } }),
          replay: () => find(key),
          guard: () => ({ Put: { ...guard.Put, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } }) as Write,
          kept: (standing) => standing,
        });
      });

      expect(reply).toMatchObject({ by: 'the first' });
      expect(commands).toHaveLength(1);
    }
  });

  test('is not committed where admission refuses, or the time is up', async () => {
    const key = newKey();
    const decide = async () => ({ writes: [create(key, { id: 'one' })], reply: undefined });
    const admit = () => Promise.reject(new Error('refused'));

    await expect(commitUnitOfWork({ decide, admit })).rejects.toThrow('refused');
    await expect(commitUnitOfWork({ decide, signal: AbortSignal.abort(new Error('time is up')) })).rejects.toThrow(
      'time is up',
    );
    expect(await find(key)).toBeUndefined();
  });

  test('has its effects before and after the commit, and a failure afterwards changes nothing', async () => {
    const key = newKey();
    const seen: boolean[] = [];
    const look = async () => void seen.push((await find(key)) !== undefined);
    const reply = await commitUnitOfWork({
      decide: async () => ({
        writes: [create(key, { id: 'one' })],
        reply: 'done',
        before: [look],
        after: [look, () => Promise.reject(new Error('left to a sweep'))],
      }),
    });

    expect(reply).toBe('done');
    expect(seen).toEqual([false, true]);
  });
});
