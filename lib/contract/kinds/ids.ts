import * as z from 'zod/mini';
import { requiredOr } from './messages.ts';

/** The prefixes of public ids (contract, "Public identifiers"; `sto_`, `key_` and `upl_` from the decisions). */
export const idPrefix = {
  customer: 'cus',
  address: 'cad',
  giftOption: 'gft',
  image: 'img',
  site: 'sit',
  review: 'rev',
  product: 'pro',
  variant: 'prv',
  digitalFile: 'pdf',
  giftCard: 'gcd',
  giftCardTransaction: 'gct',
  order: 'ord',
  store: 'sto',
  apiKey: 'key',
  upload: 'upl',
} as const;

export type Resource = keyof typeof idPrefix;

/**
 * Whether a string is a well-formed public id of a resource: prefix, `_`, 1 to 64 characters of `[A-Za-z0-9]`.
 * (decisions, "Values")
 */
export function isPublicId(resource: Resource, value: unknown): value is string {
  return typeof value === 'string' && idPattern(resource).test(value);
}

export function idPattern(resource: Resource): RegExp {
  return new RegExp(`^${idPrefix[resource]}_[A-Za-z0-9]{1,64}$`);
}

/** A public id of a resource. */
export function publicId(resource: Resource, messages: { required: string; wrong: string }) {
  return z
    .string({ error: requiredOr(messages.required, messages.wrong) })
    .check(z.regex(idPattern(resource), { error: messages.wrong }));
}

/** A public id in a field of a payload, its messages made from the field's name: `site_id must be a site ID`. */
export function id(name: string, resource: Resource, noun: string) {
  return publicId(resource, { required: `${name} is required`, wrong: `${name} must be ${noun} ID` });
}

/** A public id as it stands in a reply. */
export function replyId(resource: Resource) {
  return z.string().check(z.regex(idPattern(resource)));
}
