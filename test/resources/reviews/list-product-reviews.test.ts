import { beforeEach, expect, test } from 'vitest';
import { importRecords } from '../../../lib/resources/catalog/functions.ts';
import { dynamodb } from '../../../lib/table/client.ts';
import { watch } from '../../support/aws/aws-calls.ts';
import { invoke } from '../../support/invoke.ts';
import { newReview, onPage, stand, stored } from '../../support/world/reviews.ts';
import { newCustomer, newWorld, succeeded, type World } from '../../support/world/world.ts';

let world: World;
let ada: World['customers'][0];
let teapot: World['products'][0];
let store_id: string;
const importOf = (records: object) => succeeded(invoke(importRecords, { store_id, ...records }));

beforeEach(async () => {
  world = await newWorld();
  [ada] = world.customers;
  [teapot] = world.products;
  store_id = world.store.id;
});

test('shows none on a site without reviews', async () => {
  await newReview(world, ada, teapot);
  await importOf({ sites: [{ ...world.sites[0], reviews_enabled: false }] });
  expect(await onPage(world)).toEqual({ data: [], has_more: false });
  expect((await onPage(world, { site_id: world.sites[1].id })).data).toHaveLength(1);
});

test("the viewer's own review stands there once, also where they are shadowbanned between the reads", async () => {
  const review = await newReview(world, ada, teapot);
  const published = Promise.withResolvers<void>();
  let begun = false;
  const meanwhile = (next: (args: object) => Promise<object>) => async (args: { input: object }) => {
    if (!begun && 'RequestItems' in args.input && JSON.stringify(args.input.RequestItems).includes(`"sk":"CUSTOMER"`)) {
      begun = true;
      await published.promise;
      await stand(world, ada, 'shadowbanned');
    }
    const answer = await next(args);
    if ('IndexName' in args.input) published.resolve();
    return answer;
  };
  dynamodb.middlewareStack.add(meanwhile as never, { step: 'initialize', name: 'meanwhile' });
  const { data } = await onPage(world, { viewer_customer_id: ada.id }).finally(() =>
    dynamodb.middlewareStack.remove('meanwhile'),
  );

  expect((await stored(world, review.id)).status).toBe('shadowbanned');
  expect(data.map(({ id }) => id)).toEqual([review.id]);
});

test("pages hold the viewer's own shadowbanned review in its place", async () => {
  const customers = Array.from({ length: 6 }, () => newCustomer());
  await importOf({ customers });
  const ids: string[] = [];
  for (const customer of customers) ids.unshift((await newReview(world, customer, teapot)).id);
  const viewer = customers[3] ?? ada;
  await stand(world, viewer, 'shadowbanned');

  for (const [viewer_customer_id, expected] of [
    [viewer.id, ids],
    [undefined, ids.toSpliced(2, 1)],
  ] as const) {
    const paged: string[] = [];
    for (let more = true; more; ) {
      const page = await onPage(world, { viewer_customer_id, limit: 2, after: paged.at(-1) ?? null });
      paged.push(...page.data.map(({ id }) => id));
      more = page.has_more;
    }
    expect(paged).toEqual(expected);
  }
});

test.each([
  [{ product_id: 'pro_unknown' }, 'NOT_FOUND'],
  [{ site_id: 'sit_unknown' }, 'NOT_FOUND'],
  [{ limit: '10' }, 'INVALID_FIELD'],
])('refuses %j with %s', async (fields, errorType) => {
  expect(await onPage(world, fields)).toMatchObject({ errorType });
});

test('one round trip once the store is known, whoever looks', async () => {
  await newReview(world, ada, teapot);
  await stand(world, ada, 'shadowbanned');
  for (const viewer of [{}, { viewer_customer_id: ada.id }]) {
    expect((await watch(() => onPage(world, viewer))).roundTrips).toBe(1);
  }
});
