/** A cursor only leads into the list that it is given to: with any names in it, the reply shows nothing of others. */
import { beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { importRecords } from '../../../lib/resources/catalog/functions.ts';
import { exportCustomer } from '../../../lib/resources/customers/functions.ts';
import { exportGiftCards } from '../../../lib/resources/gift-cards/functions.ts';
import { exampleOf, invocables, operations } from '../../../lib/resources/nouns.ts';
import { tableOf } from '../../../lib/schema/field.ts';
import { type Resource, resources } from '../../../lib/schema/ids.ts';
import type { Invocable } from '../../../lib/schema/invocable.ts';
import type { Operation } from '../../../lib/schema/operation.ts';
import { allTextsOf } from '../../support/aws/table-contents.ts';
import { call } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { hold, lineOf, orderOf, record } from '../../support/world/checkout.ts';
import { setClock } from '../../support/world/clock.ts';
import { issued } from '../../support/world/gift-cards.ts';
import { newReview } from '../../support/world/reviews.ts';
import { join } from '../../support/world/waitlist.ts';
import { newEvent, newWebhook, redeliver } from '../../support/world/webhooks.ts';
import { newCustomer, newWorld, succeeded, type World } from '../../support/world/world.ts';

/** What is added to a customer. */
const createdUnderCustomer = operations.filter(
  ({ method, parameters }) => method === 'POST' && Object.values(parameters).join() === 'customer',
);

/** A shopper who has two of everything that is listed. */
async function newShopper(world: World) {
  const customer = newCustomer();
  const [teapot, recordings, giftCard] = world.products;
  await succeeded(invoke(importRecords, { store_id: world.store.id, customers: [customer] }));
  for (const product of [teapot, recordings]) {
    for (const operation of createdUnderCustomer) {
      const { body } = exampleOf(operation);
      await call(operation, { path: { id: customer.id }, body, key: world.write });
    }
    await newReview(world, customer, product);
    await join(world, product, customer.email);
    const card = await issued(world, { value: 5000 });
    await succeeded(hold(world, card.code, { checkout_id: card.id, amount: 700 }));
    const lines = [lineOf(giftCard, { quantity: 2, unit_price: 500 })];
    await succeeded(record(world, orderOf(world, { customer_id: customer.id, checkout_id: card.id, lines })));
  }
  for (const description of ['One', 'Two']) {
    const webhook = await newWebhook(world, { description });
    webhookOf.set(customer.id, String(webhook.webhook_id));
    await redeliver({ ...webhook, event: newEvent(world), attempt: 1 });
    await redeliver({ ...webhook, event: newEvent(world), attempt: 1 });
  }
  return customer;
}

type Shopper = Awaited<ReturnType<typeof newShopper>>;

/** The result of one page: its records, and the number of records that it counts but does not show. */
interface Page {
  records: unknown[];
  counted: number;
  next: object | null;
}

/** Reads one page of a list of a shopper or a store. */
type List = (world: World, shopper: Shopper, cursor: object) => Promise<Page | 'refused'>;

const endpoint =
  (operation: Operation): List =>
  async (world, { id }, cursor) => {
    const of: Partial<Record<Resource, string>> = {
      ...{ customer: id, giftCard: cardOf.get(id) ?? '', storeCredit: creditOf.get(id) ?? '' },
    };
    const ids = Object.entries<Resource>(operation.parameters).map(([name, resource]) => [name, of[resource] ?? '']);
    const query = { ...known(operation.query, { customer: id }), ...cursor, limit: 1 };
    const { status, body } = await call(operation, { path: Object.fromEntries(ids), query, key: world.read });
    if (status !== 200) return 'refused';
    const last = body.data.at(-1);
    return { records: body.data, counted: body.data.length, next: body.has_more ? { after: last.id } : null };
  };

const listed =
  (invocable: Invocable): List =>
  async ({ store, sites, products }, { id }, cursor) => {
    const ids = {
      ...{ store_id: store.id, customer_id: id, site_id: sites[0].id, product_id: products[0].id },
      webhook_id: webhookOf.get(id),
    };
    const books = { from: ago(86_400), to: ago(), group: 'month' };
    const payload = { limit: 1, ...known(invocable.payload, { ...ids, at: ago(), ...books }), ...cursor };
    const page = Object(await invoke(invocable, payload));
    if ('errorType' in page) return 'refused';
    const { data = page.findings ?? page.drifts ?? [], next, has_more, statuses } = page;
    const last = data.at(-1);
    return {
      records: data.flatMap(recordsOf),
      counted: statuses
        ? accountsIn({ ...statuses, ...page.store_credits })
        : (page.checked ?? page.audited ?? last?.closing ?? data.length),
      next:
        has_more && next === undefined
          ? { after: last.delivery_id ?? last.key_id ?? last.webhook_id ?? last.id }
          : asCursor(next),
    };
  };

/** The names of the fields that a query or a payload may have. */
const namesIn = (schema: z.ZodMiniType | undefined): string[] => Object.keys((schema && tableOf(schema)?.fields) ?? {});

/** The values with names that a query or a payload may have. */
const known = (schema: z.ZodMiniType | undefined, values: object): object =>
  Object.fromEntries(Object.entries(values).filter(([name]) => namesIn(schema).includes(name)));

const accountsIn = (sums: object): number =>
  Object.values(sums).reduce((sum: number, { cards = 0, credits = 0 }) => sum + cards + credits, 0);

/** An exported card has the part of its ledger that is on the page. A row of the books is a sum over the page: only its closing counts. */
const recordsOf = (one: object): object[] =>
  'closing' in one
    ? []
    : 'transactions' in one && Array.isArray(one.transactions) && 'gift_card' in one
      ? [Object(one.gift_card), ...one.transactions]
      : [one];

/** The same for any order of a record's fields. */
const textOf = (record: unknown): string =>
  JSON.stringify(record, (_, value) =>
    value instanceof Object && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

const asCursor = (next: unknown): object | null =>
  typeof next === 'string' ? { after: next } : next && typeof next === 'object' ? next : null;

const ago = (seconds = 61) => new Date(Date.now() - seconds * 1000).toISOString().replace(/\.\d+/, '');

/** Every list of the contract that takes a cursor. A list of all stores is for the operator only. Work that goes on after a cursor shows no records. */
const lists: readonly (readonly [string, List])[] = [
  ...operations
    .filter(({ query }) => namesIn(query).includes('after'))
    .map((operation) => [operation.name, endpoint(operation)] as const),
  ...invocables
    .filter(
      ({ payload, readOnly }) => readOnly && ['store_id', 'after'].every((name) => namesIn(payload).includes(name)),
    )
    .map((invocable) => [invocable.name, listed(invocable)] as const),
];

/** At most so many ids of each kind are tried as cursors. */
const namesOfKind = 8;

/** A card that the shopper has paid with. */
const cardOf = new Map<string, string>();

/** A store credit of the shopper. */
const creditOf = new Map<string, string>();

/** A webhook of the shopper's store. */
const webhookOf = new Map<string, string>();

let mine: { world: World; shopper: Shopper };
/** Where pages of others end, and the ids of all that they have. */
let foreign: readonly object[];
/** Cursors of several parts, which only one list reads. */
let ofParts: Readonly<Record<string, readonly object[]>>;

/** A whole list, a page at a time. */
async function whole(list: List, { world, shopper }: typeof mine) {
  const records: unknown[] = [];
  const cursors: object[] = [];
  let counted = 0;
  for (let next: object | null = {}; next; ) {
    const page: Page | 'refused' = await list(world, shopper, next);
    if (page === 'refused') throw new Error('A cursor of its own is refused');
    records.push(...page.records);
    counted += page.counted;
    if (page.next) cursors.push(page.next);
    next = page.next;
  }
  return { records, counted, cursors };
}

beforeAll(async () => {
  const [world, elsewhere] = [await newWorld(), await newWorld()];
  const [shopper, neighbour, stranger] = [
    await newShopper(world),
    await newShopper(world),
    await newShopper(elsewhere),
  ];
  mine = { world, shopper };
  for (const { id } of [shopper, neighbour, stranger]) {
    const of = id === stranger.id ? elsewhere : world;
    const { data } = await succeeded(invoke(exportCustomer, { store_id: of.store.id, customer_id: id, limit: 100 }));
    const paid = data.find((one) => one.type === 'order');
    creditOf.set(id, data.find(({ type }) => type === 'store_credit')?.id ?? '');
    cardOf.set(id, (paid && 'gift_card_id' in paid && paid.gift_card_id) || '');
  }
  const others = [
    { world, shopper: neighbour },
    { world: elsewhere, shopper: stranger },
  ];
  const pages = await Promise.all(others.flatMap((other) => lists.map(([, list]) => whole(list, other))));
  const texts = [...(await allTextsOf(world.store.id)), ...(await allTextsOf(elsewhere.store.id))];
  const ids = [...new Set(texts.flatMap((text) => text.match(/[a-z]{3}_[0-9a-z]{26}/g) ?? []))];
  const prefixes = new Set(Object.values(resources).map(({ prefix }) => prefix as string));
  const ofKinds = Map.groupBy(ids, (id) => id.slice(0, 3));
  // Some of each kind, from the first to the last.
  const named = [...ofKinds].flatMap(([kind, all]) =>
    prefixes.has(kind) ? all.filter((_, index) => index % Math.ceil(all.length / namesOfKind) === 0) : [],
  );
  const cards = named.filter((id) => id.startsWith('gcd_'));
  foreign = [...pages.flatMap(({ cursors }) => cursors), ...named.map((after) => ({ after }))];
  const transactions = named.filter((id) => id.startsWith('gct_'));
  const orders = named.filter((id) => id.startsWith('ord_'));
  ofParts = {
    [exportCustomer.name]: [
      ...named.flatMap((id) => ['own', 'waitlist', 'orders'].map((part) => ({ after: `${part}.${id}` }))),
      ...orders.flatMap((id) => cards.slice(0, 4).map((card) => ({ after: `orders.${id}.${card}` }))),
    ],
    [exportGiftCards.name]: transactions.flatMap((id) =>
      cards.slice(0, 3).map((after) => ({ after, after_transaction: id })),
    ),
  };
});

describe.each(lists)('%s', (name, list) => {
  test('a list returns nothing of others, with any names in its cursor', async () => {
    // A report shows the state of a minute ago.
    setClock(new Date(Date.now() + 120_000).toISOString());
    const own = await whole(list, mine);
    const ownTexts = new Set(own.records.map(textOf));
    let refused = 0;
    const tried = [...foreign, ...(ofParts[name] ?? [])];
    for (const cursor of tried) {
      const page = await list(mine.world, mine.shopper, cursor);
      if (page === 'refused') {
        refused += 1;
        continue;
      }
      const strange = page.records.filter((one) => !ownTexts.has(textOf(one)));
      expect(strange, JSON.stringify(cursor)).toEqual([]);
      expect(page.counted, JSON.stringify(cursor)).toBeLessThanOrEqual(own.counted);
    }
    expect(own.counted).toBeGreaterThan(0);
    expect(tried.length - refused).toBeGreaterThan(0);
  });
});
