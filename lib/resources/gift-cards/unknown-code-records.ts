/**
 * Counts of unknown codes, against guessing (Moving in page): of each shopper, and of a whole store. An hour begins with the first. Only an
 * HMAC stands for a shopper, and the table deletes it after the hour.
 */
import { createHmac } from 'node:crypto';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { BatchGetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { derivedKey } from '../../runtime/deployment-key.ts';
import { describeError, log } from '../../runtime/log.ts';
import { logWithMetrics } from '../../runtime/metrics.ts';
import { graceSeconds } from '../../schema/grace.ts';
import { limits } from '../../schema/limits.ts';
import { toSeconds } from '../../schema/times.ts';
import { dynamodb, requestTable } from '../../table/client.ts';

/** Who types a code, as far as they are told. */
interface Typist {
  checkout_id?: string | null | undefined;
  shopper?: string | null | undefined;
}

/** An item; `expires_at` is some seconds after `ends_at`, both in seconds since 1970. */
interface Count {
  pk: string;
  guesses: number;
  ends_at: number;
}

/** The counts that a call is judged by: of the shopper where one is told, and of the store. */
interface Counts {
  ofShopper: Count | undefined;
  ofStore: Count;
}

const { ofShopper: shopperAtMost, ofStore: storeAtMost, seconds } = limits.unknownCodes;

/** The counts of the present hour. One round trip; a count that cannot be read refuses nobody. */
export async function find(store: string, typist: Typist, now: string): Promise<Counts> {
  const names = { ofShopper: await nameOf(store, typist), ofStore: `${store}#GUESSES#` };
  const found = await read(Object.values(names).filter((pk) => pk !== undefined)).catch((error: unknown) => {
    log('warn', 'unknown codes not read', { store_id: store, error: describeError(error) });
    return [];
  });
  const countOf = (pk: string): Count => {
    const count = found.find((each) => each.pk === pk);
    return count && count.ends_at > toSeconds(now) ? count : { pk, guesses: 0, ends_at: 0 };
  };
  return {
    ofShopper: names.ofShopper === undefined ? undefined : countOf(names.ofShopper),
    ofStore: countOf(names.ofStore),
  };
}

async function nameOf(store: string, { shopper, checkout_id }: Typist): Promise<string | undefined> {
  const typist = shopper ? `shopper ${shopper}` : checkout_id ? `checkout ${checkout_id}` : undefined;
  if (typist === undefined) return undefined;
  const mac = createHmac('sha256', await derivedKey('shoppers')).update(`${store} ${typist}`);
  return `${store}#GUESSES#${mac.digest('hex')}`;
}

async function read(names: readonly string[]): Promise<Count[]> {
  const { Responses } = await dynamodb.send(
    new BatchGetCommand({
      RequestItems: { [requestTable()]: { Keys: names.map((pk) => ({ pk })), ConsistentRead: true } },
    }),
  );
  return (Responses?.[requestTable()] ?? []) as unknown as Count[];
}

/** Whether the shopper has typed too many unknown codes. */
export const isShopperRefused = ({ ofShopper }: Counts): boolean => (ofShopper?.guesses ?? 0) >= shopperAtMost;

/** Whether so many unknown codes were typed in the store that codes of other systems are refused to whoever names no shopper. */
export const isStoreRefused = ({ ofStore }: Counts): boolean => ofStore.guesses >= storeAtMost;

/** Counts an unknown code. `operation` names the function in the metric that an alarm watches. */
export async function add(
  store: string,
  { ofShopper, ofStore }: Counts,
  now: string,
  operation: string,
): Promise<void> {
  const counting = [ofShopper, ofStore.guesses < storeAtMost ? ofStore : undefined];
  const [, inStore] = await Promise.all(counting.map((count) => count && countOne(store, count, now)));
  if (inStore === storeAtMost) {
    logWithMetrics('codes are guessed', { operation, store_id: store }, { guessed_stores: 1 });
  }
}

/** The sum with this one; undefined where it could not be counted, which refuses nobody. */
async function countOne(store: string, { pk, ends_at }: Count, now: string): Promise<number | undefined> {
  try {
    if (ends_at === 0) return await begin(pk, now).catch(unlessBegun(() => raise(pk)));
    return await raise(pk);
  } catch (error) {
    log('warn', 'unknown code not counted', { store_id: store, error: describeError(error) });
    return undefined;
  }
}

/** Another function has begun the hour meanwhile. */
const unlessBegun = (otherwise: () => Promise<number>) => (error: unknown) => {
  if (error instanceof ConditionalCheckFailedException) return otherwise();
  throw error;
};

async function begin(pk: string, now: string): Promise<number> {
  const [present, ends] = [toSeconds(now), toSeconds(now) + seconds];
  await dynamodb.send(
    new UpdateCommand({
      TableName: requestTable(),
      Key: { pk },
      UpdateExpression: 'SET guesses = :one, ends_at = :ends, expires_at = :expires',
      ConditionExpression: 'attribute_not_exists(pk) OR ends_at <= :now',
      // By a slower clock the hour has not ended yet.
      ExpressionAttributeValues: { ':now': present, ':one': 1, ':ends': ends, ':expires': ends + graceSeconds },
    }),
  );
  return 1;
}

async function raise(pk: string): Promise<number> {
  const { Attributes } = await dynamodb.send(
    new UpdateCommand({
      TableName: requestTable(),
      Key: { pk },
      UpdateExpression: 'ADD guesses :one',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':one': 1 },
      ReturnValues: 'UPDATED_NEW',
    }),
  );
  return Number(Attributes?.guesses);
}
