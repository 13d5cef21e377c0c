/** The objects and bodies of the contract's section "Gift cards". */
import * as z from 'zod/mini';
import { bodyOf, field, idOf, objectOf, shownInteger, shownOf, shownText, times } from '../../schema/field.ts';
import { callersId, publicId, replyId } from '../../schema/ids.ts';
import { limits } from '../../schema/limits.ts';
import { optionalText, text } from '../../schema/text.ts';
import { timestamp, timestampInput } from '../../schema/times.ts';
import { currencyCode, integer, mailAddress, optionalLocale } from '../../schema/values.ts';

export const giftCardStatuses = ['active', 'used', 'expired', 'disabled'] as const;

/** Computed on read: `disabled` takes precedence over `used`, and `used` over `expired`. */
export type GiftCardStatus = (typeof giftCardStatuses)[number];

/** The meaning of each status, for the reference. */
export const statusWords: Readonly<Record<GiftCardStatus, string>> = {
  active: 'Can be applied at checkout.',
  used: 'Has no balance left; a refund or an adjustment can make it spendable again.',
  expired: 'Its `expires_at` has passed; a later expiry makes it spendable again.',
  disabled: 'Disabled by the store; cannot be applied at checkout until it is enabled.',
};

/** The words of a field that holds a status. */
export const wordsOfStatus = (text: string) => ({
  text: `${text} The status is computed on read: \`disabled\` takes precedence over \`used\`, and \`used\` over \`expired\`.`,
  values: statusWords,
});

/** The fields of a gift card. To add a field, add one line here. Contract, "Gift card object". */
const giftCardFields = {
  id: idOf('giftCard', { words: 'Public id of the gift card, `gcd_…`.', example: 'gcd_01khdq50068v3k5x9w2t6r0ybn' }),
  last4: shownText({
    words: 'Last four characters of the code, to help identify the card.',
    example: 'E9CL',
  }),
  currency: shownText({
    words:
      'Currency of the balance (ISO 4217): the currency of the store when the card was issued. The card pays only at checkouts in this currency.',
    example: 'USD',
  }),
  initial_value: shownInteger({
    words: 'Value when issued, in the smallest unit of the currency. Never changes.',
    example: 5000,
  }),
  balance: shownInteger({
    words:
      'Balance in the smallest unit of the currency, including funds held by open checkouts. Equals the sum of the transaction amounts.',
    example: 5000,
  }),
  status: field({
    shown: z.enum(giftCardStatuses),
    words: wordsOfStatus('Whether the card can be spent.'),
    example: 'active',
  }),
  recipient_email: field({
    shown: z.nullable(z.string()),
    personal: true,
    words: 'Address that the code is emailed to; null if there is no recipient.',
    example: null,
  }),
  message: field({
    shown: z.nullable(z.string()),
    personal: true,
    words: "The buyer's message to the recipient; null if there is no message or no recipient.",
    example: null,
  }),
  note: field({
    shown: z.nullable(z.string()),
    personal: true,
    words: 'Internal note of the store, or null. Never shown to the buyer.',
    example: null,
  }),
  expires_at: field({
    shown: z.nullable(timestamp),
    words: 'When the card stops working; null means never.',
    example: null,
  }),
  disabled_at: field({
    shown: z.nullable(timestamp),
    words: 'When the card was disabled; null if it is not disabled.',
    example: null,
  }),
  ...times,
};

export const giftCard = objectOf('GiftCard', giftCardFields);

export type GiftCard = z.output<typeof giftCard>;

/** A gift card with its code, only in the response that issues the card or replaces the code. */
export const issuedGiftCard = objectOf('IssuedGiftCard', {
  ...giftCardFields,
  code: shownText({
    words:
      'The code that a buyer enters at checkout: 28 characters in seven groups of four. Only this response contains it; the service stores its hash.',
    example: 'J28R-SCQ2-33Q6-V7S5-PM4S-H2U7-E9CL',
    secret: true,
  }),
});

/** Contract, "Gift card transaction object". */
export const giftCardTransaction = objectOf('GiftCardTransaction', {
  id: idOf('giftCardTransaction', {
    words: 'Public id of the entry, `gct_…`.',
    example: 'gct_01khdq50078v3k5x9w2t6r0ybn',
  }),
  type: field({
    shown: z.enum(['issued', 'redeemed', 'refunded', 'adjusted', 'disabled', 'enabled']),
    words: {
      text: 'The kind of change. Entries are only ever added.',
      values: {
        issued: 'The card was issued; the amount is its initial value.',
        redeemed: 'An order spent the funds held by its checkout; the amount is negative.',
        refunded: 'Refunding or cancelling an order returned money to the balance.',
        adjusted: 'The store raised or lowered the balance.',
        disabled: 'The store disabled the card; the amount is 0.',
        enabled: 'The store enabled the card again; the amount is 0.',
      },
    },
    example: 'adjusted',
  }),
  amount: shownInteger({ words: 'Signed change of the balance, in the smallest unit of the currency.', example: 500 }),
  balance: shownInteger({ words: 'Balance after the entry.', example: 6000 }),
  order_id: field({
    shown: z.nullable(replyId('order')),
    words:
      'The order that spent the balance, was refunded or cancelled, or bought the card; null if no order is involved.',
    example: null,
  }),
  note: field({
    shown: z.nullable(z.string()),
    personal: true,
    words: 'Reason given by the store, or null.',
    example: 'Lid was missing',
  }),
  actor: field({
    shown: shownOf({
      type: field({
        shown: z.enum(['api_key', 'customer', 'system']),
        words: {
          text: 'Kind of the actor.',
          values: {
            api_key: 'A request with an API key; `name` is the name of the key.',
            customer: "A buyer at checkout; `name` is the buyer's email address.",
            system: 'The service itself, for example for a refund; `name` is null, or `import` for an imported card.',
          },
        },
        example: 'api_key',
      }),
      name: field({
        shown: z.nullable(z.string()),
        words:
          'Name of the API key, or email address of the customer (null after the customer is deleted); for `system`, `import` or null.',
        example: 'Demo write key',
      }),
    }),
    personal: true,
    words: 'The actor that made the change.',
    example: { type: 'api_key', name: 'Demo write key' },
  }),
  created_at: times.created_at,
});

export type GiftCardTransaction = z.output<typeof giftCardTransaction>;

export const message = optionalText({ label: 'message', max: limits.giftCardText });

const noteText = optionalText({ label: 'note', max: limits.giftCardText });

const expiry =
  'When the card stops working: RFC 3339 with any offset, stored in UTC. Must be in the future. If omitted or null, the card never expires';

const exampleExpiry = '2029-12-31T23:59:59Z';

const expiresAt = z.nullish(timestampInput('expires_at'));

const recipient = z.nullish(mailAddress('recipient_email'));

/** Body of Issue; money in the smallest unit of the store's currency. */
export const issueGiftCardInput = bodyOf('IssueGiftCardInput', {
  value: field({
    input: integer({
      label: 'value',
      min: 1,
      max: limits.giftCardValue,
      outside: `value must be between 1 and ${limits.giftCardValue}`,
    }),
    words: 'Initial balance in the smallest unit of the currency: 5000 is $50.00.',
    example: 5000,
  }),
  site_id: field({
    input: z.nullish(
      publicId('site', {
        required: 'site_id must be a site of this store',
        wrong: 'site_id must be a site of this store',
      }),
    ),
    words: "The site shown in the email, with its name and address. If omitted, the store's first site.",
    example: undefined,
  }),
  recipient_email: field({
    input: recipient,
    words: 'Address to email the code to. If omitted, no email is sent and only this response contains the code.',
    example: 'ada@example.com',
  }),
  message: field({
    input: message,
    words: 'Message to the recipient, up to 500 characters; stored only with a `recipient_email`.',
    example: 'Thank you for the photo!',
  }),
  locale: field({
    input: optionalLocale('locale'),
    words: 'Language of the email (BCP 47). If omitted, the language of the site.',
    example: 'en-US',
  }),
  note: field({
    input: noteText,
    words: 'Internal note, visible to your team only, up to 500 characters.',
    example: 'Photo contest, third prize',
  }),
  expires_at: field({ input: expiresAt, words: `${expiry}.`, example: exampleExpiry }),
});

export type IssueGiftCardInput = z.output<typeof issueGiftCardInput>;

export const updateGiftCardInput = bodyOf('UpdateGiftCardInput', {
  expires_at: field({
    input: expiresAt,
    words: `${expiry}; a stored expiry is cleared. You can send the stored value again even if it has passed.`,
    example: exampleExpiry,
  }),
  note: field({
    input: noteText,
    words: 'Internal note, visible to your team only, up to 500 characters. If omitted or null, the note is cleared.',
    example: 'Asked for a later date',
  }),
});

export type UpdateGiftCardInput = z.output<typeof updateGiftCardInput>;

export const replaceGiftCardCodeInput = bodyOf('ReplaceGiftCardCodeInput', {
  recipient_email: field({
    input: recipient,
    words:
      'Address to email the new code to; it becomes the recipient of the card. If omitted or null, the new code is emailed to the current recipient, if any.',
    example: 'alan@example.com',
  }),
});

const nonzero = 'amount must be a nonzero integer';

export const adjustGiftCardInput = bodyOf('AdjustGiftCardInput', {
  amount: field({
    input: integer({ label: 'amount', min: Number.MIN_SAFE_INTEGER, outside: nonzero, wrongType: nonzero }).check(
      z.refine((amount) => amount !== 0, { error: nonzero }),
      z.meta({ examples: [500] }),
    ),
    words:
      'Change of the balance in the smallest unit of the currency: positive raises it, negative lowers it, 0 is refused. The new balance must be 0 to 10000000 and cover the funds held by open checkouts.',
    example: 500,
  }),
  note: field({
    input: noteText,
    words: 'Reason for the change, up to 500 characters; stored with the transaction.',
    example: 'Lid was missing',
  }),
});

export type AdjustGiftCardInput = z.output<typeof adjustGiftCardInput>;

/** The checkout in a payload. */
export const checkoutId = field({
  input: callersId('checkout_id', limits.checkoutId),
  words: 'Your own id of the checkout, 1 to 255 characters.',
  example: 'checkout_41',
});

export const amount = (label: string, min = 0) =>
  integer({
    label,
    min,
    max: limits.orderAmount,
    outside: `${label} must be between ${min} and ${limits.orderAmount}`,
  });

export const currency = currencyCode('currency');

/** The code of a gift card as the buyer entered it. */
export const typedCode = field({
  input: text({ label: 'code', max: 255 }),
  words: 'The code as the buyer entered it; letter case, hyphens and spaces are ignored.',
  example: 'TEAP-TTEA-PTTE-APTT-EAPT-TEAP-DEM2',
});

/** The gift card that a code belongs to. */
export const cardOfCode = idOf('giftCard', { words: 'The card that the code belongs to.', example: 'gcd_00birthday' });

/** Identifies the person who enters a code, to limit guessing. */
export const shopper = field({
  input: z.nullish(text({ label: 'shopper', max: limits.shopper, min: 0 })),
  words:
    'Identifies the person who enters the code: an account ID or IP address, up to 100 characters. The service stores a keyed hash of it for an hour. Do not use a session ID, because an attacker can start new sessions. After 10 unknown codes in an hour, further codes from the same shopper are refused. If omitted, the limit applies to the checkout.',
  example: undefined,
});

/** The message for an unknown code. */
export const noSuchCode = 'No gift card has this code';

/** The message after too many unknown codes. */
export const tooManyCodes = 'Too many unknown codes; try again in an hour';
