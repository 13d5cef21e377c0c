/** Options that several commands have. */
import { areas as areaNames } from '../../lib/schema/operation.ts';
import type { Direction } from '../command-line/times.ts';

const idOf = <const By extends string>(what: string, field: string, listedBy: By) =>
  ({
    type: 'string',
    value: 'ID',
    required: true,
    summary: `id of the ${what}, as ${listedBy} shows it`,
    field,
    listedBy,
  }) as const;

export const store = idOf('store', 'store_id', 'store list');
export const card = { ...idOf('gift card', 'gift_card_id', 'gift-cards list'), prefix: 'gcd_' } as const;
export const review = { ...idOf('review', 'review_id', 'reviews list'), prefix: 'rev_' } as const;
export const key = idOf('API key', 'key_id', 'keys list');
export const webhook = idOf('webhook', 'webhook_id', 'webhooks list');
export const customer = {
  type: 'string',
  value: 'ID',
  required: true,
  summary: 'id of the customer',
  field: 'customer_id',
} as const;
export const restock = {
  type: 'string',
  value: 'ID',
  required: true,
  summary: 'id of the restock',
  field: 'restock_id',
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
export const optional = <const O extends object>(option: O) => ({ ...option, required: false }) as const;

export const nameOf = (what: string) =>
  ({ type: 'string', value: 'NAME', required: true, summary: `name of the ${what}` }) as const;

/** A time: in the future, or in the past. */
export const timeOf = <const D extends Direction>(what: string, direction: D) =>
  ({
    type: 'time',
    value: 'TIME',
    direction,
    summary: `${what}; e.g. 2027-01-31${direction === 'ahead' ? ', tomorrow or 90d' : ', yesterday or 12h'}`,
  }) as const;

export const toFile = (value: string) =>
  ({ type: 'string', value, summary: 'write to this file instead of standard output' }) as const;

export const yes = { type: 'boolean', summary: 'do not ask' } as const;

/** Where an audit or a list continues. */
export const after = (what: string) =>
  ({ type: 'string', value: 'ID', summary: `continue after this ${what}` }) as const;

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
