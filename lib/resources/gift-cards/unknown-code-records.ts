/**
 * Counts of unknown codes, against guessing (Moving in page): of each shopper, and of a whole store. An hour starts
 * with the first. A shopper is kept only as an HMAC, which the table deletes after the hour.
 *
 * An attempt counts before its code is judged, and is taken back if the code is known: attempts in flight count each
 * other.
 */
import { createHmac } from 'node:crypto';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { BatchGetCommand, DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { describeError, log, logWithMetrics } from '../../runtime/log.ts';
import { isGuessable, limits } from '../../schema/limits.ts';
import { clockSkewSeconds, toSeconds } from '../../schema/times.ts';
import { dynamodb, requestTable } from '../../table/client.ts';
import { keyToRead } from '../stores/deployment-key-records.ts';
import { isOfService, normaliseCode } from './rules.ts';

/** A code, and the shopper who types it as far as known. */
export interface Typed {
  code: string;
  checkout_id?: string | null | undefined;
  shopper?: string | null | undefined;
}

export interface Call {
  now: string;
  /** The function that is invoked: the metric that an alarm watches names it. */
  operation: string;
}

/** An item; `expires_at` is some seconds after `ends_at`, both in seconds since 1970. */
interface Count {
  pk: string;
  guesses: number;
  ends_at: number;
}

/** A count without room until its hour is over. */
interface Full {
  full_until: number;
}

/** The result of one more: the count with it, no room for it, or a count that could not be reached. */
type Counted = Count | Full | 'failed';

/** One code that was typed, and where it counts. */
interface Attempt {
  store: string;
  call: Call;
  /** Whether it may be judged. */
  isAdmitted: boolean;
  /** When another one may be judged, in seconds since 1970, if there is no room for this one. */
  again?: number | undefined;
  counted: readonly Counted[];
  /** Where it counts as well, if its code is unknown. */
  uncounted: readonly string[];
}

const { ofShopper: shopperAtMost, ofStore: storeAtMost, seconds } = limits.unknownCodes;

/**
 * Whether a code may be judged. A code like those of this service cannot be guessed, so it counts once it is known to
 * be unknown. A shopper's excess attempts never count in their store. One round trip, two for a short code.
 */
export async function admit(store: string, typed: Typed, call: Call): Promise<Attempt> {
  const [source, ofStore] = [await sourceOf(store, typed), `${store}#GUESSES#`];
  const attempt = { store, call, counted: [], uncounted: [] };
  if (isOfService(typed.code)) {
    if (source === undefined) return { ...attempt, isAdmitted: true, uncounted: [ofStore] };
    const room = await roomIn(store, source, call.now);
    return { ...attempt, isAdmitted: room === 'free', again: againAfter([room]), uncounted: [source, ofStore] };
  }
  const counted = source === undefined ? [] : [await countOne(store, source, call.now)];
  if (!counted.every(isCounted)) return { ...attempt, isAdmitted: false, again: againAfter(counted) };
  if (!isGuessable(normaliseCode(typed.code))) return { ...attempt, isAdmitted: true, counted, uncounted: [ofStore] };
  const inStore = await countOne(store, ofStore, call.now);
  return { ...attempt, isAdmitted: isCounted(inStore), again: againAfter([inStore]), counted: [...counted, inStore] };
}

/**
 * Leaves an attempt counted, since its code is unknown. `isCounted`: all counts have it, or the store's has no room; otherwise `again` is
 * when there is room again, in seconds since 1970.
 */
export async function keep({ store, call: { now, operation }, counted, uncounted }: Attempt) {
  const all = [...counted, ...(await Promise.all(uncounted.map((pk) => countOne(store, pk, now))))];
  // The store's count is the last.
  const inStore = all.at(-1);
  if (isFull(inStore) || (isCounted(inStore) && inStore.guesses === storeAtMost)) {
    logWithMetrics('codes are guessed', { operation, store_id: store }, { guessed_stores: 1 });
  }
  return { isCounted: all.slice(0, -1).every(isCounted) && inStore !== 'failed', again: againAfter(all.slice(0, -1)) };
}

/** Takes back an attempt that met no unknown code. A count that cannot be reached stays one too high. */
export async function takeBack({ store, counted }: Attempt): Promise<void> {
  const takingBack = counted.filter(isCounted).map((count) =>
    lower(count).catch((error: unknown) => {
      log('warn', 'known code still counted', { store_id: store, error: describeError(error) });
    }),
  );
  await Promise.all(takingBack);
}

const isCounted = (counted: Counted | undefined): counted is Count =>
  typeof counted === 'object' && 'guesses' in counted;

const isFull = (counted: unknown): counted is Full => typeof counted === 'object' && 'full_until' in Object(counted);

const againAfter = (all: readonly unknown[]): number | undefined => all.find(isFull)?.full_until;

async function sourceOf(store: string, { shopper, checkout_id }: Typed): Promise<string | undefined> {
  // Read first: under a key that is not the table's every code would be unknown, so none is counted.
  const key = await keyToRead('shoppers');
  const typist = shopper ? `shopper ${shopper}` : checkout_id ? `checkout ${checkout_id}` : undefined;
  if (typist === undefined) return undefined;
  const mac = createHmac('sha256', key).update(`${store} ${typist}`);
  return `${store}#GUESSES#${mac.digest('hex')}`;
}

const atMostOf = (pk: string): number => (pk.endsWith('#GUESSES#') ? storeAtMost : shopperAtMost);

async function roomIn(store: string, pk: string, now: string): Promise<'free' | Full | 'failed'> {
  try {
    const { Responses, UnprocessedKeys = {} } = await dynamodb.send(
      new BatchGetCommand({ RequestItems: { [requestTable()]: { Keys: [{ pk }], ConsistentRead: true } } }),
    );
    if (Object.keys(UnprocessedKeys).length > 0) throw new Error('The read was throttled');
    const [count] = (Responses?.[requestTable()] ?? []) as unknown as Count[];
    if (!count || isOver(count, now) || count.guesses < atMostOf(pk)) return 'free';
    return { full_until: count.ends_at };
  } catch (error) {
    log('warn', 'unknown codes not read', { store_id: store, error: describeError(error) });
    return 'failed';
  }
}

const isOver = ({ ends_at, guesses }: Count, now: string): boolean => ends_at <= toSeconds(now) || guesses < 1;

async function countOne(store: string, pk: string, now: string): Promise<Counted> {
  try {
    return await raise(pk, now);
  } catch (error) {
    log('warn', 'unknown code not counted', { store_id: store, error: describeError(error) });
    return 'failed';
  }
}

/** One round trip; a second if the item of a past hour is still there. */
async function raise(pk: string, now: string): Promise<Count | Full> {
  const { count, existing } = await write(pk, now, {
    UpdateExpression:
      'SET guesses = if_not_exists(guesses, :none) + :one, ends_at = if_not_exists(ends_at, :ends), expires_at = if_not_exists(expires_at, :expires)',
    ConditionExpression: 'attribute_not_exists(pk) OR (ends_at > :now AND guesses BETWEEN :one AND :roomy)',
    values: { ':none': 0, ':roomy': atMostOf(pk) - 1 },
  });
  if (count) return count;
  if (existing && !isOver(existing, now)) return { full_until: existing.ends_at };
  // Another function may have started the hour meanwhile.
  return (await begin(pk, now)).count ?? raise(pk, now);
}

const begin = (pk: string, now: string) =>
  write(pk, now, {
    UpdateExpression: 'SET guesses = :one, ends_at = :ends, expires_at = :expires',
    ConditionExpression: 'attribute_not_exists(pk) OR ends_at <= :now OR guesses < :one',
  });

interface CountWrite {
  UpdateExpression: string;
  ConditionExpression: string;
  values?: Record<string, number>;
}

/** The count as it was written, or the item that did not meet the condition. */
async function write(pk: string, now: string, { values, ...expressions }: CountWrite) {
  const [present, ends] = [toSeconds(now), toSeconds(now) + seconds];
  const command = new UpdateCommand({
    TableName: requestTable(),
    Key: { pk },
    ...expressions,
    // By a slower clock the hour has not ended yet.
    ExpressionAttributeValues: {
      ':now': present,
      ':one': 1,
      ':ends': ends,
      ':expires': ends + clockSkewSeconds,
      ...values,
    },
    ReturnValues: 'ALL_NEW',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  try {
    return { count: (await dynamodb.send(command)).Attributes as Count };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return { existing: error.Item && (unmarshall(error.Item) as Count) };
  }
}

/** One less, in the same hour. At zero the hour has not started: known codes leave nothing. */
async function lower({ pk, guesses, ends_at }: Count): Promise<void> {
  const item = { TableName: requestTable(), Key: { pk } };
  const values = { ':one': 1, ':ends': ends_at };
  const removing = new DeleteCommand({
    ...item,
    ConditionExpression: 'ends_at = :ends AND guesses = :one',
    ExpressionAttributeValues: values,
  });
  const lowering = new UpdateCommand({
    ...item,
    UpdateExpression: 'ADD guesses :less',
    ConditionExpression: 'ends_at = :ends AND guesses >= :one',
    ExpressionAttributeValues: { ...values, ':less': -1 },
  });
  if (guesses === 1 && (await dynamodb.send(removing).catch(unlessChanged))) return;
  await dynamodb.send(lowering).catch(unlessChanged);
}

function unlessChanged(error: unknown): undefined {
  if (!(error instanceof ConditionalCheckFailedException)) throw error;
}
