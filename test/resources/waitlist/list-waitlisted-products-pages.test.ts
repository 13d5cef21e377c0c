/** Paging through waitlisted products: where a page begins, what it holds while counts change, and what it costs. */
import { beforeEach, describe, expect, test } from 'vitest';
import { measureGrowth } from '../../measure/bench/pages.ts';
import { newWaitlistStore } from '../../measure/bench/waitlist-pages.ts';
import { watch } from '../../support/aws/aws-calls.ts';
import { beginAnew } from '../../support/aws/deployment.ts';
import { around, as } from '../../support/aws/interleave.ts';
import { importProducts, join, leave, list, names, waitlisted } from '../../support/world/waitlist.ts';
import { newProduct, newWorld, type World } from '../../support/world/world.ts';

beforeEach(beginAnew);

interface Page {
  ids: string[];
  roundTrips: number;
}

/** All pages, one after the other, as a client goes through them. */
async function pagesOf(world: World, query: Record<string, string | number>): Promise<Page[]> {
  const pages: Page[] = [];
  let after = '';
  for (let more = true; more; ) {
    const { result, roundTrips } = await watch(() => list(world, { ...query, after }));
    const ids = result.body.data.map(({ id }: { id: string }) => id);
    pages.push({ ids, roundTrips });
    after = ids.at(-1);
    more = result.body.has_more;
  }
  return pages;
}

const greatestFirst = (products: readonly { id: string }[]): string[] =>
  products
    .map(({ id }) => id)
    .toSorted()
    .toReversed();

describe('a page', () => {
  test('of products with equal counts and times begins and ends by their ids', async () => {
    const world = await newWorld();
    const products = await waitlisted(world, { a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1 });

    for (const limit of [1, 2, 3, 7]) {
      const pages = await pagesOf(world, { limit });
      expect(pages.flatMap(({ ids }) => ids)).toEqual(greatestFirst(products));
      expect(pages.slice(0, -1).every(({ ids }) => ids.length === limit)).toBe(true);
    }
  });

  test('of a search ends where the search finds nothing more', async () => {
    const world = await newWorld();
    await waitlisted(world, { 'tea 5': 5, 'mug 4': 4, 'tea 3': 3, 'tea 2': 2 });

    const first = await list(world, { search: 'tea', limit: 2 });
    expect(first.body.data.map(({ name }: { name: string }) => name)).toEqual(['tea 5', 'tea 3']);
    expect(first.body.has_more).toBe(true);

    const second = await list(world, { search: 'tea', limit: 2, after: first.body.data[1].id });
    expect(second.body.data.map(({ name }: { name: string }) => name)).toEqual(['tea 2']);
    expect(second.body.has_more).toBe(false);
  });

  test('after an unknown product, and after one nobody ever waited for, is empty', async () => {
    const world = await newWorld();
    await join(world, world.products[0], 'ada@example.com');

    for (const after of [newProduct().id, world.products[1].id]) {
      expect(await list(world, { after })).toMatchObject({ status: 200, body: { data: [], has_more: false } });
    }
  });

  test("after another store's product is empty, even where that store's page ended with it", async () => {
    const [world, other] = [await newWorld(), await newWorld()];
    await waitlisted(world, { a: 2, b: 1 });
    await waitlisted(other, { c: 2, d: 1 });
    const { body } = await list(other, { limit: 1 });

    expect(await names(world, { after: body.data[0].id })).toEqual([]);
  });
});

describe('while the ranking follows what has happened since', () => {
  const waiting = { a: 5, b: 4, c: 3, d: 2, e: 1 };

  /** The ranking stays as it is before some work. */
  async function asBefore<T>(world: World, work: () => Promise<T>): Promise<() => Promise<T>> {
    const shown = new Map<string, Record<string, unknown>>();
    const isOfRanking = (by: string) => (query: { by: string | undefined; input: { IndexName?: string } }) =>
      query.by === by && query.input.IndexName === 'ranking';
    const partition = ({ input }: { input: { ExpressionAttributeValues: Record<string, string> } }) =>
      input.ExpressionAttributeValues[':partition'] ?? '';
    const always = { times: Number.POSITIVE_INFINITY };
    around(
      isOfRanking('before'),
      async (send, query) => {
        const answer = await send();
        shown.set(partition(query), answer.output);
        return answer;
      },
      always,
    );
    await as('before', () => list(world, { limit: 100 }));
    around(
      isOfRanking('since'),
      async (send, query) => ({ ...(await send()), output: shown.get(partition(query)) ?? {} }),
      always,
    );
    return () => as('since', work);
  }

  const leaveAll = (world: World, product: Parameters<typeof leave>[1], shoppers: number) =>
    Promise.all(Array.from({ length: shoppers }, (_, index) => leave(world, product, `shopper${index}@example.com`)));

  test('a page shows the products as they are, and the next ones in the place of who is gone', async () => {
    const world = await newWorld();
    const [a, b] = await waitlisted(world, waiting);
    if (!(a && b)) throw new Error('unreachable');
    const listed = await asBefore(world, () => list(world, { limit: 2 }));
    await leaveAll(world, a, 5);
    await importProducts(world, { ...b, name: 'b anew' });

    const { body } = await listed();

    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['b anew', 'c']);
    expect(body.has_more).toBe(true);
  });

  /** Each query of the ranking lists the products of its partition twice: before they lost a shopper, and after. */
  function listTwice(by: string): void {
    around(
      (query) => query.by === by && query.input.IndexName === 'ranking',
      async (send) => {
        const { output, ...answer } = await send();
        const shown = Array.isArray(output.Items) ? output.Items : [];
        return { ...answer, output: { ...output, Items: [...shown, ...shown] } };
      },
      { times: Number.POSITIVE_INFINITY },
    );
  }

  test.each([
    ['a page', {}, ['a', 'b', 'c', 'd', 'e']],
    ['a page that is full', { limit: 2 }, ['a', 'b']],
    ['a search', { search: 'c' }, ['c']],
  ])('%s shows a product once that one query of the ranking shows twice', async (_, query, expected) => {
    const world = await newWorld();
    await waitlisted(world, waiting);
    listTwice('twice');

    const { status, body } = await as('twice', () => list(world, query));

    expect(status).toBe(200);
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(expected);
    expect(body.has_more).toBe('limit' in query);
  });

  test('a product that has fallen below what the page has come to is left to a later one', async () => {
    const world = await newWorld();
    const [a] = await waitlisted(world, waiting);
    if (!a) throw new Error('unreachable');
    const listed = await asBefore(world, () => list(world, { limit: 2 }));
    await leaveAll(world, a, 4);

    const { body } = await listed();

    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['b', 'c']);
    expect(body.has_more).toBe(true);
  });
});

describe.each([
  ['a list', {}],
  ['a search', { search: 'TEA' }],
])('%s in a warm function', (_, query) => {
  const waiting = { 'tea a': 4, 'tea b': 3, 'tea c': 2, 'tea d': 1 };

  test('takes two round trips a page', async () => {
    const world = await newWorld();
    const products = await waitlisted(world, waiting);
    await list(world);

    const pages = await pagesOf(world, { ...query, limit: 1 });

    expect(pages).toEqual(products.map(({ id }) => ({ ids: [id], roundTrips: 2 })));
  });

  test('takes one more for a page after one that another function has served', async () => {
    const world = await newWorld();
    const [a] = await waitlisted(world, waiting);
    await list(world, { ...query, limit: 1 });
    await beginAnew();

    const { result, roundTrips } = await watch(() => list(world, { ...query, after: a?.id ?? '' }));

    expect(result.body.data.map(({ name }: { name: string }) => name)).toEqual(['tea b', 'tea c', 'tea d']);
    expect(roundTrips).toBe(3);
  });

  test('goes on from where the product of the last page stands now', async () => {
    const world = await newWorld();
    const [a, b, c] = await waitlisted(world, waiting);
    if (!(a && b && c)) throw new Error('unreachable');
    await list(world, { ...query, limit: 2 });

    await leave(world, b, 'shopper0@example.com');
    await leave(world, b, 'shopper1@example.com');
    const fallen = await watch(() => list(world, { ...query, limit: 2, after: b.id }));
    expect(fallen.result.body).toEqual({ data: [], has_more: false });
    expect(fallen.roundTrips).toBe(2);

    for (const name of ['ada', 'grace', 'alan', 'edsger']) await join(world, b, `${name}@example.com`);
    const risen = await watch(() => list(world, { ...query, limit: 2, after: b.id }));
    expect(risen.result.body.data.map(({ id }: { id: string }) => id)).toEqual([a.id, c.id]);
    expect(risen.result.body.has_more).toBe(true);
    expect(risen.roundTrips).toBe(3);
  });

  test('is empty after a product that everybody has left since', async () => {
    const world = await newWorld();
    const [, , c] = await waitlisted(world, waiting);
    if (!c) throw new Error('unreachable');
    await list(world, { ...query, limit: 3 });
    await leave(world, c, 'shopper0@example.com');
    await leave(world, c, 'shopper1@example.com');

    const { result, roundTrips } = await watch(() => list(world, { ...query, after: c.id }));

    expect(result.body).toEqual({ data: [], has_more: false });
    expect(roundTrips).toBe(1);
  });
});

describe('a page of 10', () => {
  test('takes two round trips and the same read units with 100 products and with 2,300; a search takes few', async () => {
    const costs = await measureGrowth(await newWaitlistStore(), [100, 2300]);
    const units = (filter: string) => costs.filter((cost) => cost.filter === filter).map(({ readUnits }) => readUnits);

    for (const filter of ['none', 'after']) expect(new Set(units(filter)).size, filter).toBe(1);
    expect(costs.filter(({ items }) => items === 2300).map(({ filter, roundTrips }) => [filter, roundTrips])).toEqual([
      ['none', 2],
      ['after', 2],
      ['search: one product in four', 2],
      ['search: ten products', 2],
      ['search: the last 1200 products', 3],
    ]);
  });
});
