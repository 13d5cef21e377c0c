/** Gift cards, and the operations on them. */

import { expect } from 'vitest';
import { auditLedger } from '../../../lib/resources/gift-cards/functions.ts';
import * as contract from '../../../lib/resources/gift-cards/operations.ts';
import { toTimestamp } from '../../../lib/schema/times.ts';
import { type CallInput, call } from '../http/call.ts';
import { invoke } from '../invoke.ts';
import { newWorld, succeeded, type World } from './world.ts';

/** Issues a card without an email. */
export async function issued({ write }: World, body: object = { value: 5000 }) {
  return (await call(contract.issueGiftCard, { body, key: write })).body;
}

export async function balanceOf({ write: key }: World, gift_card_id: string): Promise<number> {
  return (await call(contract.getGiftCard, { path: { gift_card_id }, key })).body.balance;
}

type Query = NonNullable<CallInput['query']>;

function api({ write: key }: World) {
  const path = (gift_card_id: string) => ({ gift_card_id });
  return {
    issue: (body: object) => call(contract.issueGiftCard, { body, key }),
    get: (id: string) => call(contract.getGiftCard, { path: path(id), key }),
    list: (query: Query = {}) => call(contract.listGiftCards, { query, key }),
    update: (id: string, body: object) => call(contract.updateGiftCard, { path: path(id), body, key }),
    adjust: (id: string, body: object) => call(contract.adjustGiftCard, { path: path(id), body, key }),
    replaceCode: (id: string, body?: object) => call(contract.replaceGiftCardCode, { path: path(id), body, key }),
    disable: (id: string) => call(contract.disableGiftCard, { path: path(id), key }),
    enable: (id: string) => call(contract.enableGiftCard, { path: path(id), key }),
    transactions: (id: string, query: Query = {}) =>
      call(contract.listGiftCardTransactions, { path: path(id), query, key }),
  };
}

/** A new store, and the operations on its gift cards. */
export async function newCards(currency = 'USD') {
  const world = await newWorld({ currency });
  return { world, ...api(world) };
}

/** The same, and a card that has been issued. */
export async function newCard(body: object = { value: 5000 }) {
  const cards = await newCards();
  const { id, code } = (await cards.issue(body)).body;
  return { ...cards, id: String(id), code: String(code) };
}

export const idsOf = (items: { id: string }[]) => items.map(({ id }) => id);

/** The time so many seconds from now. */
export const seconds = (from: number) => toTimestamp(Date.now() + from * 1000);

/** Every gift card's and store credit's balance is what its transactions add up to, and the orders that they paid for agree with them. */
export async function expectLedgerProven({ store }: World): Promise<void> {
  for (let after: string | null | undefined; after !== null; ) {
    const page = await succeeded(invoke(auditLedger, { store_id: store.id, after }));
    expect(page.findings).toEqual([]);
    after = page.next;
  }
}
