/** Events page: every type of event as data: about which kind of object, when it is told, and what its `data` holds. */
import * as z from 'zod/mini';
import { type Resource, replyId } from '../schema/ids.ts';
import { timestamp } from '../schema/times.ts';
import { giftCardTransaction } from './gift-cards/fields.ts';
import { orderStatuses } from './orders/fields.ts';
import { reviewStatuses } from './reviews/fields.ts';

/** Kinds of objects that events are about, and what their ids are ids of. */
export const eventObjects = {
  customer_address: 'address',
  gift_option: 'giftOption',
  review: 'review',
  product: 'product',
  gift_card: 'giftCard',
  order: 'order',
  waitlist_entry: 'waitlistEntry',
  digital_file: 'digitalFile',
} as const satisfies Record<string, Resource>;

export type EventObject = keyof typeof eventObjects;

const ofCustomer = z.object({ customer_id: replyId('customer') });
const ofSite = z.object({ site_id: replyId('site') });
const ofVariant = z.object({ product_id: replyId('product'), variant_id: replyId('variant') });

const ofReview = z.object({
  product_id: replyId('product'),
  customer_id: replyId('customer'),
  rating: z.int(),
  status: z.enum(reviewStatuses),
});

const rating = z.object({ review_count: z.int(), rating_average: z.nullable(z.number()) });

const entry = z.object({
  transaction_id: replyId('giftCardTransaction'),
  amount: giftCardTransaction.shape.amount,
  balance: giftCardTransaction.shape.balance,
  order_id: giftCardTransaction.shape.order_id,
});
const expiry = z.object({ expires_at: z.nullable(timestamp) });
const balance = z.object({ balance: z.int() });

const payment = z.object({
  status: z.enum(orderStatuses),
  total: z.int(),
  paid_by_gift_card: z.int(),
  paid_by_card: z.int(),
});
const refund = z.object({ ...payment.shape, refund_id: z.string(), to_card: z.int(), to_gift_card: z.int() });

/** Every type, `object.what`, in the order of the page. */
export const eventTypes = {
  'customer_address.created': { when: 'an address was added', data: ofCustomer },
  'customer_address.updated': { when: 'an address was replaced', data: ofCustomer },
  'customer_address.deleted': { when: 'an address was removed, by itself or with its customer', data: ofCustomer },
  'gift_option.created': { when: 'a site offers a new option', data: ofSite },
  'gift_option.updated': { when: 'fields of an option were replaced', data: ofSite },
  'gift_option.deleted': { when: 'an option is gone, and its photo with it', data: ofSite },
  'gift_option.image_changed': { when: 'an option has a new photo, or none any more', data: ofSite },
  'review.posted': { when: 'a customer reviewed a product', data: ofReview },
  'review.edited': { when: 'its author changed rating, title or body', data: ofReview },
  'review.deleted': { when: 'its author took it back, or is gone; `status` is its last', data: ofReview },
  'review.hidden': { when: 'the store hid it, or gave another reason', data: ofReview },
  'review.shown': { when: 'the store shows it again', data: ofReview },
  'review.status_changed': { when: "its author's standing changed what is shown", data: ofReview },
  'product.rating_changed': { when: 'the published reviews of a product count or average otherwise', data: rating },
  'gift_card.issued': { when: 'a card was issued', data: entry },
  'gift_card.redeemed': { when: 'an order spent from the card', data: entry },
  'gift_card.refunded': { when: 'a refund, or the cancelling of an order, put balance back', data: entry },
  'gift_card.adjusted': { when: 'staff raised or lowered the balance', data: entry },
  'gift_card.disabled': { when: 'staff disabled the card', data: entry },
  'gift_card.enabled': { when: 'staff enabled the card', data: entry },
  'gift_card.updated': { when: 'expiry or note of a card were replaced', data: expiry },
  'gift_card.code_replaced': { when: 'a card has another code, and the one before has stopped working', data: expiry },
  'gift_card.expired': {
    when: 'the expiry of a card has passed, whatever status it showed before; once for each expiry, within some minutes',
    data: balance,
  },
  'order.recorded': { when: 'an order was recorded, with the status it has', data: payment },
  'order.paid': { when: 'a pending order was paid', data: payment },
  'order.fulfilled': { when: 'a paid order was fulfilled', data: payment },
  'order.cancelled': { when: 'a pending order was cancelled, and what its gift card paid put back', data: payment },
  'order.refunded': { when: 'some of what was paid went back', data: refund },
  'waitlist.joined': { when: 'a shopper waits for a variant', data: ofVariant },
  'waitlist.left': { when: 'a shopper waits no longer, by wish or because the variant is gone', data: ofVariant },
  'waitlist.notified': { when: 'the mail of a restock to a shopper is due', data: ofVariant },
  'digital_file.uploaded': { when: 'a variant has a new file', data: ofVariant },
  'digital_file.deleted': { when: 'a file is gone, or another has taken its place', data: ofVariant },
} as const;

export type EventType = keyof typeof eventTypes;

/** What events of a type hold in `data`. */
export type EventData<T extends EventType> = z.output<(typeof eventTypes)[T]['data']>;

/** The kind of object that events of a type are about. */
export const objectOf = (type: EventType): EventObject => {
  const [object = ''] = type.split('.');
  return object === 'waitlist' ? 'waitlist_entry' : (object as EventObject);
};
