/** All tables of requests, one for each other file of this folder. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Operation, replays } from '../../lib/schema/operation.ts';
import type { Command } from '../stage/every-order/command.ts';
import { type CallInput, call } from '../support/http/call.ts';
import { httpDoorOf, invoke, storefrontKeyOf } from '../support/invoke.ts';
import type { World } from '../support/world/world.ts';
import type { Area, Payload, Ready } from './table.ts';

/** What the file of a table exports: its area under a name of its own, and its commands if it has any. */
type Exports = Readonly<Record<string, unknown>> & { commands?: readonly Command[] };

const isArea = (exported: unknown): exported is Area => exported instanceof Object && 'asks' in exported;

const notTables = ['all.ts', 'table.ts'];

const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.ts') && !notTables.includes(file));

const tables: readonly Exports[] = await Promise.all(
  files.toSorted().map((file) => import(/* @vite-ignore */ pathToFileURL(join(import.meta.dirname, file)).href)),
);

export const areas: readonly Area[] = tables.flatMap((table) => Object.values(table).filter(isArea));

const ready = areas.flatMap((each) => each.ready);

/** A succeeding request of every operation; a test fails where an operation has none. */
export const scenarios: readonly Scenario[] = ready.flatMap(({ of, ...each }) =>
  'method' in of ? [{ ...(each as Ready<CallInput>), operation: of }] : [],
);

/** A succeeding invocation of every function without a route; a test fails where a function has none. */
export const invocationScenarios = ready.flatMap(({ of, ...each }) =>
  'method' in of ? [] : [{ ...(each as Ready<Payload>), invocable: of }],
);

export interface Scenario extends Ready<CallInput> {
  operation: Operation;
}

export type InvocationScenario = (typeof invocationScenarios)[number];

/** The same of every storefront function as a request to its HTTP door, with its key. */
export const doorScenarios: readonly Scenario[] = invocationScenarios
  .filter(({ invocable }) => invocable.group === 'storefront')
  .map(({ invocable, prepare }) => ({
    of: invocable,
    operation: httpDoorOf(invocable),
    async prepare(world) {
      const { store_id, ...body } = await prepare(world);
      return { body, key: await storefrontKeyOf(store_id) };
    },
  }));

/** All operations, by name. */
export const allScenarios = scenarios.map((scenario) => [scenario.operation.name, scenario] as const);

/** Operations that take an idempotency key, by name. */
export const keyedScenarios = allScenarios.filter(([, { operation }]) => replays(operation));

/** Every endpoint and every function, asked alike. */
export const cases = [
  ...scenarios.map(({ operation: of, prepare }) => ({
    name: of.name,
    isRead: of.method === 'GET' || of.readOnly === true,
    /** Makes what a request needs, and gives what sends it: whether it succeeded. */
    prepare: async (world: World) => {
      const given = await prepare(world);
      return async () => (await call(of, { ...given, key: world.write })).status === of.success.status;
    },
  })),
  ...invocationScenarios.map(({ invocable: of, prepare }) => ({
    name: of.name,
    isRead: of.readOnly === true,
    prepare: async (world: World) => {
      const payload = await prepare(world);
      return async () => !('errorType' in Object(await invoke(of, payload)));
    },
  })),
];

/** A test fails where a function of the contract is missing. */
export const commands: readonly Command[] = tables.flatMap((table) => table.commands ?? []);
