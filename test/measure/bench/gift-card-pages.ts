/** Pages of 10 gift cards under every status. */
import { giftCardStatuses } from '../../../lib/resources/gift-cards/fields.ts';
import { listGiftCards } from '../../../lib/resources/gift-cards/operations.ts';
import * as giftCards from '../../../lib/resources/gift-cards/records.ts';
import type { GiftCardRecord } from '../../../lib/resources/gift-cards/rules.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import { call } from '../../support/http/call.ts';
import { newWorld } from '../../support/world/world.ts';
import type { GrowingStore } from './pages.ts';

const now = '2026-01-02T03:04:05Z';
/** Past on everybody's clock, and on nobody's. */
const [minuteBefore, secondAfter] = ['2026-01-02T03:03:05Z', '2026-01-02T03:04:06Z'];

/** Expired cards that the sweep has not moved yet. */
const notMoved = 10;

/** A store with as many gift cards of every status. */
export async function newGiftCardStore(): Promise<GrowingStore> {
  const { store, read: key } = await newWorld();
  const page = (query: Record<string, string>) => () => call(listGiftCards, { query, key });
  const filtered = giftCardStatuses.map((status) => [`status=${status}`, page({ status })]);
  return {
    itemsOf: (number) => itemsOf(store.id, number),
    pages: async () => ({ none: page({}), ...Object.fromEntries(filtered) }),
  };
}

function itemsOf(store: string, number: number): object[] {
  const card = cardOf(number);
  const entry = { type: 'issued', amount: 5000, balance: 5000, order_id: null, note: null } as const;
  const actor = { type: 'api_key', name: 'Bench' } as const;
  const transaction = { ...entry, id: card.last_transaction_id, actor, created_at: now };
  return giftCards.create(store, { next: card, transaction }).flatMap(({ Put }) => Put?.Item ?? []);
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
    expires_at: status === 'expired' ? (moved ? minuteBefore : secondAfter) : null,
    disabled_at: status === 'disabled' ? now : null,
    holds: [],
    last_entry: { type: 'issued', amount: 5000, order_id: null },
    last_transaction_id: newId('giftCardTransaction'),
    created_at: now,
    updated_at: now,
  };
}
