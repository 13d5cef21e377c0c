/** The objects and bodies of the contract's section "Gift cards". */
import * as z from 'zod/mini';
import {
  adjustInputOf,
  initialValue,
  termFields,
  termInputs,
  transactionOf,
  updateInputOf,
  valueFields,
} from '../../ledger/fields.ts';
import { bodyOf, exampleTime, field, idOf, objectOf, shownOf, shownText } from '../../schema/field.ts';
import { callersId, publicId } from '../../schema/ids.ts';
import { limits } from '../../schema/limits.ts';
import { optionalText, text } from '../../schema/text.ts';
import { timestamp } from '../../schema/times.ts';
import { currencyCode, integer, mailAddress, optionalLocale } from '../../schema/values.ts';

/** The fields of a gift card. To add a field, add one line here. Contract, "Gift card object". */
const giftCardFields = {
  id: idOf('giftCard', { words: 'Public id of the gift card, `gcd_…`.', example: 'gcd_01khdq50068v3k5x9w2t6r0ybn' }),
  last4: shownText({
    words: 'Last four characters of the code, to help identify the card.',
    example: 'E9CL',
  }),
  ...valueFields('card'),
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
  ...termFields('card'),
};

export const giftCard = objectOf('GiftCard', giftCardFields);

export type GiftCard = z.output<typeof giftCard>;

/** What `expand` can add to a gift card, and the area that a key needs for it. */
export const giftCardExpansions = { order: null, mail: null } as const;

export type GiftCardExpansion = keyof typeof giftCardExpansions;

/** The order that bought a gift card, in short. */
const buyingOrder = shownOf({
  id: idOf('order', { words: 'The order that the card was bought with.', example: 'ord_paid' }),
  customer_id: idOf('customer', { words: 'The customer of the order.', example: 'cus_ada' }),
});

/** The state of the email with a card's code. */
const giftCardMail = shownOf({
  status: field({
    shown: z.enum(['none', 'scheduled', 'queued', 'sent', 'failed']),
    words: {
      text: 'State of the email with the present code of the card.',
      values: {
        none: 'No email: the card has no recipient, was imported, was taken back by a refund, or its address was removed first.',
        scheduled: 'The email is sent on its send date.',
        queued: 'The email is being sent.',
        sent: 'The email was sent. It can still bounce.',
        failed: 'Sending failed several times and has stopped. Replace the code to send an email with a new code.',
      },
    },
    example: 'sent',
  }),
  at: field({
    shown: z.nullable(timestamp),
    words: 'When the email is due, or was queued or sent, or failed; null for `none`.',
    example: exampleTime,
  }),
});

export type GiftCardMail = z.output<typeof giftCardMail>;

/** A gift card with the fields of `expand`; a field that was not asked for is absent. */
export const expandedGiftCard = objectOf('ExpandedGiftCard', {
  ...giftCardFields,
  order: field({
    shown: z.optional(z.nullable(buyingOrder)),
    words: 'With `expand=order`: the order that the card was bought with; null if it was not bought.',
    example: undefined,
  }),
  mail: field({
    shown: z.optional(giftCardMail),
    words: 'With `expand=mail`: the state of the email with the present code.',
    example: undefined,
  }),
});

export type ExpandedGiftCard = z.output<typeof expandedGiftCard>;

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
export const giftCardTransaction = transactionOf('GiftCardTransaction', {
  resource: 'giftCardTransaction',
  noun: 'card',
  example: 'gct_01khdq50078v3k5x9w2t6r0ybn',
  orders: 'The order that spent the balance, was refunded or cancelled, or bought the card',
});

export type GiftCardTransaction = z.output<typeof giftCardTransaction>;

export const message = optionalText({ label: 'message', max: limits.giftCardText });

const recipient = z.nullish(mailAddress('recipient_email'));

/** Body of Issue; money in the smallest unit of the store's currency. */
export const issueGiftCardInput = bodyOf('IssueGiftCardInput', {
  value: initialValue,
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
  ...termInputs('card', { example: 'Photo contest, third prize' }),
});

export type IssueGiftCardInput = z.output<typeof issueGiftCardInput>;

export const updateGiftCardInput = updateInputOf('UpdateGiftCardInput', 'card');

export const replaceGiftCardCodeInput = bodyOf('ReplaceGiftCardCodeInput', {
  recipient_email: field({
    input: recipient,
    words:
      'Address to email the new code to; it becomes the recipient of the card. If omitted or null, the new code is emailed to the current recipient, if any.',
    example: 'alan@example.com',
  }),
});

export const adjustGiftCardInput = adjustInputOf('AdjustGiftCardInput');

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
