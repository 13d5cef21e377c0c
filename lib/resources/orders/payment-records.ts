/** The writes that spend gift cards and store credits on an order, and that return amounts to them. */
import { redeem } from '../../ledger/hold-rules.ts';
import { type ChangeContext, refund } from '../../ledger/rules.ts';
import type { Write } from '../../table/items.ts';
import * as customers from '../customers/records.ts';
import * as checkouts from '../gift-cards/checkout-records.ts';
import { isCard, isCredit, type Payer } from '../gift-cards/checkout-rules.ts';
import * as storeCredits from '../store-credits/records.ts';
import { issue } from '../store-credits/rules.ts';
import * as orders from './records.ts';
import type { Held } from './reference-records.ts';
import { destinationOf, renewedExpiry, returnsOf } from './refund-rules.ts';
import { added, type OrderRecord, payerOf, sum } from './rules.ts';

interface PaymentContext extends Omit<ChangeContext, 'transactionId'> {
  newId(resource: 'giftCardTransaction' | 'storeCredit' | 'storeCreditTransaction'): string;
}

const ledgerContext = (payer: Payer, { newId, ...context }: PaymentContext): ChangeContext => ({
  ...context,
  transactionId: newId(isCredit(payer) ? 'storeCreditTransaction' : 'giftCardTransaction'),
});

/** Turns each hold into an entry of its ledger, and releases the amounts that the order does not need. */
export function spend(
  store: string,
  { checkout, holds, open }: Held,
  order: OrderRecord,
  context: PaymentContext,
): Write[] {
  const { checkout_id } = checkout;
  const spent = holds.map(({ payer }): checkouts.Changed => {
    const amount = order.payments.find((payment) => payerOf(payment) === payer.id)?.amount ?? 0;
    const content = { checkout_id, order_id: order.id, amount };
    return { read: payer, ...redeem(payer, content, ledgerContext(payer, context)) };
  });
  const links = spent.flatMap(({ read, transaction }) =>
    transaction && isCard(read)
      ? [orders.addCard(store, order.id, { id: read.id, transaction_id: transaction.id })]
      : [],
  );
  return [
    ...checkouts.replaceCards(store, spent, context.now),
    ...(open ? storeCredits.write(store, open, { changed: spent.filter(checkouts.isOfCredit) }) : []),
    ...links,
    checkouts.remove(store, checkout),
  ];
}

interface Returning {
  now: string;
  newId: PaymentContext['newId'];
  /** The amount of a refund to a new store credit. */
  credited?: number | undefined;
  /** The customer of the order, if already read. */
  owner?: Owner | undefined;
}

/**
 * Returns the amounts that `next` refunds in addition to `order` to their gift cards and store credits; the actor is `system`. Amounts for
 * store credits that have expired become a new store credit; those for store credits of a deleted customer are left to the shop. `next` in
 * the result contains both as `payments_moved`.
 */
export async function putBack(
  store: string,
  order: OrderRecord,
  next: OrderRecord,
  { now, newId, credited = 0, owner: known }: Returning,
): Promise<{ next: OrderRecord; writes: Write[] }> {
  const returns = returnsOf(order, next);
  const isOfCredits = credited > 0 || returns.some(({ payment }) => payment.type === 'store_credit');
  const [payers, owner] = await Promise.all([
    checkouts.payersOf(
      store,
      returns.map(({ payment }) => payment),
    ),
    known ?? (isOfCredits ? findOwner(store, order) : undefined),
  ]);
  const context = { actor: { type: 'system', name: null } as const, now, newId };
  const destinations = returns.map(({ payment, ...rest }) => {
    const payer = payers.find(({ id }) => id === payerOf(payment));
    if (!payer) throw new Error(`A payment of ${order.id} is gone`);
    return { ...rest, payer, to: destinationOf(payer, owner !== undefined, now) };
  });
  const changes = destinations
    .filter(({ to }) => to === 'payer')
    .map(
      ({ payer, amount }): checkouts.Changed => ({
        read: payer,
        ...refund(payer, { order_id: order.id, amount }, ledgerContext(payer, context)),
      }),
    );
  const moved = next.payments.map((_, at) =>
    sumOf(destinations.filter(({ index, to }) => index === at && to !== 'payer')),
  );
  const renewed = sumOf(destinations.filter(({ to }) => to === 'new credit'));
  return {
    next: { ...next, payments_moved: added(order.payments_moved, moved) },
    writes: [
      ...checkouts.replaceCards(store, changes, now),
      ...(owner
        ? [
            ...storeCredits.write(store, owner.open, {
              issued: issuedBy(order, { credited, renewed }, context),
              changed: changes.filter(checkouts.isOfCredit),
              isExempt: true,
            }),
            customers.checkPresent(store, owner.customer),
          ]
        : []),
    ],
  };
}

const sumOf = (amounts: readonly { amount: number }[]): number => sum(amounts.map(({ amount }) => amount));

/** The store credit that a refund issues: for a refund to store credit, or in place of credits that have expired. */
function issuedBy(
  { id: order_id, customer_id, currency }: OrderRecord,
  { credited, renewed }: { credited: number; renewed: number },
  context: PaymentContext,
) {
  const { newId, ...how } = context;
  if (credited + renewed === 0) return [];
  const expires_at = renewed > 0 ? renewedExpiry(context.now) : null;
  return [
    issue(
      {
        id: newId('storeCredit'),
        customer_id,
        value: credited + renewed,
        currency,
        reason: 'refund',
        expires_at,
        order_id,
      },
      { ...how, transactionId: newId('storeCreditTransaction') },
    ),
  ];
}

export type Owner = NonNullable<Awaited<ReturnType<typeof findOwner>>>;

/**
 * The customer of an order, with the ids of the customer's store credits; undefined once the customer was deleted, even if they were imported again
 * since.
 */
export async function findOwner(store: string, { customer_id, forgotten }: OrderRecord) {
  if (forgotten) return undefined;
  const [customer, open] = await Promise.all([
    customers.findRecord(store, customer_id),
    storeCredits.findOpen(store, customer_id),
  ]);
  return customer && !customers.isDeleted(customer) ? { customer, open } : undefined;
}
