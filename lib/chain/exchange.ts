/** What the links of the chain pass on about one request: each type is what one link adds. */
import type { Context } from 'aws-lambda';
import type { Receive } from '../objects/received-file.ts';
import type { IdempotencyRecord } from '../once/idempotency-record.ts';
import type { ApiKeyRecord, RateLimit, Store } from '../resources/stores/rules.ts';
import type { Reply } from './reply.ts';
import type { ProxyEvent } from './request.ts';

/** The claimed caller: a key that this deployment made, and the store that the key names. */
export interface Credentials {
  storeId: string;
  /** The key itself, from which stored replies are sealed. */
  apiKey: string;
  /** Its SHA-256, in hexadecimal. */
  keyHash: string;
}

/** The verified caller. */
export interface Identity {
  store: Store;
  key: ApiKeyRecord;
}

/**
 * How much of its rate limit a request leaves; `reset` in seconds since 1970, `remaining` below zero if it is over the
 * limit.
 */
export interface RateWindow extends RateLimit {
  remaining: number;
  reset: number;
  /** The count itself was throttled. */
  throttled?: true;
}

/** Every request. The log and the headers include its caller and window once they are known. */
export interface RequestContext {
  startedAt: number;
  /** Headers of any response to it. */
  headers: Record<string, string>;
  /** How often the decision was made again because something it read had changed. */
  reruns: number;
  /** Fields of the body that are ignored. */
  unknownFields?: readonly string[];
  caller?: Identity;
  /** The store of a request that has no key. */
  storeId?: string;
  window?: RateWindow;
}

/** A request while it is being admitted: its refusal comes before any other. */
export interface Admitted {
  /** Fulfilled once the request may be answered; rejected with its refusal. */
  admitted: Promise<unknown>;
}

/** A request with a key that may be valid. */
export interface Authorized extends Admitted {
  credentials: Credentials;
  identity: Promise<Identity>;
}

/** A request with valid input. */
export interface Validated {
  path: Record<string, string>;
  query: unknown;
  body: unknown;
}

/** A request with a valid idempotency key, or with none. */
export interface Idempotent {
  /** The record of the request, identified by its address and this content. Undefined without an idempotency key. */
  recordOf(...content: (string | Buffer)[]): IdempotencyRecord<Reply> | undefined;
}

/** An upload with a file to receive. */
export interface Receiving {
  receive: Receive;
}

export type Exchange = RequestContext & Authorized & Validated & Idempotent;

/** Lambda's context. A server that streams bodies adds `receive`; without it an upload's body is in the event. */
export type EndpointContext = Context & { receive?: Receive };

/** middy's request, as the links see it. */
export interface ChainRequest {
  event: ProxyEvent;
  context: EndpointContext;
  response?: unknown;
  error?: Error | null;
}

/** A link: what it needs of the exchange, and what it adds. */
export interface Link<Needs, Adds extends object> {
  /** Throws to refuse the request. */
  before: (exchange: Needs, request: ChainRequest) => Adds | Promise<Adds>;
  after?: (exchange: Needs & Adds, request: ChainRequest) => void;
  /** The request may have failed before this link, so what it adds may be missing. */
  onError?: (exchange: RequestContext & Partial<Adds>, request: ChainRequest) => void | Promise<void>;
}
