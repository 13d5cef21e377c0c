import { AsyncLocalStorage } from 'node:async_hooks';
import { onTestFinished } from 'vitest';
import { dynamodb } from '../../../lib/table/client.ts';
import type { Key } from '../../../lib/table/keys.ts';
import { underNoRole } from './permissions.ts';

type Input = { RequestItems?: Record<string, { Keys?: readonly Key[] }> };
type Next = (args: { input: Input }) => Promise<unknown>;

/** Does some work, once, right before the next read of an item reaches the table. */
export function beforeReadOf({ pk, sk }: Key, work: () => Promise<unknown>): void {
  let isDone = false;
  const middleware =
    (next: Next, { commandName = '' }: { commandName?: string }) =>
    async (args: { input: Input }) => {
      const keys = Object.values(args.input.RequestItems ?? {}).flatMap(({ Keys = [] }) => Keys);
      if (!isDone && commandName.startsWith('BatchGetItem') && keys.some((key) => key.pk === pk && key.sk === sk)) {
        isDone = true;
        await underNoRole(work);
      }
      return next(args);
    };
  dynamodb.middlewareStack.add(middleware as never, { step: 'initialize', priority: 'high', name: 'interleave' });
  onTestFinished(() => {
    dynamodb.middlewareStack.remove('interleave');
  });
}

interface Call {
  command: string;
  // biome-ignore lint/suspicious/noExplicitAny: each command has its own input
  input: any;
  /** As `as` named who makes it. */
  by: string | undefined;
}

type Send = () => Promise<{ output: Record<string, unknown> }>;

const callers = new AsyncLocalStorage<string>();

/** Names whoever makes the calls of some work, so that `around` can tell them. */
export const as = <T>(name: string, work: () => Promise<T>): Promise<T> => callers.run(name, work);

let count = 0;

/**
 * Stands between a function and the engine for the first `times` calls that match: `act` sends them, or does not, and may do
 * other work before and after, which is not matched itself.
 */
export function around(
  matches: (call: Call) => boolean,
  act: (send: Send, call: Call) => Promise<unknown>,
  { times = 1 } = {},
): void {
  let done = 0;
  count += 1;
  const name = `around-${count}`;
  const middleware =
    (next: (args: object) => ReturnType<Send>, { commandName = '' }: { commandName?: string }) =>
    async (args: { input: unknown }) => {
      const call = { command: commandName, input: args.input, by: callers.getStore() };
      if (done >= times || !matches(call)) return next(args);
      done += 1;
      // What is sent stays the function's; what is done before and after is nobody's.
      const send = AsyncLocalStorage.bind(() => next(args));
      return callers.exit(() => underNoRole(() => act(send, call)));
    };
  dynamodb.middlewareStack.add(middleware as never, { step: 'initialize', priority: 'high', name });
  onTestFinished(() => {
    dynamodb.middlewareStack.remove(name);
  });
}
