/** Orders that bought gift cards, and their refunds. */
import { commitUnitOfWork, writing } from '../../../lib/once/unit-of-work.ts';
import { releaseGiftCard } from '../../../lib/resources/gift-cards/functions.ts';
import * as contract from '../../../lib/resources/gift-cards/operations.ts';
import { getOrder, refundOrder } from '../../../lib/resources/orders/functions.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import * as items from '../../../lib/table/items.ts';
import { keys } from '../../../lib/table/keys.ts';
import * as work from '../../../lib/work/sweep-gift-cards.ts';
import { deleteItem } from '../aws/changed-items.ts';
import { underRoleOf } from '../aws/permissions.ts';
import { queuedMails } from '../aws/queued-messages.ts';
import { watchingReads } from '../aws/reads-outside.ts';
import { entitiesOf } from '../aws/table-contents.ts';
import { handlerOf } from '../handlers.ts';
import { call } from '../http/call.ts';
import { invoke } from '../invoke.ts';
import { hold, lineOf, orderOf, record } from './checkout.ts';
import { balanceOf } from './gift-cards.ts';
import { newWorld, succeeded, type World } from './world.ts';

const resumeMigrations = await handlerOf({ name: 'go-on-with-migrations' });

export const price = 1500;

export const sweep = () =>
  underRoleOf('sweep-gift-cards', () => watchingReads('sweep-gift-cards', () => work.sweepGiftCards()));

export interface Sold {
  world: World;
  order: ReturnType<typeof orderOf>;
  /** Ids of the cards, the oldest first. */
  cards: string[];
}

/** A paid order of a pot and of some gift cards. */
export async function sold(
  quantity = 2,
  { card = {}, lines = [], ...fields }: { card?: object; lines?: object[] } = {},
): Promise<Sold> {
  const world = await newWorld();
  const [pot, , giftCard] = world.products;
  const line = lineOf(giftCard, { quantity, unit_price: price, ...card });
  const order = orderOf(world, { lines: [lineOf(pot, { unit_price: 1000 }), line, ...lines], ...fields });
  await succeeded(record(world, order));
  return { world, order, cards: await cardsOf(world, order.id) };
}

export async function cardsOf({ store }: World, order: string): Promise<string[]> {
  const entities = await entitiesOf(store.id);
  return entities
    .filter(({ pk, sk }) => pk === keys.order(store.id, order).pk && String(sk).startsWith('CARD#'))
    .map(({ id }) => String(id))
    .toSorted();
}

export const refund = ({ world, order }: Pick<Sold, 'world' | 'order'>, fields: object) =>
  invoke(refundOrder, { store_id: world.store.id, order_id: order.id, refund_id: 'one', ...fields });

export const unitsOf = (line: number, quantity = 1) => ({ lines: [{ line, quantity }] });

export const balancesOf = ({ world, cards }: Sold) => Promise.all(cards.map((id) => balanceOf(world, id)));

export const shown = ({ world, order }: Pick<Sold, 'world' | 'order'>) =>
  succeeded(invoke(getOrder, { store_id: world.store.id, order_id: order.id }));

/** The code that was emailed for a card. */
export function codeOf(card: string): string {
  const bodies = queuedMails.map((body): { gift_card_id?: string; code?: string } => JSON.parse(body));
  return bodies.findLast(({ gift_card_id }) => gift_card_id === card)?.code ?? '';
}

/** Spends some of a card with another order. */
export async function spend(world: World, card: string, amount = 100) {
  const checkout_id = newId('order');
  await succeeded(hold(world, codeOf(card), { checkout_id, amount }));
  const lines = [lineOf(world.products[0], { unit_price: amount })];
  return succeeded(record(world, orderOf(world, { lines, checkout_id })));
}

async function last4Of({ write: key }: World, gift_card_id: string): Promise<string> {
  return (await call(contract.getGiftCard, { key, path: { gift_card_id } })).body.last4;
}

/** Removes the links of an order to some of its cards and marks the order, as release 0.3.0 does when it deletes the customer. */
export async function unlink({ world: { store }, order }: Sold, cards: readonly string[]): Promise<void> {
  const links = cards.map((card) => keys.orderCard(store.id, order.id, card));
  await Promise.all(links.map((Key) => deleteItem({ ...Key })));
  await commitUnitOfWork(writing([items.merge(keys.order(store.id, order.id), { set: { forgotten: true } })]));
}

export const migrate = () => resumeMigrations({ again: ['order-details'] });

export const unlinked = {
  errorType: 'INTERNAL_ERROR',
  errorMessage: 'An upgrade is not finished. Refund the order again in a few minutes',
};

/** A checkout that holds nothing of a card, because another checkout held all of it. */
export async function holdNothing(world: World, card: string) {
  await succeeded(hold(world, codeOf(card), { checkout_id: 'first' }));
  await succeeded(hold(world, codeOf(card), { checkout_id: 'second' }));
  await succeeded(invoke(releaseGiftCard, { store_id: world.store.id, checkout_id: 'first' }));
}

/** The order of that checkout. */
export const recordSecond = (world: World) => record(world, orderOf(world, { checkout_id: 'second' }));

export const spentMessage = async (world: World, card = '') => ({
  errorType: 'INVALID_FIELD',
  errorMessage: `A gift card of this order has been spent: …${await last4Of(world, card)}`,
});

export const entriesOf = async ({ write: key }: World, gift_card_id = '') =>
  (await call(contract.listGiftCardTransactions, { key, path: { gift_card_id } })).body.data;
