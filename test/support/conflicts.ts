import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { dynamodb } from '../../lib/store/client.ts';

type Next = (args: { input: object }) => Promise<unknown>;

/**
 * Does some work while transactions conflict as they do on DynamoDB: one that writes an item that another one is writing is
 * cancelled. The engine takes them one after the other. Answers how many were cancelled.
 */
export async function withConflicts(work: () => Promise<unknown>): Promise<number> {
  const held = new Set<string>();
  let conflicts = 0;
  const holding = (next: Next) => async (args: { input: object }) => {
    const { TransactItems = [] } = args.input as Partial<TransactWriteCommandInput>;
    const items = TransactItems.map(nameOf);
    const CancellationReasons = items.map((item) => ({ Code: held.has(item) ? 'TransactionConflict' : 'None' }));
    if (items.some((item) => held.has(item))) {
      conflicts += 1;
      throw new TransactionCanceledException({ message: 'conflict', $metadata: {}, CancellationReasons });
    }
    for (const item of items) held.add(item);
    try {
      return await next(args);
    } finally {
      for (const item of items) held.delete(item);
    }
  };
  dynamodb.middlewareStack.add(holding as never, { step: 'initialize', name: 'hold items' });
  try {
    await work();
  } finally {
    dynamodb.middlewareStack.remove('hold items');
  }
  return conflicts;
}

function nameOf({
  Put,
  Update,
  Delete,
  ConditionCheck,
}: NonNullable<TransactWriteCommandInput['TransactItems']>[number]) {
  const { pk, sk } = Put?.Item ?? (Update ?? Delete ?? ConditionCheck)?.Key ?? {};
  return JSON.stringify([pk, sk]);
}
