/** Storefront page, `export-customer`: the records of an export. */
import * as z from 'zod/mini';
import { statusWords as creditStatusWords } from '../../ledger/fields.ts';
import type { Words } from '../../schema/field.ts';
import { exampleTime, field, idOf, shownOf } from '../../schema/field.ts';
import { replyId } from '../../schema/ids.ts';
import { timestamp } from '../../schema/times.ts';
import { descriptionsOf } from '../../schema/words.ts';
import * as customerAddresses from '../customer-addresses/fields.ts';
import { giftCardTransaction } from '../gift-cards/fields.ts';
import { order, orderStatusWords } from '../orders/fields.ts';
import { review, statusWords } from '../reviews/fields.ts';
import { storeCredit, storeCreditTransaction } from '../store-credits/fields.ts';
import { standingOf } from './fields.ts';

/** A kind of item in a customer's partition, declared by its resource. */
interface Owned {
  /** The start of the sort key of each item. */
  kind: string;
  /** The fields in an export, without the type. */
  shown: z.ZodMiniObject;
  /** Its description in the reference. */
  words: string;
}

/** The items that customers own, by their type in an export. Deleting the customer removes all of them. */
export const owned = {
  customer_address: customerAddresses.owned,
} as const satisfies Readonly<Record<string, Owned>>;

const ownedOnes: readonly (readonly [type: string, Owned])[] = Object.entries(owned);

type Owns = typeof owned;

type Exporting<Shown extends z.ZodMiniObject, Type extends string> = z.ZodMiniObject<
  Shown['shape'] & { type: z.ZodMiniLiteral<Type> }
>;

type ExportedOwned = { [Type in keyof Owns]: Exporting<Owns[Type]['shown'], Type> }[keyof Owns];

const standing = standingOf('Standing of the customer.', 'good');

const customer = z.object({
  type: z.literal('customer'),
  id: replyId('customer'),
  email: z.string(),
  email_verified: z.boolean(),
  first_name: z.string(),
  last_name: z.string(),
  locale: z.nullable(z.string()),
  standing: standing.shown,
  created_at: z.nullable(timestamp),
  updated_at: z.nullable(timestamp),
  unsubscribed_at: z.nullable(timestamp),
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

/** The emails that asked for reviews of an order. */
const reviewRequest = shownOf({
  id: idOf('reviewRequest', {
    words: 'Public id of these emails, as events have it.',
    example: 'rrq_01khdq50328v3k5x9w2t6r0ybn',
  }),
  requested_at: field({
    shown: z.nullable(timestamp),
    words: 'When the first one was sent; null before.',
    example: exampleTime,
  }),
  reminded_at: field({
    shown: z.nullable(timestamp),
    words: 'When the reminder was sent; null before.',
    example: null,
  }),
});

/** The transaction's own `type` is exported as `transaction_type`. */
const transaction = z.object({
  ...z.omit(giftCardTransaction, { type: true }).shape,
  type: z.literal('gift_card_transaction'),
  transaction_type: giftCardTransaction.shape.type,
  gift_card_id: replyId('giftCard'),
});

/** An entry in the ledger of one of their store credits. */
const creditTransaction = z.object({
  ...z.omit(storeCreditTransaction, { type: true }).shape,
  type: z.literal('store_credit_transaction'),
  transaction_type: storeCreditTransaction.shape.type,
  store_credit_id: replyId('storeCredit'),
});

/** One stored record of a customer. */
const exported = z.union([
  customer,
  ...(ownedOnes.map(([type, { shown }]) => z.object({ ...shown.shape, type: z.literal(type) })) as ExportedOwned[]),
  z.object({ ...storeCredit.shape, type: z.literal('store_credit') }),
  creditTransaction,
  z.object({ ...review.shape, type: z.literal('review') }),
  waitlistEntry,
  z.object({ ...order.shape, type: z.literal('order'), review_request: z.nullable(reviewRequest) }),
  transaction,
]);

export type Exported = z.output<typeof exported>;

/** A record as exported: the fields of its type and no others. Throws an Error if a field is missing. */
export const exportedOf = (record: object): Exported => exported.parse(record);

/** Descriptions of the fields of all record types; shared fields are described once. */
const exportWords = (): Readonly<Record<string, Words>> => ({
  ...Object.assign({}, ...ownedOnes.map(([, { shown }]) => descriptionsOf(shown))),
  ...descriptionsOf(storeCredit),
  ...descriptionsOf(review),
  ...descriptionsOf(order),
  ...descriptionsOf(giftCardTransaction),
  type: {
    text: 'Kind of record, which determines its fields.',
    values: {
      customer: 'The customer, as imported.',
      ...Object.fromEntries(ownedOnes.map(([type, { words }]) => [type, words])),
      store_credit: 'A store credit of the customer, in any status.',
      store_credit_transaction: 'An entry in the ledger of this store credit.',
      review: 'A review they wrote, in any status.',
      waitlist_entry: 'A waitlist that their email address is on.',
      order: 'An order they placed.',
      gift_card_transaction: 'A ledger entry with the customer as its actor, on a gift card they bought or paid with.',
    },
  },
  id: 'Public id of the record; its prefix depends on the type.',
  customer_id: 'The customer who has the store credit, wrote the review or placed the order.',
  email: 'Email address of the customer, or on the waitlist.',
  email_verified: 'Whether the email address is verified.',
  first_name: 'Given name of the customer, or on the address.',
  last_name: 'Family name of the customer, or on the address.',
  locale: 'Language of emails to the customer, or of the restock email (BCP 47); null if none was given.',
  standing: standing.words,
  unsubscribed_at: 'When the email address was unsubscribed from emails that ask for reviews, or null.',
  review_request: {
    text: 'The emails that ask for reviews of the order; null without any.',
    fields: descriptionsOf(reviewRequest) ?? {},
  },
  product_id: 'The product of the review or of the waitlist.',
  variant_id: 'The variant of the waitlist.',
  site_id: 'The site of the order or of the waitlist entry; null for a waitlist entry without a site.',
  joined_at: 'When the customer joined the waitlist.',
  status: {
    text: 'The status of the store credit, the visibility of the review, or the status of the order.',
    values: { ...creditStatusWords, ...statusWords, ...orderStatusWords },
  },
  transaction_type: descriptionsOf(giftCardTransaction)?.type ?? '',
  gift_card_id: 'The gift card of a ledger entry, or the first one that paid for an order; null if none did.',
  store_credit_id: 'The store credit of a ledger entry.',
  currency: 'Currency of the store credit or the order (ISO 4217).',
  balance: 'Balance of the store credit, or after the ledger entry, in the smallest unit of the currency.',
  note: 'Internal note of the store about the store credit, or reason of the ledger entry; or null.',
  order_id:
    'The order that the gift card was bought with, that the gift card or the store credit paid for, or that was refunded with the store credit.',
  created_at:
    'When the record was created; for an order, when it was recorded; for a customer, when they were first imported, or null if that was before version 0.6.0.',
  updated_at:
    'When the record was last changed; for a review, by its author; null for a customer who has not changed since version 0.6.0.',
});

/** A page of the records of a customer. */
export const customerExport = shownOf({
  data: field({
    shown: z.array(exported),
    words: { text: 'The records on this page, each with the fields of its type.', fields: exportWords() },
    example: [],
  }),
  has_more: field({ shown: z.boolean(), words: 'Whether another page follows.', example: false }),
  next: field({
    shown: z.nullable(z.string()),
    words: 'The `after` of the next page; null on the last page.',
    example: null,
  }),
});
