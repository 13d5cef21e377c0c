import { onTestFinished } from 'vitest';
import { dynamodb } from '../../../lib/table/client.ts';
import type { Key } from '../../../lib/table/keys.ts';

type Next = (args: { input: { Key?: Key } }) => Promise<unknown>;

/** Does some work, once, right before the next read of an item reaches the table. */
export function beforeReadOf({ pk, sk }: Key, work: () => Promise<unknown>): void {
  let isDone = false;
  const middleware =
    (next: Next, { commandName = '' }: { commandName?: string }) =>
    async (args: { input: { Key?: Key } }) => {
      const { Key } = args.input;
      if (!isDone && commandName.startsWith('GetItem') && Key?.pk === pk && Key.sk === sk) {
        isDone = true;
        await work();
      }
      return next(args);
    };
  dynamodb.middlewareStack.add(middleware as never, { step: 'initialize', priority: 'high', name: 'interleave' });
  onTestFinished(() => {
    dynamodb.middlewareStack.remove('interleave');
  });
}
