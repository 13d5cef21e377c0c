/** Store credits that are lost, made or shown to others, and customers with more of them than they may have. */
import { planted } from './planted.ts';

export const storeCredits = planted`
test/resources/store-credits/rules.test.ts
  lib/ledger/movement-rules.ts
    a credit that a refund creates is sold
    - store_credits: 'refunded' }
    + store_credits: 'sold' }
  lib/ledger/rules.ts
    a credit is refused in the words of a gift card
    - isPublicId('storeCredit', id)
    + isPublicId('storeCreditTransaction', id)
test/resources/store-credits/store-credits.test.ts
  lib/resources/store-credits/records.ts
    two grants at once exceed the limit
    - items.createOrChange(keys.openCredits(store, customer_id), read, { ids })
    + items.overwrite(keys.openCredits(store, customer_id), { ids, version: 1 + (read?.version ?? 0) })
    the ids of a customer's credits with a balance are not written if those that were read need no change
    - if (issued.length === 0 && !changed.some(crossesZero)) return [];
    + if (String(openAfter(were, [...issued, ...changed].map(({ next }) => next), { isExempt })) === String(were)) return [];
    a list by status shows credits of other statuses
    - status === undefined || statusOf(credit, now) === status
    + status === undefined || credit.balance > 0
    a page of a list by status ends with the first page of ids
    - if (found.length >= limit) break;
    + break;
    a list shows the oldest credits first
    - newestFirst: true }),
    + newestFirst: false }),
  lib/resources/store-credits/rules.ts
    the credit of another customer is found
    - credit.customer_id === customer && credit.closed_at === undefined
    + credit.closed_at === undefined
  functions/api/store-credits/adjust-store-credit.ts
    an adjustment leaves the credit among those that have a balance
    - writes: storeCredits.write(store.id, open, { changed: [{ ...change, read }] }),
    + writes: open.ids.length > 0 ? storeCredits.replace(store.id, read, change) : [],
test/resources/store-credits/deletion.test.ts
  lib/resources/store-credits/rules.ts
    a closed credit returns with its customer
    - credit.customer_id === customer && credit.closed_at === undefined
    + credit.customer_id === customer
    a closed credit keeps its balance
    - { type: 'adjusted', amount: -credit.balance, note: closingNote },
    + { type: 'adjusted', amount: 0, note: closingNote },
  lib/work/delete-customer.ts
    a deletion reads only the first page of a ledger
    - const isLast = entries.length < limit;
    + const isLast = entries.length <= limit;
  lib/work/export-customer.ts
    an export returns the ledger of another customer's credit
    - if (!(await storeCredits.isOf(store, customer, partlyRead))) throw
    + if (partlyRead === '') throw
    an export that continues omits the rest of a ledger
    - yield* entriesOf(store, partlyRead, entry);
  lib/resources/store-credits/events.ts
    the event of a new credit omits why the store owes it
    - data: { ...data, customer_id, reason } }
    + data: { ...data, customer_id, reason: 'refund' } }
    the event of an entry omits the customer
    - data: { ...data, customer_id } };
    + data: { ...data, customer_id: '' } };
    an adjustment sends no event
    - before?.last_transaction_id !== after.last_transaction_id) return [entryOf(after)];
    + before?.last_transaction_id !== after.last_transaction_id) return before ? [] : [entryOf(after)];
test/resources/store-credits/reports.test.ts
  lib/work/report-ledgers.ts
    the store credits begin after the first full page of cards
    - if (left === 0) return cards;
    + if (left < limit && !isPastCards && cards.length > 0) return cards;
    each page begins with the newest credit
    - after: isPastCards ? after : undefined, limit: left
    + after: undefined, limit: left
    store credits are booked as gift cards
    - (isPublicId('storeCredit', id) ? 'store_credits'
    + (isPublicId('storeCredit', id) && id === '' ? 'store_credits'
  lib/work/audits.ts
    an audit ends with the orders
    - return proved(page, startOfCredits,
    + return proved(page, null,
test/background/sweep-gift-cards.test.ts
  lib/work/sweep-gift-cards.ts
    the expiry of a credit is not reported
    - reportingExpiry(creditWrites, key)
    + reportingExpiry(cardWrites, key)
test/resources/store-credits/refunds.test.ts
  lib/resources/orders/payment-records.ts
    a refund gives store credit to a customer who is deleted before its commit
    - customers.checkPresent(store, owner.customer),
test/resources/store-credits/checkout.test.ts
  lib/resources/store-credits/records.ts
    an earlier release takes store credits that expire for gift cards
    - ledger.dueAtExpiry('CREDITS', keys
    + ledger.dueAtExpiry('CARDS', keys
test/resources/store-credits/deletion.test.ts
  lib/resources/store-credits/records.ts
    credits of a customer can be adjusted while the customer is deleted
    - customers.present(owner);
  lib/resources/store-credits/migration-records.ts
    a credit that an earlier release left with a deleted customer keeps its balance
    - = [openCredits, entries, lists];
    + = [entries, lists];
    the ledger of such a credit keeps its notes
    - = [openCredits, entries, lists];
    + = [openCredits, lists];
    such a credit stays in the list of its customer
    - = [openCredits, entries, lists];
    + = [openCredits, entries];
    a migration closes the credits of a deletion that is in progress
    - && !record.sweeping
  lib/work/delete-customer.ts
    the ids of the credits with a balance stay with a deleted customer
    - return open.read && { writes: storeCredits.removeOpen(store, open) };
    + return undefined;
test/resources/store-credits/refunds.test.ts
  lib/resources/orders/payment-records.ts
    another customer with the id of a deleted one gets the money of a refund
    - if (forgotten) return undefined;
  lib/resources/orders/stored-rules.ts
    an earlier release cancels an order that only store credit paid for, and returns nothing
    - paid_by_gift_card: order.paid_by_gift_card + order.paid_by_store_credit,
    an order shows what store credit paid as paid by gift card
    - item.paid_by_gift_card - paid_by_store_credit;
    + item.paid_by_gift_card;
`;
