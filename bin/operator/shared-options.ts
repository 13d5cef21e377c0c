/** Options that several commands have. */

import { type Resource, resources } from '../../lib/schema/ids.ts';
import { areas as areaNames } from '../../lib/schema/operation.ts';
import type { Direction } from '../command-line/times.ts';

/** An id of a resource. `listedBy` is the command that lists such ids, if there is one. */
const idOf = (resource: Resource, field: string, listedBy?: string) => {
  const { noun, prefix } = resources[resource];
  return {
    ...({ type: 'string', value: 'ID', required: true } as const),
    summary: `id of the ${noun}, ${prefix}_…${listedBy === undefined ? '' : `, as ${listedBy} shows it`}`,
    id: { noun, prefix: `${prefix}_` },
    ...{ field, listedBy },
  };
};

export const store = idOf('store', 'store_id', 'store list');
export const card = idOf('giftCard', 'gift_card_id', 'gift-cards list');
export const credit = idOf('storeCredit', 'store_credit_id', 'store-credits list');
export const review = idOf('review', 'review_id', 'reviews list');
export const key = idOf('apiKey', 'key_id', 'keys list');
export const webhook = idOf('webhook', 'webhook_id', 'webhooks list');
export const event = idOf('event', 'event_id', 'webhooks deliveries');
export const customer = idOf('customer', 'customer_id');
export const product = idOf('product', 'product_id');
export const order = idOf('order', 'order_id');
export const restock = {
  type: 'string',
  value: 'ID',
  required: true,
  summary: 'id of the restock, chosen by the shop',
  field: 'restock_id',
  id: { noun: 'restock', prefix: '' },
} as const;

/** Areas of a key, or of tools; all if omitted. */
export const areasOf = (what: string) =>
  ({
    type: 'list',
    value: 'AREAS',
    choices: areaNames,
    summary: `areas of the ${what}, separated by commas; by default all`,
  }) as const;

/** The same option, which may be omitted. */
export const optional = <O extends object>(option: O): Omit<O, 'required'> & { readonly required: false } => ({
  ...option,
  required: false,
});

export const nameOf = (what: string) =>
  ({ type: 'string', value: 'NAME', required: true, summary: `name of the ${what}` }) as const;

/** A time: in the future, or in the past. `usual` is the time if it is omitted. */
export const timeOf = <const D extends Direction>(what: string, direction: D, usual?: string) =>
  ({
    type: 'time',
    value: 'TIME',
    direction,
    summary: `${what}, such as 2027-01-31${direction === 'ahead' ? ', tomorrow or 90d' : ', yesterday or 12h'}${usual === undefined ? '' : ` (default: ${usual})`}`,
  }) as const;

export const toFile = (value: string) =>
  ({ type: 'string', value, summary: 'write to this file instead of standard output' }) as const;

export const yes = { type: 'boolean', summary: 'do not ask' } as const;

/** Where an audit or a list continues. */
export const after = (what: string) =>
  ({ type: 'string', value: 'ID', summary: `id of the last ${what} seen: continue after it` }) as const;

/** How much of a list is shown. */
export const limit = {
  type: 'number',
  value: 'N',
  default: 50,
  minimum: 1,
  summary: 'how many to list at most',
} as const;

/** What commands need that call the HTTP API. */
export const apiKeyNeeded = (permission: 'Read' | 'Write'): string =>
  `An API key with ${permission} permission: STORE_COMMERCE_API_KEY (and STORE_COMMERCE_BASE_URL), or a login. On AWS, sign in with "login"; the local server signs you in`;
