/** What goes wrong seldom: clocks apart, messages that come early, reads between two writes, one key for two requests. */
import { planted } from './planted.ts';

export const seldom = planted`
test/lib/events/item.test.ts test/stage/event-pairs.test.ts
  lib/events/item.ts
    the fields of a map in another order are a change
    - !isDeepStrictEqual(before[field] ?? null, after[field] ?? null)
    + JSON.stringify(before[field] ?? null) !== JSON.stringify(after[field] ?? null)
test/resources/gift-cards/clocks.test.ts
  lib/schema/times.ts
    what expires is taken away at once
    - secondsBefore(now, graceSeconds);
    + now;
  lib/resources/gift-cards/rules.ts
    a checkout that asks again loses what another holds by a slower clock
    - Math.min(amount, Math.max(own, freeBeside(card, others)))
    + Math.min(amount, freeBeside(card, others), Math.max(own, amount))
    a checkout is told of less than it holds
    - return Math.max(own, freeBeside(card, others));
    + return Math.max(Math.min(own, 0), freeBeside(card, others));
test/contract/one-key.test.ts
  lib/http/idempotency.ts
    a key answers another operation on the same path
    - const address = JSON.stringify([operation.name, path]);
    + const address = JSON.stringify([path]);
  functions/storefront/refund-order.ts
    a refund id answers for another order
    - isSame: (existing) => existing.order_id === order_id && existing.amount === amount,
    + isSame: (existing) => existing.order_id !== "" && order_id !== "" && existing.amount === amount,
  lib/resources/waitlist/restock-records.ts
    a restock id answers for another variant
    - restock.variant_id === asked.variant_id &&
    + asked.variant_id !== "" &&
test/resources/orders/orders.test.ts
  lib/resources/orders/reference-records.ts
    an order spends a card of another currency
    - if (card.currency !== currency) throw
    + if (card.currency === "" && currency) throw
test/contract/early-messages.test.ts
  lib/resources/waitlist/restock-records.ts
    a mail is taken as sent whose shopper was read before the commit
    - const found = isDue(first) ? first : await items.find<ShopperEntry>(entryKey, readShopperEntry);
    + const found = first;
  lib/work/send-queued-mail.ts
    a mail that comes before its commit is dropped
    - toSeconds(now) < queued_at / 1000 + droppedAfterSeconds
    + toSeconds(now) < queued_at / 1000 - droppedAfterSeconds
test/background/publish-events.test.ts
  lib/bus/bus.ts
    events go on behind one that the bus refused
    - return { taken: taken + (cause instanceof PutRefused ? cause.taken : 0), cause };
    + if (!(cause instanceof PutRefused)) return { taken, cause };
test/contract/unknown-store.test.ts
  lib/resources/stores/records.ts
    a store that does not exist is called by its id
    - 'Store not found'
    + 'No such store'
`;
