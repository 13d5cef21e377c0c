/** Storefront page, "Operator": everything the service keeps of a customer. */
import * as z from 'zod/mini';
import { customerAddress } from '../api/customer-addresses.ts';
import { giftCardTransaction } from '../api/gift-cards.ts';
import { review } from '../api/reviews.ts';
import { notFoundWhen } from '../kinds/errors.ts';
import { id, replyId } from '../kinds/ids.ts';
import { invocable } from '../kinds/invocable.ts';
import { payloadPage } from '../kinds/paging.ts';
import { timestamp } from '../kinds/times.ts';
import { order } from './checkout.ts';
import { standing, storeId } from './operator.ts';

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
const exported = z.union([
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

/** What a place that no page ended with is refused with. */
export const wrongPlace = { message: 'after must be the next of a page' } as const;

/** Where a page goes on: a part of what is kept, and the last thing of it that was told. */
const exportPlace = /^(?:own|waitlist|orders)(?:\.[A-Za-z0-9_#]{1,140}){0,2}$/;

export const exportCustomer = invocable({
  name: 'export-customer',
  group: 'operator',
  summary: 'Tell everything the service keeps of a customer, a page at a time',
  payload: z.object({
    store_id: storeId,
    customer_id: id('customer_id', 'customer'),
    after: z.nullish(
      z.string({ error: wrongPlace.message }).check(z.regex(exportPlace, { error: wrongPlace.message })),
    ),
    limit: payloadPage({ resource: 'customer' }).limit,
  }),
  result: z.object({ data: z.array(exported), has_more: z.boolean(), next: z.nullable(z.string()) }),
  errors: [
    notFoundWhen('the customer does not exist'),
    { code: 'INVALID_FIELD', message: wrongPlace.message, when: 'after is not the next of a page of this customer' },
  ],
  readOnly: true,
  reach: ['Query'],
});
