/**
 * Goes round the stores for what has become due by itself: cards that expired move to their list, lapsed holds go, and
 * orders get the cards they still owe. Nothing waits for it to be right; it keeps what has to be judged when read small.
 */
import { release } from '../domain/gift-card.ts';
import type { OrderRecord } from '../domain/order.ts';
import { timestampNow } from '../runtime/clock.ts';
import { describeError, log } from '../runtime/log.ts';
import * as checkouts from '../store/checkouts.ts';
import { listFeeds } from '../store/feeds.ts';
import * as giftCards from '../store/gift-cards.ts';
import { partitions } from '../store/keys.ts';
import { commitUnitOfWork, type Decision } from '../store/unit-of-work.ts';
import { issueDueCards } from './issue-due-cards.ts';

const storesAtOnce = 100;
const dueAtOnce = 500;
const atOnce = 10;

/** Sees to all stores. A thing that fails is logged and left to the next round. */
export async function sweepGiftCards(): Promise<void> {
  for (let after: string | undefined, more = true; more; ) {
    const stores = await listFeeds<{ id: string }>('feed', [partitions.stores], { after, limit: storesAtOnce });
    await inTurns(stores, ({ id }) => sweepStore(id));
    after = stores.at(-1)?.id;
    more = stores.length === storesAtOnce;
  }
}

/** Sees to what is due in a store, up to 500 of each kind. */
export async function sweepStore(store: string, now = timestampNow()): Promise<void> {
  const due = <T>(kind: 'CARDS' | 'CHECKOUTS' | 'ORDERS') =>
    giftCards.listDue<T>(partitions.due(store, kind), now, dueAtOnce);
  const [cards, lapsed, owing] = await Promise.all([
    due<{ id: string }>('CARDS'),
    due<checkouts.Checkout>('CHECKOUTS'),
    due<OrderRecord>('ORDERS'),
  ]);
  await inTurns(cards, ({ id }) => commit(() => moveCard(store, id, now)));
  await inTurns(lapsed, ({ checkout_id }) => commit(() => clearHold(store, checkout_id, now)));
  await inTurns(owing, ({ id }) => issueDueCards(commit, store, id, now));
}

const commit = <R>(decide: () => Promise<Decision<R>>): Promise<R> => commitUnitOfWork({ decide });

/** Written as it is, a card lands in the list of its present status. */
async function moveCard(store: string, id: string, now: string): Promise<Decision<void>> {
  const card = await giftCards.get(store, id);
  const writes = card ? giftCards.replace(store, card, { next: card }, now) : [];
  return { writes, reply: undefined };
}

async function clearHold(store: string, checkoutId: string, now: string): Promise<Decision<void>> {
  const checkout = await checkouts.get(store, checkoutId);
  // Set anew since the index showed it.
  if (!checkout || checkout.expires_at > now) return { writes: [], reply: undefined };
  const card = await giftCards.get(store, checkout.gift_card_id);
  return {
    writes: [
      ...(card ? giftCards.replace(store, card, release(card, checkoutId, now), now) : []),
      checkouts.remove(store, checkout),
    ],
    reply: undefined,
  };
}

async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  for (let first = 0; first < items.length; first += atOnce) {
    const results = await Promise.allSettled(items.slice(first, first + atOnce).map(work));
    for (const result of results) {
      if (result.status === 'rejected') log('error', 'sweep failed', { error: describeError(result.reason) });
    }
  }
}
