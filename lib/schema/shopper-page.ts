/** A page for shoppers, as data: the functions, the stack and the local gateway read it. */
import type { Operation, Reach } from './operation.ts';

/**
 * A page that shoppers open from a link in an email. It is not an operation of the API: the link's token takes the place of
 * the API key, replies are HTML, and neither the OpenAPI document nor the client contains it.
 */
export interface ShopperPage {
  /** Names the function and its file (`functions/pages/<name>.ts`). */
  name: string;
  summary: string;
  /** With its closing slash, below the base URL. */
  path: string;
  methods: readonly ('GET' | 'POST')[];
  /** Access in addition to what the chain accesses for every page. */
  reach?: readonly Reach[];
}

/** The properties of a route that a gateway uses. */
export type Routed = Pick<Operation, 'name' | 'path' | 'upload'> & { method: Operation['method'] | 'OPTIONS' };
