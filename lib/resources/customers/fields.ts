/** Storefront page: what is mirrored of a customer, and how a store regards them. */
import * as z from 'zod/mini';
import type { ErrorRow } from '../../schema/errors.ts';
import { field, inputOf } from '../../schema/field.ts';
import { id } from '../../schema/ids.ts';
import { requiredOr, text } from '../../schema/text.ts';
import { mailAddress, oneOf, optionalLocale } from '../../schema/values.ts';

/** What a customer has where its import leaves these out, and where it was stored before they came. */
export const absentOfCustomer = { locale: null };

/** A customer as it is imported. */
export const importedCustomer = inputOf({
  id: field({
    input: id('customer id', 'customer'),
    words: 'Public id of the customer, `cus_…`.',
    example: 'cus_katherine',
  }),
  email: field({
    input: mailAddress('customer email', 'customer email is required'),
    words: 'Mail address. Gift cards they buy without a recipient are mailed there.',
    example: 'katherine@example.com',
    personal: true,
  }),
  email_verified: field({
    input: z.boolean({
      error: requiredOr('customer email_verified is required', 'customer email_verified must be a boolean'),
    }),
    words: 'Whether the address is proved to be theirs; only then may they post reviews.',
    example: true,
  }),
  first_name: field({
    input: text({ label: 'customer first_name', max: 255, min: 0 }),
    words: 'Given name, up to 255 characters, possibly empty; reviews show it.',
    example: 'Katherine',
    personal: true,
  }),
  last_name: field({
    input: text({ label: 'customer last_name', max: 255, min: 0 }),
    words: 'Family name, up to 255 characters, possibly empty; reviews show its initial.',
    example: 'Johnson',
    personal: true,
  }),
  locale: field({
    input: optionalLocale('customer locale'),
    absent: absentOfCustomer.locale,
    words: 'Language of mails to them (BCP 47). Left out: that of the site.',
    example: undefined,
  }),
});

export type ImportedCustomer = z.output<typeof importedCustomer>;

const standings = ['good', 'shadowbanned', 'banned'] as const;

/** How a store regards a customer: what becomes of their reviews (contract, "Review status"). */
export type Standing = (typeof standings)[number];

/** The standing of a customer, and what is said of it. */
export const standingOf = (text: string, example: Standing) =>
  field({
    input: oneOf(standings, {
      required: 'standing is required',
      wrong: 'standing must be good, shadowbanned, or banned',
    }),
    shown: z.enum(standings),
    words: {
      text,
      values: {
        good: 'Reviews are published again, but for those that the store hid.',
        shadowbanned: 'Reviews are shown to their author alone and do not count.',
        banned: 'Reviews are shown to nobody, and the customer can post none.',
      },
    },
    example,
  });

/** A customer whom a function is asked of. */
export const customerId = (words: string, example = 'cus_ada') =>
  field({ input: id('customer_id', 'customer'), words, example });

/** How operations under a customer refuse a path without its id. */
export const missingCustomer: ErrorRow = {
  code: 'MISSING_FIELD',
  message: 'Customer ID is required',
  when: 'the path names no customer',
};

/** How operations under a customer refuse one that does not exist. */
export const unknownCustomer: ErrorRow = {
  code: 'NOT_FOUND',
  message: 'Customer not found',
  when: 'the customer does not exist',
};
