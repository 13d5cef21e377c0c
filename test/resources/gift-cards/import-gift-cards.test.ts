import { expect, test } from 'vitest';
import type { GiftCardTransaction } from '../../../lib/resources/gift-cards/fields.ts';
import { getGiftCardBalance, reportLiability } from '../../../lib/resources/gift-cards/functions.ts';
import { fingerprintsOfCard, keptOfImported } from '../../../lib/resources/gift-cards/imported-code-records.ts';
import * as giftCards from '../../../lib/resources/gift-cards/records.ts';
import { importedGiftCard } from '../../../lib/resources/move-in/fields.ts';
import * as batches from '../../../lib/runtime/batches.ts';
import { storeTable } from '../../../lib/table/client.ts';
import { keys } from '../../../lib/table/keys.ts';
import { watch } from '../../support/aws/aws-calls.ts';
import { allTextsOf, isolateTables } from '../../support/aws/table-contents.ts';
import { withUsualBatches } from '../../support/batches.ts';
import { eventsOfChanges, historyOf } from '../../support/events/truth.ts';
import { invoke } from '../../support/invoke.ts';
import { hold, orderOf, record } from '../../support/world/checkout.ts';
import { newCards, seconds } from '../../support/world/gift-cards.ts';
import { importCards, importedCard, importedWith, keep, otherCode } from '../../support/world/move-in.ts';
import { newWorld, succeeded, type World } from '../../support/world/world.ts';

isolateTables('suite', { stream: true });

const none = { imported: 0, updated: 0, unchanged: 0, refused: [] };
const month = 30 * 86_400;

const balanceOf = ({ store }: World, code: string, fields: object = {}) =>
  invoke(getGiftCardBalance, { store_id: store.id, code, ...fields });

/** A card that has been imported. */
async function newImported(fields: object = {}) {
  const cards = await newCards();
  const said = importedCard(fields);
  expect(await importCards(cards.world, [said])).toEqual({ ...none, imported: 1 });
  const { gift_card_id: id } = await succeeded(balanceOf(cards.world, said.code));
  return { ...cards, said, id };
}

test('a card has what its record says, and entries of the import that add up to its balance', async () => {
  const fields = {
    balance: 1234,
    initial_value: 5000,
    expires_at: '2089-01-01T00:00:00Z',
    message: 'Enjoy!',
    note: 'From the old shop',
    disabled: true,
  };
  const { get, transactions, id, said } = await newImported(fields);

  const { disabled: _, code: __, ...kept } = said as typeof said & typeof fields;
  expect((await get(id)).body).toMatchObject({ ...kept, status: 'disabled', recipient_email: null });
  expect((await get(id)).body.last4).toBe(said.code.slice(-4).toUpperCase());
  const { data } = (await transactions(id)).body;
  const actor = { type: 'system', name: 'import' };
  expect(data.toReversed()).toMatchObject([
    { type: 'issued', amount: 5000, balance: 5000, actor },
    { type: 'adjusted', amount: -3766, balance: 1234, actor },
    { type: 'disabled', amount: 0, balance: 1234, actor },
  ]);
  expect(Date.parse(data[0].created_at)).toBeGreaterThan(Date.now() - 60_000);
});

/** As many items as the import of a card can be. */
const everything = () =>
  importedCard({ initial_value: 5000, disabled: true, recipient_email: `${otherCode()}@example.com` });

test('cards are imported in as few transactions as DynamoDB takes', async () => {
  withUsualBatches();
  const world = await newWorld();
  const said = Array.from({ length: 2 * batches.importedCards.size + 1 }, everything);

  const { result, calls } = await watch(() => importCards(world, said));

  expect(result).toEqual({ ...none, imported: said.length });
  expect(calls.filter(({ command }) => command.startsWith('TransactWrite'))).toHaveLength(3);
  for (const { code, balance } of said) expect(await balanceOf(world, code)).toMatchObject({ balance });
});

test('a card that is refused, changed, there already, or there twice delays none of its transaction', async () => {
  withUsualBatches();
  const world = await newWorld();
  const [there, changed, first, second, twice] = Array.from({ length: 5 }, () => importedCard());
  await succeeded(importCards(world, [there, changed]));

  const sent = [there, { ...changed, balance: 1 }, first, importedCard({ currency: 'JPY' }), second, twice, twice];
  const report = await importCards(world, sent);

  expect(await importCards(world, [there, importedCard()])).toEqual({ ...none, imported: 1, unchanged: 1 });
  expect(report).toMatchObject({ imported: 3, updated: 0, unchanged: 2 });
  expect(report).toMatchObject({
    refused: [
      { index: 1, code: 'DUPLICATE' },
      { index: 3, code: 'INVALID_FIELD' },
    ],
  });
  for (const { code = '', balance } of [first, second, twice].flatMap((each) => each ?? []))
    expect(await balanceOf(world, code)).toMatchObject({ balance });
});

test('a card that a later export changes counts as updated, also beside a new card', async () => {
  withUsualBatches();
  const world = await newWorld();
  const card = importedCard({ exported_at: '2025-04-01T00:00:00Z' });
  await succeeded(importCards(world, [card]));

  const later = { ...card, balance: 1, exported_at: '2025-05-01T00:00:00Z' };
  const report = await importCards(world, [later, importedCard()], { update: true });

  expect(report).toEqual({ ...none, imported: 1, updated: 1 });
});

test('a card without an initial value was issued with its balance, and one without a balance needs one', async () => {
  const { world, get, id } = await newImported({ balance: 700 });

  expect((await get(id)).body).toMatchObject({ initial_value: 700, balance: 700 });
  expect(await importCards(world, [importedCard({ balance: 0 })])).toEqual({
    ...none,
    refused: [{ index: 0, code: 'MISSING_FIELD', message: 'initial_value is required' }],
  });
  expect(await importCards(world, [importedCard({ balance: 0, initial_value: 500 })])).toMatchObject({ imported: 1 });
});

test('a code is found however it is typed, and no part of the table holds it', async () => {
  const code = `ab c-${otherCode()}`;
  const { world, id } = await newImported({ code });
  const plain = code.replace(/[ -]/g, '');

  for (const typed of [code, plain, plain.toUpperCase(), ` ${plain.slice(0, 3)}-${plain.slice(3)} `]) {
    expect(await balanceOf(world, typed)).toMatchObject({ gift_card_id: id, balance: 2500 });
  }
  expect(await balanceOf(world, plain.slice(0, -1))).toMatchObject({ errorType: 'NOT_FOUND' });
  const stored = (await allTextsOf(world.store.id)).join().toUpperCase();
  expect(stored).not.toContain(plain.toUpperCase());
  // Nor a hash that can be tried out without the key.
  expect(stored).not.toContain(giftCards.hashCode(code).toUpperCase());
});

test('a checkout holds and spends an imported card, also one with a code like those of the service', async () => {
  for (const code of [otherCode(), 'ABCDEFGHJKLMNPQRSTUVWXYZ2345']) {
    const { world, get, id } = await newImported({ code });
    expect(await hold(world, code, { amount: 1000 })).toMatchObject({ gift_card_id: id, held: 1000, remainder: 0 });

    const lines = [{ ...orderOf(world).lines[0], quantity: 1, unit_price: 1000, tax: 0 }];
    expect(await record(world, orderOf(world, { checkout_id: 'checkout', lines }))).not.toHaveProperty('errorType');
    expect((await get(id)).body).toMatchObject({ balance: 1500 });
  }
});

test.each([
  ['code', { code: 'SHORT-1' }, 'code must have 8 to 40 letters and digits'],
  ['code', { code: 'A'.repeat(41) }, 'code must have 8 to 40 letters and digits'],
  ['code', { code: 'ſecretcode1' }, 'code must have 8 to 40 letters and digits'],
  ['currency', { currency: 'EUR' }, 'currency must be that of the store, USD'],
  ['balance', { balance: -1 }, 'balance must be between 0 and 10000000'],
  ['balance', { balance: 12.5 }, 'balance must be an integer'],
  ['initial_value', { initial_value: 10_000_001 }, 'initial_value must be between 1 and 10000000'],
  ['created_at', { created_at: '2089-01-01T00:00:00Z' }, 'created_at must be in the past'],
  ['exported_at', { exported_at: '2089-01-01T00:00:00Z' }, 'exported_at must be in the past'],
  ['recipient_email', { recipient_email: 'nobody' }, 'recipient_email must be an email address'],
])('a record with a wrong %s is refused by its index, and does not delay the others', async (_, wrong, message) => {
  const { world } = await newCards();
  const [first, last] = [importedCard(), importedCard()];

  expect(await importCards(world, [first, importedCard(wrong), last])).toEqual({
    ...none,
    imported: 2,
    refused: [{ index: 1, code: 'INVALID_FIELD', message }],
  });
  expect(await balanceOf(world, last.code)).toMatchObject({ balance: 2500 });
});

test('a value that is not a record is refused, and so are 0 or 101 records', async () => {
  const { world } = await newCards();

  expect(await importCards(world, [[], importedCard()])).toMatchObject({
    imported: 1,
    refused: [{ index: 0, code: 'INVALID_FIELD', message: 'A record must be an object' }],
  });
  for (const records of [[], Array.from({ length: 101 }, () => importedCard())]) {
    expect(await importCards(world, records)).toMatchObject({ errorMessage: 'records must be 1 to 100' });
  }
});

test('the same record is unchanged, after any changes since, and twice in one call', async () => {
  const { world, said, id, adjust, replaceCode, disable } = await newImported();
  await adjust(id, { amount: -500 });
  expect(await importCards(world, [said])).toEqual({ ...none, unchanged: 1 });

  await replaceCode(id);
  await disable(id);
  expect(await importCards(world, [said, { ...said, code: ` ${said.code.toUpperCase()}` }])).toEqual({
    ...none,
    unchanged: 2,
  });
  expect(await balanceOf(world, said.code)).toMatchObject({ errorType: 'NOT_FOUND' });
  const twice = importedCard();
  expect(await importCards(world, [twice, twice])).toEqual({ ...none, imported: 1, unchanged: 1 });
});

test('a record with its defaults written out is the one without them, also in what earlier versions kept', async () => {
  const { world, said } = await newImported();
  const written = { ...said, initial_value: said.balance, disabled: false, note: null };
  expect(await importCards(world, [written])).toEqual({ ...none, unchanged: 1 });
  expect(await importCards(world, [{ ...written, disabled: true }])).toMatchObject({
    refused: [{ code: 'DUPLICATE' }],
  });

  // Earlier versions kept the fingerprint of a record as it was given.
  const given = importedGiftCard.parse(written);
  const { hash } = await keptOfImported(given.code);
  const [, asItIs] = await fingerprintsOfCard(given);
  await keep(keys.importedCard(world.store.id, hash), 'fingerprints', [asItIs]);
  expect(await importCards(world, [written])).toEqual({ ...none, unchanged: 1 });
});

test('another record of a code is DUPLICATE with both balances, also in one call, and never with the code', async () => {
  const { world, said } = await newImported();
  const other = { ...said, balance: 2499 };
  const message =
    'A gift card with this code was imported from another record: its balance is 2500, the record says 2499';

  expect(await importCards(world, [other])).toEqual({
    ...none,
    refused: [{ index: 0, code: 'DUPLICATE', message }],
  });
  const fresh = importedCard();
  const report = await importCards(world, [fresh, { ...fresh, note: 'Another' }]);
  expect(report).toMatchObject({ imported: 1, refused: [{ index: 1, code: 'DUPLICATE' }] });
  expect(JSON.stringify(report)).not.toContain(fresh.code.slice(-4));
});

test('a code of a card that the service issued is DUPLICATE, as it is and as buyers type it', async () => {
  const { world, issue } = await newCards();
  const { code } = (await issue({ value: 100 })).body;

  for (const typed of [code, code.toLowerCase().replaceAll('-', '')]) {
    expect(await importCards(world, [importedCard({ code: typed })])).toMatchObject({
      refused: [{ code: 'DUPLICATE' }],
    });
  }
});

test('with update, a later export adjusts the balance of a card that was spent elsewhere, once', async () => {
  const { world, said, id, get, transactions } = await newImported({ exported_at: seconds(-month) });
  const later = { ...said, balance: 900, exported_at: seconds(-60) };

  expect(await importCards(world, [later])).toMatchObject({ refused: [{ code: 'DUPLICATE' }] });
  expect(await importCards(world, [later], { update: true })).toEqual({ ...none, updated: 1 });
  expect(await importCards(world, [later], { update: true })).toEqual({ ...none, unchanged: 1 });
  expect(await importCards(world, [said], { update: true })).toEqual({ ...none, unchanged: 1 });

  expect((await get(id)).body.balance).toBe(900);
  expect((await transactions(id)).body.data).toMatchObject([
    { type: 'adjusted', amount: -1600, balance: 900, actor: { type: 'system', name: 'import' } },
    { type: 'issued', amount: 2500 },
  ]);
  const again = { ...said, balance: 2500, exported_at: seconds(-30) };
  expect(await importCards(world, [again], { update: true })).toEqual({ ...none, updated: 1 });
  expect((await get(id)).body.balance).toBe(2500);
});

test('with update, a later export that says the same changes nothing, and an earlier one is DUPLICATE', async () => {
  const { world, said, id, transactions } = await newImported({ exported_at: seconds(-month) });
  const same = { ...said, exported_at: seconds(-60) };

  expect(await importCards(world, [same], { update: true })).toEqual({ ...none, unchanged: 1 });
  for (const exported_at of [seconds(-2 * month), seconds(-90), null]) {
    const earlier = { ...said, balance: 1, exported_at };
    expect(await importCards(world, [earlier], { update: true })).toMatchObject({ refused: [{ code: 'DUPLICATE' }] });
  }
  expect((await transactions(id)).body.data).toHaveLength(1);
});

test('with update, a card that was held, spent or changed here is DUPLICATE and stays as it is', async () => {
  const exported_at = seconds(-month);
  const changes: ((card: Awaited<ReturnType<typeof newImported>>) => Promise<unknown>)[] = [
    ({ world, said }) => hold(world, said.code),
    ({ adjust, id }) => adjust(id, { amount: 1 }),
    ({ disable, id }) => disable(id),
  ];
  for (const change of changes) {
    const card = await newImported({ exported_at });
    await change(card);
    const { balance } = (await card.get(card.id)).body;
    const later = { ...card.said, balance: 7, exported_at: seconds(-60) };

    const { refused } = await importCards(card.world, [later], { update: true });
    expect(refused).toMatchObject([{ code: 'DUPLICATE', message: expect.stringContaining(`is ${balance}, `) }]);
    expect((await card.get(card.id)).body.balance).toBe(balance);
  }
});

test('a card that has expired is imported as expired, and is in lists where its creation places it', async () => {
  const { world, list, issue } = await newCards();
  const own = (await issue({ value: 100 })).body.id;
  const old = importedCard({ expires_at: '2026-01-01T00:00:00Z', created_at: '2020-01-01T00:00:00Z' });
  const older = importedCard({ created_at: '2019-01-01T00:00:00Z' });
  expect(await importCards(world, [old, older])).toMatchObject({ imported: 2 });
  const [oldId, olderId] = [
    (await balanceOf(world, old.code)).gift_card_id,
    (await balanceOf(world, older.code)).gift_card_id,
  ];

  expect((await list()).body.data.map(({ id }: { id: string }) => id)).toEqual([own, oldId, olderId]);
  expect(await balanceOf(world, old.code)).toMatchObject({ status: 'expired', available: 0 });
  const page = await invoke(reportLiability, { store_id: world.store.id, at: seconds(-60) });
  expect(page.statuses?.active).toEqual({ cards: 0, balance: 0 });
});

test.each([
  ['a card with its whole value', {}, ['issued'], [2500]],
  ['a card that was spent from', { initial_value: 5000 }, ['issued', 'adjusted'], [5000, -2500]],
  ['a disabled card', { disabled: true }, ['issued', 'disabled'], [2500, 0]],
  [
    'a disabled card that was spent from',
    { initial_value: 5000, disabled: true },
    ['issued', 'adjusted', 'disabled'],
    [5000, -2500, 0],
  ],
])('%s has an event for each entry of its import, and later ones follow', async (_, fields, types, amounts) => {
  const { id, transactions, adjust } = await newImported({ ...fields, exported_at: seconds(-month) });
  await adjust(id, { amount: 700 });
  const { data } = (await transactions(id)).body;

  const { changes } = await historyOf(storeTable());
  const events = eventsOfChanges(changes).filter(({ object }) => object.id === id);
  expect(events.map(({ type }) => type)).toEqual([...types, 'adjusted'].map((type) => `gift_card.${type}`));
  expect(events.map(({ sequence }) => sequence)).toEqual([...types, 'adjusted'].map((_, index) => index + 1));
  expect(new Set(events.map((event) => event.id)).size).toBe(events.length);
  expect(events.map((event) => (event.data as { amount: number }).amount)).toEqual([...amounts, 700]);
  expect(events.map((event) => event.data)).toEqual(
    data.toReversed().map(({ id: transaction_id, amount, balance, order_id }: GiftCardTransaction) => ({
      transaction_id,
      amount,
      balance,
      order_id,
    })),
  );
});

test('the old code shows what imports put on a card, after any spending since and with any new code', async () => {
  const { world, id, said, adjust, replaceCode } = await newImported({
    initial_value: 5000,
    exported_at: seconds(-month),
  });
  const later = { ...said, balance: 2000, exported_at: seconds(-60) };
  await succeeded(importCards(world, [later], { update: true }));
  for (let spent = 1; spent <= 10; spent += 1) await adjust(id, { amount: -spent });
  await replaceCode(id);

  const sum = { gift_card_id: id, imported: 2000 };
  expect(await importedWith(world, said.code, otherCode(), said.code.toLowerCase())).toEqual({
    data: [sum, null, sum],
  });
});
