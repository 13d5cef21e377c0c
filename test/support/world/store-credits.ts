/** Store credits of a customer, and the operations on them. */

import { hold } from '../../../lib/ledger/hold-rules.ts';
import { commitUnitOfWork, writing } from '../../../lib/once/unit-of-work.ts';
import * as contract from '../../../lib/resources/store-credits/operations.ts';
import * as storeCredits from '../../../lib/resources/store-credits/records.ts';
import { issue } from '../../../lib/resources/store-credits/rules.ts';
import { timestampNow } from '../../../lib/runtime/clock.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import { type CallInput, call } from '../http/call.ts';
import { lasting } from './checkout.ts';
import { newWorld, type World } from './world.ts';

type Query = NonNullable<CallInput['query']>;

/** The operations on the store credits of a customer. */
export function creditsOf({ write: key }: World, customer: string) {
  const path = (store_credit_id: string) => ({ id: customer, store_credit_id });
  const all = { id: customer };
  return {
    create: (body: object = {}) =>
      call(contract.createStoreCredit, { path: all, body: { value: 5000, reason: 'goodwill', ...body }, key }),
    get: (id: string) => call(contract.getStoreCredit, { path: path(id), key }),
    list: (query: Query = {}) => call(contract.listStoreCredits, { path: all, query, key }),
    update: (id: string, body: object) => call(contract.updateStoreCredit, { path: path(id), body, key }),
    adjust: (id: string, body: object) => call(contract.adjustStoreCredit, { path: path(id), body, key }),
    disable: (id: string) => call(contract.disableStoreCredit, { path: path(id), key }),
    enable: (id: string) => call(contract.enableStoreCredit, { path: path(id), key }),
    transactions: (id: string, query: Query = {}) =>
      call(contract.listStoreCreditTransactions, { path: path(id), query, key }),
  };
}

/** A new store, and the operations on the credits of its first customer. */
export async function newCredits(currency = 'USD') {
  const world = await newWorld({ currency });
  const [{ id: customer }] = world.customers;
  return { world, customer, ...creditsOf(world, customer) };
}

/** The same, and a credit that has been created. */
export async function newCredit(body: object = {}) {
  const credits = await newCredits();
  return { ...credits, id: String((await credits.create(body)).body.id) };
}

/** Lets a checkout hold some of a credit. */
export async function holdCredit({ store }: World, id: string, amount: number, expires_at = lasting): Promise<void> {
  const credit = await storeCredits.find(store.id, id);
  if (!credit) throw new Error(`There is no store credit ${id}`);
  const { currency } = credit;
  const { next } = hold(credit, { checkout_id: 'checkout', amount, currency, expires_at }, timestampNow());
  await commitUnitOfWork(writing(storeCredits.replace(store.id, credit, { next })));
}

/** Creates as many credits of a customer as one commit holds, a few commits at most. */
export async function createCredits({ store }: World, customer_id: string, count: number): Promise<void> {
  for (let left = count; left > 0; left -= 20) {
    const issued = Array.from({ length: Math.min(20, left) }, () =>
      issue(
        { id: newId('storeCredit'), customer_id, value: 100, currency: store.currency, reason: 'goodwill' },
        {
          actor: { type: 'system', name: null },
          now: timestampNow(),
          transactionId: newId('storeCreditTransaction'),
        },
      ),
    );
    const open = await storeCredits.findOpen(store.id, customer_id);
    await commitUnitOfWork(writing(storeCredits.write(store.id, open, { issued, isExempt: true })));
  }
}
