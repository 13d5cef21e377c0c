/** Events about gift cards, and the rule that makes them. */
import * as z from 'zod/mini';
import { type DomainEvent, differs, type Rule } from '../../events/item.ts';
import { entryFieldsOf, expiredFields } from '../../ledger/event-fields.ts';
import { lastEntryOf, reportsExpiry } from '../../ledger/event-rules.ts';
import { type EventObject, event } from '../../schema/event.ts';
import { field, shownOf } from '../../schema/field.ts';
import { timestamp } from '../../schema/times.ts';
import { deleteCustomer, forgetAddress } from '../customers/functions.ts';
import { importGiftCards } from '../move-in/functions.ts';
import { cancelOrder, payOrder, recordOrder, refundOrder } from '../orders/functions.ts';
import {
  adjustGiftCard,
  disableGiftCard,
  enableGiftCard,
  issueGiftCard,
  listGiftCardTransactions,
  replaceGiftCardCode,
  updateGiftCard,
} from './operations.ts';
import type { GiftCardRecord } from './rules.ts';

export const object: EventObject = {
  resource: 'giftCard',
  title: 'Gift card events',
  text: 'One event for each entry of a card’s ledger and for each change of its other fields. `sequence` gives the order of all events of a card. Numbers can have gaps, because a hold increases the number but sends no event. An import increases it once for each entry that it makes.',
};

const entry = shownOf(
  entryFieldsOf({
    resource: 'giftCardTransaction',
    list: listGiftCardTransactions.name,
    noun: 'card',
    example: 'gct_01khdq50208v3k5x9w2t6r0ybn',
  }),
);

const expiry = (words: string, example: string | null) =>
  shownOf({ expires_at: field({ shown: z.nullable(timestamp), words, example }) });

export const eventTypes = {
  'gift_card.issued': event({
    when: 'a card was issued',
    text: 'The first event of a card. Bought cards are issued when their order is paid; for a large order, the last ones follow within minutes. An imported card sends one event for each entry of its import: this one for `initial_value`, then `gift_card.adjusted` if its balance differs, then `gift_card.disabled` if it is disabled. The event never contains the code.',
    by: [issueGiftCard, recordOrder, payOrder, importGiftCards],
    data: entry,
    example: {
      id: 'gcd_01khdq50068v3k5x9w2t6r0ybn',
      sequence: 1,
      data: { transaction_id: 'gct_01khdq50208v3k5x9w2t6r0ybn', amount: 5000 },
    },
  }),
  'gift_card.redeemed': event({
    when: 'an order spent from the card',
    text: '`amount` is negative. An order spends the funds that its checkout held, in the same transaction.',
    by: [recordOrder],
    data: entry,
    example: {
      id: 'gcd_00birthday',
      sequence: 11,
      data: { transaction_id: 'gct_01khdq50218v3k5x9w2t6r0ybn', amount: -5500, balance: 500, order_id: 'ord_1042' },
    },
  }),
  'gift_card.refunded': event({
    when: 'refunding or cancelling an order returned money to the card',
    text: 'A refund goes to the buyer’s payment card first; the rest goes back onto the gift card. Cancelling an order returns everything that it had spent.',
    by: [refundOrder, cancelOrder],
    data: entry,
    example: {
      id: 'gcd_00birthday',
      sequence: 12,
      data: { transaction_id: 'gct_01khdq50228v3k5x9w2t6r0ybn', amount: 400, balance: 900, order_id: 'ord_demo' },
    },
  }),
  'gift_card.adjusted': event({
    when: 'staff or an import raised or lowered the balance, or a refund took the card back',
    text: '`amount` is positive or negative. If a refund took the card back, `order_id` is the id of the refunded order. The event omits the note: read it from the ledger.',
    by: [adjustGiftCard, importGiftCards, refundOrder],
    data: entry,
    example: {
      id: 'gcd_00birthday',
      sequence: 9,
      data: { transaction_id: 'gct_01khdq50078v3k5x9w2t6r0ybn', amount: 500, balance: 6000 },
    },
  }),
  'gift_card.disabled': event({
    when: 'staff disabled the card, or it was imported disabled',
    text: 'Checkouts can no longer apply the card. Disabling a disabled card sends no event.',
    by: [disableGiftCard, importGiftCards],
    data: entry,
    example: { id: 'gcd_00welcome', sequence: 3, data: { transaction_id: 'gct_01khdq50238v3k5x9w2t6r0ybn' } },
  }),
  'gift_card.enabled': event({
    when: 'staff enabled the card',
    text: 'The status is computed again: it may be `used` or `expired`. Enabling an enabled card sends no event.',
    by: [enableGiftCard],
    data: entry,
    example: { id: 'gcd_00welcome', sequence: 4, data: { transaction_id: 'gct_01khdq50248v3k5x9w2t6r0ybn' } },
  }),
  'gift_card.updated': event({
    when: 'the expiry or note of a card was replaced, or its recipient was removed',
    text: 'The event omits the note and the recipient. If the buyer of a scheduled gift card is deleted, its recipient is removed once the email is sent. A new expiry in the future may be followed by another `gift_card.expired`.',
    by: [updateGiftCard, deleteCustomer, forgetAddress],
    data: expiry('The new expiry of the card; null means never.', '2029-12-31T23:59:59Z'),
    example: { id: 'gcd_00birthday', sequence: 8 },
  }),
  'gift_card.code_replaced': event({
    when: 'the code of a card was replaced, and the old code stopped working',
    text: 'The event contains neither code. The event is also sent when a scheduled gift card (`send_at`) gets its code on the send date. The recipient of the card may change with the code; no `gift_card.updated` is sent for that.',
    by: [replaceGiftCardCode],
    data: expiry('The unchanged expiry of the card; null means never.', null),
    example: { id: 'gcd_00welcome', sequence: 2 },
  }),
  'gift_card.expired': event({
    when: 'the expiry of a card has passed, regardless of its status; once for each expiry, within a few minutes',
    text: 'Caused by time, not by a request. The API returns `expired` from the second of the expiry, unless the card is `disabled` or `used`.',
    by: [],
    data: shownOf(expiredFields),
    example: { id: 'gcd_00birthday', sequence: 14, time: '2030-01-01T00:00:41Z' },
  }),
};

type OwnEvent = DomainEvent<typeof eventTypes>;

export const rule: Rule<GiftCardRecord, typeof eventTypes> = {
  isAt: ({ partition: [of], sort: [kind] }) => of === 'GIFTCARD' && kind === 'GIFTCARD',

  toEvents(before, after) {
    if (!after) return [];
    if (!before && after.imported) return importOf(after);
    if (before?.last_transaction_id !== after.last_transaction_id) return [entryOf(after)];
    if (before.code_hash !== after.code_hash) return [codeOf(after)];
    return [...updateOf(before, after), ...expiryOf(before, after)];
  },
};

function entryOf(card: GiftCardRecord): OwnEvent {
  const { type, data } = lastEntryOf(card);
  return { type: `gift_card.${type}`, id: card.id, data };
}

/** An import commits several entries at once: each sends an event, and the card's version counts all of them. */
function importOf({ id, initial_value, balance, disabled_at, last_transaction_id, imported }: GiftCardRecord) {
  const { issued_by = last_transaction_id, adjusted_by = last_transaction_id } = imported ?? {};
  const entries = [
    { type: 'gift_card.issued', transaction_id: issued_by, amount: initial_value, balance: initial_value },
    { type: 'gift_card.adjusted', transaction_id: adjusted_by, amount: balance - initial_value, balance },
    { type: 'gift_card.disabled', transaction_id: last_transaction_id, amount: 0, balance },
  ] as const;
  const made = entries.filter(
    ({ type, amount }) =>
      type === 'gift_card.issued' || amount !== 0 || (type === 'gift_card.disabled' && disabled_at !== null),
  );
  return made.map(
    ({ type, ...data }, index): OwnEvent => ({ type, id, sequence: index + 1, data: { ...data, order_id: null } }),
  );
}

const codeOf = ({ id, expires_at }: GiftCardRecord): OwnEvent => ({
  type: 'gift_card.code_replaced',
  id,
  data: { expires_at },
});

const updateOf = (before: GiftCardRecord, after: GiftCardRecord): OwnEvent[] =>
  differs(before, after, ['expires_at', 'note', 'updated_at'])
    ? [{ type: 'gift_card.updated', id: after.id, data: { expires_at: after.expires_at } }]
    : [];

const expiryOf = (before: GiftCardRecord, after: GiftCardRecord): OwnEvent[] =>
  reportsExpiry(before, after) ? [{ type: 'gift_card.expired', id: after.id, data: { balance: after.balance } }] : [];
