/** Contract, "Gift cards": what its objects and bodies hold. */
import * as z from 'zod/mini';
import { bodyOf, field, idOf, objectOf, shownInteger, shownOf, shownText, times } from '../../schema/field.ts';
import { callersId, publicId, replyId } from '../../schema/ids.ts';
import { limits } from '../../schema/limits.ts';
import { optionalText, text } from '../../schema/text.ts';
import { timestamp, timestampInput } from '../../schema/times.ts';
import { currencyCode, integer, mailAddress, optionalLocale } from '../../schema/values.ts';

export const giftCardStatuses = ['active', 'used', 'expired', 'disabled'] as const;

/** `disabled` comes before `used`, `used` before `expired`; judged when read. */
export type GiftCardStatus = (typeof giftCardStatuses)[number];

/** What each status means, for the reference. */
export const statusWords: Readonly<Record<GiftCardStatus, string>> = {
  active: 'Can be applied at checkout.',
  used: 'Has no balance left; a refund or an adjustment makes it spendable again.',
  expired: 'Its `expires_at` has passed; a later expiry makes it spendable again.',
  disabled: 'Was disabled by the store; Enable makes it spendable again.',
};

/** The words of a field that holds a status. */
export const wordsOfStatus = (text: string) => ({
  text: `${text} Judged when it is read: \`disabled\` before \`used\`, \`used\` before \`expired\`.`,
  values: statusWords,
});

/** What a gift card holds. A new field is one line here. Contract, "Gift card object". */
const giftCardFields = {
  id: idOf('giftCard', { words: 'Public id of the gift card, `gcd_…`.', example: 'gcd_01khdq50068v3k5x9w2t6r0ybn' }),
  last4: shownText({
    words: 'The last four characters of its code, by which people tell cards apart.',
    example: 'E9CL',
  }),
  currency: shownText({
    words:
      'Currency of the balance (ISO 4217): that of the store when the card was issued. It pays at checkouts in that currency alone.',
    example: 'USD',
  }),
  initial_value: shownInteger({
    words: 'Value when issued, in the smallest unit of the currency. Never changes.',
    example: 5000,
  }),
  balance: shownInteger({
    words:
      'Balance in the smallest unit of the currency, including what open checkouts hold. The sum of the amounts of its transactions.',
    example: 5000,
  }),
  status: field({
    shown: z.enum(giftCardStatuses),
    words: wordsOfStatus('Whether it can be spent.'),
    example: 'active',
  }),
  recipient_email: field({
    shown: z.nullable(z.string()),
    personal: true,
    words: 'Address the code was mailed to; null where it was mailed to nobody.',
    example: null,
  }),
  message: field({
    shown: z.nullable(z.string()),
    personal: true,
    words: "The buyer's message to the recipient; null where there is none, or no recipient.",
    example: null,
  }),
  note: field({
    shown: z.nullable(z.string()),
    personal: true,
    words: "The store's own note, never shown to the buyer; null where there is none.",
    example: null,
  }),
  expires_at: field({
    shown: z.nullable(timestamp),
    words: 'When the card stops working; null means never.',
    example: null,
  }),
  disabled_at: field({
    shown: z.nullable(timestamp),
    words: 'When it was disabled; null while it is not.',
    example: null,
  }),
  ...times,
};

export const giftCard = objectOf('GiftCard', giftCardFields);

export type GiftCard = z.output<typeof giftCard>;

/** A gift card in the one response that shows its code, when it is issued or the code is replaced. */
export const issuedGiftCard = objectOf('IssuedGiftCard', {
  ...giftCardFields,
  code: shownText({
    words:
      'The code a buyer types at checkout: 28 characters in seven groups of four. Shown in this response alone; only its hash is kept.',
    example: 'J28R-SCQ2-33Q6-V7S5-PM4S-H2U7-E9CL',
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
        issued: 'The card was made, with its value as amount.',
        redeemed: 'An order spent what its checkout held; the amount is negative.',
        refunded: 'A refund of an order, or its cancelling, put balance back.',
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
    words: 'The order that spent it, was refunded, or bought the card; null where no order is involved.',
    example: null,
  }),
  note: field({
    shown: z.nullable(z.string()),
    personal: true,
    words: 'Why the store changed it, as it was given; null where nothing was.',
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
            customer: "A buyer at checkout; `name` is the buyer's mail address.",
            system: 'The service itself, as for a refund; `name` is null, or `import` where the card was imported.',
          },
        },
        example: 'api_key',
      }),
      name: field({
        shown: z.nullable(z.string()),
        words:
          'Name of the API key or of the customer; `import` or null for `system`, and null once the customer has been deleted.',
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
  'When the card stops working: RFC 3339 in any offset, stored in UTC. Must be in the future. Left out or null: never';

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
    words: 'Initial balance in the smallest unit of the currency: 1 to 10000000 (5000 is $50.00).',
    example: 5000,
  }),
  site_id: field({
    input: z.nullish(
      publicId('site', {
        required: 'site_id must be a site of this store',
        wrong: 'site_id must be a site of this store',
      }),
    ),
    words: "Site whose name and address the card's mail carries. Left out: the store's first site.",
    example: undefined,
  }),
  recipient_email: field({
    input: recipient,
    words: 'Address to mail the code to. Left out: no mail is sent, and this response alone holds the code.',
    example: 'ada@example.com',
  }),
  message: field({
    input: message,
    words: 'For the recipient, up to 500 characters; kept only with a `recipient_email`.',
    example: 'Thank you for the photo!',
  }),
  locale: field({
    input: optionalLocale('locale'),
    words: 'Language of the mail (BCP 47). Left out: that of the site.',
    example: 'en-US',
  }),
  note: field({
    input: noteText,
    words: "For the store's team alone, up to 500 characters.",
    example: 'Photo contest, third prize',
  }),
  expires_at: field({ input: expiresAt, words: `${expiry}.`, example: exampleExpiry }),
});

export type IssueGiftCardInput = z.output<typeof issueGiftCardInput>;

export const updateGiftCardInput = bodyOf('UpdateGiftCardInput', {
  expires_at: field({
    input: expiresAt,
    words: `${expiry}, which clears it. The stored value may be sent again though it has passed.`,
    example: exampleExpiry,
  }),
  note: field({
    input: noteText,
    words: "For the store's team alone, up to 500 characters. Left out or null: the note is cleared.",
    example: 'Asked for a later date',
  }),
});

export type UpdateGiftCardInput = z.output<typeof updateGiftCardInput>;

export const replaceGiftCardCodeInput = bodyOf('ReplaceGiftCardCodeInput', {
  recipient_email: field({
    input: recipient,
    words:
      "Address to mail the new code to, and the card's recipient from now on. Left out or null: the recipient it has, if any.",
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
      'Change of the balance in the smallest unit of the currency: positive raises it, negative lowers it, 0 is refused. The new balance must be 0 to 10000000 and at least what open checkouts hold.',
    example: 500,
  }),
  note: field({
    input: noteText,
    words: 'Why, up to 500 characters; kept with the transaction.',
    example: 'Lid was missing',
  }),
});

export type AdjustGiftCardInput = z.output<typeof adjustGiftCardInput>;

/** A checkout that a function is asked of. */
export const checkoutId = field({
  input: callersId('checkout_id', limits.checkoutId),
  words: 'Your own id of the checkout, 1 to 255 characters. A checkout holds one card at most.',
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

/** The code of a gift card as a buyer types it. */
export const typedCode = field({
  input: text({ label: 'code', max: 255 }),
  words: 'The code as the buyer typed it; letter case, hyphens and spaces do not matter.',
  example: 'TEAP-TTEA-PTTE-APTT-EAPT-TEAP-DEM2',
});

/** The gift card that a code belongs to. */
export const cardOfCode = idOf('giftCard', { words: 'The card that the code belongs to.', example: 'gcd_00birthday' });

/** Who types a code, against guessing. */
export const shopper = field({
  input: z.nullish(text({ label: 'shopper', max: limits.shopper, min: 0 })),
  words:
    'Who types the code, preferably an account or the address of the caller: any text of up to 100 characters, of which a keyed hash is kept for an hour. A session does not limit an attacker, who gets new ones for free. After 10 unknown codes in an hour, further codes of the same shopper are refused. If omitted, the checkout counts.',
  example: undefined,
});

/** Why a code is refused that leads to no card. */
export const noSuchCode = 'No gift card has this code';

/** Why any code is refused. */
export const tooManyCodes = 'Too many unknown codes; try again in an hour';
