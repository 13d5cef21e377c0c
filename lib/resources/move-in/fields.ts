/** Records of another system, as the import functions take them (Moving in page). */
import * as z from 'zod/mini';
import { initialValue } from '../../ledger/fields.ts';
import { field, inputOf } from '../../schema/field.ts';
import { id } from '../../schema/ids.ts';
import { isImportedCode, limits } from '../../schema/limits.ts';
import { optionalText, requiredOr, text } from '../../schema/text.ts';
import { timestampInput } from '../../schema/times.ts';
import { countryCode, integer, mailAddress, oneOf, optionalBoolean } from '../../schema/values.ts';
import { addressFields } from '../customer-addresses/fields.ts';
import { currency, message } from '../gift-cards/fields.ts';
import { content, hiddenReasons, reasonWords } from '../reviews/fields.ts';
import { reasonField } from '../store-credits/fields.ts';
import { emailOf } from '../waitlist/fields.ts';

const recordRule = { error: 'A record must be an object' };

const time = (label: string, words: string, example: unknown) =>
  field({ input: z.nullish(timestampInput(label)), words, example });

const createdAt = (of: string) =>
  time(
    'created_at',
    `When ${of} was created in the other system, RFC 3339, in the past; it determines the position in lists. If omitted, now.`,
    '2025-03-01T12:00:00Z',
  );

/** A code of another system, normalized: in upper case, without spaces and hyphens. */
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
      words: `The code that buyers enter: ${limits.importedCode.min} to ${limits.importedCode.max} letters and digits; letter case, spaces and hyphens are ignored.`,
      personal: true,
      example: 'GIFT-2024-7QXM',
    }),
    currency: field({
      input: currency,
      words: 'Currency of both amounts; must be the currency of the store.',
      example: 'USD',
    }),
    balance: field({
      input: money('balance', 0),
      words: 'Remaining balance of the card, in the smallest unit of the currency: 0 to 10000000.',
      example: 2500,
    }),
    initial_value: field({
      input: z.nullish(money('initial_value', 1)),
      words:
        'Value when the card was issued: 1 to 10000000. If omitted, the same as `balance`. Required if `balance` is 0.',
      example: 5000,
    }),
    expires_at: time(
      'expires_at',
      'When the card stops working; may be in the past. If omitted or null, never.',
      '2029-12-31T23:59:59Z',
    ),
    recipient_email: field({
      input: z.nullish(mailAddress('recipient_email')),
      words: 'Address that the other system emailed the code to. The import sends no email.',
      personal: true,
      example: 'grace@example.com',
    }),
    message: field({
      input: message,
      words: 'Message to the recipient, up to 500 characters; stored even without a recipient.',
      personal: true,
      example: undefined,
    }),
    note: field({
      input: optionalText({ label: 'note', max: limits.giftCardText }),
      words: 'Internal note, visible to your team only, up to 500 characters.',
      personal: true,
      example: undefined,
    }),
    disabled: field({
      input: optionalBoolean('disabled'),
      words: 'Whether the card is disabled. If omitted, `false`.',
      example: undefined,
    }),
    created_at: createdAt('the card'),
    exported_at: time(
      'exported_at',
      'When the record was exported from the other system, in the past. If omitted, the time of the import. With `update`, a record with a later `exported_at` adjusts the balance.',
      undefined,
    ),
  },
  recordRule,
);

export type ImportedGiftCard = z.output<typeof importedGiftCard>;

const customerId = (words: string, example: string) => field({ input: id('customer_id', 'customer'), words, example });

export const importedStoreCredit = inputOf(
  {
    external_id: field({
      input: text({ label: 'external_id', max: limits.externalId, form: 'line' }),
      words: `Id of the credit in the other system, 1 to ${limits.externalId} characters. A credit is imported once for each \`external_id\`. Do not send personal data, such as an email address: a hash of the id stays stored when the customer is deleted.`,
      example: 'credit-1042',
    }),
    customer_id: customerId('The customer who can spend the credit.', 'cus_alan'),
    value: {
      ...initialValue,
      words: 'Remaining balance of the credit, in the smallest unit of the currency: 1 to 10000000.',
      example: 1500,
    },
    reason: { ...reasonField('Why the store owes the credit.'), example: 'refund' },
    currency: field({
      input: z.nullish(currency),
      words: 'Currency of the value; must be the currency of the store. If omitted, the currency of the store.',
      example: undefined,
    }),
    expires_at: time(
      'expires_at',
      'When the credit stops working; may be in the past. If omitted or null, never.',
      '2029-12-31T23:59:59Z',
    ),
  },
  recordRule,
);

export type ImportedStoreCredit = z.output<typeof importedStoreCredit>;

export const importedReview = inputOf(
  {
    product_id: field({ input: id('product_id', 'product'), words: 'The reviewed product.', example: 'pro_cup' }),
    customer_id: customerId('The author. A customer can have one review per product.', 'cus_katherine'),
    ...content,
    created_at: createdAt('the review'),
    updated_at: time(
      'updated_at',
      'When the author last edited the review, in the past. If omitted, the same as `created_at`.',
      undefined,
    ),
    verified_purchase: field({
      input: optionalBoolean('verified_purchase'),
      words: 'Whether the author bought the product in a paid order in the other system. If omitted, `false`.',
      example: true,
    }),
    hidden_reason: field({
      input: z.nullish(
        oneOf(hiddenReasons, {
          required: 'hidden_reason is required',
          wrong: 'hidden_reason must be spam, offensive, off_topic, personal_info, or other',
        }),
      ),
      words: {
        text: 'Why the review is hidden from the import on. If omitted, the review is shown.',
        values: reasonWords,
      },
      example: undefined,
    }),
    hidden_note: field({
      input: optionalText({ label: 'hidden_note', max: limits.hiddenNote }),
      words: 'Internal note, visible to your team only, up to 1,000 characters; only with a `hidden_reason`.',
      example: undefined,
    }),
  },
  recordRule,
);

export type ImportedReview = z.output<typeof importedReview>;

export const importedAddress = inputOf(
  {
    customer_id: customerId('The customer that the address belongs to.', 'cus_alan'),
    id: field({
      input: z.nullish(id('id', 'address')),
      words: 'Id for the address, `cad_…`. If omitted, the service assigns one.',
      example: undefined,
    }),
    ...addressFields,
    country_id: field({
      ...addressFields.country_id,
      input: z.nullish(addressFields.country_id.input),
      inBody: 'Required without `country`.',
    }),
    country: field({
      input: z.nullish(countryCode('country')),
      words:
        'Country of the address (ISO 3166-1 alpha-2), in any letter case, in place of `country_id`. It must be in the `countries` of the store. If the record has both, both must be the same country.',
      example: undefined,
    }),
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
      words: 'The variant of the waitlist.',
      example: 'prv_teapotsmall',
    }),
    email: emailOf('Address to notify. An address can be on the waitlist of a variant once; letter case is ignored.'),
    site_id: field({
      input: z.nullish(id('site_id', 'site')),
      words: "The site that the email is sent for. If omitted, the store's first site.",
      example: undefined,
    }),
    joined_at: time('joined_at', 'When the shopper joined, RFC 3339, in the past. If omitted, now.', undefined),
  },
  recordRule,
);

export type ImportedWaitlistEntry = z.output<typeof importedWaitlistEntry>;
