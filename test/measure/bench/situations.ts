/** What one and the same request takes where a function and a key are new or known, and where it is refused or a repeat. */

import { lambdaContext } from '../../../lib/gateway/proxy-event.ts';
import { createCustomerAddress } from '../../../lib/resources/customer-addresses/operations.ts';
import { holdGiftCard } from '../../../lib/resources/gift-cards/functions.ts';
import { revokeApiKey } from '../../../lib/resources/stores/functions.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import { type Watched, watch } from '../../support/aws/aws-calls.ts';
import { beginAnew } from '../../support/aws/deployment.ts';
import { handlerOf } from '../../support/handlers.ts';
import { call, eventOf } from '../../support/http/call.ts';
import { httpDoorOf, invoke, invokeOverHttp, storefrontKeyOf } from '../../support/invoke.ts';
import { hold, holdOf } from '../../support/world/checkout.ts';
import { addressBody } from '../../support/world/customer-addresses.ts';
import { issued } from '../../support/world/gift-cards.ts';
import { importCards, importedCard, otherCode } from '../../support/world/move-in.ts';
import { newKey, newWorld, succeeded, type World } from '../../support/world/world.ts';
import { cpuOf, isRead, unitsOf, type WarmUsage } from './endpoints.ts';

export interface Situation extends Pick<WarmUsage, 'roundTrips' | 'calls' | 'readUnits' | 'writeUnits'> {
  name: string;
  status: number;
  /** Write units that AWS may bill for a cancelled transaction: those of its commit, at most. */
  cancelledUnits: number;
}

/**
 * Write units of a 1-KB item in a transaction: one to prepare, one to commit. AWS bills a write that fails its condition; for a
 * cancelled transaction it documents neither figure.
 */
const unitsOfItem = 2;

interface Prepared {
  key: string;
  idempotencyKey: string;
  body?: object;
}

/** Makes ready what is then asked for, and measured. */
const situations: Readonly<
  Record<string, (world: World, send: (prepared: Prepared) => Promise<unknown>) => Promise<Prepared>>
> = {
  'cold function, new key': async ({ store }) => {
    const { api_key } = await newKey(store.id, 'Write');
    await beginAnew();
    return request(api_key);
  },
  'warm function, known key': async ({ write }, send) => {
    await send(request(write));
    return request(write);
  },
  'warm function, new key': async ({ store, write }, send) => {
    const { api_key } = await newKey(store.id, 'Write');
    await send(request(write));
    return request(api_key);
  },
  'a repeat': async ({ write }, send) => {
    const once = request(write);
    await send(once);
    return once;
  },
  'a key of another request': async ({ write }, send) => {
    const other = request(write);
    await send({ ...other, body: { ...addressBody, first_name: 'Grace' } });
    return other;
  },
  'a window that is used up': async (_, send) => {
    const { write } = await newWorld({ rateLimit: { requests: 1, window_seconds: 86_400 } });
    await send(request(write));
    return request(write);
  },
  'a forged key': async ({ write }) => request(`${write.slice(0, -2)}${write.endsWith('AA') ? 'BA' : 'AA'}`),
  'a key that was revoked': async ({ store }) => {
    const { api_key, key_id } = await newKey(store.id, 'Write');
    await invoke(revokeApiKey, { store_id: store.id, key_id });
    return request(api_key);
  },
};

const request = (key: string): Prepared => ({ key, idempotencyKey: newId('upload') });

/** A keyed `create-customer-address` in each. */
export async function measureSituations(): Promise<Situation[]> {
  const measured: Situation[] = [];
  for (const [name, prepare] of Object.entries(situations)) {
    const world = await newWorld();
    const send = (prepared: Prepared) =>
      call(createCustomerAddress, { path: { id: world.customers[0].id }, body: addressBody, ...prepared });
    const prepared = await prepare(world, send);
    measured.push(situationOf(name, await watch(() => send(prepared)), ({ status }) => status));
  }
  return measured;
}

/** The figures of a call that was watched. */
export function situationOf<T>(
  name: string,
  { result, roundTrips, calls }: Watched<T>,
  statusOf: (result: T) => number,
): Situation {
  return {
    ...{ name, status: statusOf(result), roundTrips },
    calls: calls.map(({ command }) => command.replace(/Command$/, '')),
    readUnits: unitsOf(calls.filter(isRead)),
    writeUnits: unitsOf(calls.filter((one) => !isRead(one))),
    cancelledUnits: calls.reduce((sum, { cancelledItems }) => sum + cancelledItems * unitsOfItem, 0),
  };
}

/** A `hold-gift-card` with a code of this service and of another system, and with an unknown one. */
export async function measureHolds(): Promise<Situation[]> {
  const world = await newWorld();
  const { code } = await issued(world);
  const [other, like] = [importedCard(), importedCard({ code: `${code.slice(0, -4)}QQQQ` })];
  await succeeded(importCards(world, [other, like]));
  const codes = {
    'first call': code,
    'a code of this service': code,
    'a code of another system': other.code,
    'a code of another system that is like ours': like.code,
    'an unknown code': otherCode(),
  };
  const measured: Situation[] = [];
  for (const [name, typed] of Object.entries(codes)) {
    const watched = await watch(() => hold(world, typed, { checkout_id: name, shopper: name }));
    measured.push(situationOf(`hold-gift-card, ${name}`, watched, ({ errorType }) => (errorType ? 404 : 200)));
  }
  const payload = holdOf(world, code, { checkout_id: 'over HTTP' });
  await invokeOverHttp(holdGiftCard, payload);
  const requested = await watch(() => invokeOverHttp(holdGiftCard, payload));
  measured.push(situationOf('hold-gift-card over HTTP, a code of this service', requested, () => 200));
  // The first call of a process reads its configuration.
  return measured.slice(1);
}

/** Milliseconds of CPU of a `hold-gift-card` by each of its doors, in a warm function. */
export async function cpuOfDoors(): Promise<{ invoke: number; http: number }> {
  const world = await newWorld();
  const payload = holdOf(world, (await issued(world)).code);
  const { store_id, ...body } = payload;
  const [handler, key] = [await handlerOf(holdGiftCard), await storefrontKeyOf(store_id)];
  const event = eventOf(httpDoorOf(holdGiftCard), { key, body });
  const doors = { invoke: payload, http: event };
  const measured = { invoke: Number.POSITIVE_INFINITY, http: Number.POSITIVE_INFINITY };
  // In turns, and the least of them: what else the machine does lengthens any.
  for (let round = 0; round < 12; round += 1) {
    for (const door of ['invoke', 'http'] as const) {
      const cpu = await cpuOf(() => handler(doors[door], lambdaContext(holdGiftCard.name)), 50);
      measured[door] = Math.min(measured[door], cpu / 1000);
    }
  }
  return measured;
}
