/** The chain of an endpoint, run by middy. Types hold the order of its links: each says what it needs of the links before it. */
import middy from '@middy/core';
import type { APIGatewayProxyResult, Context } from 'aws-lambda';
import type { Operation } from '../schema/operation.ts';
import { batchReads } from '../table/joint-reads.ts';
import { errorEnvelope } from './error-envelope.ts';
import type { ChainRequest, Link, RequestContext } from './exchange.ts';
import type { Reply } from './reply.ts';
import type { ProxyEvent } from './request.ts';

export type Handler = (event: ProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

/** The event of a request, and a signal that is aborted when the function is about to run out of time. */
interface Invocation {
  event: ProxyEvent;
  signal?: AbortSignal | undefined;
}

export interface Chain<E> {
  /** Does not compile where the links so far do not add what this one needs. */
  use<Adds extends object>(link: Link<E, Adds>): Chain<E & Adds>;
  handler(inner: (exchange: E, invocation: Invocation) => Promise<Reply>): Handler;
}

type Linked = ChainRequest & { context: { exchange: never } };

/** A hook of middy's. */
const hook =
  <T>(link: (exchange: never, request: ChainRequest) => T) =>
  (request: unknown): T =>
    link((request as Linked).context.exchange, request as Linked);

/** A chain that opens the exchange, and turns whatever is thrown into the contract's envelope. */
export function chain(operation: Operation): Chain<RequestContext> {
  const links = middy({ timeoutEarlyInMillis: 250 }).before((request) => {
    request.event ??= {};
    Object.assign(request.context, { exchange: {} });
  });

  const composed: Chain<never> = {
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
      const handler = links.handler(((event: ProxyEvent, context: Linked['context'], { signal }: Invocation) =>
        inner(context.exchange, { event, signal })) as never) as unknown as Handler;
      return (event, context) => batchReads(() => handler(event, context));
    },
  };
  return (composed as Chain<object>).use(errorEnvelope(operation));
}
