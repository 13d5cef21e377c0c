/** What the links of the chain tell one another about one request. */
import type { Context } from 'aws-lambda';
import type { Permission } from '../contract/kinds/operation.ts';
import type { RateLimit, Store } from '../domain/store.ts';
import type { Receive } from '../objects/received-file.ts';
import type { ProxyEvent } from './request.ts';

/** Who is calling: an API key of a store. `secret` is the key itself, from which stored replies are sealed. */
export interface Caller {
  store: Store;
  key: { id: string; name: string; permission: Permission };
  secret: string;
}

/** Where a request stands in its window; `reset` in seconds since 1970. */
export interface RateWindow extends RateLimit {
  used: number;
  reset: number;
}

/** A request that carries an idempotency key. */
export interface IdempotentRequest {
  /** The record's key in the table. */
  pk: string;
  sealingKey: Buffer;
  /** What has to be the same for a replay: operation, path and body. Keyed, so that the record tells nothing about it. */
  fingerprint: string;
  /** Seconds since 1970: the request's own present, by which records are judged. */
  now: number;
}

export interface Exchange {
  startedAt: number;
  /** Headers of the response, whatever it will be. */
  headers: Record<string, string>;
  caller?: Caller;
  rateWindow?: Promise<RateWindow>;
  idempotent?: IdempotentRequest;
  /** The identity of a keyed request, of which `content` is all that makes it what it is beside its address. */
  identify?: (content: readonly (string | Buffer)[]) => IdempotentRequest;
  /** How an upload's file is taken in. */
  receive?: Receive;
  path?: Record<string, string>;
  query?: unknown;
  body?: unknown;
  /** How often the decision was made again because something it read had changed. */
  reruns: number;
}

/**
 * Lambda's context with the exchange on it: the one thing of middy's request that reaches the handler. A server that
 * streams bodies brings `receive`; without it an upload's body is in the event.
 */
export type ExchangeContext = Context & { exchange: Exchange; receive?: Receive };

/** middy's request, as the links of this chain see it. */
export interface ChainRequest {
  event: ProxyEvent;
  context: ExchangeContext;
  response?: unknown;
  error?: Error | null;
}

/** The caller of a request that has passed authentication. */
export function callerOf({ caller }: Exchange): Caller {
  if (!caller) throw new Error('The chain has not authenticated this request');
  return caller;
}
