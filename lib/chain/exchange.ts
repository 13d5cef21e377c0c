/** The data that the chain's links share about one request: each type has the fields that one link adds. */
import type { Context } from 'aws-lambda';
import type { Receive } from '../objects/received-file.ts';
import type { IdempotencyRecord } from '../once/idempotency-record.ts';
import type { ApiKeyRecord, RateLimit, Store } from '../resources/stores/rules.ts';
import type { Issue } from '../schema/errors.ts';
import type { Reply } from './reply.ts';
import type { ProxyEvent } from './request.ts';

/** The claimed caller: a key that this deployment made, and the id of its store, which the key contains. */
export interface Credentials {
  storeId: string;
  /** The key itself. Stored replies are sealed with a key derived from it. */
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
 * The rate limit after a request. `reset` is in seconds since 1970; `remaining` is below zero if the request is over the
 * limit.
 */
export interface RateWindow extends RateLimit {
  remaining: number;
  reset: number;
  /** The count itself was throttled. */
  throttled?: true;
}

/** The context of every request. Once known, the caller appears in the log and the window in the headers. */
export interface RequestContext {
  startedAt: number;
  /** Headers of any response to it. */
  headers: Record<string, string>;
  /** The number of times the decision was repeated because something it read had changed. */
  reruns: number;
  /** Fields of the body that are ignored. */
  unknownFields?: readonly string[];
  caller?: Identity;
  /** The store of a request that has no key. */
  storeId?: string;
  window?: RateWindow;
}

/** A request while it is being admitted: this refusal takes precedence over all other errors. */
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
  /** Fulfilled once the rules of the store accept the body; rejected with their refusal. Absent if the store has no such rules. */
  accepted?: Promise<void> | undefined;
}

/** The rules of the store that a body breaks. The body may break rules of its schema too, so its fields may have any type. */
export type RulesOfStore = (body: object, store: Store) => Issue[];

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

/** A link of the chain: `Needs` are the fields it reads from the exchange, `Adds` the fields it adds. */
export interface Link<Needs, Adds extends object> {
  /** Throws to refuse the request. */
  before: (exchange: Needs, request: ChainRequest) => Adds | Promise<Adds>;
  after?: (exchange: Needs & Adds, request: ChainRequest) => void;
  /** The request may have failed before this link, so what it adds may be missing. */
  onError?: (exchange: RequestContext & Partial<Adds>, request: ChainRequest) => void | Promise<void>;
}
