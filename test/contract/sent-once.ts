/** A request, or an invocation, of each row in a store of its own, and what one of them leaves. */
import { newId } from '../../lib/runtime/ids.ts';
import type { InvocationScenario, Scenario } from '../requests/all.ts';
import { shapeOf } from '../support/aws/table-contents.ts';
import { call } from '../support/http/call.ts';
import type { Response } from '../support/http/documented.ts';
import { invoke, invokeOverHttp, storefrontKeyOf } from '../support/invoke.ts';
import { newWorld } from '../support/world/world.ts';

export const newIdempotencyKey = (): string => newId('upload');

/** A request of the scenario in a store of its own. */
export async function preparedRequest({ operation, prepare }: Scenario) {
  const world = await newWorld();
  const request = { ...(await prepare(world)), key: world.write };
  const send = (overrides: object = {}): Promise<Response> => call(operation, { ...request, ...overrides });
  return { world, request, send };
}

/** What is in the store when the request has been made once, and what it answered. */
export async function requestedOnce(scenario: Scenario): Promise<{ shape: string[]; status: number }> {
  const { world, send } = await preparedRequest(scenario);
  const { status } = await send({ idempotencyKey: newIdempotencyKey() });
  return { shape: await shapeOf(world.store.id), status };
}

/** An invocation of the scenario in a store of its own; of a storefront function every other one goes through its HTTP door, the first does. */
export async function preparedInvocation({ invocable, prepare }: InvocationScenario) {
  const world = await newWorld();
  const payload = await prepare(world);
  const isStorefront = invocable.group === 'storefront';
  if (isStorefront) await storefrontKeyOf(payload.store_id);
  let sent = 0;
  const send = () => {
    sent += 1;
    return isStorefront && sent % 2 === 1 ? invokeOverHttp(invocable, payload) : invoke(invocable, payload);
  };
  return { store: payload.store_id, send };
}

/** Whether the same call again is to have no further effect. */
export const isRepeatable = ({ invocable, anew }: InvocationScenario): boolean => !invocable.readOnly && !anew;

/** A row of a table of tests. */
export const namedInvocation = (scenario: InvocationScenario) => [scenario.invocable.name, scenario] as const;

/** The contents of a store, regardless of items that were rewritten unchanged. */
export const contentOf = async (store: string): Promise<string[]> =>
  (await shapeOf(store)).map((entity) => entity.replace(/\["version",\d+\]/g, ''));

/** What is in the store when the function has been invoked once, and what it answered. */
export async function invokedOnce(scenario: InvocationScenario) {
  const { store, send } = await preparedInvocation(scenario);
  const result = await send();
  return { content: await contentOf(store), result };
}

/** A result without what may differ when the same is asked again. */
export const lasting = ({ own = [] }: InvocationScenario, result: object) =>
  Object.fromEntries(Object.entries(result).filter(([field]) => !own.includes(field)));
