import { beforeAll, describe, expect, test } from 'vitest';
import { importRecords } from '../../../lib/resources/catalog/functions.ts';
import { deleteCustomer } from '../../../lib/resources/customers/functions.ts';
import { replaceGiftCardCode } from '../../../lib/resources/gift-cards/operations.ts';
import { search } from '../../../lib/resources/search/operations.ts';
import { createStoreCredit } from '../../../lib/resources/store-credits/operations.ts';
import { createApiKey } from '../../../lib/resources/stores/functions.ts';
import { limits } from '../../../lib/schema/limits.ts';
import { requestTable, storeTable } from '../../../lib/table/client.ts';
import { watch } from '../../support/aws/aws-calls.ts';
import { itemsOf } from '../../support/aws/table-contents.ts';
import { call } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { lineOf, orderOf, record } from '../../support/world/checkout.ts';
import { setClock } from '../../support/world/clock.ts';
import { issued, seconds } from '../../support/world/gift-cards.ts';
import { importCards, importedCard, otherCode } from '../../support/world/move-in.ts';
import { keepLog } from '../../support/world/person.ts';
import { newReview } from '../../support/world/reviews.ts';
import { newCustomer, newProduct, newWorld, succeeded, type World } from '../../support/world/world.ts';

const ask = (key: string, query: string, idempotencyKey?: string) =>
  call(search, { body: { query }, key, idempotencyKey });

interface Found {
  type: string;
  id: string;
  title: string;
  detail: string;
}

async function find({ read }: World, query: string): Promise<Found[]> {
  const { status, body } = await ask(read, query);
  expect({ status, has_more: body.has_more }).toEqual({ status: 200, has_more: false });
  return body.data;
}

const idsFor = async (world: World, query: string) => (await find(world, query)).map(({ id }) => id);

const importOf = ({ store }: World, records: object) =>
  succeeded(invoke(importRecords, { store_id: store.id, ...records }));

describe('a search', () => {
  let world: World;
  const mary = newCustomer({ first_name: 'Mary', last_name: 'van der Straße', email: 'Mary@example.org' });
  const marie = newCustomer({ first_name: 'Marie', last_name: 'Vance', email: 'marie@example.org' });
  const vanilla = newProduct({ name: 'Vanilla Tea 2026' });
  const gift = { value: 5000, recipient_email: 'mary@EXAMPLE.org' };
  let card: { id: string; code: string; last4: string };
  let order: { id: string };

  beforeAll(async () => {
    world = await newWorld();
    await importOf(world, { customers: [mary, marie], products: [vanilla] });
    card = await issued(world, gift);
    order = await succeeded(
      record(world, orderOf(world, { customer_id: mary.id, lines: [lineOf(vanilla, { unit_price: 700 })] })),
    );
  });

  test.each([
    ['van', ['mary', 'marie', 'vanilla']],
    ['VAN DER STRASSE', ['mary']],
    ['mary van', ['mary']],
    ['  mArY   vAn der ', ['mary']],
    ['mar', ['marie', 'mary']],
    ['straße', []],
    ['illa', []],
    ['vanilla tea', ['vanilla']],
    ['vanilla tea 2026', ['vanilla']],
    ['vanilla tea 2026x', []],
    ['   ', []],
    ['van#', []],
  ])('for %j finds the names that start like this', async (query, expected) => {
    const ids = { mary: mary.id, marie: marie.id, vanilla: vanilla.id };
    const found = await idsFor(world, query);
    expect(found.toSorted()).toEqual(expected.map((name) => ids[name as keyof typeof ids]).toSorted());
  });

  test('lists an exact name first', async () => {
    const vans = newCustomer({ first_name: '', last_name: 'Van' });
    const other = await newWorld();
    const namesakes = Array.from({ length: 31 }, (_, number) =>
      newCustomer({ first_name: `Van ${number}`, last_name: `Van ${number}` }),
    );
    await importOf(other, { customers: [...namesakes, marie, mary, vans], products: [vanilla] });

    expect((await idsFor(other, 'van'))[0]).toBe(vans.id);
    expect((await find(other, 'vance'))[0]).toEqual({
      ...{ type: 'customer', id: marie.id },
      ...{ title: 'Marie Vance', detail: 'marie@example.org' },
    });
  });

  test('for an email address finds its customers, the gift cards emailed to it, and the newest orders of the customers', async () => {
    for (const query of ['mary@example.org', ' MARY@EXAMPLE.ORG ']) {
      expect((await find(world, query)).map(({ type, id }) => [type, id])).toEqual([
        ['customer', mary.id],
        ['order', order.id],
        ['gift_card', card.id],
      ]);
    }
    expect(await find(world, 'ary@example.org')).toEqual([]);
    expect(await find(await newWorld(), 'mary@example.org')).toEqual([]);
  });

  test('for an email address finds at most ten orders, the newest, and at most 30 results', async () => {
    const other = await newWorld();
    await importOf(other, { customers: [mary], products: [vanilla] });
    const orders: string[] = [];
    for (let hour = 0; hour < 12; hour += 1) {
      setClock(`2026-03-01T${String(hour).padStart(2, '0')}:00:00Z`);
      const { id } = await succeeded(
        record(other, orderOf(other, { customer_id: mary.id, lines: [lineOf(vanilla, { unit_price: 700 })] })),
      );
      orders.push(id);
    }
    for (let number = 0; number < 25; number += 1) await issued(other, gift);
    const found = await find(other, mary.email);

    expect(found).toHaveLength(limits.searchResults);
    expect(found[0]?.id).toBe(mary.id);
    expect(found.filter(({ type }) => type === 'order').map(({ id }) => id)).toEqual(orders.toReversed().slice(0, 10));
  });

  test('for an email address of many customers finds ten of them, and the newest orders of all', async () => {
    const other = await newWorld();
    const email = 'guests@example.org';
    const guests = Array.from({ length: 12 }, () => newCustomer({ email }));
    await importOf(other, { customers: guests, products: [vanilla] });
    const orders: string[] = [];
    for (const { id: customer_id } of guests) {
      const lines = [lineOf(vanilla, { unit_price: 700 })];
      setClock(`2026-03-01T${String(orders.length).padStart(2, '0')}:00:00Z`);
      orders.push((await succeeded(record(other, orderOf(other, { customer_id, lines })))).id);
    }
    const found = await find(other, email);
    const ids = (type: string) => found.flatMap((each) => (each.type === type ? [each.id] : []));

    expect(ids('customer')).toEqual(
      guests
        .map(({ id }) => id)
        .toSorted()
        .toReversed()
        .slice(0, 10),
    );
    expect(ids('order')).toEqual(orders.toReversed().slice(0, 10));
  });

  test('finds a name in either spelling of its accents', async () => {
    const other = await newWorld();
    const [composed, decomposed] = ['é', 'e\u0301'];
    const [rene, helene] = [
      newCustomer({ first_name: '', last_name: `Ren${composed} Coty` }),
      newCustomer({ first_name: '', last_name: `H${decomposed}l${decomposed}ne` }),
    ];
    const cafe = newProduct({ name: `CAFE\u0301 cr${composed}me` });
    await importOf(other, { customers: [rene, helene], products: [cafe] });

    for (const accent of [composed, decomposed]) {
      expect(await idsFor(other, `ren${accent} c`)).toEqual([rene.id]);
      expect(await idsFor(other, `h${accent}l${accent}n`)).toEqual([helene.id]);
      expect(await idsFor(other, `caf${accent} cr${accent}me`)).toEqual([cafe.id]);
    }
  });

  test('for a public id finds its record', async () => {
    const { write: key, customers } = world;
    const body = { value: 1200, reason: 'goodwill' };
    const credit = (await call(createStoreCredit, { path: { id: customers[0].id }, body, key })).body;
    const review = await newReview(world, world.customers[1], world.products[0]);

    expect(await find(world, mary.id)).toMatchObject([
      { type: 'customer', title: 'Mary van der Straße', detail: mary.email },
    ]);
    expect(await find(world, vanilla.id)).toMatchObject([
      { type: 'product', title: vanilla.name, detail: 'active, 1 variant' },
    ]);
    expect(await find(world, order.id)).toMatchObject([{ type: 'order', id: order.id }]);
    expect(await find(world, card.id)).toMatchObject([
      { type: 'gift_card', id: card.id, title: card.last4, detail: 'active, 50.00 USD' },
    ]);
    expect(await find(world, String(review.id))).toMatchObject([
      { type: 'review', title: 'Pours well', detail: 'published, 4 stars' },
    ]);
    expect(await find(world, credit.id)).toMatchObject([
      { type: 'store_credit', title: 'goodwill', detail: `active, 12.00 USD, ${customers[0].id}` },
    ]);
    for (const id of ['cus_nobody', 'pro_none', 'ord_none', 'gcd_none', 'rev_none', 'scr_none', 'sit_none']) {
      expect(await find(world, id)).toEqual([]);
    }
  });

  test('for a code in any spelling finds its gift card, and no other', async () => {
    const code = otherCode();
    await importCards(world, [importedCard({ code })]);

    expect(await idsFor(world, card.code)).toEqual([card.id]);
    expect(await idsFor(world, card.code.replaceAll('-', '').toLowerCase())).toEqual([card.id]);
    expect(await find(world, code.toLowerCase())).toMatchObject([
      { type: 'gift_card', title: code.slice(-4).toUpperCase() },
    ]);
    expect(
      await find(
        world,
        card.code.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      ),
    ).toEqual([]);
  });

  test('for four characters finds the gift cards with such a code, the newest first', async () => {
    const other = await newWorld();
    const codes = ['AAAABBBB1Z9Q', 'CCCCDDDD1Z9Q', 'EEEEFFFF1Z9R'];
    await importCards(
      other,
      codes.map((code, index) => importedCard({ code, created_at: `2025-01-0${index + 1}T00:00:00Z` })),
    );
    const found = await find(other, '1z9q');

    expect(found.map(({ title }) => title)).toEqual(['1Z9Q', '1Z9Q']);
    expect(found.map(({ id }) => id)).toEqual([
      ...(await idsFor(other, codes[1] ?? '')),
      ...(await idsFor(other, codes[0] ?? '')),
    ]);
  });

  test('takes two round trips, and repeats nothing for an idempotency key', async () => {
    for (const query of [mary.email, card.code, 'van', mary.id, card.last4, 'nothing', otherCode()]) {
      await ask(world.read, query);
      const { result, roundTrips } = await watch(() => ask(world.read, query, 'a key'));
      expect(result.headers['x-idempotency-replayed']).toBe('false');
      expect(roundTrips, query).toBeGreaterThan(0);
      expect(roundTrips, query).toBeLessThanOrEqual(2);
    }
    const refused = await ask(world.read, 'van', 'k'.repeat(256));
    expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID_FIELD' } });
  });

  test('returns only types of the areas of its key', async () => {
    const keyOf = async (...areas: string[]) => {
      const made = { store_id: world.store.id, name: areas.join(), permission: 'Read', areas };
      return (await succeeded(invoke(createApiKey, made))).api_key;
    };
    const typesFor = async (key: string, query: string) =>
      (await ask(key, query)).body.data.map(({ type }: Found) => type);

    expect(await typesFor(await keyOf('customers'), mary.email)).toEqual(['customer']);
    expect(await typesFor(await keyOf('gift_cards'), mary.email)).toEqual(['order', 'gift_card']);
    expect(await typesFor(await keyOf('reviews'), 'van')).toEqual(['product']);
    expect(await typesFor(await keyOf('reviews'), card.code)).toEqual([]);
    expect(await typesFor(await keyOf('waitlist'), card.last4)).toEqual([]);
  });
});

describe('what changes is found as it is now', () => {
  test('a customer with another name and address, and a product with another name', async () => {
    const world = await newWorld();
    const [person, product] = [
      newCustomer({ first_name: 'Ida', last_name: 'Rhodes' }),
      newProduct({ name: 'Samovar' }),
    ];
    await importOf(world, { customers: [person], products: [product] });
    const next = { ...person, last_name: 'Hadassah', email: 'ida@example.net' };
    await importOf(world, { customers: [next], products: [{ ...product, name: 'Kettle' }] });

    for (const query of ['rhodes', 'ida rhodes', person.email, 'samovar']) expect(await find(world, query)).toEqual([]);
    for (const query of ['hada', 'ida h', next.email]) expect(await idsFor(world, query)).toEqual([person.id]);
    expect(await idsFor(world, 'kett')).toEqual([product.id]);
    expect((await searchItemsOf(world)).filter(({ id }) => id === person.id)).toHaveLength(3);
  });

  test('a deleted customer is not found, not even by the first commit of a deletion, and nothing of the search is left', async () => {
    const world = await newWorld();
    const person = newCustomer({ first_name: 'Ida', last_name: 'Rhodes' });
    await importOf(world, { customers: [person] });
    await succeeded(invoke(deleteCustomer, { store_id: world.store.id, customer_id: person.id }));

    for (const query of ['rhodes', 'ida rhodes', person.email, person.id]) expect(await find(world, query)).toEqual([]);
    expect((await searchItemsOf(world)).filter(({ id }) => id === person.id)).toEqual([]);
  });

  test('a card with another code is found by the new one and by its new recipient', async () => {
    const world = await newWorld();
    const { id, code, last4 } = await issued(world, { value: 500, recipient_email: 'first@example.org' });
    const body = { recipient_email: 'second@example.org' };
    const next = (await call(replaceGiftCardCode, { path: { gift_card_id: id }, body, key: world.write })).body;

    for (const query of [code, 'first@example.org']) expect(await find(world, query)).toEqual([]);
    if (last4 !== next.last4) expect(await find(world, last4)).toEqual([]);
    for (const query of [next.code, next.last4, 'second@example.org']) expect(await idsFor(world, query)).toEqual([id]);
  });

  test('a bought card is found by its recipient until its buyer is deleted', async () => {
    const world = await newWorld();
    const [buyer] = world.customers;
    const line = lineOf(world.products[2], { quantity: 20, unit_price: 900, recipient_email: 'godchild@example.org' });
    await succeeded(record(world, orderOf(world, { lines: [line] })));
    expect(await find(world, 'godchild@example.org')).toHaveLength(20);

    await succeeded(invoke(deleteCustomer, { store_id: world.store.id, customer_id: buyer.id }));
    expect(await find(world, 'godchild@example.org')).toEqual([]);
  });
});

/** The items by which a search finds records. */
const searchItemsOf = async ({ store }: World) =>
  (await itemsOf(storeTable(), store.id)).filter(({ pk }) => /#(?:NAMED|ADDRESSED)#/.test(pk));

describe('unknown codes', () => {
  const { ofKey, seconds: hour } = limits.unknownCodes;
  const refused = {
    status: 429,
    body: { code: 'RATE_LIMIT_EXCEEDED', error: 'Too many unknown codes; try again in an hour' },
  };

  test(`of ${ofKey + 1} of one key, the last is refused; a known code too, and nothing else, until the hour is over`, async () => {
    const world = await newWorld();
    const { id, code, last4 } = await issued(world, { value: 500, recipient_email: 'friend@example.org' });
    const letters = 'QWERTZUIOPAS';
    await importCards(world, [importedCard({ code: letters })]);
    const kettle = newProduct({ name: 'Kettle 1500 W' });
    await importOf(world, { products: [kettle] });
    const answers = await Promise.all(Array.from({ length: ofKey }, () => ask(world.read, `${otherCode()}7`)));
    expect(answers.filter(({ status, body }) => status === 200 && body.data.length === 0)).toHaveLength(ofKey);

    expect(await ask(world.read, `${otherCode()}7`)).toMatchObject(refused);
    const again = await ask(world.read, code);
    expect(again).toMatchObject(refused);
    expect(Number(again.headers['retry-after'])).toBeGreaterThan(hour - 60);
    // A code without a digit is looked up as a name only.
    expect(await find(world, letters)).toEqual([]);
    for (const query of ['friend@example.org', last4, id]) expect(await idsFor(world, query)).toEqual([id]);
    expect(await idsFor(world, 'Lovelace')).toEqual([world.customers[0].id]);
    expect(await idsFor(world, 'Kettle 1500')).toEqual([kettle.id]);
    // Other keys are not affected.
    expect((await ask(world.write, code)).body.data[0].id).toBe(id);

    setClock(seconds(hour + 10));
    expect(await idsFor(world, code)).toEqual([id]);
  });

  test('of twice as many at once, no more are looked up', { tags: 'long' }, async () => {
    const world = await newWorld();
    const { code } = await issued(world, { value: 500 });
    const answers = await Promise.all([
      ...Array.from({ length: 2 * ofKey }, () => ask(world.read, `${otherCode()}7`)),
      ask(world.read, code),
    ]);
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(ofKey);
  });

  test('are only queries with a digit that find nothing', async () => {
    const world = await newWorld();
    const { code } = await issued(world, { value: 500 });
    await importOf(world, { products: [newProduct({ name: 'Kettle 1500 W' })] });
    for (const query of [code, 'kettle 1500', 'Montgomery', 'nobody1@example.org', 'ord_unknown1', '1234', '12 34']) {
      await ask(world.read, query);
    }
    const counts = async () =>
      (await itemsOf(requestTable(), world.store.id)).filter(({ pk }) => pk.includes('#GUESSES#'));
    expect(await counts()).toEqual([]);

    await ask(world.read, 'montgomery1');
    expect(await counts()).toMatchObject([{ guesses: 1 }]);
  });

  test('of a key without the area of gift cards are neither counted nor refused', { tags: 'long' }, async () => {
    const world = await newWorld();
    const made = { store_id: world.store.id, name: 'Reviews', permission: 'Read', areas: ['reviews'] };
    const { api_key } = await succeeded(invoke(createApiKey, made));
    for (let number = 0; number < ofKey + 2; number += 1) {
      expect((await ask(api_key, `${otherCode()}7`)).status).toBe(200);
    }
  });
});

test('no code and no address is in a log, a reply or an item of the search', async () => {
  const log = keepLog();
  const world = await newWorld();
  const person = newCustomer({ email: 'quentin.quill@example.org' });
  await importOf(world, { customers: [person] });
  const { code } = await issued(world, { value: 500, recipient_email: person.email });
  const short = 'K7K7K7K7K7K7';
  await importCards(world, [importedCard({ code: short })]);
  const unknown = 'Z8Z8-Z8Z8-Z8Z8';
  const answers = await Promise.all([code, short, unknown].map((query) => ask(world.read, query)));
  await ask(world.read, person.email);

  const texts = [
    ...log.map(({ text }) => text),
    ...answers.map(({ headers, body }) => JSON.stringify([headers, body])),
    ...(await itemsOf(storeTable(), world.store.id))
      .filter(({ sk }) => sk === 'CODE')
      .map((item) => JSON.stringify(item)),
    ...(await searchItemsOf(world)).map((item) => JSON.stringify(item)),
    ...(await itemsOf(requestTable(), world.store.id)).map((item) => JSON.stringify(item)),
  ];
  const plain = texts.join('\n').toUpperCase().replaceAll('-', '');
  for (const secret of [code, short, unknown, person.email]) {
    expect(plain).not.toContain(secret.toUpperCase().replaceAll('-', ''));
  }
  expect(texts.length).toBeGreaterThan(10);
});

test('a search that its key may not make counts no code', async () => {
  const world = await newWorld();
  const made = { store_id: world.store.id, name: 'Shop', permission: 'Storefront' };
  const { api_key } = await succeeded(invoke(createApiKey, made));

  expect(await ask(api_key, otherCode())).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  expect((await itemsOf(requestTable(), world.store.id)).filter(({ pk }) => pk.includes('#GUESSES#'))).toEqual([]);
});
