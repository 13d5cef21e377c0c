/** The rules that the ledger of an account must meet, and the findings where it does not. */

import type { Transaction } from './fields.ts';
import { heldOf } from './hold-rules.ts';
import { type Account, kindOf } from './rules.ts';

/** Sums of an account's entries for one order. */
interface OrderSums {
  redeemed: number;
  redemptions: number;
  refunded: number;
  /** Number of entries that took a card back with a refund of the order. */
  takenBack: number;
}

export const noOrderSums: OrderSums = { redeemed: 0, redemptions: 0, refunded: 0, takenBack: 0 };

/** Sums of an account's entries, as far as they have been read. No entry is kept, so a long ledger takes little memory. */
export interface LedgerSums {
  balance: number;
  first: Pick<Transaction, 'type' | 'amount'> | undefined;
  isIssuedTwice: boolean;
  isWithoutOrder: boolean;
  /** Entries with a balance that is not the sum of the amounts so far. */
  wrong: Pick<Transaction, 'id' | 'balance'>[];
  /** By order id, without the entries that issued accounts. */
  orders: Map<string, OrderSums>;
}

export const noSums = (): LedgerSums => ({
  ...{ balance: 0, first: undefined, isIssuedTwice: false, isWithoutOrder: false },
  ...{ wrong: [], orders: new Map() },
});

/** Adds the next entries of a ledger, oldest first. */
export function addEntries(sums: LedgerSums, entries: readonly Transaction[]): LedgerSums {
  for (const entry of entries) {
    const { id, type, amount, balance, order_id } = entry;
    sums.balance += amount;
    if (balance !== sums.balance) sums.wrong.push({ id, balance });
    if (sums.first && type === 'issued') sums.isIssuedTwice = true;
    sums.first ??= { type, amount };
    if (order_id === null) sums.isWithoutOrder ||= type === 'redeemed' || type === 'refunded';
    else if (type !== 'issued') sums.orders.set(order_id, addToOrder(sums.orders.get(order_id), entry));
  }
  return sums;
}

const addToOrder = (order: OrderSums = noOrderSums, { type, amount }: Transaction): OrderSums => ({
  redeemed: order.redeemed + (type === 'redeemed' ? amount : 0),
  redemptions: order.redemptions + (type === 'redeemed' ? 1 : 0),
  refunded: order.refunded + (type === 'refunded' ? amount : 0),
  takenBack: order.takenBack + (type === 'adjusted' ? 1 : 0),
});

/** The findings on an account, from the sums of all its entries. */
export function accountFindings(account: Account, sums: LedgerSums, now: string): string[] {
  const { balance, first, isIssuedTwice, isWithoutOrder, wrong } = sums;
  const { short } = kindOf(account);
  const held = heldOf(account, now);
  return [
    ...when(balance !== account.balance, `the entries add up to ${balance}, the balance is ${account.balance}`),
    ...when(account.balance < 0, `the balance is ${account.balance}`),
    ...when(held > account.balance, `${held} are held, the balance is ${account.balance}`),
    ...wrong.map((entry) => `entry ${entry.id} says the balance was ${entry.balance}`),
    ...when(
      first?.type !== 'issued' || first.amount !== account.initial_value,
      `the first entry does not issue the ${short}`,
    ),
    ...when(isIssuedTwice, `the ${short} is issued twice`),
    ...when(isWithoutOrder, 'an entry names no order'),
  ];
}

/** A finding, if something is wrong. */
export const when = (isWrong: boolean, finding: string): string[] => (isWrong ? [finding] : []);
