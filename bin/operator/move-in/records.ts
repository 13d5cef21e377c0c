/** The records that a move-in imports, as the functions take them: `import-gift-cards` and the others. */
import * as z from 'zod/mini';
import { addressInput } from '../../../lib/resources/customer-addresses/fields.ts';
import { issueGiftCardInput } from '../../../lib/resources/gift-cards/fields.ts';
import { content, hideInput } from '../../../lib/resources/reviews/fields.ts';
import { optionalBoolean } from '../../../lib/schema/choices.ts';
import { currencyCode } from '../../../lib/schema/currency.ts';
import { inputOf } from '../../../lib/schema/field.ts';
import { id } from '../../../lib/schema/ids.ts';
import { limits } from '../../../lib/schema/limits.ts';
import { mailAddress } from '../../../lib/schema/mail-address.ts';
import { integer } from '../../../lib/schema/numbers.ts';
import { text } from '../../../lib/schema/text.ts';
import { timestampInput } from '../../../lib/schema/times.ts';

const amount = (label: string, min: number) =>
  integer({
    label,
    min,
    max: limits.giftCardValue,
    outside: `${label} must be between ${min} and ${limits.giftCardValue} of the smallest unit`,
  });

const time = (label: string) => z.optional(timestampInput(label));

const { recipient_email, message, note } = issueGiftCardInput.shape;

/** A card of another system. Its code is as it was typed; amounts are in the smallest unit of the currency. */
const giftCard = z
  .object({
    code: text({ label: 'code', max: 255 }),
    currency: currencyCode('currency'),
    balance: amount('balance', 0),
    initial_value: z.optional(amount('initial_value', 1)),
    expires_at: time('expires_at'),
    recipient_email,
    message,
    note,
    disabled: optionalBoolean('disabled'),
    created_at: time('created_at'),
    exported_at: time('exported_at'),
  })
  .check(
    z.refine(({ balance, initial_value }) => balance > 0 || initial_value !== undefined, {
      path: ['balance'],
      error: 'is 0, and the file does not tell the initial value: nothing is left to import',
    }),
  );

const review = z.extend(inputOf(content), {
  product_id: id('product_id', 'product'),
  customer_id: id('customer_id', 'customer'),
  created_at: time('created_at'),
  updated_at: time('updated_at'),
  verified_purchase: optionalBoolean('verified_purchase'),
  hidden_reason: z.optional(hideInput.shape.reason),
  hidden_note: hideInput.shape.note,
});

const address = z.extend(addressInput, {
  customer_id: id('customer_id', 'customer'),
  id: z.optional(id('id', 'address')),
  created_at: time('created_at'),
});

const waitlistEntry = z.object({
  product_id: id('product_id', 'product'),
  variant_id: id('variant_id', 'variant'),
  email: mailAddress('email'),
  site_id: z.optional(id('site_id', 'site')),
  joined_at: time('joined_at'),
});

/** What each kind of file gives. */
export const records = {
  'gift-cards': giftCard,
  reviews: review,
  'customer-addresses': address,
  'waitlist-entries': waitlistEntry,
} as const;

export type Kind = keyof typeof records;

/** A record of a kind, to pass to its function. */
export type MoveInRecord<K extends Kind = Kind> = z.output<(typeof records)[K]>;
