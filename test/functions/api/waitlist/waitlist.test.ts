import { describe, expect, test } from 'vitest';
import { getProductWaitlist } from '../../../../lib/contract/api/waitlist.ts';
import { joinWaitlist, leaveWaitlist } from '../../../../lib/contract/functions/waitlist.ts';
import { call } from '../../../support/http/call.ts';
import { invoke } from '../../../support/invoke.ts';
import {
  count,
  importProducts,
  join,
  leave,
  list,
  names,
  shopper,
  waitlisted,
} from '../../../support/world/waitlist.ts';
import { newProduct, newWorld } from '../../../support/world/world.ts';

describe('joining and leaving', () => {
  test('an address counts once for a variant, whatever its letter case', async () => {
    const world = await newWorld();
    const [product] = world.products;

    const replies = [await join(world, product, 'ada@example.com'), await join(world, product, 'ADA@Example.com')];

    const [variant] = product.variants;
    expect(replies).toEqual(Array(2).fill({ product_id: product.id, variant_id: variant?.id, waiting: true }));
    expect(await count(world, product)).toBe(1);
  });

  test('an address counts for each variant it waits for', async () => {
    const world = await newWorld();
    const [product] = world.products;

    for (const variant of product.variants) await join(world, product, 'ada@example.com', variant);

    expect(await count(world, product)).toBe(2);
  });

  test('leaving, in any letter case and twice, takes the address out of the count once', async () => {
    const world = await newWorld();
    const [product] = world.products;
    await join(world, product, 'ada@example.com');
    await join(world, product, 'grace@example.com');

    const replies = [await leave(world, product, 'Ada@example.com'), await leave(world, product, 'ada@EXAMPLE.com')];

    expect(replies[1]).toEqual({ product_id: product.id, variant_id: product.variants[0]?.id, waiting: false });
    expect(await count(world, product)).toBe(1);
  });

  test('NOT_FOUND for an unknown product, and for a variant of another product', async () => {
    const world = await newWorld();
    const [product, other] = world.products;
    const unknown = newProduct();

    for (const handler of [joinWaitlist, leaveWaitlist]) {
      expect(await invoke(handler, shopper(world, unknown, 'ada@example.com'))).toMatchObject({
        errorType: 'NOT_FOUND',
      });
      expect(await invoke(handler, shopper(world, product, 'ada@example.com', other.variants[0]))).toMatchObject({
        errorType: 'NOT_FOUND',
        errorMessage: 'Resource not found',
      });
    }
  });

  test.each([
    [undefined, 'MISSING_FIELD', 'email is required'],
    ['', 'MISSING_FIELD', 'email is required'],
    ['ada', 'INVALID_FIELD', 'email must be an email address'],
    ['ada @example.com', 'INVALID_FIELD', 'email must be an email address'],
    // No mail is sent to these: their shoppers would wait in vain.
    ['ada@localhost', 'INVALID_FIELD', 'email must be an email address'],
    ['ada,grace@example.com', 'INVALID_FIELD', 'email must be an email address'],
    [`${'a'.repeat(320)}@example.com`, 'INVALID_FIELD', 'email must be an email address'],
  ])('the address %j is %s', async (email, errorType, errorMessage) => {
    const world = await newWorld();
    const [product] = world.products;

    const refusal = await invoke(joinWaitlist, { ...shopper(world, product, ''), email });

    expect(refusal).toEqual({ errorType, errorMessage });
  });
});

describe('the list', () => {
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

  test('most waiting first, then created last; who is left by all is omitted', async () => {
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

  test('of another store stays there', async () => {
    const [world, other] = [await newWorld(), await newWorld()];
    await join(world, world.products[0], 'ada@example.com');

    expect(await names(other)).toEqual([]);
  });
});

describe('search', () => {
  test('finds a part of the name in any letter case', async () => {
    const world = await newWorld();
    await waitlisted(world, { 'Blue Teapot': 3, 'TEA towel': 2, Čaj: 1, Mug: 1 });

    expect(await names(world, { search: 'tEa' })).toEqual(['Blue Teapot', 'TEA towel']);
    expect(await names(world, { search: 'ČAJ' })).toEqual(['Čaj']);
    expect(await names(world, { search: 'e t' })).toEqual(['Blue Teapot']);
    expect(await names(world, { search: 'teapots' })).toEqual([]);
    expect(await names(world, { search: '' })).toHaveLength(4);
  });
});

describe('refusals', () => {
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

  test('404 for the count of an unknown product', async () => {
    const world = await newWorld();

    const response = await call(getProductWaitlist, {
      key: world.read,
      path: { product_id: newProduct().id },
    });

    expect(response).toMatchObject({ status: 404, body: { error: 'Resource not found', code: 'NOT_FOUND' } });
  });
});

test('a product nobody waits for counts zero', async () => {
  const world = await newWorld();

  expect(await count(world, world.products[0])).toBe(0);
});
