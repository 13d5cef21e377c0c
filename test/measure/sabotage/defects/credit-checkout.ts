/** Store credit at checkout that is held, spent or returned wrongly. */
import { planted } from './planted.ts';

export const creditCheckout = planted`
test/resources/gift-cards/credit-holds.test.ts
  lib/resources/gift-cards/checkout-rules.ts
    store credit is the eleventh payment of a checkout
    - isOwn && payments < most ?
    + isOwn && payments <= most ?
    an order with many lines is refused with as many credits as other orders
    - Math.min(limits.checkoutPayments, Math.floor((shared.writes - lines) / shared.ofPayment));
    + Math.min(limits.checkoutPayments, Math.max(lines, shared.writes));
    the largest amount of store credit is ignored
    - request.at_most ?? request.amount
    + request.amount
    a checkout holds the store credit of another customer
    - const free = isOwn && payments
    + const free = payments
    a store credit that is not needed any more stays held
    - next: without(credit, request, now) };
    + next: credit };
    the order in which store credits are held is random
    - credits.toSorted(soonestFirst).map(
    + credits.map(
    an expired store credit holds more than before
    - availableTo(credit, request.checkout_id, now) : 0;
    + credit.balance : 0;
test/resources/store-credits/checkout.test.ts
  lib/resources/store-credits/balance-rules.ts
    an expired store credit counts as balance
    - statusOf(credit, now) === 'active'
    + statusOf(credit, now) !== 'disabled'
  functions/storefront/hold-gift-card.ts
    a gift card without add replaces store credit
    - add || isCredit(each) ||
    + add ||
test/resources/orders/credit-payments.test.ts
  lib/resources/orders/rules.ts
    the store credit of another customer pays
    - hold.customer_id !== input.customer_id
    + hold.customer_id === ''
  lib/resources/orders/stored-rules.ts
    the release before refunds an order that store credit paid for
    - payments.length > 1 || payments.some(
    + payments.length > 1 && payments.some(
  lib/resources/orders/refund-rules.ts
    a refund returns to a store credit that has expired
    - isPast(payer.expires_at, now) ? 'new credit' : 'payer';
    + 'payer';
    a refund to store credit also returns to the payments
    - if (to) return { payments, to_card: 0,
    + if (to) return { payments: withReturned(payments, amount), to_card: 0,
    a refund with another destination is the same refund
    - b.keep_gift_cards && a.to === b.to &&
    + b.keep_gift_cards &&
test/resources/store-credits/refunds.test.ts
  lib/resources/orders/payment-records.ts
    a store credit that has expired is renewed by each refund
    - const renewed = sumOf(destinations.filter(({ to }) => to === 'new credit'));
    + const renewed = sum(next.payments.map(({ refunded }) => refunded)) - order.refunded_to_gift_card;
    a refund returns money to a customer who was deleted
    - customer && !customers.isDeleted(customer) ?
    + customer ?
  lib/work/refund-order.ts
    a refund to store credit issues none
    - const credited = to && amount;
    + const credited = undefined;
`;
