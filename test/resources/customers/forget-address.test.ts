/** Gift cards forget an address that they were emailed to, regardless of their issuer. */
import { expect, test } from 'vitest';
import { deleteCustomer, forgetAddress } from '../../../lib/resources/customers/functions.ts';
import { getGiftCard, issueGiftCard, replaceGiftCardCode } from '../../../lib/resources/gift-cards/operations.ts';
import { search } from '../../../lib/resources/search/operations.ts';
import { storeTable } from '../../../lib/table/client.ts';
import { sweepGiftCards } from '../../../lib/work/sweep-gift-cards.ts';
import { watch } from '../../support/aws/aws-calls.ts';
import { entitiesOf, isolateTables, itemsOf } from '../../support/aws/table-contents.ts';
import { resize } from '../../support/batches.ts';
import { call } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { lineOf, orderOf, record } from '../../support/world/checkout.ts';
import { setClock } from '../../support/world/clock.ts';
import { issued, seconds } from '../../support/world/gift-cards.ts';
import { importCards, importedCard } from '../../support/world/move-in.ts';
import { newWorld, succeeded, type World } from '../../support/world/world.ts';

isolateTables('test');

const email = 'Milada@Example.com';

const forget = ({ store }: World, address = email) => invoke(forgetAddress, { store_id: store.id, email: address });

const gift = { recipient_email: 'milada@example.com', message: 'For Milada' };

/** Cards to the address that staff issued, an order bought and an import brought. */
async function cardsOf(world: World) {
  const { id } = await issued(world, { value: 500, ...gift });
  await importCards(world, [importedCard(gift)]);
  const lines = [lineOf(world.products[2], { quantity: 3, unit_price: 600, ...gift })];
  await succeeded(record(world, orderOf(world, { lines })));
  return id;
}

const cardsIn = async ({ store }: World) =>
  (await itemsOf(storeTable(), store.id)).filter(({ sk }) => sk === 'GIFTCARD');

test('every card that was emailed to an address forgets it and its message, from any issuer', {
  tags: 'long',
}, async () => {
  const world = await newWorld();
  const id = await cardsOf(world);
  const [other, elsewhere] = [
    await issued(world, { value: 500, ...gift, recipient_email: 'zdenka@example.com' }),
    await newWorld(),
  ];
  await issued(elsewhere, { value: 500, ...gift });
  const read = async () => (await call(getGiftCard, { path: { gift_card_id: id }, key: world.read })).body;
  const before = await read();

  expect(await forget(world)).toEqual({ forgotten: 5 });

  const forgotten = (await cardsIn(world)).filter((card) => card.id !== other.id);
  expect(forgotten.map(({ recipient_email, message }) => [recipient_email, message])).toEqual(
    forgotten.map(() => [null, null]),
  );
  expect(await read()).toEqual({ ...before, recipient_email: null, message: null, updated_at: expect.any(String) });
  expect((await cardsIn(world)).find((card) => card.id === other.id)).toMatchObject({ message: 'For Milada' });
  expect(await cardsIn(elsewhere)).toMatchObject([gift]);
  expect(await forget(world)).toEqual({ forgotten: 0 });
});

test('a card with a code replaced for the address forgets it, and a card of today does too after a second call', async () => {
  const world = await newWorld();
  const { id } = await issued(world);
  const path = { gift_card_id: id };
  await call(replaceGiftCardCode, { path, body: { recipient_email: email }, key: world.write });
  expect(await forget(world, 'MILADA@example.com')).toEqual({ forgotten: 1 });

  await call(issueGiftCard, { body: { value: 500, ...gift }, key: world.write });
  expect(await forget(world)).toEqual({ forgotten: 1 });
});

test('with a deletion of the customer nothing of the address is left on a card', async () => {
  const world = await newWorld();
  const [ada] = world.customers;
  await issued(world, { value: 500, recipient_email: ada.email, message: 'For Ada' });
  await succeeded(invoke(deleteCustomer, { store_id: world.store.id, customer_id: ada.id }));

  expect(await forget(world, ada.email)).toEqual({ forgotten: 1 });
  expect(JSON.stringify(await cardsIn(world))).not.toContain(ada.email);
});

test('a search finds no gift card by a forgotten address, and nothing of the search is left', async () => {
  const world = await newWorld();
  const { id, code } = await issued(world, { value: 500, recipient_email: 'milada@example.net' });
  const found = async (query: string) =>
    (await call(search, { body: { query }, key: world.read })).body.data.map((each: { id: string }) => each.id);
  expect(await found('milada@example.net')).toEqual([id]);
  expect(await forget(world, 'MILADA@example.net')).toEqual({ forgotten: 1 });

  expect(await found('milada@example.net')).toEqual([]);
  expect(await found(code)).toEqual([id]);
  const left = (await entitiesOf(world.store.id)).filter(({ pk, sk }) => pk.includes('#ADDRESSED#') && sk === id);
  expect(left).toEqual([]);
});

test('a card that was bought for a day is not emailed once its recipient is forgotten', async () => {
  const world = await newWorld();
  const lines = [lineOf(world.products[2], { unit_price: 600, ...gift, send_at: seconds(86_400) })];
  await succeeded(record(world, orderOf(world, { lines })));
  expect(await forget(world)).toEqual({ forgotten: 1 });

  setClock(seconds(86_410));
  await sweepGiftCards();
  const [card] = await cardsIn(world);
  expect(card).toMatchObject({ recipient_email: null, version: 3 });
  expect(card).not.toHaveProperty('unsent_code_hash');
});

test('an interrupted walk starts again after an hour: it would miss the cards that were issued since', {
  tags: 'long',
}, async () => {
  const world = await newWorld();
  await cardsOf(world);
  const restore = resize((name) => (name === 'walkedItems' ? 1 : undefined));
  // The first walk deletes the items by which a search finds the address.
  await forget(world);
  // A page takes a scan each: it is lost at the last one.
  const pages = (await watch(() => forget(world))).calls.filter(({ command }) => /^Scan/.test(command)).length;
  let scans = 0;
  const lost = await watch(
    () => forget(world),
    (_, command) => (/^Scan/.test(command) && ++scans === pages ? 'before' : undefined),
  );
  restore();
  expect(lost.result).toMatchObject({ errorType: 'INTERNAL_ERROR' });
  await cardsOf(world);

  setClock(seconds(3601));
  expect(await forget(world)).toEqual({ forgotten: 5 });
});
