/** Store credits of the first customer, and a checkout that holds them. */
import { expect } from 'vitest';
import { holdStoreCredit } from '../../../lib/resources/store-credits/functions.ts';
import * as contract from '../../../lib/resources/store-credits/operations.ts';
import { call } from '../http/call.ts';
import { invoke } from '../invoke.ts';
import { holdOf } from './checkout.ts';
import { newWorld, type World } from './world.ts';

/** Grants a credit of this value. */
export async function granted({ write: key, customers }: World, value: number, fields: object = {}): Promise<string> {
  const { id = customers[0].id, ...rest } = fields as { id?: string };
  const body = { value, reason: 'goodwill', ...rest };
  const { status, body: credit } = await call(contract.createStoreCredit, { path: { id }, body, key });
  expect(status).toBe(201);
  return credit.id;
}

/** A new store with credits of these values, the oldest first. */
export async function newCredits(...values: number[]) {
  const world = await newWorld();
  const ids: string[] = [];
  for (const value of values) ids.push(await granted(world, value));
  return { world, ids };
}

export const holdCredit = (world: World, fields: object = {}) => {
  const { code: _, ...payload } = holdOf(world, undefined, { amount: 2333, ...fields });
  return invoke(holdStoreCredit, { customer_id: world.customers[0].id, ...payload });
};

/** A credit as its API shows it. */
export async function creditOf({ write: key, customers }: World, store_credit_id: string, id = customers[0].id) {
  return (await call(contract.getStoreCredit, { path: { id, store_credit_id }, key })).body;
}

export const balancesOf = (world: World, ids: readonly string[]): Promise<number[]> =>
  Promise.all(ids.map(async (id) => (await creditOf(world, id)).balance));

/** All credits of the first customer, the newest first. */
export async function creditsOf({ write: key, customers: [{ id }] }: World) {
  return (await call(contract.listStoreCredits, { path: { id }, query: { limit: 100 }, key })).body.data;
}

export const creditPayment = (store_credit_id: string | undefined, amount: number, refunded = 0) => ({
  ...{ type: 'store_credit', store_credit_id, amount, refunded },
});
