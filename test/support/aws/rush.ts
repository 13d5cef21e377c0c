import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { sqs } from '../../../lib/queue/send.ts';
import { dynamodb } from '../../../lib/table/client.ts';
import { type Intercepted, type Next, onCall } from './on-call.ts';

/**
 * Does the work of many functions at once while transactions conflict as they do on DynamoDB: one that writes an item that
 * another one is writing is cancelled. The engine takes them one after the other. Answers how many were cancelled.
 */
export async function rush(functions: readonly (() => Promise<unknown>)[]): Promise<number> {
  const held = new Set<string>();
  let conflicts = 0;
  const conflicting = async ({ input }: Intercepted, next: Next) => {
    const { TransactItems = [] }: Partial<TransactWriteCommandInput> = input;
    const items = TransactItems.map(nameOf);
    const CancellationReasons = items.map((item) => ({ Code: held.has(item) ? 'TransactionConflict' : 'None' }));
    if (items.some((item) => held.has(item))) {
      conflicts += 1;
      throw new TransactionCanceledException({ message: 'conflict', $metadata: {}, CancellationReasons });
    }
    for (const item of items) held.add(item);
    try {
      return await next();
    } finally {
      for (const item of items) held.delete(item);
    }
  };
  // One process replaces all functions, and has fewer connections than they would have.
  const ends = [onCall(dynamodb, conflicting), onCall([dynamodb, sqs], queue(connections), 'first')];
  try {
    await Promise.all(functions.map((each) => each()));
  } finally {
    for (const end of ends) end();
  }
  return conflicts;
}

const connections = 30;

/** Lets so many calls through at once. */
function queue(atOnce: number) {
  let under = 0;
  const waiting: (() => void)[] = [];
  return async (_: Intercepted, next: Next) => {
    if (under === atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else under += 1;
    try {
      return await next();
    } finally {
      const first = waiting.shift();
      if (first) first();
      else under -= 1;
    }
  };
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
