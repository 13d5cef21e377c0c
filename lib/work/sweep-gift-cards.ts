/**
 * Goes round the stores for what has become due by itself: cards that expired move to their list, lapsed holds go, and
 * orders get the cards they still owe. Nothing waits for it to be right; it keeps what has to be judged when read small.
 */
import { release } from '../domain/gift-card.ts';
import type { OrderRecord } from '../domain/order.ts';
import { timestampNow } from '../runtime/clock.ts';
import { describeError, log } from '../runtime/log.ts';
import { portionsOf } from '../runtime/portions.ts';
import * as checkouts from '../table/checkout/checkouts.ts';
import * as giftCards from '../table/checkout/gift-cards.ts';
import { listDue } from '../table/due.ts';
import { listFeeds } from '../table/feeds.ts';
import { partitions } from '../table/keys.ts';
import { commitUnitOfWork, type Step } from '../table/unit-of-work.ts';
import { issueDueCards } from './issue-due-cards.ts';

const storesAtOnce = 100;
const dueAtOnce = 2000;
const atOnce = 10;

/** What was seen to, and what failed: that is logged and left to the next round. */
interface Round {
  done: number;
  failed: number;
}

/** Sees to all stores. */
export async function sweepGiftCards(): Promise<Round> {
  const rounds: Round[] = [];
  for (let after: string | undefined, more = true; more; ) {
    const stores = await listFeeds<{ id: string }>('feed', [partitions.stores], { after, limit: storesAtOnce });
    rounds.push(await inTurns(stores, ({ id }) => sweepStore(id)));
    after = stores.at(-1)?.id;
    more = stores.length === storesAtOnce;
  }
  return total(rounds);
}

/** Sees to what is due in a store, up to `dueAtOnce` of each kind. */
export async function sweepStore(store: string): Promise<Round> {
  const now = timestampNow();
  const [cards, lapsed, owing] = await Promise.all([
    listDue<{ id: string }>(store, 'CARDS', now, dueAtOnce),
    listDue<checkouts.Checkout>(store, 'CHECKOUTS', now, dueAtOnce),
    listDue<OrderRecord>(store, 'ORDERS', now, dueAtOnce),
  ]);
  return total([
    await inTurns(cards, ({ id }) => one(commitUnitOfWork(movingCard(store, id)))),
    await inTurns(lapsed, ({ checkout_id }) => one(commitUnitOfWork(clearingHold(store, checkout_id)))),
    await inTurns(owing, ({ id }) => one(issueDueCards(commitUnitOfWork, store, id))),
  ]);
}

/** Written as it is, a card lands in the list of its present status. */
const movingCard = (store: string, id: string): Step<void> => ({
  async decide({ now }) {
    const card = await giftCards.find(store, id);
    const writes = card ? giftCards.replace(store, card, { next: card }, now) : [];
    return { writes, reply: undefined };
  },
});

const clearingHold = (store: string, checkoutId: string): Step<void> => ({
  async decide({ now }) {
    const checkout = await checkouts.find(store, checkoutId);
    // Set anew since the index showed it.
    if (!checkout || checkout.expires_at > now) return { writes: [], reply: undefined };
    const card = await giftCards.find(store, checkout.gift_card_id);
    return {
      writes: [
        ...(card ? giftCards.replace(store, card, release(card, checkoutId, now), now) : []),
        checkouts.remove(store, checkout),
      ],
      reply: undefined,
    };
  },
});

async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<Round>): Promise<Round> {
  const rounds: Round[] = [];
  for (const portion of portionsOf(items, atOnce)) {
    const results = await Promise.allSettled(portion.map(work));
    rounds.push(...results.map(roundOf));
  }
  return total(rounds);
}

function roundOf(result: PromiseSettledResult<Round>): Round {
  if (result.status === 'fulfilled') return result.value;
  log('error', 'sweep failed', { error: describeError(result.reason) });
  return { done: 0, failed: 1 };
}

const one = (work: Promise<unknown>): Promise<Round> => work.then(() => ({ done: 1, failed: 0 }));

const total = (rounds: readonly Round[]): Round => ({
  done: rounds.reduce((sum, { done }) => sum + done, 0),
  failed: rounds.reduce((sum, { failed }) => sum + failed, 0),
});
