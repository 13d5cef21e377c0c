/** Storefront page: the mirrored fields of a customer, and their standing. */
import * as z from 'zod/mini';
import type { ErrorRow } from '../../schema/errors.ts';
import { bodyOf, exampleTime, field, idOf, inputOf, objectOf, shownText } from '../../schema/field.ts';
import { id } from '../../schema/ids.ts';
import { requiredOr, text } from '../../schema/text.ts';
import { timestamp } from '../../schema/times.ts';
import { mailAddress, oneOf, optionalLocale } from '../../schema/values.ts';

/** Defaults of fields that an import omits, and of customers stored before these fields existed. */
export const absentOfCustomer = { locale: null };

/** A customer in an import. */
export const importedCustomer = inputOf({
  id: field({
    input: id('customer id', 'customer'),
    words: 'Public id of the customer, `cus_…`.',
    example: 'cus_katherine',
  }),
  email: field({
    input: mailAddress('customer email', 'customer email is required'),
    words: 'Email address. Gift cards bought without a recipient are emailed to it.',
    example: 'katherine@example.com',
    personal: true,
  }),
  email_verified: field({
    input: z.boolean({
      error: requiredOr('customer email_verified is required', 'customer email_verified must be a boolean'),
    }),
    words: 'Whether the address is verified. Only customers with a verified address may post reviews.',
    example: true,
  }),
  first_name: field({
    input: text({ label: 'customer first_name', max: 255, min: 0 }),
    words: 'Given name, up to 255 characters, may be empty; shown on reviews.',
    example: 'Katherine',
    personal: true,
  }),
  last_name: field({
    input: text({ label: 'customer last_name', max: 255, min: 0 }),
    words: 'Family name, up to 255 characters, may be empty; reviews show only its initial.',
    example: 'Johnson',
    personal: true,
  }),
  locale: field({
    input: optionalLocale('customer locale'),
    absent: absentOfCustomer.locale,
    words: 'Language of emails to the customer (BCP 47). If omitted, the language of the site.',
    example: undefined,
  }),
});

export type ImportedCustomer = z.output<typeof importedCustomer>;

const standings = ['good', 'shadowbanned', 'banned'] as const;

/** The standing of a customer, which determines whether their reviews are shown (contract, "Review status"). */
export type Standing = (typeof standings)[number];

/** The standing of a customer, as a field. */
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
        good: 'Reviews are published; reviews hidden by the store stay hidden.',
        shadowbanned: 'Reviews are shown only to their author and do not count in ratings.',
        banned: 'Reviews are not shown, and the customer cannot post any.',
      },
    },
    example,
  });

/** A customer as the API shows them (Staff console page, "Reads of what is mirrored"). */
export const customer = objectOf('Customer', {
  id: idOf('customer', { words: 'Public id of the customer, `cus_…`.', example: 'cus_ada' }),
  email: shownText({ words: 'Email address, as imported.', example: 'ada@example.com', personal: true }),
  first_name: shownText({ words: 'Given name, as imported; may be empty.', example: 'Ada', personal: true }),
  last_name: shownText({ words: 'Family name, as imported; may be empty.', example: 'Lovelace', personal: true }),
  standing: standingOf('Standing of the customer.', 'good'),
  created_at: field({
    shown: z.nullable(timestamp),
    words: 'When the customer was first imported; null if that was before version 0.6.0.',
    example: exampleTime,
  }),
  updated_at: field({
    shown: z.nullable(timestamp),
    words:
      'When an import last changed the customer, or when their standing last changed; null if that was before version 0.6.0.',
    example: exampleTime,
  }),
});

/** Body of `changeCustomerStanding`. */
export const standingInput = bodyOf('StandingInput', {
  standing: standingOf('New standing of the customer.', 'banned'),
});

/** The customer in a payload. */
export const customerId = (words: string, example = 'cus_ada') =>
  field({ input: id('customer_id', 'customer'), words, example });

/** The refusal of a path without a customer ID. */
export const missingCustomer: ErrorRow = {
  code: 'MISSING_FIELD',
  message: 'Customer ID is required',
  when: 'the path contains no customer ID',
};

/** The refusal of an unknown customer. */
export const unknownCustomer: ErrorRow = {
  code: 'NOT_FOUND',
  message: 'Customer not found',
  when: 'the customer does not exist',
};
