/** The links that every endpoint shares, and the two kinds of endpoint: a query only reads, a command also writes. */

import type { APIGatewayProxyResult } from 'aws-lambda';
import type { IdempotencyRecord, RecordOfRequest } from '../once/idempotency-record.ts';
import { type Attempt, type Commit, commitUnitOfWork, type Decision, inTime } from '../once/unit-of-work.ts';
import type { ApiKeyActor, Store } from '../resources/stores/rules.ts';
import { lastStepAfterMilliseconds, stepsWithin, timestampNow } from '../runtime/clock.ts';
import { newId } from '../runtime/ids.ts';
import { ApiError } from '../schema/errors.ts';
import type { Resource } from '../schema/ids.ts';
import {
  type BodyOf,
  isOnTable,
  type Operation,
  type PathOf,
  type QueryOf,
  takesIdempotencyKey,
} from '../schema/operation.ts';
import { rehearseAtStart } from '../wire/rehearsal.ts';
import { admission } from './authentication.ts';
import { type Chain, chain, type Handler } from './chain.ts';
import type { Exchange, Identity, RulesOfStore } from './exchange.ts';
import { httpCodec } from './http-codec.ts';
import { idempotency } from './idempotency.ts';
import { decideRehearsal, rehearsal, rehearseRequest } from './rehearsal.ts';
import type { Reply } from './reply.ts';
import { bodyBytes } from './request.ts';
import { validation } from './validation.ts';

/** The argument of an endpoint: valid input, and everything that a decision must not fetch itself. */
export interface Request<O> {
  /** The store that the key belongs to. Only its id is known until `caller` resolves. */
  store: Pick<Store, 'id'>;
  /** The caller and their store; await it in parallel with the reads. */
  caller(): Promise<Identity & { actor: ApiKeyActor }>;
  /** The SHA-256 of the caller's API key, in hexadecimal: known before the key is verified. */
  keyHash: string;
  path: PathOf<O>;
  query: QueryOf<O>;
  body: BodyOf<O>;
  /**
   * Fulfilled once the request is admitted and known not to be a repeat; otherwise rejected. Await it before you start an
   * action that cannot be rolled back.
   */
  cleared(): Promise<void>;
  /** The current time, `YYYY-MM-DDThh:mm:ssZ`. */
  now: string;
  newId(resource: Resource): string;
  /** Identifies the request in its store, by its API key and its idempotency key; undefined without an idempotency key. */
  name: string | undefined;
}

interface QueryOptions {
  /** A refused request waits for the end of its reads, which take back what they have counted. */
  takesBack?: boolean;
}

/** An endpoint that only reads. Reads and admission run in parallel. */
export const query = <O extends Operation>(
  operation: O,
  read: (request: Request<O>) => Promise<Reply>,
  { takesBack = false }: QueryOptions = {},
): Handler =>
  endpoint(operation).handler(async (exchange) => {
    const reading = read(requestOf<O>(exchange));
    if (takesBack) await Promise.allSettled([reading, exchange.admitted]);
    const [reply] = await Promise.all([reading, exchange.admitted]);
    return reply;
  });

/** The decision of an endpoint. */
interface Decided extends Decision<Reply> {
  /** Whether nothing is left for `afterwards`. */
  isWhole?: boolean;
}

interface CommandOptions<O> {
  /** Further commits after a decision that is not whole. A repeat continues them, so they must be safe to repeat. */
  afterwards?: (request: Request<O>, commit: Commit) => Promise<unknown>;
  /** Rules for the body that are settings of the store. */
  rulesOfStore?: RulesOfStore;
}

/** An endpoint that writes: its decision is committed exactly once for an idempotency key. */
export function command<O extends Operation>(
  operation: O,
  decide: (request: Request<O>) => Promise<Decided>,
  { rulesOfStore, afterwards }: CommandOptions<O> = {},
): Handler {
  // An endpoint that calls anything besides the table may do so before its commit.
  const doesMore = operation.reach?.some((each) => !isOnTable(each)) ?? false;
  return endpoint(operation, rulesOfStore).handler(async (exchange, { event, context, signal }) => {
    const record = exchange.recordOf(bodyBytes(event));
    let last: Decided | undefined;
    const once = {
      decide: async () => {
        last = await decide(requestOf<O>(exchange, record));
        return last;
      },
      record: doesMore ? record && foundFirst(record) : record,
      signal,
    };
    const reply = await exactlyOnce(exchange, exchange.accepted ? acceptedFirst(exchange.accepted, once) : once);
    if (afterwards && (reply.replayed || !last?.isWhole)) {
      const commit: Commit = (step) => commitUnitOfWork({ ...step, signal });
      await afterwards(requestOf<O>(exchange), inTime(commit, stepsWithin(lastStepAfterMilliseconds, context)));
    }
    return reply;
  });
}

/**
 * A refusal by the rules of the store takes precedence over any other error, but not over a replay: the rules may have changed since they
 * accepted the request.
 */
function acceptedFirst(accepted: Promise<void>, { decide, record, signal }: Once): Once {
  const afterwards = async <T>(step: Promise<T>): Promise<T> => {
    step.catch(() => undefined);
    await accepted;
    return step;
  };
  const find = record && (() => record.find().catch((error: unknown) => afterwards(Promise.reject(error))));
  return { decide: (attempt) => afterwards(decide(attempt)), record: find && { ...record, find }, signal };
}

/** The links in their order. */
export const endpoint = (operation: Operation, rulesOfStore?: RulesOfStore): Chain<Exchange, APIGatewayProxyResult> =>
  chain(operation, httpCodec(takesIdempotencyKey(operation) ? { 'X-Idempotency-Replayed': 'false' } : {}))
    .use(admission(operation))
    .use(validation(operation, rulesOfStore))
    .use(idempotency(operation));

/** The record, looked up before any action that cannot be rolled back. */
export const foundFirst = ({ find, write }: Required<RecordOfRequest<Reply>>): RecordOfRequest<Reply> => ({
  find,
  write,
});

export const requestOf = <O>(exchange: Exchange, record?: IdempotencyRecord<Reply>): Request<O> => ({
  store: { id: exchange.credentials.storeId },
  caller: () => callerOf(exchange),
  keyHash: exchange.credentials.keyHash,
  path: exchange.path as PathOf<O>,
  query: exchange.query as QueryOf<O>,
  body: exchange.body as BodyOf<O>,
  cleared: () => cleared(exchange, record),
  now: timestampNow(),
  newId,
  name: record?.name,
});

async function callerOf({ identity }: Exchange): Promise<Identity & { actor: ApiKeyActor }> {
  const { store, key } = await identity;
  return { store, key, actor: { type: 'api_key', name: key.name } };
}

async function cleared({ admitted }: Exchange, record: RecordOfRequest<Reply> | undefined): Promise<void> {
  const [, earlier] = await Promise.all([admitted, record?.find()]);
  // The unit of work also finds the earlier reply, and returns it.
  if (earlier) {
    throw new ApiError('IDEMPOTENCY_KEY_REUSED', 'The request has been answered before', {
      fields: ['Idempotency-Key'],
    });
  }
}

interface Once {
  decide(attempt: Attempt): Promise<Decision<Reply>>;
  record: RecordOfRequest<Reply> | undefined;
  signal: AbortSignal | undefined;
}

/** Commits the decision once the request is admitted, or replies to a repeat. Reads and admission run in parallel. */
export async function exactlyOnce(exchange: Exchange, once: Once): Promise<Reply> {
  const reply = await commitUnitOfWork<Reply>({
    ...once,
    admitted: exchange.admitted,
    onConflict: () => {
      exchange.reruns += 1;
    },
  });
  return marked(exchange, reply);
}

/** The reply, marked in a header if it is a replay. */
export function marked(exchange: Exchange, reply: Reply): Reply {
  if (reply.replayed) exchange.headers['X-Idempotency-Replayed'] = 'true';
  return reply;
}

await rehearseAtStart(() => rehearseRequest(command(rehearsal, decideRehearsal)));
