import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { sqs } from '../../../lib/queue/send.ts';
import { dynamodb } from '../../../lib/table/client.ts';

interface AwsClient {
  middlewareStack: {
    add(middleware: never, options: { step: 'initialize'; priority?: 'high'; name: string }): void;
    remove(name: string): boolean;
  };
}

const clients: readonly AwsClient[] = [dynamodb, sqs];

type Call = { input: object };
type Next = (call: Call) => Promise<unknown>;

/**
 * Does the work of many functions at once while transactions conflict as they do on DynamoDB: one that writes an item that
 * another one is writing is cancelled. The engine takes them one after the other. Answers how many were cancelled.
 */
export async function rush(functions: readonly (() => Promise<unknown>)[]): Promise<number> {
  const held = new Set<string>();
  let conflicts = 0;
  const conflicting = (next: Next) => async (call: Call) => {
    const { TransactItems = [] } = call.input as Partial<TransactWriteCommandInput>;
    const items = TransactItems.map(nameOf);
    const CancellationReasons = items.map((item) => ({ Code: held.has(item) ? 'TransactionConflict' : 'None' }));
    if (items.some((item) => held.has(item))) {
      conflicts += 1;
      throw new TransactionCanceledException({ message: 'conflict', $metadata: {}, CancellationReasons });
    }
    for (const item of items) held.add(item);
    try {
      return await next(call);
    } finally {
      for (const item of items) held.delete(item);
    }
  };
  // One process replaces all functions, and has fewer connections than they would have.
  const waiting = queue(connections);
  dynamodb.middlewareStack.add(conflicting as never, { step: 'initialize', name: 'rush: conflicts' });
  for (const { middlewareStack } of clients) {
    middlewareStack.add(waiting as never, { step: 'initialize', priority: 'high', name: 'rush: connections' });
  }
  try {
    await Promise.all(functions.map((each) => each()));
  } finally {
    dynamodb.middlewareStack.remove('rush: conflicts');
    for (const { middlewareStack } of clients) middlewareStack.remove('rush: connections');
  }
  return conflicts;
}

const connections = 30;

/** Lets so many calls through at once. */
function queue(atOnce: number) {
  let under = 0;
  const waiting: (() => void)[] = [];
  return (next: Next) => async (call: Call) => {
    if (under === atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else under += 1;
    try {
      return await next(call);
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
