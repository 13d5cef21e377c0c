/** The chain every endpoint shares, and the two kinds of endpoint: a query answers from reads, a command also writes. */
import middy from '@middy/core';
import type { APIGatewayProxyResult, Context } from 'aws-lambda';
import { type Attempt, commitUnitOfWork, type Decision } from '../once/unit-of-work.ts';
import type { Actor, Store } from '../resources/stores/rules.ts';
import { timestampNow } from '../runtime/clock.ts';
import { newId } from '../runtime/ids.ts';
import { ApiError } from '../schema/errors.ts';
import type { Resource } from '../schema/ids.ts';
import type { BodyOf, Operation, PathOf, QueryOf } from '../schema/operation.ts';
import { isOnTable } from '../schema/reach.ts';
import { joiningReads } from '../table/joint-reads.ts';
import { whileStarting } from '../wire/rehearsal.ts';
import { admission, serviceSwitch } from './admission.ts';
import { errorEnvelope } from './error-envelope.ts';
import { type ChainRequest, credentialsOf, type Exchange, type ExchangeContext } from './exchange.ts';
import { type IdempotencyRecord, idempotency, lookUpReplay, recordReply, replayOf } from './idempotency.ts';
import { decideRehearsal, rehearsal, rehearseRequest } from './rehearsal.ts';
import type { Reply } from './reply.ts';
import type { ProxyEvent } from './request.ts';
import { validation } from './validation.ts';

/** What an endpoint is given: valid input, and everything a decision may not fetch for itself. */
export interface Request<O> {
  /** The store that the key names. Nothing more is known of it before `caller` tells. */
  store: Pick<Store, 'id'>;
  /** Who is calling, and their store; to be waited for beside the reads. */
  caller(): Promise<{ store: Store; actor: Actor }>;
  path: PathOf<O>;
  query: QueryOf<O>;
  body: BodyOf<O>;
  /**
   * Fulfilled once the request is admitted and nothing stands under its idempotency key: to be waited for before anything is
   * begun that no commit undoes. Rejected otherwise, and then the request is answered so.
   */
  cleared(): Promise<void>;
  /** The present, `YYYY-MM-DDThh:mm:ssZ`. */
  now: string;
  newId(resource: Resource): string;
}

export type Handler = (event: ProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

/** An endpoint that only reads. Whether it may be answered is found out beside the reads. */
export function query<O extends Operation>(operation: O, read: (request: Request<O>) => Promise<Reply>): Handler {
  return chain(operation, async (exchange) => {
    const [reply] = await Promise.all([read(requestOf<O>(exchange)), exchange.admitted]);
    return reply;
  });
}

/** An endpoint that writes: its decision is committed exactly once for an idempotency key. */
export function command<O extends Operation>(
  operation: O,
  decide: (request: Request<O>) => Promise<Decision<Reply>>,
): Handler {
  // What reaches more than the table may have done so before its commit.
  const looksFirst = operation.reach?.some((each) => !isOnTable(each)) ?? false;
  return chain(operation, (exchange, signal) =>
    exactlyOnce(exchange, () => decide(requestOf<O>(exchange)), signal, { looksFirst }),
  );
}

type Inner = (exchange: Exchange, signal: AbortSignal | undefined) => Promise<Reply>;

interface Link {
  before(request: ChainRequest): unknown;
}

/** The links in their order, `more` of them last, and what an endpoint does inside. */
export function chain(operation: Operation, inner: Inner, more: readonly Link[] = []): Handler {
  const handler = middy({ timeoutEarlyInMillis: 250 })
    .use(errorEnvelope(operation))
    .use(serviceSwitch(operation))
    .use(admission(operation))
    .use(validation(operation))
    .use([idempotency(operation), ...more])
    .handler(((_event: ProxyEvent, { exchange }: ExchangeContext, { signal }: { signal?: AbortSignal } = {}) =>
      inner(exchange, signal)) as never) as unknown as Handler;
  return (event, context) => joiningReads(() => handler(event, context));
}

export function requestOf<O>(exchange: Exchange): Request<O> {
  return {
    store: { id: credentialsOf(exchange).storeId },
    caller: () => callerOf(exchange),
    path: exchange.path as PathOf<O>,
    query: exchange.query as QueryOf<O>,
    body: exchange.body as BodyOf<O>,
    cleared: () => cleared(exchange),
    now: timestampNow(),
    newId,
  };
}

async function callerOf({ identity }: Exchange): Promise<{ store: Store; actor: Actor }> {
  if (!identity) throw new Error('The chain has not begun to identify the caller');
  const { store, key } = await identity;
  return { store, actor: { type: 'api_key', name: key.name } };
}

async function cleared({ admitted, idempotent }: Exchange): Promise<void> {
  const [, standing] = await Promise.all([admitted, idempotent && lookUpReplay(idempotent)]);
  // The unit of work finds it as well, and answers with it.
  if (standing) throw new ApiError('IDEMPOTENCY_KEY_REUSED', 'The request has been answered before');
}

/**
 * The reads, the admission and, where something is done before the commit, the look-up of the record run side by side; only the
 * commit waits for all of them.
 */
export async function exactlyOnce(
  exchange: Exchange,
  decide: (attempt: Attempt) => Promise<Decision<Reply>>,
  signal: AbortSignal | undefined,
  { looksFirst = true } = {},
): Promise<Reply> {
  const { idempotent } = exchange;
  const reply = await commitUnitOfWork<Reply>({
    decide,
    replay: idempotent && (() => lookUpReplay(idempotent)),
    guard: idempotent && ((decided) => recordReply(idempotent, decided)),
    kept: idempotent && !looksFirst ? (standing) => replayOf(idempotent, standing as IdempotencyRecord) : undefined,
    admit: async () => exchange.admitted,
    signal,
    onStale: () => {
      exchange.reruns += 1;
    },
  });
  return marked(exchange, reply);
}

/** The reply, which its headers tell to be a replay where it is one. */
export function marked(exchange: Exchange, reply: Reply): Reply {
  if (reply.replayed) exchange.headers['X-Idempotency-Replayed'] = 'true';
  return reply;
}

await whileStarting(() => rehearseRequest(command(rehearsal, decideRehearsal)));
