import type * as z from 'zod/mini';
import { pageWords, storeId as store_id } from '../../schema/shared-words.ts';
import { type FieldWords, functionWords, type ObjectWords, wordsOfTable } from '../../schema/words.ts';
import { customerAddress } from '../customer-addresses/fields.ts';
import { exportCustomer } from '../customers/functions.ts';
import { giftCardTransaction } from '../gift-cards/fields.ts';
import { order } from '../orders/fields.ts';
import { review, statusWords } from '../reviews/fields.ts';
import { standings } from './operator.ts';
import * as storefront from './storefront.ts';

/** What is said of an object elsewhere. */
const wordsOf = (objects: readonly ObjectWords[], schema: z.ZodMiniType): FieldWords =>
  objects.find((each) => each.schema === schema)?.fields ?? {};

const entry = wordsOfTable(giftCardTransaction) ?? {};

/** Of all types of records: what they have in common is said once. */
const fields: FieldWords = {
  ...wordsOfTable(customerAddress),
  ...wordsOfTable(review),
  ...wordsOf(storefront.objects, order),
  ...entry,
  type: {
    text: 'What kind of record it is, which decides on its fields.',
    values: {
      customer: 'The customer, as imported.',
      customer_address: 'One of their addresses.',
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
  standing: { text: 'How the store regards them.', values: standings },
  product_id: 'The product that was rated, or is waited for.',
  variant_id: 'The variant that is waited for.',
  site_id: 'The site that was ordered from or joined from; null where a waitlist was joined from none.',
  joined_at: 'When they joined the waitlist.',
  status: {
    text: 'Who sees the review, or how far the order has come.',
    values: { ...statusWords, ...storefront.orderStatuses },
  },
  transaction_type: entry.type ?? '',
  gift_card_id: 'The gift card of an entry, or the one that paid for an order; null where none did.',
  order_id: 'The order that was bought or paid for with the gift card.',
  created_at: 'When it was created; of an order, when it was recorded.',
  updated_at: 'When it was last changed; of a review, by its author.',
};

export const functions = [
  functionWords(exportCustomer, {
    text: 'Tells everything the service keeps of a customer: themselves, their addresses and reviews, what their mail address waits for, their orders, and the entries of gift cards that name them. It does not tell what others wrote to their mail address: gift cards that somebody else bought, or that staff issued, and the lines of those orders.',
    same: 'Only reads: invoke it as often as you like.',
    payload: {
      store_id,
      customer_id: 'Whose records are told.',
      after: 'The `next` of the previous page, of this same customer. Leave it out for the first page.',
      limit: pageWords('record').limit,
    },
    result: {
      data: { text: 'The page of records, each with the fields of its type.', fields },
      has_more: 'Whether another page follows.',
      next: 'What to give as `after` for the next page; null at the end.',
    },
  }),
];
