import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { ImportedProduct } from '../../../lib/resources/catalog/fields.ts';
import * as productNames from '../../../lib/resources/catalog/product-name-records.ts';
import { endingsOf } from '../../../lib/resources/waitlist/rules.ts';
import { keys } from '../../../lib/table/keys.ts';
import { watch } from '../../support/aws/aws-calls.ts';
import { changeItem, deleteItem } from '../../support/aws/changed-items.ts';
import { beginAnew } from '../../support/aws/deployment.ts';
import { queriedKey } from '../../support/aws/expressions.ts';
import { around, as } from '../../support/aws/interleave.ts';
import { resize, withUsualBatches } from '../../support/batches.ts';
import { importProducts, join, leave, list, names, waitlisted } from '../../support/world/waitlist.ts';
import { newProduct, newWorld, type World } from '../../support/world/world.ts';

describe('List Waitlisted Products', () => {
  test('shows the product with its reviews and how many wait, and no address', async () => {
    const world = await newWorld();
    const [product] = world.products;
    await join(world, product, 'ada@example.com');

    const { status, body } = await list(world);

    const { variants: _, ...fields } = product;
    expect(status).toBe(200);
    expect(body).toEqual({
      data: [{ ...fields, review_count: 0, rating_average: null, waiting_count: 1 }],
      has_more: false,
    });
  });

  test('most waiting first, then created last; products that all have left are omitted', async () => {
    const world = await newWorld();
    await waitlisted(world, { old: 2 }, { created_at: '2025-01-01T00:00:00Z' });
    await waitlisted(world, { new: 2 }, { created_at: '2025-01-02T00:00:00Z' });
    await waitlisted(world, { most: 3 }, { created_at: '2020-01-02T00:00:00Z' });
    const [left] = await waitlisted(world, { left: 1 });

    if (left) await leave(world, left, 'shopper0@example.com');

    expect(await names(world)).toEqual(['most', 'new', 'old']);
  });

  test('follows a product that is imported again with another name and another time of creation', async () => {
    const world = await newWorld();
    const [a] = await waitlisted(world, { a: 2, b: 2 });
    if (!a) throw new Error('unreachable');

    await importProducts(world, { ...a, name: 'Ä renamed', created_at: '2001-01-01T00:00:00Z' });
    expect(await names(world)).toEqual(['b', 'Ä renamed']);

    await importProducts(world, { ...a, name: 'Ä again', created_at: '2031-01-01T00:00:00Z' });
    await join(world, a, 'another@example.com');
    expect(await names(world)).toEqual(['Ä again', 'b']);
    expect(await names(world, { search: 'ä a' })).toEqual(['Ä again']);
    expect(await names(world, { search: 'renamed' })).toEqual([]);
  });

  test('finds a part of the name in any letter case', async () => {
    const world = await newWorld();
    await waitlisted(world, { 'Blue Teapot': 3, 'TEA towel': 2, Čaj: 1, Mug: 1 });

    expect(await names(world, { search: 'tEa' })).toEqual(['Blue Teapot', 'TEA towel']);
    expect(await names(world, { search: 'ČAJ' })).toEqual(['Čaj']);
    expect(await names(world, { search: 'e t' })).toEqual(['Blue Teapot']);
    expect(await names(world, { search: 'teapots' })).toEqual([]);
    expect(await names(world, { search: '' })).toHaveLength(4);
  });

  test('finds every product of a name that neither the top of the ranking nor the first names hold', async () => {
    const world = await newWorld();
    const mugs = Array.from({ length: 9 }, (_, index) => [`Mug ${index}`, 2]);
    await waitlisted(world, { ...Object.fromEntries(mugs), 'Tea 1': 1, 'Tea 2': 1, 'Tea 3': 1 });
    const readOneByOne = new Set(['rankedForEach', 'firstRanked', 'laterRanked', 'firstEndings', 'laterEndings']);
    onTestFinished(resize((name) => (readOneByOne.has(name) ? 1 : undefined)));

    expect((await names(world, { search: 'tea' })).toSorted()).toEqual(['Tea 1', 'Tea 2', 'Tea 3']);
  });

  test('finds what other letter cases make of a name', async () => {
    const world = await newWorld();
    await waitlisted(world, { ΟΔΟΣΑ: 3, Hauptstraße: 2, 'Tee ΟΔΟΣ': 1 });

    expect(await names(world, { search: 'οδος' })).toEqual(['ΟΔΟΣΑ', 'Tee ΟΔΟΣ']);
    expect(await names(world, { search: 'STRASSE' })).toEqual(['Hauptstraße']);
    expect(await names(world, { search: 'STRAẞE' })).toEqual(['Hauptstraße']);
  });

  /** As it was kept when names were only folded to lower case. */
  async function foldAsBefore(world: World, { id, name }: ImportedProduct): Promise<void> {
    const lower = name.toLowerCase();
    await changeItem(keys.product(world.store.id, id), 'SET searchable_name = :lower', { ':lower': lower });
    for (const ending of endingsOf(name).filter((ending) => !lower.includes(ending))) {
      await deleteItem(keys.nameEnding(world.store.id, ending, id));
    }
  }

  test.each<[string, (world: World, product: ImportedProduct) => Promise<unknown>]>([
    ['imported again', (world, product) => importProducts(world, product)],
    ['joined again', (world, product) => join(world, product, 'another@example.com')],
  ])('finds a product that was kept under an earlier folding once it is %s', async (_, touch) => {
    const world = await newWorld();
    const [product] = await waitlisted(world, { Hauptstraße: 1 });
    if (!product) throw new Error('unreachable');
    await foldAsBefore(world, product);
    expect(await names(world, { search: 'STRASSE' })).toEqual([]);

    await touch(world, product);

    expect(await names(world, { search: 'STRASSE' })).toEqual(['Hauptstraße']);
    // In a large store it is its endings that it is found by.
    expect((await productNames.read(world.store.id, 'STRASSE')).ids).toEqual([product.id]);
  });

  test.each([
    [{ limit: 0 }, "Invalid 'limit' parameter: must be a positive integer"],
    [{ limit: -1 }, "Invalid 'limit' parameter: must be a positive integer"],
    [{ limit: 'ten' }, "Invalid 'limit' parameter: must be a positive integer"],
    [{ limit: 1.5 }, "Invalid 'limit' parameter: must be a positive integer"],
    [{ limit: 101 }, "Invalid 'limit' parameter: cannot exceed 100"],
    [{ limit: '99999999999999999999' }, "Invalid 'limit' parameter: cannot exceed 100"],
    [{ after: 'nonsense' }, "Invalid 'after' parameter: must be a product ID"],
    [{ after: 'cus_1' }, "Invalid 'after' parameter: must be a product ID"],
  ])('400 for %j', async (query, error) => {
    const world = await newWorld();

    const response = await list(world, query);

    expect(response).toMatchObject({ status: 400, body: { error, code: 'INVALID_REQUEST_ERROR' } });
  });
});

describe('pages of waitlisted products', () => {
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

  describe('a page', () => {
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

    test('after an unknown product, and after one without a waitlist, is empty', async () => {
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
      const partition = ({ input }: { input: object }) => queriedKey(input).pk;
      const always = { times: Number.POSITIVE_INFINITY };
      around(
        isOfRanking('before'),
        async (send, query) => {
          const answer = await send();
          shown.set(partition(query), answer);
          return answer;
        },
        always,
      );
      await as('before', () => list(world, { limit: 100 }));
      around(
        isOfRanking('since'),
        async (send, query) => {
          await send();
          return shown.get(partition(query));
        },
        always,
      );
      return () => as('since', work);
    }

    const leaveAll = (world: World, product: Parameters<typeof leave>[1], shoppers: number) =>
      Promise.all(Array.from({ length: shoppers }, (_, index) => leave(world, product, `shopper${index}@example.com`)));

    test('a page shows the products as they are, and the next ones in place of those that are gone', async () => {
      const world = await newWorld();
      const [a, b] = await waitlisted(world, waiting);
      if (!(a && b)) throw new Error('unreachable');
      const listed = await asBefore(world, () => list(world, { limit: 2 }));
      await leaveAll(world, a, 5);
      await importProducts(world, { ...b, name: 'b again' });

      const { body } = await listed();

      expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['b again', 'c']);
      expect(body.has_more).toBe(true);
    });

    /** Each query of the ranking lists the products of its partition twice: before they lost a shopper, and after. */
    function listTwice(by: string): void {
      around(
        (query) => query.by === by && query.input.IndexName === 'ranking',
        async (send) => {
          const { Items = [], ...answer } = await send();
          return { ...answer, Items: [...Items, ...Items] };
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
      withUsualBatches();
      const world = await newWorld();
      const products = await waitlisted(world, waiting);
      await list(world);

      const pages = await pagesOf(world, { ...query, limit: 1 });

      expect(pages).toEqual(products.map(({ id }) => ({ ids: [id], roundTrips: 2 })));
    });

    test('takes one more for a page after one that another function has served', async () => {
      withUsualBatches();
      const world = await newWorld();
      const [a] = await waitlisted(world, waiting);
      await list(world, { ...query, limit: 1 });
      await beginAnew();

      const { result, roundTrips } = await watch(() => list(world, { ...query, after: a?.id ?? '' }));

      expect(result.body.data.map(({ name }: { name: string }) => name)).toEqual(['tea b', 'tea c', 'tea d']);
      expect(roundTrips).toBe(3);
    });

    test('continues from the present rank of the last page’s product', async () => {
      withUsualBatches();
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

    test('is empty after a product that all shoppers have left since', async () => {
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
});
