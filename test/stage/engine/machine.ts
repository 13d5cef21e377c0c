/**
 * What a play must not depend on: pauses and timers go by the player, so a busy machine causes no time-out, random
 * numbers come from the seed, and each function has its own memory of a module.
 */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import pauses from 'node:timers/promises';
import { BoundedMap } from '../../../lib/runtime/collections.ts';
import { currentActor } from './actor.ts';
import { clock, Timer } from './clock.ts';

let isEntered = false;

/** Replaces the machine's timers and random numbers for what belongs to a play; everything else works as before. */
export function enterMachine(): void {
  if (isEntered) return;
  isEntered = true;
  replaceTimers();
  replaceRandomness();
  separateMemories(BoundedMap);
  clock.differBy(() => currentActor()?.skew ?? 0);
  syncBuiltinESMExports();
}

function replaceTimers(): void {
  const { setTimeout: realSet, clearTimeout: realClear } = globalThis;
  const set = (act: (...args: unknown[]) => void, milliseconds = 0, ...args: unknown[]) => {
    const own = currentActor()?.setTimer?.(() => act(...args), milliseconds);
    return own ?? realSet(act, milliseconds, ...args);
  };
  const clear = (timer: Timer | NodeJS.Timeout | undefined): void =>
    timer instanceof Timer ? timer.cancel() : realClear(timer);
  const both = { setTimeout: Object.assign(set, realSet), clearTimeout: clear };
  Object.assign(globalThis, both);
  Object.assign(timers, both);

  const realPause = pauses.setTimeout;
  const pause = async <T>(milliseconds?: number, value?: T, options?: { signal?: AbortSignal }) => {
    const actor = currentActor();
    if (!actor) return realPause(milliseconds, value, options);
    await actor.pause();
    options?.signal?.throwIfAborted();
    return value;
  };
  Object.assign(pauses, { setTimeout: pause });
}

function replaceRandomness(): void {
  const { randomBytes, randomFillSync } = crypto;
  const { random } = Math;
  const entropy = () => currentActor()?.entropy;
  const filled = <T extends ArrayBufferView>(view: T): T | undefined => {
    const source = entropy();
    if (!source) return undefined;
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
    for (const index of bytes.keys()) bytes[index] = source.below(256);
    return view;
  };
  const bytes = (size: number): Buffer => filled(Buffer.alloc(size)) ?? randomBytes(size);
  const values = (view: Uint8Array): Uint8Array => filled(view) ?? randomFillSync(view);
  // UUIDs stay random: by a transaction's token the engine would take a run that is made again for the first one.
  Object.assign(crypto, { randomBytes: bytes });
  Object.defineProperty(globalThis.crypto, 'getRandomValues', { value: values });
  Math.random = () => {
    const source = entropy();
    return source ? source.below(2 ** 32) / 2 ** 32 : random();
  };
}

/** Gives maps of this class, which outlive an invocation, another content in each function in progress. */
export function separateMemories({ prototype }: typeof BoundedMap): void {
  type Memory = Map<unknown, unknown>;
  const { set } = prototype;
  const { get, has, delete: remove } = Map.prototype;
  const memoryOf = (map: Memory): Memory | undefined => currentActor()?.memoryOf?.(map);
  Object.assign(prototype, {
    get(this: Memory, key: unknown) {
      return (memoryOf(this) ?? { get: get.bind(this) }).get(key);
    },
    has(this: Memory, key: unknown) {
      return (memoryOf(this) ?? { has: has.bind(this) }).has(key);
    },
    delete(this: Memory, key: unknown) {
      return (memoryOf(this) ?? { delete: remove.bind(this) }).delete(key);
    },
    set(this: BoundedMap<unknown, unknown>, key: unknown, value: unknown) {
      const memory = memoryOf(this);
      if (!memory) return set.call(this, key, value);
      memory.set(key, value);
      return this;
    },
  });
}
