/** Storefront page, `export-customer`: what a page of the export holds. */
import * as z from 'zod/mini';
import type { Words } from '../../schema/field.ts';
import { field, shownOf } from '../../schema/field.ts';
import { replyId } from '../../schema/ids.ts';
import { timestamp } from '../../schema/times.ts';
import { wordsOf } from '../../schema/words.ts';
import * as customerAddresses from '../customer-addresses/fields.ts';
import { giftCardTransaction } from '../gift-cards/fields.ts';
import { order, orderStatusWords } from '../orders/fields.ts';
import { review, statusWords } from '../reviews/fields.ts';
import { standingOf } from './fields.ts';

/** A kind of item in a customer's partition, as its noun declares it. */
interface Owned {
  /** Begins the sort key of each. */
  kind: string;
  /** What an export shows of one, besides its type. */
  shown: z.ZodMiniObject;
  /** What one is, in the reference. */
  words: string;
}

/** What customers own, by its type in an export. A deletion of the customer removes it, whatever its kind. */
export const owned = {
  customer_address: customerAddresses.owned,
} as const satisfies Readonly<Record<string, Owned>>;

const ownedOnes: readonly (readonly [type: string, Owned])[] = Object.entries(owned);

type Owns = typeof owned;

type Exporting<Shown extends z.ZodMiniObject, Type extends string> = z.ZodMiniObject<
  Shown['shape'] & { type: z.ZodMiniLiteral<Type> }
>;

type ExportedOwned = { [Type in keyof Owns]: Exporting<Owns[Type]['shown'], Type> }[keyof Owns];

const standing = standingOf('How the store regards them.', 'good');

const customer = z.object({
  type: z.literal('customer'),
  id: replyId('customer'),
  email: z.string(),
  email_verified: z.boolean(),
  first_name: z.string(),
  last_name: z.string(),
  locale: z.nullable(z.string()),
  standing: standing.shown,
});

const waitlistEntry = z.object({
  type: z.literal('waitlist_entry'),
  id: replyId('waitlistEntry'),
  product_id: replyId('product'),
  variant_id: replyId('variant'),
  email: z.string(),
  site_id: z.nullable(replyId('site')),
  locale: z.nullable(z.string()),
  joined_at: timestamp,
});

/** Its own `type` is beside as `transaction_type`. */
const transaction = z.object({
  ...z.omit(giftCardTransaction, { type: true }).shape,
  type: z.literal('gift_card_transaction'),
  transaction_type: giftCardTransaction.shape.type,
  gift_card_id: replyId('giftCard'),
});

/** What is kept of a customer, one thing at a time. */
const exported = z.union([
  customer,
  ...(ownedOnes.map(([type, { shown }]) => z.object({ ...shown.shape, type: z.literal(type) })) as ExportedOwned[]),
  z.object({ ...review.shape, type: z.literal('review') }),
  waitlistEntry,
  z.object({ ...order.shape, type: z.literal('order') }),
  transaction,
]);

export type Exported = z.output<typeof exported>;

/** A record as it is told: the fields of its type and no others. Throws an Error where it lacks one. */
export const exportedOf = (record: object): Exported => exported.parse(record);

/** Of all types of records: what they have in common is said once. */
const exportWords = (): Readonly<Record<string, Words>> => ({
  ...Object.assign({}, ...ownedOnes.map(([, { shown }]) => wordsOf(shown))),
  ...wordsOf(review),
  ...wordsOf(order),
  ...wordsOf(giftCardTransaction),
  type: {
    text: 'The kind of record, which decides on its fields.',
    values: {
      customer: 'The customer, as imported.',
      ...Object.fromEntries(ownedOnes.map(([type, { words }]) => [type, words])),
      review: 'A review they wrote, whatever its status.',
      waitlist_entry: 'A variant that their mail address waits for.',
      order: 'An order they placed.',
      gift_card_transaction: 'An entry of the ledger of a gift card they bought or paid with, which names them.',
    },
  },
  id: 'Public id of the record, its prefix that of its type.',
  customer_id: 'Who wrote the review, or placed the order.',
  email: 'Their mail address.',
  email_verified: 'Whether the address is proved to be theirs.',
  first_name: 'Given name, of the customer or at the address.',
  last_name: 'Family name, of the customer or at the address.',
  locale: 'Language of mails to them, or of the mail they wait for (BCP 47); null where none was given.',
  standing: standing.words,
  product_id: 'The product that was rated, or is waited for.',
  variant_id: 'The variant that is waited for.',
  site_id: 'The site that was ordered from or joined from; null where a waitlist was joined from none.',
  joined_at: 'When they joined the waitlist.',
  status: {
    text: 'The visibility of the review, or the status of the order.',
    values: { ...statusWords, ...orderStatusWords },
  },
  transaction_type: wordsOf(giftCardTransaction)?.type ?? '',
  gift_card_id: 'The gift card of an entry, or the one that paid for an order; null where none did.',
  order_id: 'The order that was bought or paid for with the gift card.',
  created_at: 'When it was created; of an order, when it was recorded.',
  updated_at: 'When it was last changed; of a review, by its author.',
});

/** A page of what is kept of a customer. */
export const customerExport = shownOf({
  data: field({
    shown: z.array(exported),
    words: { text: 'The page of records, each with the fields of its type.', fields: exportWords() },
    example: [],
  }),
  has_more: field({ shown: z.boolean(), words: 'Whether another page follows.', example: false }),
  next: field({
    shown: z.nullable(z.string()),
    words: 'The `after` of the next page; null at the end.',
    example: null,
  }),
});
