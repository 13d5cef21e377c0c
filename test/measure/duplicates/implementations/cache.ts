/** A cache of replies as middleware in many services keeps it, its record made before the work or after it. */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Implementation, Reply } from './implementation.ts';
import { dynamodb, openCard, requestTable } from './plain-card.ts';

const keyOf = (idempotencyKey: string) => ({ pk: `CACHE#${idempotencyKey}` });

async function recorded(idempotencyKey: string): Promise<{ reply?: Reply } | undefined> {
  const request = { TableName: requestTable(), Key: keyOf(idempotencyKey), ConsistentRead: true };
  return (await dynamodb.send(new GetCommand(request))).Item;
}

const keep = (idempotencyKey: string, reply: Reply) =>
  dynamodb.send(new PutCommand({ TableName: requestTable(), Item: { ...keyOf(idempotencyKey), reply } }));

export const cacheAfter: Implementation = {
  name: 'A cache of replies',
  how: 'the record is put after the work',
  open: () =>
    openCard(async ({ idempotencyKey }, work) => {
      const { reply: known } = (await recorded(idempotencyKey)) ?? {};
      if (known) return known;
      const reply = { status: 200, balance: await work() };
      await keep(idempotencyKey, reply);
      return reply;
    }),
};

export const cacheBefore: Implementation = {
  name: 'A cache with a lock',
  how: 'the record is put before the work, taken away where it fails, and filled after it',
  open: () =>
    openCard(async ({ idempotencyKey }, work) => {
      if (!(await lock(idempotencyKey))) return (await recorded(idempotencyKey))?.reply ?? { status: 409 };
      const balance = await work().catch(async (error: unknown) => {
        await dynamodb.send(new DeleteCommand({ TableName: requestTable(), Key: keyOf(idempotencyKey) }));
        throw error;
      });
      const reply = { status: 200, balance };
      await keep(idempotencyKey, reply);
      return reply;
    }),
};

/** Whether this attempt is the first. */
async function lock(idempotencyKey: string): Promise<boolean> {
  const Item = keyOf(idempotencyKey);
  try {
    await dynamodb.send(
      new PutCommand({ TableName: requestTable(), Item, ConditionExpression: 'attribute_not_exists(pk)' }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}
