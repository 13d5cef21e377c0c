import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import type { ImportedProduct } from '../../../lib/resources/catalog/fields.ts';
import * as productNames from '../../../lib/resources/catalog/product-name-records.ts';
import { endingsOf } from '../../../lib/resources/waitlist/rules.ts';
import { dynamodb, storeTable } from '../../../lib/table/client.ts';
import { keys } from '../../../lib/table/keys.ts';
import { importProducts, join, leave, list, names, waitlisted } from '../../support/world/waitlist.ts';
import { newWorld, type World } from '../../support/world/world.ts';

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

test('finds a part of the name in any letter case', async () => {
  const world = await newWorld();
  await waitlisted(world, { 'Blue Teapot': 3, 'TEA towel': 2, Čaj: 1, Mug: 1 });

  expect(await names(world, { search: 'tEa' })).toEqual(['Blue Teapot', 'TEA towel']);
  expect(await names(world, { search: 'ČAJ' })).toEqual(['Čaj']);
  expect(await names(world, { search: 'e t' })).toEqual(['Blue Teapot']);
  expect(await names(world, { search: 'teapots' })).toEqual([]);
  expect(await names(world, { search: '' })).toHaveLength(4);
});

test('finds what other letter cases make of a name', async () => {
  const world = await newWorld();
  await waitlisted(world, { ΟΔΟΣΑ: 3, Hauptstraße: 2, 'Tee ΟΔΟΣ': 1 });

  expect(await names(world, { search: 'οδος' })).toEqual(['ΟΔΟΣΑ', 'Tee ΟΔΟΣ']);
  expect(await names(world, { search: 'STRASSE' })).toEqual(['Hauptstraße']);
  expect(await names(world, { search: 'STRAẞE' })).toEqual(['Hauptstraße']);
});

/** As it was kept when names were folded by lower case alone. */
async function foldAsBefore(world: World, { id, name }: ImportedProduct): Promise<void> {
  const lower = name.toLowerCase();
  await dynamodb.send(
    new UpdateCommand({
      TableName: storeTable(),
      Key: keys.product(world.store.id, id),
      UpdateExpression: 'SET searchable_name = :lower',
      ExpressionAttributeValues: { ':lower': lower },
    }),
  );
  for (const ending of endingsOf(name).filter((ending) => !lower.includes(ending))) {
    await dynamodb.send(
      new DeleteCommand({ TableName: storeTable(), Key: keys.nameEnding(world.store.id, ending, id) }),
    );
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
