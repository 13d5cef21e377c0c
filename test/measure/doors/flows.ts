/** What takes several requests, and what only then reaches all that functions may do. */
import { setTimeout as sleep } from 'node:timers/promises';
import { importRecords } from '../../../lib/resources/catalog/functions.ts';
import { createCustomerAddress, listCustomerAddresses } from '../../../lib/resources/customer-addresses/operations.ts';
import { deleteCustomer } from '../../../lib/resources/customers/functions.ts';
import { createDownload } from '../../../lib/resources/digital-files/functions.ts';
import * as files from '../../../lib/resources/digital-files/operations.ts';
import * as giftCards from '../../../lib/resources/gift-cards/operations.ts';
import * as giftOptions from '../../../lib/resources/gift-options/operations.ts';
import * as reviews from '../../../lib/resources/reviews/operations.ts';
import * as waitlist from '../../../lib/resources/waitlist/operations.ts';
import { limits } from '../../../lib/schema/limits.ts';
import type { Operation } from '../../../lib/schema/operation.ts';
import { invocationScenarios, scenarios } from '../../requests/all.ts';
import { call } from '../../support/http/call.ts';
import { png } from '../../support/http/multipart.ts';
import { invoke } from '../../support/invoke.ts';
import { hold, lineOf, orderOf, record } from '../../support/world/checkout.ts';
import { addressBody } from '../../support/world/customer-addresses.ts';
import { join } from '../../support/world/restocks.ts';
import { newReview, stand } from '../../support/world/reviews.ts';
import { leave } from '../../support/world/waitlist.ts';
import { newCustomer, newWorld, succeeded, type World } from '../../support/world/world.ts';
import { type Asking, inTurn } from './replies.ts';

export const flows: readonly (readonly [string, Asking])[] = [
  ['errors that are no longer true', passingErrors],
  ['lists of reviews', listsOfReviews],
  ['lists of gift cards', listsOfGiftCards],
  ['photos that follow one another', photos],
  ['files that follow one another', digitalFiles],
  ['links to a file', downloads],
  ['links of uploads that are gone on with', resumed],
  ['as many uploads as a store may have open', openUploads],
  ['a crowd that waits', crowd],
  ['what falls due', due],
];

/** The request by which an operation's scenario succeeds, in a world of one's own. */
async function succeeding(operation: Operation, world: World) {
  const scenario = scenarios.find((each) => each.operation === operation);
  if (!scenario) throw new Error(`${operation.name} has no scenario`);
  return { ...(await scenario.prepare(world)), key: world.write };
}

/** No layer before the functions caches an error: neither after it stops being true, nor for another caller. */
async function passingErrors() {
  const [world, stranger] = [await newWorld(), await newWorld()];
  const customer = newCustomer();
  const addresses = { path: { id: customer.id }, key: world.write };
  const list = () => call(listCustomerAddresses, addresses);
  const listed = (query: Record<string, string>) => () => call(reviews.listReviews, { query, key: world.read });
  const { body: card } = await call(giftCards.issueGiftCard, { key: world.write, body: { value: 500 } });
  const show = (key?: string) => () =>
    call(giftCards.getGiftCard, { path: { gift_card_id: card.id }, ...(key && { key }) });
  return inTurn({
    'a customer that is not there': list,
    'comes, and has an address': async () => {
      await succeeded(invoke(importRecords, { store_id: world.store.id, customers: [customer] }));
      return call(createCustomerAddress, { ...addresses, body: addressBody });
    },
    'which is listed': list,
    'an invalid filter': listed({ product: 'bad' }),
    'and the same list without it': listed({}),
    'a stranger’s 404': show(stranger.read),
    'and without a key': show(),
    'and the owner’s card': show(world.read),
    'two errors, each with an id of its own': async () => {
      const first = await show(stranger.read)();
      const second = await show(stranger.read)();
      return first.headers['x-request-id'] !== second.headers['x-request-id'];
    },
  });
}

async function listsOfReviews() {
  const world = await newWorld();
  const [ada, grace] = world.customers;
  const [teapot, recordings] = world.products;
  for (const [customer, product] of [
    [ada, teapot],
    [ada, recordings],
    [grace, teapot],
  ] as const) {
    await newReview(world, customer, product);
  }
  // What counts for no rating.
  await stand(world, grace, 'shadowbanned');
  await newReview(world, grace, recordings);
  const list = (query: Record<string, string | number>) => () => call(reviews.listReviews, { query, key: world.read });
  return inTurn({
    'of a product': list({ product: teapot.id }),
    'of a customer': list({ customer: ada.id }),
    'of a customer on a product': list({ customer: ada.id, product: recordings.id }),
    published: list({ status: 'published', limit: 1 }),
    'with an invalid limit': list({ limit: 101 }),
  });
}

async function listsOfGiftCards() {
  const world = await newWorld();
  const list = (query: Record<string, string | number>) => () =>
    call(giftCards.listGiftCards, { query, key: world.read });
  await call(giftCards.issueGiftCard, { key: world.write, body: { value: 500 } });
  return inTurn({
    ...Object.fromEntries(['active', 'used', 'expired', 'disabled'].map((status) => [status, list({ status })])),
    'of no such status': list({ status: 'lost' }),
    'after what is no card': list({ after: 'x' }),
  });
}

/** One photo takes the place of another, straight to the bucket and in one request, and is deleted with its option. */
async function photos() {
  const world = await newWorld();
  const direct = await succeeding(giftOptions.completeGiftOptionImageUpload, world);
  const path = { site_id: world.sites[0].id, gift_option_id: direct.path?.gift_option_id ?? '' };
  const { body, headers } = await succeeding(giftOptions.setGiftOptionImage, await newWorld());
  const set = () => call(giftOptions.setGiftOptionImage, { path, body, headers: headers ?? {}, key: world.write });
  return inTurn({
    'a first one': set,
    'in its place': () => call(giftOptions.completeGiftOptionImageUpload, { ...direct, idempotencyKey: 'photo' }),
    'finished again': () => call(giftOptions.completeGiftOptionImageUpload, direct),
    'and another': set,
    'finished by twins at once': () => byTwins(giftOptions.completeGiftOptionImageUpload),
    'the option goes': () => call(giftOptions.deleteGiftOption, { path, key: world.write }),
  });
}

async function digitalFiles() {
  const world = await newWorld();
  const { path, body, headers } = await succeeding(files.uploadDigitalFile, world);
  const upload = () => call(files.uploadDigitalFile, { path, body, headers: headers ?? {}, key: world.write });
  const direct = await succeeding(files.completeDigitalFileUpload, world);
  const started = await succeeding(files.completeDigitalFileUpload, world);
  return inTurn({
    'a first one': upload,
    'in its place': () => call(files.completeDigitalFileUpload, { ...direct, idempotencyKey: 'file' }),
    'and another': upload,
    'with a part that never came': () =>
      call(files.completeDigitalFileUpload, { ...started, body: { parts: [{ part_number: 1, etag: '"none"' }] } }),
    'with no parts': () => call(files.completeDigitalFileUpload, { ...started, body: { parts: [] } }),
    'given up': () => call(files.abandonDigitalFileUpload, { path: started.path, key: world.write }),
    'and finished all the same': () => call(files.completeDigitalFileUpload, started),
    'finished by twins at once': () => byTwins(files.completeDigitalFileUpload),
    'finished and given up at once': async () => {
      const { path, ...request } = await succeeding(files.completeDigitalFileUpload, world);
      const [finished, abandoned] = await Promise.all([
        call(files.completeDigitalFileUpload, { path, ...request }),
        call(files.abandonDigitalFileUpload, { path, key: world.write }),
      ]);
      return finished.status < 500 && abandoned.status < 500;
    },
  });
}

/** Whether one of several at once succeeds, and none fails. */
async function byTwins(operation: Operation): Promise<boolean> {
  const request = await succeeding(operation, await newWorld());
  const statuses = (await Promise.all([1, 2, 3].map(() => call(operation, request)))).map(({ status }) => status);
  return statuses.includes(operation.success.status) && statuses.every((status) => status < 500);
}

async function downloads() {
  const scenario = invocationScenarios.find(({ invocable }) => invocable === createDownload);
  const world = await newWorld();
  const payload = await scenario?.prepare(world);
  const { url } = await succeeded(invoke(createDownload, payload));
  const follow = async () => {
    const answer = await fetch(url);
    const { status, headers } = answer;
    return status === 200
      ? { status, named: headers.get('content-disposition'), text: await answer.text() }
      : { status };
  };
  const another = await succeeding(files.uploadDigitalFile, world);
  return inTurn({
    followed: follow,
    'in part': async () => (await fetch(url, { headers: { Range: 'bytes=0-2' } })).status,
    'another file comes': () => call(files.uploadDigitalFile, another),
    'and the link leads nowhere': follow,
  });
}

async function resumed() {
  const world = await newWorld();
  const { body: file } = await call(
    files.resumeDigitalFileUpload,
    await succeeding(files.resumeDigitalFileUpload, world),
  );
  const { body: photo } = await call(
    giftOptions.resumeGiftOptionImageUpload,
    await succeeding(giftOptions.resumeGiftOptionImageUpload, world),
  );
  const put = (url: string, body: Buffer, headers: Record<string, string> = {}) =>
    fetch(url, { method: 'PUT', body: new Uint8Array(body), headers }).then(({ status }) => status);
  return inTurn({
    'of a file': () => put(file.parts[0].url, Buffer.from('The manual')),
    'of a photo': () => put(photo.url, png(), photo.headers),
  });
}

const startsAtOnce = 20;

async function openUploads() {
  const world = await newWorld();
  const { idempotencyKey: _, ...photo } = await succeeding(giftOptions.startGiftOptionImageUpload, world);
  const start = () => call(giftOptions.startGiftOptionImageUpload, photo);
  for (let open = 0; open < limits.openUploads; open += startsAtOnce) {
    await Promise.all(Array.from({ length: startsAtOnce }, start));
  }
  const file = await succeeding(files.startDigitalFileUpload, world);
  return inTurn({
    'a photo more': start,
    'a file more, once they are counted again': async () => {
      await sleep((limits.openUploadsCounted + 1) * 1000);
      return call(files.startDigitalFileUpload, file);
    },
  });
}

/** Many at once join, leave and are imported: their counts add up in the end. */
async function crowd() {
  const world = await newWorld();
  const [product] = world.products;
  const count = () => call(waitlist.getProductWaitlist, { path: { product_id: product.id }, key: world.read });
  const shoppers = Array.from({ length: 30 }, (_, index) => `shopper${index}@example.com`);
  await Promise.all(shoppers.map((email) => join(world, email)));
  const variants = product.variants.slice(1);
  await Promise.all(shoppers.slice(0, 10).map((email) => leave(world, product, email)));
  const customers = shoppers.slice(10, 20).map((email) => newCustomer({ email }));
  await succeeded(invoke(importRecords, { store_id: world.store.id, customers }));
  await Promise.all(customers.map(({ id }) => invoke(deleteCustomer, { store_id: world.store.id, customer_id: id })));
  return inTurn({
    'that waits': count,
    'whose variant goes': () =>
      invoke(importRecords, { store_id: world.store.id, products: [{ ...product, variants }] }),
    'is gone': () => until(count, (answer) => JSON.stringify(answer).includes('"waiting_count":0')),
  });
}

/** A card expires and a hold lapses; an order owes more cards than one commit takes. */
async function due() {
  const world = await newWorld();
  const expires_at = new Date(Date.now() + 60_000).toISOString();
  const issue = (body: object) => call(giftCards.issueGiftCard, { key: world.write, body: { value: 5000, ...body } });
  const [{ body: expiring }, { body: held }] = [await issue({ expires_at }), await issue({})];
  await succeeded(hold(world, held.code, { expires_at }));
  const lines = [lineOf(world.products[2], { quantity: 60, unit_price: 100, recipient_email: 'ada@example.com' })];
  const order = orderOf(world, { lines });
  const path = { gift_card_id: String(expiring.id) };
  const spend = () =>
    call(giftCards.adjustGiftCard, { path: { gift_card_id: held.id }, key: world.write, body: { amount: -5000 } });
  return inTurn({
    'an order of many cards': () => record(world, order),
    'an expired card': () =>
      until(
        () => call(giftCards.getGiftCard, { path, key: world.read }),
        (answer) => JSON.stringify(answer).includes('expired'),
      ),
    'what a hold has set free': () => until(spend, (answer) => JSON.stringify(answer).includes('"status":200')),
  });
}

/** Asks again until the answer is the one, for two minutes at most. */
async function until(ask: () => Promise<unknown>, isThere: (answer: unknown) => boolean): Promise<unknown> {
  for (let tries = 0; tries < 60; tries += 1) {
    const answer = await ask();
    if (isThere(answer)) return answer;
    await sleep(2000);
  }
  return ask();
}
