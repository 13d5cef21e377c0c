/** Records of another system, as the functions take them that a shop moves in with (Moving in page). */
import * as z from 'zod/mini';
import { field, inputOf } from '../../schema/field.ts';
import { id } from '../../schema/ids.ts';
import { isImportedCode, limits } from '../../schema/limits.ts';
import { optionalText, requiredOr } from '../../schema/text.ts';
import { timestampInput } from '../../schema/times.ts';
import { integer, mailAddress, oneOf, optionalBoolean } from '../../schema/values.ts';
import { addressFields } from '../customer-addresses/fields.ts';
import { currency, message } from '../gift-cards/fields.ts';
import { content, hiddenReasons, reasonWords } from '../reviews/fields.ts';
import { emailOf } from '../waitlist/fields.ts';

const recordRule = { error: 'A record must be an object' };

const time = (label: string, words: string, example: unknown) =>
  field({ input: z.nullish(timestampInput(label)), words, example });

const createdAt = (of: string) =>
  time(
    'created_at',
    `When ${of} was created in the other system, RFC 3339, in the past: its place in lists. Left out: now.`,
    '2025-03-01T12:00:00Z',
  );

/** A code of another system as it counts: in upper case, without spaces and hyphens. */
export const importedCode = z.pipe(
  z.pipe(
    z.string({ error: requiredOr('code is required', 'code must be a string') }),
    z.transform((code: string) => code.replace(/[\s-]/g, '')),
  ),
  z.pipe(
    z.string().check(
      z.refine(isImportedCode, {
        error: `code must have ${limits.importedCode.min} to ${limits.importedCode.max} letters and digits`,
      }),
    ),
    z.transform((code: string) => code.toUpperCase()),
  ),
);

const money = (label: string, least: number) =>
  integer({
    label,
    min: least,
    max: limits.giftCardValue,
    outside: `${label} must be between ${least} and ${limits.giftCardValue}`,
  });

export const importedGiftCard = inputOf(
  {
    code: field({
      input: importedCode,
      words: `The code that buyers type: ${limits.importedCode.min} to ${limits.importedCode.max} letters and digits; letter case, spaces and hyphens do not matter.`,
      personal: true,
      example: 'GIFT-2024-7QXM',
    }),
    currency: field({ input: currency, words: 'Currency of both amounts: that of the store.', example: 'USD' }),
    balance: field({
      input: money('balance', 0),
      words: 'What is left on the card, in the smallest unit of the currency: 0 to 10000000.',
      example: 2500,
    }),
    initial_value: field({
      input: z.nullish(money('initial_value', 1)),
      words: 'Value when it was issued: 1 to 10000000. Left out: `balance`. It is required where `balance` is 0.',
      example: 5000,
    }),
    expires_at: time(
      'expires_at',
      'When the card stops working; it may have passed. Left out or null: never.',
      '2029-12-31T23:59:59Z',
    ),
    recipient_email: field({
      input: z.nullish(mailAddress('recipient_email')),
      words: 'Address that the other system mailed the code to. The import sends no mail.',
      personal: true,
      example: 'grace@example.com',
    }),
    message: field({
      input: message,
      words: 'For the recipient, up to 500 characters; kept without a recipient, too.',
      personal: true,
      example: undefined,
    }),
    note: field({
      input: optionalText({ label: 'note', max: limits.giftCardText }),
      words: "For the store's team alone, up to 500 characters.",
      personal: true,
      example: undefined,
    }),
    disabled: field({
      input: optionalBoolean('disabled'),
      words: 'Whether the card is disabled. Left out: `false`.',
      example: undefined,
    }),
    created_at: createdAt('the card'),
    exported_at: time(
      'exported_at',
      'When the other system said so, in the past. Left out: the time of the import. With `update` a later one adjusts the balance.',
      undefined,
    ),
  },
  recordRule,
);

export type ImportedGiftCard = z.output<typeof importedGiftCard>;

const customerId = (words: string, example: string) => field({ input: id('customer_id', 'customer'), words, example });

export const importedReview = inputOf(
  {
    product_id: field({ input: id('product_id', 'product'), words: 'The product that is rated.', example: 'pro_cup' }),
    customer_id: customerId('The author, who has one review of a product at most.', 'cus_katherine'),
    ...content,
    created_at: createdAt('the review'),
    updated_at: time('updated_at', 'When the author last edited it, in the past. Left out: `created_at`.', undefined),
    verified_purchase: field({
      input: optionalBoolean('verified_purchase'),
      words: 'Whether a paid order of the other system backs the review. Left out: `false`.',
      example: true,
    }),
    hidden_reason: field({
      input: z.nullish(
        oneOf(hiddenReasons, {
          required: 'hidden_reason is required',
          wrong: 'hidden_reason must be spam, offensive, off_topic, personal_info, or other',
        }),
      ),
      words: { text: 'Why the review is hidden, from the import on. Left out: it is shown.', values: reasonWords },
      example: undefined,
    }),
    hidden_note: field({
      input: optionalText({ label: 'hidden_note', max: limits.hiddenNote }),
      words: "For the store's team alone, up to 1,000 characters; only with a `hidden_reason`.",
      example: undefined,
    }),
  },
  recordRule,
);

export type ImportedReview = z.output<typeof importedReview>;

export const importedAddress = inputOf(
  {
    customer_id: customerId('The customer whose address it is.', 'cus_alan'),
    id: field({
      input: z.nullish(id('id', 'address')),
      words: 'Id that the address is to have, `cad_…`. Left out: a new one.',
      example: undefined,
    }),
    ...addressFields,
    created_at: createdAt('the address'),
  },
  recordRule,
);

export type ImportedAddress = z.output<typeof importedAddress>;

export const importedWaitlistEntry = inputOf(
  {
    product_id: field({
      input: id('product_id', 'product'),
      words: 'The product that has the variant.',
      example: 'pro_teapot',
    }),
    variant_id: field({
      input: id('variant_id', 'variant'),
      words: 'The variant that is waited for.',
      example: 'prv_teapotsmall',
    }),
    email: emailOf('Address to notify; one address waits once for a variant, whatever its letter case.'),
    site_id: field({
      input: z.nullish(id('site_id', 'site')),
      words: "The site for which the mail will speak. Left out: the store's first.",
      example: undefined,
    }),
    joined_at: time('joined_at', 'When the shopper joined, RFC 3339, in the past. Left out: now.', undefined),
  },
  recordRule,
);

export type ImportedWaitlistEntry = z.output<typeof importedWaitlistEntry>;
