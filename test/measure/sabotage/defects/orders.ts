/** Orders and refunds that lose money, move it twice, or keep gift cards of refunded units. */
import { planted } from './planted.ts';

export const orders = planted`
test/resources/orders/orders.test.ts
  lib/ledger/records.ts
    a refund has no entry in the ledger
    - ...(transaction ? [append(account, transaction)] : []),
    + ...(transaction && transaction.type !== 'refunded' ? [append(account, transaction)] : []),
  lib/work/refund-order.ts
    two refunds at once are both of what one has left
    - orders.replace(store, order, { ...next, refunding: undefined }, now),
    + ...(refund.to_gift_card > 0 ? [] : [orders.replace(store, order, { ...next, refunding: undefined }, now)]),
test/resources/orders/orders.test.ts test/contract/once.test.ts test/contract/adversity/failing-calls.test.ts test/contract/adversity/at-once.test.ts
  lib/work/refund-order.ts
    a refund made again is made twice
    - find: () => findRefund(shop.id, id, content),
    + find: async () => [await findRefund(shop.id, id, content)].find((each) => each?.amount !== content.amount),
    a refund is not recorded
    - : refunds.create(store, record)),
    + : refunds.create(store, record).slice(1)),
  functions/storefront/cancel-order.ts
    two who cancel an order at once put its money back twice
    - writes: [orders.replace(store.id, order, next, now), ...writes]
    + writes: [...(writes.length > 0 ? [] : [orders.replace(store.id, order, next, now)]), ...writes]
    a cancelled order keeps what its gift card paid
    - next, now), ...writes]
    + next, now), ...writes.slice(2)]
  lib/work/issue-due-cards.ts
    an order becomes more cards than were bought
    - orders.replace(store, order, next, now),
    + ...(issued.length > 1 ? [] : [orders.replace(store, order, next, now)]),
test/resources/orders/credit-payments.test.ts
  lib/resources/orders/refund-rules.ts
    a store credit that staff disabled comes back as a new one after its expiry
    - payer.disabled_at === null && isPast(
    + isPast(
test/resources/orders/refunds.test.ts test/resources/orders/refunds-in-parts.test.ts
  lib/work/refund-order.ts
    refunded units keep their gift cards
    - ...takingBack(work, cards),
    the money of a refund moves before all its cards are taken back
    - if (!next) return finish(
    + if (next) return finish(
    a refund of many cards holds none of them
    - ...chosen.flatMap((card) => giftCards.replace(store, card, { next: holdForRefund(card, now) }, now)),
    another order uses the id of a refund that is not finished
    - if (found.unfinished_of !== id) throw duplicate('refund_id');
    a refund goes on while an upgrade has not linked all cards of the order
    - await boughtCards.requireLinks(work.store, work.order);
    a refund that has lost a card moves its money
    - if (taken + cards.length !== sum(takesBack))
    + if (taken > sum(takesBack))
    a refusal shows a spent card of a line that has enough others
    - spent.find((_, line) => (missing[line] ?? 0) > 0)
    + spent.find((each) => each !== null)
    a refused refund leaves a card held
    - const freed = held.flatMap(
    + const freed = held.slice(1).flatMap(
  lib/resources/orders/bought-card-records.ts
    a card that a checkout holds is taken back
    - if (heldOf(card, now) > 0) return false;
    a spent card is taken back
    - return spent >= 0;
    + return true;
    each step of a refund counts all cards of its order
    - if (order.forgotten && (await
    + if ((await
    cards are taken back although others of the order have no link
    - < cardsIssued(order)
    + < 0
    one card is taken back for two units
    -  && card.taken_back_by === undefined
    a card that an earlier release issued is taken back for another line
    - lineOfCard(order, passed + index)
    + lineOfCard(order, passed + index + 1)
  lib/resources/gift-cards/rules.ts
    a card that is taken back keeps what staff added
    - { type: 'adjusted', amount: -card.balance, order_id,
    + { type: 'adjusted', amount: -card.initial_value, order_id,
    a card that is taken back keeps lapsed holds
    - holds: liveHolds(freed, how.now),
    a card that was taken back is emailed on its send date
    - freeFromRefund(isScheduled(card) ? unscheduled(card, how.now) : card)
    + freeFromRefund(card)
  lib/ledger/hold-rules.ts
    a refund ends the hold of a checkout that holds nothing
    - ...liveHolds(account, now),
    a checkout applies a card that is being refunded
    - refuseRefunding(account, field);
  lib/mail/gift-card-mail.ts
    the code of a card that was taken back is emailed
    - mailed || isTakenBack ||
    + mailed ||
  lib/work/sweep-gift-cards.ts
    an interrupted refund is never finished
    - if (order.refunding) await finishRefund(commit, store, order.id);
  lib/resources/orders/records.ts
    a card that paid for an order counts as one that it bought
    - return all - paying.length;
    + return all;
  lib/resources/orders/stored-rules.ts
    an earlier release refunds an order with an unfinished refund
    - ...{ refunded_to_card: order.total,
    + ...{ refunded_to_card: to_card,
    an earlier release issues cards for refunded units
    - ...(hasNothingToIssue(order) && {
    + ...(hasNothingToIssue(order) && order.refunding && {
  lib/resources/orders/migration-records.ts
    an order that an earlier release no longer lists as due is never finished
    - refundsOfOrders, unfinishedOrders];
    + refundsOfOrders];
  functions/storefront/create-download.ts
    a refunded file can be downloaded
    - refuseRefunded(order, variant_id);
test/resources/orders/order-details.test.ts
  lib/resources/orders/refund-records.ts
    a refund is not with its order
    - items.create(keys.refund(store, refund.refund_id), refund),
    -   list(store, refund),
    + items.create(keys.refund(store, refund.refund_id), refund),
    +   ...(refund.amount > 0 ? [] : [list(store, refund)]),
  lib/work/forget.ts
    a deletion forgets the first page of the cards of an order
    - const isLast = named.length < limit;
    + const isLast = named.length <= limit;
test/lib/work/migrate.test.ts
  lib/resources/orders/migration-records.ts
    an order of an earlier release is not listed by its time
    - [orders.listByTime(store, order)]
    + []
test/stage/random/several-cards.test.ts
  lib/resources/orders/stored-rules.ts
    the release before refunds an order of several cards
    - refunded_to_card: order.total,
    + refunded_to_card: order.refunded_to_card,
    the release before finds the first card of several
    - payments: order.payments, gift_card_id: severalCards }),
    + payments: order.payments }),
  lib/resources/gift-cards/checkout-records.ts
    an order spends holds that the release before replaced
    - holds: [{ gift_card_id }],
    + holds: [...listed, { gift_card_id }],
test/stage/random/credit-orders.test.ts
  lib/resources/gift-cards/checkout-records.ts
    the release before finds one card of a checkout that store credit pays for, too
    - { gift_card_id: severalCards, holds: holds.map(onlyId),
    + { gift_card_id: first && 'gift_card_id' in first ? first.gift_card_id : severalCards, holds: holds.map(onlyId),
  lib/resources/orders/stored-rules.ts
    the release before refunds again what was refunded to store credit
    - order.refunding !== undefined || order.refunded_to_store_credit > 0 || isPaidInOtherWays(order);
    + order.refunding !== undefined || isPaidInOtherWays(order);
`;
