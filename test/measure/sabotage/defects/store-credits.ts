/** Store credits that are lost, made or shown to others, and customers with more of them than they may have. */
import { planted } from './planted.ts';

export const storeCredits = planted`
test/resources/store-credits/rules.test.ts
  lib/resources/store-credits/rules.ts
    a credit without a balance is still listed with those that have one
    - else next.delete(id);
    + else if (isExempt) next.delete(id);
    a customer with too many credits by refunds cannot spend them
    - if (!isExempt && next.size > ids.length && next.size
    + if (!isExempt && next.size
    a closed credit keeps its note
    - const closed = { ...credit, holds: [], note: null,
    + const closed = { ...credit, holds: [],
    a closed credit keeps its holds
    - const closed = { ...credit, holds: [], note: null,
    + const closed = { ...credit, note: null,
    a promotion that has expired is owed
    - state.balance === 0 || state.status === 'expired'
    + state.balance === 0
    a ledger keeps the name of a deleted customer
    - actor: isOfCustomer ? { ...actor, name: null } : actor };
    + actor };
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
    the credit of another customer is found
    - credit?.customer_id === customer && credit.closed_at === undefined
    + credit?.closed_at === undefined
    a list by status shows credits of other statuses
    - status === undefined || statusOf(credit, now) === status
    + status === undefined || credit.balance > 0
    a page of a list by status ends with the first page of ids
    - if (found.length >= limit) break;
    + break;
    a list shows the oldest credits first
    - newestFirst: true,
    + newestFirst: false,
  functions/api/store-credits/adjust-store-credit.ts
    an adjustment leaves the credit among those that have a balance
    - writes: storeCredits.write(store.id, open, { changed: [{ ...change, read }] }),
    + writes: open.ids.length > 0 ? storeCredits.replace(store.id, read, change) : [],
test/resources/store-credits/deletion.test.ts
  lib/resources/store-credits/rules.ts
    a closed credit keeps its balance
    - { type: 'adjusted', amount: -credit.balance, note: closingNote },
    + { type: 'adjusted', amount: 0, note: closingNote },
  lib/resources/store-credits/records.ts
    a closed credit returns with its customer
    - credit?.customer_id === customer && credit.closed_at === undefined
    + credit?.customer_id === customer
  lib/work/delete-customer.ts
    a deletion reads only the first page of a ledger
    - const isLast = entries.length < limit;
    + const isLast = entries.length <= limit;
  lib/work/export-customer.ts
    an export returns the ledger of another customer's credit
    - if (!isTheirs) throw
    + if (id === '') throw
    an export that continues omits the rest of a ledger
    - if (last && isCredit(last)) yield*
    + if (last && entry && isCredit(last)) yield*
  lib/resources/store-credits/events.ts
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
    an audit ends with the cards
    - return proved(page, startOfCredits,
    + return proved(page, startOfOrders,
test/background/sweep-gift-cards.test.ts
  lib/work/sweep-gift-cards.ts
    the expiry of a credit is not reported
    - keys.storeCredit('', '').sk ? creditWrites : cardWrites
    + keys.storeCredit('', '').sk ? cardWrites : cardWrites
`;
