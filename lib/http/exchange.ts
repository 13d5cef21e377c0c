/** What the links of the chain tell one another about one request. */
import type { KeyObject } from 'node:crypto';
import type { Context } from 'aws-lambda';
import type { Receive } from '../objects/received-file.ts';
import type { ApiKeyRecord } from '../resources/stores/api-key-rules.ts';
import type { RateLimit, Store } from '../resources/stores/rules.ts';
import type { ProxyEvent } from './request.ts';

/** Whom a request says it comes from: a key that this deployment made, and the store that the key names. */
export interface Credentials {
  storeId: string;
  /** The key itself, from which stored replies are sealed. */
  apiKey: string;
  /** Its SHA-256, in hexadecimal. */
  keyHash: string;
}

/** Who is calling, verified. */
export interface Identity {
  store: Store;
  key: ApiKeyRecord;
}

/** Where a request stands in its window; `reset` in seconds since 1970, `remaining` below zero where it is over the limit. */
export interface RateWindow extends RateLimit {
  remaining: number;
  reset: number;
  /** The count itself was throttled. */
  throttled?: true;
}

/** A request that carries an idempotency key. */
export interface IdempotentRequest {
  /** The record's key in the table. */
  pk: string;
  /** As a key object: Node takes a slower way with a buffer. */
  sealingKey: KeyObject;
  /** What has to be the same for a replay: operation, path and body. Keyed, so that the record tells nothing about it. */
  fingerprint: string;
  /** Seconds since 1970: the request's own present, by which records are judged. */
  now: number;
}

export interface Exchange {
  startedAt: number;
  /** Headers of the response, whatever it will be. */
  headers: Record<string, string>;
  credentials?: Credentials;
  identity?: Promise<Identity>;
  /** Fulfilled once the request may be answered; rejected with its refusal. */
  admitted?: Promise<void>;
  /** Once known: who is calling, and their window. */
  caller?: Identity;
  window?: RateWindow;
  idempotent?: IdempotentRequest;
  /** The keyed request, of which `content` is all that makes it what it is beside its address. */
  keyedBy?: (content: readonly (string | Buffer)[]) => IdempotentRequest;
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

/** The credentials of a request that have been read. */
export function credentialsOf({ credentials }: Exchange): Credentials {
  if (!credentials) throw new Error('The chain has not read the credentials of this request');
  return credentials;
}
