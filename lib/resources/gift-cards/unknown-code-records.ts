/**
 * Counts unknown codes, to stop guessing (Moving in page): for each shopper, for a whole store, and for each API key that searches. The hour of a count starts
 * with its first code. A shopper is kept only as an HMAC, which the table deletes after the hour.
 *
 * An attempt is counted before its code is checked, and taken back if the code is known, so concurrent attempts also count for each
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

/** A code, and the shopper who enters it, if known. */
export interface Typed {
  code: string;
  checkout_id?: string | null | undefined;
  shopper?: string | null | undefined;
  /** In place of `shopper`: several names of the shopper, each with a count of its own. */
  shoppers?: readonly string[];
}

export interface Call {
  now: string;
  /** Name of the invoked function, for the metric that an alarm watches. */
  operation: string;
}

/** An item; `expires_at` is some seconds after `ends_at`, both in seconds since 1970. */
interface Count {
  pk: string;
  guesses: number;
  ends_at: number;
}

/** A count that is full until its hour is over. */
interface Full {
  full_until: number;
}

/** The result of counting one more code: the new count, a full count, or a count that could not be reached. */
type Counted = Count | Full | 'failed';

/** An entered code, and the counts that include it. */
interface Attempt {
  store: string;
  call: Call;
  /** Whether the code may be checked. */
  isAdmitted: boolean;
  /** When another code may be checked, in seconds since 1970, if a count is full. */
  again?: number | undefined;
  counted: readonly Counted[];
  /** Further counts to raise if the code is unknown. */
  uncounted: readonly string[];
}

const { ofShopper: shopperAtMost, ofStore: storeAtMost, ofKey: keyAtMost, seconds } = limits.unknownCodes;

/** At the start of the name of an API key's count. */
const keyMark = 'KEY#';

/**
 * Whether a code may be checked. A code in this service's format cannot be guessed, so it is counted only after it turns out to
 * be unknown. A shopper's excess attempts are never counted for the store. One round trip, two for a short code.
 */
export async function admit(store: string, typed: Typed, call: Call): Promise<Attempt> {
  const [sources, ofStore] = [await sourcesOf(store, typed), `${store}#GUESSES#`];
  const attempt = { store, call, counted: [], uncounted: [] };
  if (isOfService(typed.code)) {
    const rooms = await roomsIn(store, sources, call.now);
    const isAdmitted = rooms.every((room) => room === 'free');
    return { ...attempt, isAdmitted, again: againAfter(rooms), uncounted: [...sources, ofStore] };
  }
  const counted = await Promise.all(sources.map((source) => countOne(store, source, call.now)));
  if (!counted.every(isCounted)) return { ...attempt, isAdmitted: false, again: againAfter(counted), counted };
  if (!isGuessable(normaliseCode(typed.code))) return { ...attempt, isAdmitted: true, counted, uncounted: [ofStore] };
  const inStore = await countOne(store, ofStore, call.now);
  return { ...attempt, isAdmitted: isCounted(inStore), again: againAfter([inStore]), counted: [...counted, inStore] };
}

/**
 * Whether a search may look up a code. A code that counts is counted for the search's API key, which is given by its hash; another code only needs
 * room. One round trip.
 */
export async function admitSearch(
  store: string,
  { keyHash, counts }: { keyHash: string; counts: boolean },
  call: Call,
): Promise<Attempt> {
  const ofKey = `${store}#GUESSES#${keyMark}${keyHash}`;
  const attempt = { store, call, uncounted: [] };
  if (counts) {
    const counted = await countOne(store, ofKey, call.now);
    return { ...attempt, isAdmitted: isCounted(counted), again: againAfter([counted]), counted: [counted] };
  }
  const [room] = await roomsIn(store, [ofKey], call.now);
  return { ...attempt, isAdmitted: room === 'free', counted: [] };
}

/** The attempt of a search for something that cannot be a code. */
export const notCounted = (store: string, call: Call): Attempt => ({
  ...{ store, call, isAdmitted: true, counted: [], uncounted: [] },
});

/**
 * Keeps an attempt of an unknown code counted. `isCounted`: whether all counts include it, or the store's count is full; otherwise `again` is
 * the time at which there is room again, in seconds since 1970.
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

/** The counts of the shopper who enters the code, or of the checkout if there is no shopper. */
async function sourcesOf(store: string, { shoppers, shopper, checkout_id }: Typed): Promise<string[]> {
  // The key is read first, which throws if it is not the key of the table: with another key, every code would be unknown and counted.
  const key = await keyToRead('shoppers');
  const named = shoppers ?? (shopper ? [shopper] : []);
  const typists =
    named.length > 0 ? named.map((name) => `shopper ${name}`) : checkout_id ? [`checkout ${checkout_id}`] : [];
  return typists.map(
    (typist) => `${store}#GUESSES#${createHmac('sha256', key).update(`${store} ${typist}`).digest('hex')}`,
  );
}

function atMostOf(pk: string): number {
  const name = pk.slice(pk.indexOf('#GUESSES#') + '#GUESSES#'.length);
  if (name === '') return storeAtMost;
  return name.startsWith(keyMark) ? keyAtMost : shopperAtMost;
}

/** Whether each of these counts has room. One round trip, none without counts. */
async function roomsIn(store: string, pks: readonly string[], now: string): Promise<('free' | Full | 'failed')[]> {
  if (pks.length === 0) return [];
  try {
    const { Responses, UnprocessedKeys = {} } = await dynamodb.send(
      new BatchGetCommand({
        RequestItems: { [requestTable()]: { Keys: pks.map((pk) => ({ pk })), ConsistentRead: true } },
      }),
    );
    if (Object.keys(UnprocessedKeys).length > 0) throw new Error('The read was throttled');
    const counts = (Responses?.[requestTable()] ?? []) as unknown as Count[];
    return pks.map((pk) => {
      const count = counts.find((each) => each.pk === pk);
      if (!count || isOver(count, now) || count.guesses < atMostOf(pk)) return 'free';
      return { full_until: count.ends_at };
    });
  } catch (error) {
    log('warn', 'unknown codes not read', { store_id: store, error: describeError(error) });
    return pks.map(() => 'failed');
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
    // By a slower clock, the hour may not have ended yet.
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

/** Lowers a count by one, in the same hour. A count of zero has no hour: known codes never start one. */
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
