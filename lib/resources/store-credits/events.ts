/** Events about store credits, and the rule that makes them. */
import type { DomainEvent, Rule } from '../../events/item.ts';
import { entryFieldsOf, expiredFields } from '../../ledger/event-fields.ts';
import { lastEntryOf, reportsExpiry } from '../../ledger/event-rules.ts';
import { type EventObject, event } from '../../schema/event.ts';
import { idOf, shownOf } from '../../schema/field.ts';
import { deleteCustomer } from '../customers/functions.ts';
import { importStoreCredits } from '../move-in/functions.ts';
import { cancelOrder, recordOrder, refundOrder } from '../orders/functions.ts';
import { reasonField } from './fields.ts';
import {
  adjustStoreCredit,
  createStoreCredit,
  disableStoreCredit,
  enableStoreCredit,
  listStoreCreditTransactions,
} from './operations.ts';
import type { StoreCreditRecord } from './rules.ts';

export const object: EventObject = {
  resource: 'storeCredit',
  title: 'Store credit events',
  text: 'One event for each entry of a credit’s ledger, and one for each expiry. `sequence` gives the order of all events of a credit. Numbers can have gaps, because a hold or a new note increases the number but sends no event.',
};

const customer = {
  customer_id: idOf('customer', { words: 'The customer that the credit belongs or belonged to.', example: 'cus_ada' }),
};

const entryFields = {
  ...entryFieldsOf({
    resource: 'storeCreditTransaction',
    list: listStoreCreditTransactions.name,
    noun: 'credit',
    example: 'sct_01khdq50208v3k5x9w2t6r0ybn',
  }),
  ...customer,
};

const entry = shownOf(entryFields);

export const eventTypes = {
  'store_credit.issued': event({
    when: 'a store credit was created',
    text: 'The first event of a credit. If a refund created it, `order_id` is the id of the refunded order.',
    by: [createStoreCredit, importStoreCredits, refundOrder, cancelOrder],
    data: shownOf({ ...entryFields, reason: reasonField('Why the store owes the credit.') }),
    example: {
      id: 'scr_01khdq50068v3k5x9w2t6r0ybn',
      sequence: 1,
      data: { transaction_id: 'sct_01khdq50208v3k5x9w2t6r0ybn', amount: 5000 },
    },
  }),
  'store_credit.redeemed': event({
    when: 'an order spent from the credit',
    text: '`amount` is negative. An order spends the funds that its checkout held, in the same transaction.',
    by: [recordOrder],
    data: entry,
    example: {
      id: 'scr_00reward',
      sequence: 3,
      data: {
        ...{ transaction_id: 'sct_01khdq50218v3k5x9w2t6r0ybn', amount: -2000, balance: 0 },
        ...{ order_id: 'ord_cups', customer_id: 'cus_grace' },
      },
    },
  }),
  'store_credit.refunded': event({
    when: 'refunding or cancelling an order returned money to the credit',
    text: 'A refund goes to the buyer’s payment card first. Money that would return to an expired credit becomes a new credit instead.',
    by: [refundOrder, cancelOrder],
    data: entry,
    example: {
      id: 'scr_00reward',
      sequence: 4,
      data: {
        ...{ transaction_id: 'sct_01khdq50228v3k5x9w2t6r0ybn', amount: 800, balance: 800 },
        ...{ order_id: 'ord_cups', customer_id: 'cus_grace' },
      },
    },
  }),
  'store_credit.adjusted': event({
    when: 'staff raised or lowered the balance, or the customer was deleted',
    text: '`amount` is positive or negative. Deleting the customer takes the whole balance. The event omits the note: read it from the ledger.',
    by: [adjustStoreCredit, deleteCustomer],
    data: entry,
    example: {
      id: 'scr_00goodwill',
      sequence: 2,
      data: { transaction_id: 'sct_01khdq50078v3k5x9w2t6r0ybn', amount: 500, balance: 2500 },
    },
  }),
  'store_credit.disabled': event({
    when: 'staff disabled the credit',
    text: 'Checkouts can no longer apply the credit. Disabling a disabled credit sends no event.',
    by: [disableStoreCredit],
    data: entry,
    example: {
      id: 'scr_00promotion',
      sequence: 2,
      data: { transaction_id: 'sct_01khdq50238v3k5x9w2t6r0ybn', balance: 1000 },
    },
  }),
  'store_credit.enabled': event({
    when: 'staff enabled the credit',
    text: 'The status is computed again: it may be `used` or `expired`. Enabling an enabled credit sends no event.',
    by: [enableStoreCredit],
    data: entry,
    example: {
      id: 'scr_00promotion',
      sequence: 3,
      data: { transaction_id: 'sct_01khdq50248v3k5x9w2t6r0ybn', balance: 1000 },
    },
  }),
  'store_credit.expired': event({
    when: 'the expiry of a credit has passed, regardless of its status; once for each expiry, within a few minutes',
    text: 'Caused by time, not by a request. The API returns `expired` from the second of the expiry, unless the credit is `disabled` or `used`.',
    by: [],
    data: shownOf({ ...expiredFields, ...customer }),
    example: { id: 'scr_00promotion', sequence: 4, time: '2030-01-01T00:00:41Z' },
  }),
};

type OwnEvent = DomainEvent<typeof eventTypes>;

export const rule: Rule<StoreCreditRecord, typeof eventTypes> = {
  isAt: ({ partition: [of], sort: [kind] }) => of === 'CREDIT' && kind === 'CREDIT',

  toEvents(before, after) {
    if (!after) return [];
    if (before?.last_transaction_id !== after.last_transaction_id) return [entryOf(after)];
    return reportsExpiry(before, after)
      ? [
          {
            type: 'store_credit.expired',
            id: after.id,
            data: { balance: after.balance, customer_id: after.customer_id },
          },
        ]
      : [];
  },
};

function entryOf(credit: StoreCreditRecord): OwnEvent {
  const { id, customer_id, reason } = credit;
  const { type, data } = lastEntryOf(credit);
  return type === 'issued'
    ? { type: 'store_credit.issued', id, data: { ...data, customer_id, reason } }
    : { type: `store_credit.${type}`, id, data: { ...data, customer_id } };
}
