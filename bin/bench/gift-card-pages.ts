/** What a page of 10 gift cards costs under every status, in a store with so many cards. */
import { handler } from '../../functions/api/gift-cards/list-gift-cards.ts';
import { giftCardStatuses, listGiftCards } from '../../lib/contract/gift-cards.ts';
import type { GiftCardRecord } from '../../lib/domain/gift-card.ts';
import { newId } from '../../lib/runtime/ids.ts';
import * as giftCards from '../../lib/store/gift-cards.ts';
import { call } from '../../test/support/call.ts';
import { newWorld } from '../../test/support/world.ts';
import { costOf, type PageCost, putAll } from './pages.ts';

const now = '2026-01-02T03:04:05Z';

/** Expired cards that the sweep has not moved yet. */
const notMoved = 10;

/** Seeds a new store with `count` cards, as many of every status, and reads the first page under every filter. */
export async function measureGiftCardPages(count: number): Promise<PageCost[]> {
  const { store, read } = await newWorld();
  await putAll(itemsOf(store.id, count));
  const page = (query: Record<string, string>) => () => call(handler, listGiftCards, { query, key: read });
  const costs = [await costOf('none', page({}))];
  for (const status of giftCardStatuses) costs.push(await costOf(`status=${status}`, page({ status })));
  return costs;
}

function* itemsOf(store: string, count: number): Generator<object> {
  for (let number = 0; number < count; number += 1) {
    const card = cardOf(number);
    const entry = { type: 'issued', amount: 5000, balance: 5000, order_id: null, note: null } as const;
    const actor = { type: 'api_key', name: 'Bench' } as const;
    const transaction = { ...entry, id: card.last_transaction_id, actor, created_at: now };
    yield* giftCards.create(store, { next: card, transaction }).flatMap(({ Put }) => Put?.Item ?? []);
  }
}

/** A card that was in a status when written, except the first expired ones, which still counted as active. */
function cardOf(number: number): GiftCardRecord {
  const status = giftCardStatuses[number % giftCardStatuses.length];
  const moved = number >= notMoved * giftCardStatuses.length;
  return {
    id: newId('giftCard'),
    last4: 'WXYZ',
    code_hash: number.toString(16).padStart(64, '0'),
    currency: 'USD',
    initial_value: 5000,
    balance: status === 'used' ? 0 : 5000,
    site_id: null,
    recipient_email: 'grace@example.com',
    message: 'For the teapot you were looking at',
    note: null,
    expires_at: status === 'expired' ? (moved ? now : '2026-01-02T03:04:06Z') : null,
    disabled_at: status === 'disabled' ? now : null,
    holds: [],
    last_transaction_id: newId('giftCardTransaction'),
    created_at: now,
    updated_at: now,
  };
}
