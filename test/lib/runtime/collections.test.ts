import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { sideBySide } from '../../../lib/runtime/collections.ts';

test('work runs concurrently up to its bound, and slow work delays nothing else', async () => {
  let [open, most] = [0, 0];
  const done: number[] = [];
  await sideBySide([0, 1, 2, 3, 4, 5, 6, 7], 3, async (number) => {
    open += 1;
    most = Math.max(most, open);
    await sleep(number === 0 ? 200 : 5);
    open -= 1;
    done.push(number);
  });

  expect(most).toBe(3);
  expect(done.at(-1)).toBe(0);
  expect(done.toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});

test('if work fails, no other starts', async () => {
  const started: number[] = [];
  const work = async (number: number) => {
    started.push(number);
    await sleep(5);
    if (number === 1) throw new Error('broken');
  };

  await expect(sideBySide([0, 1, 2, 3, 4, 5], 2, work)).rejects.toThrow('broken');
  await sleep(20);
  expect(started).toEqual([0, 1, 2]);
});
