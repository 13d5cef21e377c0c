/**
 * The chain that endpoints and functions without a route share, run by middy. Types enforce the order of its links: each declares its inputs
 * from the links before it. A codec decodes requests and encodes replies.
 */
import middy from '@middy/core';
import type { APIGatewayProxyResult, Context } from 'aws-lambda';
import { batchReads } from '../table/joint-reads.ts';
import type { Admitted, ChainRequest, Link, RequestContext } from './exchange.ts';
import { type Answerable, type Codec, outcome } from './outcome.ts';
import type { Reply } from './reply.ts';
import type { ProxyEvent } from './request.ts';

export type Handler = (event: ProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

/** A request's event, the function's context, and a signal that is aborted when the function is about to run out of time. */
interface Invocation {
  event: ProxyEvent;
  context: Context;
  signal?: AbortSignal | undefined;
}

export interface Chain<E, Answer> {
  /** Does not compile if the links so far do not add what this one needs. */
  use<Adds extends object>(link: Link<E, Adds>): Chain<E & Adds, Answer>;
  handler(
    inner: (exchange: E, invocation: Invocation) => Promise<Reply>,
  ): (event: unknown, context?: Partial<Context>) => Promise<Answer>;
}

type Timed = Pick<Invocation, 'signal'>;

type Linked = ChainRequest & { context: { exchange: never } };

/** Makes a middy hook of a link's function. */
const hook =
  <T>(link: (exchange: never, request: ChainRequest) => T) =>
  (request: unknown): T =>
    link((request as Linked).context.exchange, request as Linked);

/** A chain that opens the exchange and turns any thrown error into a response. */
export function chain<Answer>(contract: Answerable, codec: Codec<Answer>): Chain<RequestContext, Answer> {
  const links = middy({ timeoutEarlyInMillis: 250 }).before((request) => {
    request.context ??= {} as Context;
    Object.assign(request.context, { exchange: {} });
  });

  const composed: Chain<never, Answer> = {
    use({ before, after, onError }) {
      links.before(
        hook((exchange, request) => {
          const add = (added: object) => void Object.assign(exchange, added);
          const added = before(exchange, request);
          return added instanceof Promise ? added.then(add) : add(added);
        }),
      );
      if (after) links.after(hook(after));
      if (onError) links.onError(hook(onError));
      return composed;
    },

    handler(inner) {
      const handler = links.handler(((
        event: ProxyEvent,
        context: Linked['context'] & Context,
        { signal }: Timed = {},
      ) => inner(context.exchange, { event, context, signal })) as never) as unknown as ReturnType<
        typeof composed.handler
      >;
      return (event, context) => batchReads(() => handler(event, context));
    },
  };
  return (composed as Chain<object, Answer>).use(outcome(contract, codec));
}

/** If a request is not admitted, that refusal is its error, even if the request has other errors. */
export async function refusedFirst({ admitted }: Partial<Admitted>, request: ChainRequest): Promise<void> {
  await admitted?.catch((refused: Error) => {
    request.error = refused;
  });
}
