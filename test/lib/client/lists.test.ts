import { describe, expect, test } from 'vitest';
import { routes } from '../../../lib/client/api.ts';
import { methods, uploads } from '../../../lib/client/methods.ts';
import { StoreCommerce } from '../../../lib/client/store-commerce.ts';
import { operations } from '../../../lib/resources/nouns.ts';
import { tableOf } from '../../../lib/schema/field.ts';
import type { Operation } from '../../../lib/schema/operation.ts';
import { json, refused, scriptedLine } from '../../support/scripted-line.ts';

const tables: Record<string, Record<string, { name: string }>>[] = [methods, uploads];

const called = tables.flatMap((table) => Object.values(table).flatMap((group) => Object.values(group)));

test('every operation of the contract is one method, or a step of one that uploads', () => {
  expect(called.map(({ name }) => name).toSorted()).toEqual(operations.map(({ name }) => name).toSorted());
});

test('the client has every method', () => {
  const shop = new StoreCommerce({ apiKey: 'sk_x', baseUrl: 'http://localhost' });
  for (const [group, operations] of Object.entries(methods)) {
    expect(shop).toHaveProperty(group);
    for (const method of Object.keys(operations)) expect(shop).toHaveProperty(`${group}.${method}`);
  }
});

test('a method returns a list if its operation replies to a query with a page of items', () => {
  for (const [group, each] of Object.entries<Record<string, Operation>>(methods)) {
    for (const [method, { success, body }] of Object.entries(each)) {
      const { data, has_more } = (success.schema && tableOf(success.schema)?.fields) ?? {};
      expect(routes).toHaveProperty([group, method, 'isList'], Boolean(data && has_more && !body));
    }
  }
});

/** Seven reviews, as the service pages through them. */
function sevenReviews() {
  const all = Array.from({ length: 7 }, (_, index) => ({ id: `rev_${index + 1}` }));
  const line = scriptedLine(({ url }) => {
    const query = new URL(url).searchParams;
    const from = all.findIndex(({ id }) => id === query.get('after')) + 1;
    const data = all.slice(from, from + Number(query.get('limit') ?? 10));
    return json({ data, has_more: from + data.length < all.length });
  });
  const shop = new StoreCommerce({ apiKey: 'sk_x', baseUrl: 'http://localhost', fetch: line.fetch });
  return { shop, queries: () => line.asked.map(({ url }) => new URL(url).search) };
}

describe('a list', () => {
  test('is iterated for every item, a page being asked for when it is reached', async () => {
    const { shop, queries } = sevenReviews();
    const seen: [string, number][] = [];

    for await (const { id } of shop.reviews.list({ limit: 3, status: 'hidden' })) seen.push([id, queries().length]);

    expect(seen).toEqual([
      ['rev_1', 1],
      ['rev_2', 1],
      ['rev_3', 1],
      ['rev_4', 2],
      ['rev_5', 2],
      ['rev_6', 2],
      ['rev_7', 3],
    ]);
    expect(queries()).toEqual([
      '?limit=3&status=hidden',
      '?limit=3&status=hidden&after=rev_3',
      '?limit=3&status=hidden&after=rev_6',
    ]);
  });

  test('that is left early is asked for no further', async () => {
    const { shop, queries } = sevenReviews();

    for await (const { id } of shop.reviews.list({ limit: 3 })) if (id === 'rev_3') break;

    expect(queries()).toHaveLength(1);
  });

  test('is awaited for its first page, and from page to page', async () => {
    const { shop, queries } = sevenReviews();

    const first = await shop.reviews.list({ limit: 4 });
    const second = await first.next();

    expect([first.data.length, first.has_more]).toEqual([4, true]);
    expect(second).toMatchObject({ data: [{ id: 'rev_5' }, { id: 'rev_6' }, { id: 'rev_7' }], has_more: false });
    await expect(second?.next()).resolves.toBeUndefined();
    expect(queries()).toHaveLength(2);
  });

  test('asks for nothing before it is used, and for its first page once', async () => {
    const { shop, queries } = sevenReviews();
    const list = shop.reviews.list();
    await Promise.resolve();
    expect(queries()).toEqual([]);

    await list;
    await list.withResponse();
    for await (const _ of list);

    expect(queries()).toHaveLength(1);
  });

  test('begins after the given item', async () => {
    const { shop } = sevenReviews();

    await expect(shop.reviews.list({ after: 'rev_5' })).resolves.toMatchObject({
      data: [{ id: 'rev_6' }, { id: 'rev_7' }],
    });
  });

  test('fails where a page fails', async () => {
    const { fetch } = scriptedLine(
      json({ data: [{ id: 'rev_1' }], has_more: true }),
      refused(400, 'INVALID_FIELD', 'after must be a review ID'),
    );
    const shop = new StoreCommerce({ apiKey: 'sk_x', baseUrl: 'http://localhost', fetch });
    const seen: string[] = [];

    const read = async () => {
      for await (const { id } of shop.reviews.list()) seen.push(id);
    };

    await expect(read()).rejects.toMatchObject({ name: 'InvalidRequestError' });
    expect(seen).toEqual(['rev_1']);
  });
});
