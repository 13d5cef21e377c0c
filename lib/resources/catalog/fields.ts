/** Storefront page, `import-records`: what is mirrored of sites and products. */
import * as z from 'zod/mini';
import { oneOf, optionalBoolean } from '../../schema/choices.ts';
import { id } from '../../schema/ids.ts';
import { mailAddress } from '../../schema/mail-address.ts';
import { requiredOr } from '../../schema/messages.ts';
import { integer } from '../../schema/numbers.ts';
import { optionalText, text } from '../../schema/text.ts';
import { timestampInput } from '../../schema/times.ts';
import { webAddress } from '../../schema/web-address.ts';

/** A site as it is imported. */
export const importedSite = z.object({
  id: id('site id', 'site'),
  name: text({ label: 'site name', max: 255 }),
  email_from: mailAddress('site email_from', 'site email_from is required'),
  url: webAddress('site url'),
  reviews_enabled: optionalBoolean('site reviews_enabled'),
  gift_notes_enabled: optionalBoolean('site gift_notes_enabled'),
  gift_note_max_length: z.nullish(
    integer({
      label: 'site gift_note_max_length',
      min: 0,
      max: 10_000,
      outside: 'site gift_note_max_length must be between 0 and 10000',
    }),
  ),
});

export type ImportedSite = z.output<typeof importedSite>;

/** A product as it is imported. */
export const importedProduct = z.object({
  id: id('product id', 'product'),
  name: text({ label: 'product name', max: 1000 }),
  status: text({ label: 'product status', max: 64 }),
  description: optionalText({ label: 'product description', max: 20_000 }),
  url: z.nullish(webAddress('product url')),
  delivery: oneOf(['physical', 'digital', 'gift_card'], {
    required: 'product delivery is required',
    wrong: 'product delivery must be physical, digital, or gift_card',
  }),
  created_at: timestampInput('product created_at'),
  updated_at: timestampInput('product updated_at'),
  variants: z
    .array(
      z.object({
        id: id('variant id', 'variant'),
        name: text({ label: 'variant name', max: 255, min: 0 }),
      }),
      {
        error: requiredOr('product variants is required', 'product variants must be an array'),
      },
    )
    .check(z.maxLength(250, { error: 'product variants must be 250 or fewer' })),
});

export type ImportedProduct = z.output<typeof importedProduct>;
