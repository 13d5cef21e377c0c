import { differs, type Rule, type Told } from '../../events/item.ts';
import type { GiftCardRecord } from './rules.ts';

/** All events of a card are told by the card itself, its last entry included: the ledger's own items may come out of step. */
export const giftCards: Rule<GiftCardRecord> = {
  isAt: ({ partition: [of], sort: [kind] }) => of === 'GIFTCARD' && kind === 'GIFTCARD',

  tell(before, after) {
    if (!after) return [];
    if (before?.last_transaction_id !== after.last_transaction_id) return [entryOf(after)];
    if (before.code_hash !== after.code_hash) return [codeOf(after)];
    return [...updateOf(before, after), ...expiryOf(before, after)];
  },
};

function entryOf({ id, balance, last_transaction_id: transaction_id, last_entry }: GiftCardRecord): Told {
  const { type, amount, order_id } = last_entry;
  return { type: `gift_card.${type}`, id, data: { transaction_id, amount, balance, order_id } };
}

const codeOf = ({ id, expires_at }: GiftCardRecord): Told => ({
  type: 'gift_card.code_replaced',
  id,
  data: { expires_at },
});

const updateOf = (before: GiftCardRecord, after: GiftCardRecord): Told[] =>
  differs(before, after, ['expires_at', 'note', 'updated_at'])
    ? [{ type: 'gift_card.updated', id: after.id, data: { expires_at: after.expires_at } }]
    : [];

const expiryOf = (before: GiftCardRecord, after: GiftCardRecord): Told[] =>
  after.expiry_told !== undefined && before.expiry_told !== after.expiry_told
    ? [{ type: 'gift_card.expired', id: after.id, data: { balance: after.balance } }]
    : [];
