/** Money that is lost, made or spent twice. */
import { planted } from './planted.ts';

export const money = planted`
test/resources/gift-cards
  lib/resources/gift-cards/records.ts
    a balance is overwritten
    - items.change(keys.giftCard(store, read.id), read, itemOf(store, next, now)),
    + items.overwrite(keys.giftCard(store, read.id), { ...itemOf(store, next, now), version: read.version + 1 }),
test/resources/orders/orders.test.ts
  lib/resources/gift-cards/records.ts
    a refund has no entry in the ledger
    - ...(transaction ? [append(store, read.id, transaction)] : []),
    + ...(transaction && transaction.type !== 'refunded' ? [append(store, read.id, transaction)] : []),
  functions/storefront/refund-order.ts
    two refunds at once are both of what one has left
    - [orders.replace(store.id, order, next, now),
    + [...(refund.to_gift_card > 0 ? [] : [orders.replace(store.id, order, next, now)]),
test/resources/orders/orders.test.ts test/contract/once.test.ts
  functions/storefront/refund-order.ts
    a refund made again is made twice
    - find: () => orders.findRefund(store.id, refund_id),
    + find: async () => [await orders.findRefund(store.id, refund_id)].find((each) => each?.amount !== amount),
    a refund is not recorded
    - [orders.replace(store.id, order, next, now), orders.createRefund(store.id, { ...refund, amount })]
    + [orders.replace(store.id, order, next, now)]
  functions/storefront/cancel-order.ts
    two who cancel an order at once put its money back twice
    - writes: [orders.replace(store.id, order, next, now), ...returned]
    + writes: [...(returned.length > 0 ? [] : [orders.replace(store.id, order, next, now)]), ...returned]
    a cancelled order keeps what its gift card paid
    - next, now), ...returned]
    + next, now), ...returned.slice(2)]
  lib/work/issue-due-cards.ts
    an order becomes more cards than were bought
    - orders.replace(store, order, next, now),
    + ...(issued.length > 1 ? [] : [orders.replace(store, order, next, now)]),
test/resources/gift-cards/holds.test.ts
  functions/storefront/hold-gift-card.ts
    a checkout that changes its card holds both
    - ...(before ? giftCards.replace(store.id, before, release(before, checkout_id, now), now) : []),
test/resources/gift-cards/codes.test.ts test/resources/gift-cards/ledger-rules.test.ts
  lib/resources/gift-cards/records.ts
    a code that was replaced still opens its card
    - items.removeIfEquals(keys.giftCardByCode(store, read.code_hash), { gift_card_id: read.id }),
test/resources/gift-cards/codes.test.ts
  lib/table/keys.ts
    a code that replaces one that was mailed is not mailed
    - sk: ${'`'}MAILED#
    + sk: ${'`'}MAILED${'`'} ?? ${'`'}
test/resources/gift-cards/reports.test.ts
  lib/work/report-liability.ts
    a report passes by the card between two pages
    - isLast ? null : (ids[states.length - 1] ?? null)
    + isLast ? null : (ids[states.length - 1]?.slice(0, -1) ?? null)
  lib/work/export-gift-cards.ts
    an export loses the entry at which a ledger goes on
    - after_transaction: transactions.at(-1)?.id ?? null
    + after_transaction: entries[left]?.id ?? null
test/system/issue-gift-cards.test.ts
  bin/operator/issue/run.ts
    gift cards of a file are asked for with another key by each run
    - const idempotencyKey =
    + const idempotencyKey = process.pid +
`;
