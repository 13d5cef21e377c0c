import type { Subject } from '../../../lib/resources/shopper-tokens/rules.ts';
import type { Invocable } from '../../../lib/schema/invocable.ts';
import type { Operation } from '../../../lib/schema/operation.ts';
import type { ShopCall } from '../../../lib/schema/shop-call.ts';
import type { ShopperPage } from '../../../lib/schema/shopper-page.ts';
import type { CallInput } from '../../support/http/call.ts';
import type { PageInput } from '../../support/http/pages.ts';
import type { ShopInput } from '../../support/http/shop.ts';
import type { Message } from './actor.ts';
import type { Client, SharedFixture } from './ground.ts';
import type { Request } from './request.ts';
import type { Situation } from './situations.ts';

/** A request that is made of a function, on what is common to all of them. */
export interface Command {
  /** The function's name, and what it is asked where it is asked several things. */
  name: string;
  /** The function, as the contract names it. */
  of: string;
  /** Whether it only reads. */
  isReading: boolean;
  /** What clients call through its route. */
  endpoint?: Operation;
  /** Where it is played. */
  in: readonly Situation[];
  /** The two clients of a pair ask for different things of the same entity. */
  request(ground: SharedFixture, client: Client, which: 0 | 1): Request;
}

interface Options {
  /** What it is asked, where the function is asked several things. */
  asked?: string;
  /** Default only as usual. */
  in?: readonly Situation[];
}

const named = (of: string, isReading: boolean, { asked, in: situations = ['usual'] }: Options) => ({
  name: asked === undefined ? of : `${of}: ${asked}`,
  of,
  isReading,
  in: situations,
});

/** A request to an endpoint. */
export const endpoint = (
  to: Operation,
  input: (ground: SharedFixture, which: 0 | 1, client: Client) => CallInput,
  options: Options = {},
): Command => ({
  ...named(to.name, to.method === 'GET' || to.readOnly === true, options),
  endpoint: to,
  request: (ground, client, which) => ({ to, input: { ...input(ground, which, client), key: client.key } }),
});

/** A request to a page for shoppers. */
export const opened = (
  to: ShopperPage,
  input: (ground: SharedFixture) => PageInput,
  options: Options = {},
): Command => ({
  ...named(to.name, false, options),
  request: (ground) => ({ to, page: input(ground) }),
});

/** A call with the token of a shopper. */
export const shopped = (
  to: ShopCall,
  input: (ground: SharedFixture, which: 0 | 1) => ShopInput & { subject: Subject },
  options: Options = {},
): Command => ({
  ...named(to.name, to.method === 'GET' || to.of?.readOnly === true, options),
  request: (ground, _, which) => ({ to, store_id: ground.store_id, shop: input(ground, which) }),
});

/** An invocation of a function without a route. */
export const invoked = (
  to: Invocable,
  payload: (ground: SharedFixture, which: 0 | 1, client: Client) => object,
  options: Options = {},
): Command => ({
  ...named(to.name, to.readOnly === true, options),
  request: (ground, client, which) => ({
    to,
    payload: { store_id: ground.store_id, ...payload(ground, which, client) },
  }),
});

/** A delivery of messages, or a round without any. */
export const started = (
  name: string,
  messages: (ground: SharedFixture) => readonly Message[] = () => [],
  options: Options = {},
): Command => ({
  ...named(name, false, options),
  request: (ground) => ({ to: { name }, messages: messages(ground) }),
});
