import * as z from 'zod/mini';
import { requiredOr, text, upperFirst } from './text.ts';

/**
 * The resources with a public id: its prefix (contract, "Public identifiers"; `sto_`, `key_` and `upl_` from the
 * decisions, `wle_` and `rrq_` for events), and its name in messages.
 */
export const resources = {
  customer: { prefix: 'cus', noun: 'customer' },
  address: { prefix: 'cad', noun: 'address' },
  giftOption: { prefix: 'gft', noun: 'gift option' },
  image: { prefix: 'img', noun: 'image' },
  site: { prefix: 'sit', noun: 'site' },
  review: { prefix: 'rev', noun: 'review' },
  product: { prefix: 'pro', noun: 'product' },
  variant: { prefix: 'prv', noun: 'variant' },
  digitalFile: { prefix: 'pdf', noun: 'file' },
  giftCard: { prefix: 'gcd', noun: 'gift card' },
  giftCardTransaction: { prefix: 'gct', noun: 'transaction' },
  storeCredit: { prefix: 'scr', noun: 'store credit' },
  storeCreditTransaction: { prefix: 'sct', noun: 'transaction' },
  order: { prefix: 'ord', noun: 'order' },
  store: { prefix: 'sto', noun: 'store' },
  apiKey: { prefix: 'key', noun: 'API key' },
  upload: { prefix: 'upl', noun: 'upload' },
  waitlistEntry: { prefix: 'wle', noun: 'waitlist entry' },
  webhook: { prefix: 'whk', noun: 'webhook' },
  replay: { prefix: 'rpl', noun: 'replay' },
  delivery: { prefix: 'dlv', noun: 'delivery' },
  event: { prefix: 'evt', noun: 'event' },
  reviewRequest: { prefix: 'rrq', noun: 'review request' },
} as const;

export type Resource = keyof typeof resources;

/**
 * Whether a string is a well-formed public id of a resource: prefix, `_`, 1 to 64 characters of `[A-Za-z0-9]`.
 * (decisions, "Values")
 */
export function isPublicId(resource: Resource, value: unknown): value is string {
  return typeof value === 'string' && idPattern(resource).test(value);
}

const patterns = new Map<Resource, RegExp>();

export function idPattern(resource: Resource): RegExp {
  const pattern = patterns.get(resource) ?? new RegExp(`^${resources[resource].prefix}_[A-Za-z0-9]{1,64}$`);
  patterns.set(resource, pattern);
  return pattern;
}

/** A public id of a resource. */
export function publicId(resource: Resource, messages: { required: string; wrong: string }) {
  return z
    .string({ error: requiredOr(messages.required, messages.wrong) })
    .check(z.regex(idPattern(resource), { error: messages.wrong }));
}

/** A public id in a field of a payload, its messages made from the field's name: `site_id must be a site ID`. */
export function id(name: string, resource: Resource) {
  return publicId(resource, { required: `${name} is required`, wrong: mustBeId(name, resource) });
}

/** The message for a value that is not an id of the resource. */
export function mustBeId(name: string, resource: Resource): string {
  const { noun } = resources[resource];
  return `${name} must be ${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun} ID`;
}

/** The message for a path without the id. */
export function missingIdMessage(resource: Resource): string {
  return `${upperFirst(resources[resource].noun)} ID is required`;
}

/** A public id as it is in a reply. */
export function replyId(resource: Resource) {
  return z.string().check(z.regex(idPattern(resource)));
}

/** The last part of the key of a store's list of API keys: only roles that make keys may write such a partition. */
const endOfKeyList = '#APIKEYS';

/**
 * An id that the caller makes, for example for a checkout: any text of up to `max` characters, except a text that roles would mistake
 * for a list of API keys.
 */
export function callersId(label: string, max: number) {
  return text({ label, max }).check(
    z.refine((id) => !id.endsWith(endOfKeyList), { error: `${label} must not end in ${endOfKeyList}` }),
  );
}
