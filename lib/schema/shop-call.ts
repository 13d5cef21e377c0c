/** A call that the pages of a shop make with a shopper token, as data: the functions, the stack and the local server read it. */
import type * as z from 'zod/mini';
import type { Fields } from './field.ts';
import type { Reach } from './operation.ts';
import type { StorefrontInvocable } from './storefront.ts';

/** What a shopper token allows. */
export const scopes = ['review', 'waitlist', 'balance'] as const;

export type Scope = (typeof scopes)[number];

/** Fields of a payload that the token or the path determines. */
type Given = 'customer_id' | 'email' | 'review_id' | 'shopper';

/**
 * A call with a shopper token. It is not an operation of the API: the token takes the place of the API key, browsers of the store's sites may
 * send it, and neither the OpenAPI document nor the client contains it.
 */
export interface ShopCall<I extends StorefrontInvocable = StorefrontInvocable> {
  /** Names the function and its file (`functions/shop/<name>.ts`). */
  name: string;
  summary: string;
  /** A path has one method. */
  method: 'GET' | 'POST' | 'PUT';
  /** With its closing slash, below the base URL. It begins with `/shop/v1/{store_id}/`. */
  path: `/shop/v1/{store_id}/${string}/`;
  scope: Scope;
  /** The storefront function with the same payload, refusals and work; absent for a call that only this service has. */
  of?: I;
  /** Fields of its payload that are ignored in a body. */
  given?: readonly Given[];
  /** Fields of a body that the payload does not have. */
  more?: Fields;
  /** The reply of a call without a storefront function. */
  result?: z.ZodMiniType<object>;
  switch?: 'SERVICE_REVIEWS';
  /** Access in addition to what the chain, and the storefront function, access. */
  reach?: readonly Reach[];
}

/** Declares a call, keeping the type of its function. */
export const shopCall = <I extends StorefrontInvocable>(declaration: ShopCall<I>): ShopCall<I> => declaration;
