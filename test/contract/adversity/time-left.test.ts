/** A function that runs out of time says so, and the next invocation continues where it stopped. */
import type { APIGatewayProxyResult } from 'aws-lambda';
import { expect, test } from 'vitest';
import { InvocationError } from '../../../lib/chain/invoke-codec.ts';
import { lambdaContext } from '../../../lib/gateway/proxy-event.ts';
import { importRecords } from '../../../lib/resources/catalog/functions.ts';
import * as products from '../../../lib/resources/catalog/product-records.ts';
import { createCustomerAddress, listCustomerAddresses } from '../../../lib/resources/customer-addresses/operations.ts';
import { deleteCustomer, forgetAddress, setCustomerStanding } from '../../../lib/resources/customers/functions.ts';
import { listGiftCards } from '../../../lib/resources/gift-cards/operations.ts';
import { invocables } from '../../../lib/resources/nouns.ts';
import { recordOrder } from '../../../lib/resources/orders/functions.ts';
import { listReviews } from '../../../lib/resources/reviews/operations.ts';
import { chunksOf } from '../../../lib/runtime/collections.ts';
import type { Invocable } from '../../../lib/schema/invocable.ts';
import { invocationOf } from '../../support/aws/invocation-time.ts';
import { queuedMails } from '../../support/aws/queued-messages.ts';
import { isolateTables } from '../../support/aws/table-contents.ts';
import { resize } from '../../support/batches.ts';
import { handlerOf } from '../../support/handlers.ts';
import { call, eventOf } from '../../support/http/call.ts';
import { httpDoorOf, invoke, storefrontKeyOf } from '../../support/invoke.ts';
import { lineOf, orderOf } from '../../support/world/checkout.ts';
import { setClock } from '../../support/world/clock.ts';
import { issued } from '../../support/world/gift-cards.ts';
import { newReview } from '../../support/world/reviews.ts';
import { newCustomer, newProduct, newWorld, succeeded, type World } from '../../support/world/world.ts';

isolateTables('test');

/** Invokes a function that has 60 seconds, of which each commit takes so many. */
const slowly = async (invocable: Invocable, payload: object, seconds = 20) => {
  const handler = await handlerOf(invocable);
  const { answer } = await invocationOf({ seconds: 60, costOf: () => seconds }, (context) =>
    handler(payload, context).catch((error: unknown) => {
      if (error instanceof InvocationError) return { errorType: error.name, errorMessage: error.message };
      throw error;
    }),
  );
  return answer;
};

const unfinished = {
  errorType: 'INTERNAL_ERROR',
  errorMessage:
    'The work is not finished. Invoke the function again with the same payload, and it continues where it stopped',
};

/** Invokes a function until it is done; answers how often it was not. */
async function untilDone(invocable: Invocable, payload: object, seconds?: number) {
  for (let before = 0; before < 20; before += 1) {
    const result = await slowly(invocable, payload, seconds);
    if (!('errorType' in Object(result))) return { result, before };
    expect(result).toEqual(unfinished);
  }
  throw new Error('It never ends');
}

const manyProducts = (size: number) => Array.from({ length: size }, () => newProduct());

async function withReviews(world: World, size: number) {
  const ada = newCustomer();
  const reviewed = manyProducts(size);
  await succeeded(invoke(importRecords, { store_id: world.store.id, customers: [ada] }));
  for (const portion of chunksOf(reviewed, 100)) {
    await succeeded(invoke(importRecords, { store_id: world.store.id, products: portion }));
  }
  for (const product of reviewed) await newReview(world, ada, product);
  return { ada, reviewed };
}

const statusesOf = async (world: World) =>
  new Set(
    (await call(listReviews, { key: world.read, query: { limit: 100 } })).body.data.map(
      (one: { status: string }) => one.status,
    ),
  );

test('delete-customer', async () => {
  const world = await newWorld();
  const { ada } = await withReviews(world, 40);
  const path = { id: ada.id };
  const body = { first_name: 'Ada', last_name: 'L', street1: '1 Row', city: 'Town', state: 'NY', country_id: 1 };
  for (let n = 0; n < 60; n += 1) await call(createCustomerAddress, { path, body, key: world.write });

  const { result, before } = await untilDone(deleteCustomer, { store_id: world.store.id, customer_id: ada.id });

  expect(result).toEqual({ customer_id: ada.id, deleted: true });
  expect(before).toBeGreaterThan(0);
  expect(await statusesOf(world)).toEqual(new Set());
  expect((await call(listCustomerAddresses, { path, key: world.read })).status).toBe(404);
});

test('set-customer-standing', async () => {
  const world = await newWorld();
  const { ada } = await withReviews(world, 33 * 3);

  const payload = { store_id: world.store.id, customer_id: ada.id, standing: 'banned' };
  const { before } = await untilDone(setCustomerStanding, payload, 25);

  expect(before).toBe(1);
  expect(await statusesOf(world)).toEqual(new Set(['banned']));
});

test('import-records, which renames from the review on to which it came', async () => {
  const world = await newWorld();
  const [product] = [newProduct()];
  const customers = Array.from({ length: 33 * 4 }, () => newCustomer());
  const store_id = world.store.id;
  await succeeded(invoke(importRecords, { store_id, products: [product], customers: customers.slice(0, 99) }));
  await succeeded(invoke(importRecords, { store_id, customers: customers.slice(99) }));
  for (const customer of customers) await newReview(world, customer, product);
  const renamed = { ...product, variants: product.variants.map((variant) => ({ ...variant, name: 'Renamed' })) };

  const first = await slowly(importRecords, { store_id, products: [renamed] });
  const { renamed_up_to } = await products.get(store_id, product.id);
  const { before } = await untilDone(importRecords, { store_id, products: [renamed] });

  expect(first).toEqual(unfinished);
  expect(renamed_up_to).toMatch(/^rev_/);
  expect(before).toBe(1);
  expect(await products.get(store_id, product.id)).not.toHaveProperty('renamed_up_to');
  for (let after = ''; ; ) {
    const { body } = await call(listReviews, { key: world.read, query: { limit: 100, after } });
    expect(new Set(body.data.map(({ variant_name }: { variant_name: string }) => variant_name))).toEqual(
      new Set(['Renamed']),
    );
    after = body.data.at(-1).id;
    if (!body.has_more) break;
  }
});

test('forget-address', async () => {
  const world = await newWorld();
  const email = 'milada@example.com';
  for (let n = 0; n < 5; n += 1) await issued(world, { value: 500, recipient_email: email });
  const handler = await handlerOf(forgetAddress);
  const restore = resize((name) => (name === 'walkedItems' ? 4 : undefined));
  const answers: unknown[] = [];
  for (let before = 0; before < 100 && !answers.some((answer) => 'forgotten' in Object(answer)); before += 1) {
    // It has time for one commit and no more.
    const context = { ...lambdaContext('forget-address'), getRemainingTimeInMillis: () => 1000 };
    answers.push(await handler({ store_id: world.store.id, email }, context).catch((error: Error) => error.message));
  }
  restore();

  expect(answers.at(-1)).toEqual({ forgotten: 5 });
  expect(answers.length).toBeGreaterThan(5);
  expect(new Set(answers.slice(0, -1))).toEqual(new Set([unfinished.errorMessage]));
});

test('over HTTP no step starts that would end after the gateway gives up; the order is answered, and the same request continues', async () => {
  const world = await newWorld();
  const order = orderOf(world, { lines: [lineOf(world.products[2], { quantity: 60, unit_price: 500 })] });
  const key = await storefrontKeyOf(world.store.id);
  const operation = httpDoorOf(recordOrder);
  const handler = await handlerOf(recordOrder);
  const send = async () => {
    const event = eventOf(operation, { key, body: { order } });
    const { answer } = await invocationOf({ seconds: 60, costOf: () => 20 }, (context) => handler(event, context));
    return answer as APIGatewayProxyResult;
  };
  const cards = async () =>
    (await call(listGiftCards, { key: world.read, query: { limit: 100 } })).body.data.length as number;

  // Of 60 seconds, in which three steps begin by Invoke.
  expect(await send()).toMatchObject({ statusCode: 200 });
  expect(await cards()).toBe(19);
  for (let again = 0; again < 3; again += 1) expect(await send()).toMatchObject({ statusCode: 200 });

  expect(await cards()).toBe(60);
});

test('every function that says that it may take long is tried', () => {
  expect(
    invocables
      .filter(({ takesLong }) => takesLong)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(['delete-customer', 'forget-address', 'import-records', 'set-customer-standing']);
});

test('an order of very many gift cards is answered in time, and the sweep issues the rest', async () => {
  const world = await newWorld();
  const order = orderOf(world, { lines: [lineOf(world.products[2], { quantity: 100, unit_price: 500 })] });
  const cards = async () =>
    (await call(listGiftCards, { key: world.read, query: { limit: 100 } })).body.data.length as number;
  const queued = queuedMails.length;

  expect(await slowly(recordOrder, { store_id: world.store.id, order })).toMatchObject({ id: order.id, total: 50_000 });
  expect(await cards()).toBe(38);

  setClock(new Date(Date.now() + 120_000).toISOString());
  const sweep = await handlerOf({ name: 'sweep-gift-cards' });
  const sweeping = (seconds: number) => {
    // A place that is noted is written beside.
    const costOf = ({ length }: readonly object[]) => (length > 1 ? seconds : 0);
    return invocationOf({ seconds: 60, costOf }, (context) => sweep({}, context));
  };
  const round = await sweeping(25);
  expect(round.ranOut).toBe(false);
  expect(await cards()).toBe(76);
  for (let rounds = 0; rounds < 2; rounds += 1) {
    setClock(new Date(Date.now() + 120_000).toISOString());
    await sweeping(5);
  }

  expect(await cards()).toBe(100);
  const mails = queuedMails.slice(queued).filter((body) => body.includes(world.store.id));
  expect(new Set(mails.map((body) => JSON.parse(body).gift_card_id)).size).toBe(100);
  expect(mails).toHaveLength(100);
});
