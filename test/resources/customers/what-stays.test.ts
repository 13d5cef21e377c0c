/**
 * What is left of a deleted person with data in every field that takes any: what the security page says, and
 * nothing else, in items, objects, messages, the log, events, and replies to requests that are made again.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { recordsOf } from '../../../bin/local/events/stream.ts';
import { changeOf } from '../../../lib/chain/background.ts';
import { eventsOf } from '../../../lib/events/events-of.ts';
import { createCustomerAddress, updateCustomerAddress } from '../../../lib/resources/customer-addresses/operations.ts';
import { deleteCustomer, exportCustomer } from '../../../lib/resources/customers/functions.ts';
import { adjustGiftCard, issueGiftCard, updateGiftCard } from '../../../lib/resources/gift-cards/operations.ts';
import { hideReview, listReviews } from '../../../lib/resources/reviews/operations.ts';
import {
  adjustStoreCredit,
  createStoreCredit,
  updateStoreCredit,
} from '../../../lib/resources/store-credits/operations.ts';
import { leaveWaitlist } from '../../../lib/resources/waitlist/functions.ts';
import { storeTable } from '../../../lib/table/client.ts';
import { isolateTables } from '../../support/aws/table-contents.ts';
import { call } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { type Kept, keptInBucket, keptInTables, tracesOf } from '../../support/traces.ts';
import { hold, lineOf, orderOf, record } from '../../support/world/checkout.ts';
import { issued } from '../../support/world/gift-cards.ts';
import { inQueues, keepLog, newPerson, said, words } from '../../support/world/person.ts';
import { variantOf } from '../../support/world/restocks.ts';
import { succeeded } from '../../support/world/world.ts';

isolateTables('test', { stream: true });

/** What the person's address is given by others, what staff write of them, and what a careless backend calls a checkout. */
const others = {
  message: 'From your nephew Bohumil',
  note: 'Milada phoned about the spout',
  checkout: 'cart-of-milada',
};

/** Where the person can be recognized, by their own data and by each text of others. */
const tracesIn = (kept: readonly Kept[]): string[] =>
  [words, ...Object.values(others).map((word) => [word])].flatMap((searched) => tracesOf(searched, kept));

type Asked = readonly [Parameters<typeof call>[0], object];

/** A person with data in every field that takes any, and the keyed requests that wrote it. */
async function everywhere() {
  const someone = await newPerson();
  const { world, ada, payment } = someone;
  const { write: key, products, customers } = world;
  const asked: Asked[] = [];
  const keyed = async (operation: Asked[0], input: object) => {
    const request = { ...input, key, idempotencyKey: `request ${asked.length}` };
    asked.push([operation, request]);
    const { status, body } = await call(operation, request);
    expect(status).toBeLessThan(300);
    return body;
  };
  const address = {
    first_name: said.first,
    last_name: said.last,
    street1: said.street,
    city: said.city,
    country_id: 1,
  };
  const lived = { ...address, street2: said.flat, state: 'NY' };
  const { id: address_id } = await keyed(createCustomerAddress, { path: { id: ada.id }, body: lived });
  await keyed(updateCustomerAddress, { path: { id: ada.id, address_id }, body: { ...lived, city: 'Elsewhere' } });
  const [review] = (await call(listReviews, { key, query: { customer: ada.id } })).body.data;
  await keyed(hideReview, { path: { review_id: review.id }, body: { reason: 'other', note: others.note } });
  await succeeded(invoke(leaveWaitlist, { ...variantOf(world, 1), email: said.email }));

  // The card that they paid with, and others that they did not.
  const paidWith = { gift_card_id: payment.id };
  await keyed(updateGiftCard, { path: paidWith, body: { note: others.note } });
  await keyed(adjustGiftCard, { path: paidWith, body: { amount: 100, note: others.note } });
  const gift = { value: 900, recipient_email: said.email, message: others.message, note: others.note };
  await keyed(issueGiftCard, { body: gift });
  const credit = { value: 900, reason: 'goodwill', note: others.note };
  const { id: store_credit_id } = await keyed(createStoreCredit, { path: { id: ada.id }, body: credit });
  const ofCredit = { path: { id: ada.id, store_credit_id } };
  await keyed(updateStoreCredit, { ...ofCredit, body: { note: others.note } });
  await keyed(adjustStoreCredit, { ...ofCredit, body: { amount: 100, note: others.note } });
  const lines = [lineOf(products[2], { unit_price: 600, recipient_email: said.email, message: others.message })];
  await succeeded(record(world, orderOf(world, { customer_id: customers[1].id, lines })));

  const purse = await issued(world, { value: 5000 });
  await succeeded(hold(world, purse.code, { checkout_id: others.checkout, amount: 10 }));
  await succeeded(record(world, orderOf(world, { customer_id: ada.id, checkout_id: others.checkout })));
  return { ...someone, asked };
}

/** Where each row of the page is found, and by what. */
const stays: Readonly<Record<string, readonly RegExp[]>> = {
  'Gifts of others': [
    /^item \S+#GIFTCARD#\S+ GIFTCARD: (?:zdenka|from your nephew bohumil)$/,
    /^item \S+#ORDER#\S+ ORDER: (?:zdenka|from your nephew bohumil)$/,
  ],
  'Notes of staff': [
    /^item \S+#GIFTCARD#\S+ TRANSACTION#\S+: milada phoned about the spout$/,
    /^item \S+#GIFTCARD#\S+ GIFTCARD: milada phoned about the spout$/,
  ],
  'Your own ids': [/^item \S+#ORDER#\S+ ORDER: cart-of-milada$/],
  'Stored replies': [
    /^reply of create-customer-address: /,
    /^reply of update-customer-address: /,
    /^reply of hide-review: /,
    /^reply of update-gift-card: /,
    /^reply of adjust-gift-card: /,
    /^reply of issue-gift-card: /,
    /^reply of create-store-credit: /,
    /^reply of update-store-credit: /,
    /^reply of adjust-store-credit: /,
  ],
  'A digest of the email address': [/^item \S+#WAITLIST#\S+ ENTRY#\S+: [\w-]{43}$/, /^message: [\w-]{43}$/],
};

/** What only another search shows, or the test of review requests. */
const foundOtherwise = ['The customer’s id', 'Earlier versions of items', 'That the address is unsubscribed'];

const repliesTo = (asked: readonly Asked[]): Promise<Kept[]> =>
  Promise.all(
    asked.map(async ([operation, request]) => {
      const { headers, body } = await call(operation, request);
      expect(headers['x-idempotency-replayed'], operation.name).toBe('true');
      return { place: `reply of ${operation.name}`, text: JSON.stringify(body) };
    }),
  );

const page = readFileSync(new URL('../../../bin/reference/project/3-security.md', import.meta.url), 'utf8');

test('the page says what stays', () => {
  const section = page.split('## What stays of a deleted customer')[1] ?? '';
  const rows = [...section.matchAll(/^\| (?!What )([^|-][^|]*?) \|/gm)].map(([, what]) => what);
  expect(rows.toSorted()).toEqual([...Object.keys(stays), ...foundOtherwise].toSorted());
});

test('of a person who stood in every field that stays, and nothing else', { tags: 'long' }, async () => {
  const lines = keepLog();
  const { world, ada, payment, paid, pending, asked } = await everywhere();
  const { store } = world;

  await succeeded(invoke(deleteCustomer, { store_id: store.id, customer_id: ada.id }));

  const records = await recordsOf(storeTable());
  const events = records.flatMap((each) => {
    const { before: was, after: is, time, epoch } = changeOf(each);
    return eventsOf(was, is, { time, epoch }).map((event): Kept => ({ place: 'event', text: JSON.stringify(event) }));
  });
  const [tables, bucket, replies] = await Promise.all([keptInTables(), keptInBucket(store.id), repliesTo(asked)]);
  const traces = tracesIn([...tables, ...bucket, ...inQueues(), ...lines, ...events, ...replies]);

  const expected = Object.values(stays).flat();
  expect(traces.filter((trace) => !expected.some((place) => place.test(trace)))).toEqual([]);
  expect(expected.filter((place) => !traces.some((trace) => place.test(trace)))).toEqual([]);
  // The card that they paid with has nothing of them, except for staff notes in its ledger.
  expect(traces.filter((trace) => trace.includes(`#${payment.id} GIFTCARD`))).toEqual([]);
  expect(traces.filter((trace) => trace.includes(paid.id) || trace.includes(pending.id))).toEqual([]);
  expect([lines, events, bucket].map(({ length }) => length > 0)).toEqual([true, true, true]);
  expect(tracesOf([ada.id], [...tables, ...events]).length).toBeGreaterThan(0);
  expect(tracesOf([said.street], [{ place: 'stream', text: JSON.stringify(records) }])).toHaveLength(1);
});

test('a recorded reply is not returned to any other request', { tags: 'long' }, async () => {
  const { world, ada, asked } = await everywhere();
  await succeeded(invoke(deleteCustomer, { store_id: world.store.id, customer_id: ada.id }));

  for (const [operation, request] of asked) {
    const { status, body } = await call(operation, { ...request, body: { reason: 'spam', amount: 1, value: 1 } });
    expect([status, tracesIn([{ place: '', text: JSON.stringify(body) }])], operation.name).toEqual([
      expect.toSatisfy((code: number) => code >= 400),
      [],
    ]);
  }
});

test('an export has neither gifts of others nor notes of staff', { tags: 'long' }, async () => {
  const { world, ada } = await everywhere();

  const payload = { store_id: world.store.id, customer_id: ada.id, limit: 100 };
  const { data } = await succeeded(invoke(exportCustomer, payload));

  expect(JSON.stringify(data)).not.toContain(others.message);
  expect(
    data.filter(({ type }) => type === 'gift_card_transaction').map((one) => JSON.stringify(one)),
  ).not.toContainEqual(expect.stringContaining(others.note));
});
