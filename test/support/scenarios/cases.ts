import { call } from '../http/call.ts';
import { invoke } from '../invoke.ts';
import type { World } from '../world/world.ts';
import { scenarios } from './all.ts';
import { invocationScenarios } from './invocations.ts';

interface Case {
  name: string;
  isRead: boolean;
  /** Makes what a request needs, and gives what sends it: whether it succeeded. */
  prepare(world: World): Promise<() => Promise<boolean>>;
}

/** Every endpoint and every function, asked alike. */
export const cases: readonly Case[] = [
  ...scenarios.map(({ operation, prepare }) => ({
    name: operation.name,
    isRead: operation.method === 'GET',
    prepare: async (world: World) => {
      const given = await prepare(world);
      return async () => (await call(operation, { ...given, key: world.write })).status === operation.success.status;
    },
  })),
  ...invocationScenarios.map(({ invocable, prepare }) => ({
    name: invocable.name,
    isRead: invocable.readOnly === true,
    prepare: async (world: World) => {
      const payload = await prepare(world);
      return async () => !('errorType' in Object(await invoke(invocable, payload)));
    },
  })),
];
