/** Storefront page, `export-customer`: what a page of the export holds. */
import * as z from 'zod/mini';
import { replyId } from '../../schema/ids.ts';
import { timestamp } from '../../schema/times.ts';
import { customerAddress } from '../customer-addresses/fields.ts';
import { giftCardTransaction } from '../gift-cards/fields.ts';
import { order } from '../orders/fields.ts';
import { review } from '../reviews/fields.ts';
import { standing } from './fields.ts';

const customer = z.object({
  type: z.literal('customer'),
  id: replyId('customer'),
  email: z.string(),
  email_verified: z.boolean(),
  first_name: z.string(),
  last_name: z.string(),
  standing,
});

const waitlistEntry = z.object({
  type: z.literal('waitlist_entry'),
  id: replyId('waitlistEntry'),
  product_id: replyId('product'),
  variant_id: replyId('variant'),
  email: z.string(),
  site_id: z.nullable(replyId('site')),
  joined_at: timestamp,
});

/** Its own `type` stands beside as `transaction_type`. */
const transaction = z.object({
  ...z.omit(giftCardTransaction, { type: true }).shape,
  type: z.literal('gift_card_transaction'),
  transaction_type: giftCardTransaction.shape.type,
  gift_card_id: replyId('giftCard'),
});

/** What is kept of a customer, one thing at a time. */
export const exported = z.union([
  customer,
  z.object({ ...customerAddress.shape, type: z.literal('customer_address') }),
  z.object({ ...review.shape, type: z.literal('review') }),
  waitlistEntry,
  z.object({ ...order.shape, type: z.literal('order') }),
  transaction,
]);

export type Exported = z.output<typeof exported>;

/** A record as it is told: the fields of its type and no others. Throws an Error where it lacks one. */
export const exportedOf = (record: object): Exported => exported.parse(record);
