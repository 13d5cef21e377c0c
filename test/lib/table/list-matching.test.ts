import { expect, test } from 'vitest';
import { listMatching, type Page } from '../../../lib/table/reads.ts';
import { withUsualBatches } from '../../support/batches.ts';

interface Item {
  id: string;
  isWanted: boolean;
}

const idOf = (number: number): string => String(number).padStart(5, '0');

/** A list of items, oldest first, that counts the items read from it. */
function listWith(number: number, wanted: readonly number[]) {
  const all = Array.from(
    { length: number },
    (_, index): Item => ({ id: idOf(index), isWanted: wanted.includes(index) }),
  );
  const counts = { read: 0, pages: 0 };
  const read = async ({ after = '', limit }: Page): Promise<Item[]> => {
    const page = all.filter(({ id }) => id > after).slice(0, limit);
    counts.read += page.length;
    counts.pages += 1;
    return page;
  };
  const list = (after: string | undefined) => listMatching(read, ({ isWanted }) => isWanted, { after, limit: 11 });
  return { list, counts };
}

test('of 5,000 items without a match, a call reads 1,000 in five pages and returns where to continue', async () => {
  withUsualBatches();
  const { list, counts } = listWith(5000, []);

  for (const [call, last] of [999, 1999, 2999, 3999, 4999].entries()) {
    expect(await list(call === 0 ? undefined : idOf(1000 * call - 1))).toEqual({ items: [], next: idOf(last) });
    expect(counts).toEqual({ read: 1000 * (call + 1), pages: 5 * (call + 1) });
  }

  expect(await list(idOf(4999))).toEqual({ items: [], next: undefined });
});

test('the page with the first match is the last one that is read', async () => {
  withUsualBatches();
  const { list, counts } = listWith(5000, [40, 5, 12]);

  expect(await list(undefined)).toEqual({ items: [{ id: idOf(5), isWanted: true }], next: idOf(10) });
  expect(counts.read).toBe(11);
  expect((await list(idOf(10))).items.map(({ id }) => id)).toEqual([idOf(12)]);
});
