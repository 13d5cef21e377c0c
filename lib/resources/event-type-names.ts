import type { EventType } from './events.ts';

/** The names of all types of events, without what declares them: that would weigh on a function that only checks a name. */
export const eventTypeNames = [
  ...(['customer_address.created', 'customer_address.updated', 'customer_address.deleted'] as const),
  ...(['gift_option.created', 'gift_option.updated', 'gift_option.deleted', 'gift_option.image_changed'] as const),
  ...(['review.posted', 'review.edited', 'review.deleted', 'review.hidden', 'review.shown'] as const),
  ...(['review.status_changed', 'product.rating_changed'] as const),
  ...(['gift_card.issued', 'gift_card.redeemed', 'gift_card.refunded', 'gift_card.adjusted'] as const),
  ...(['gift_card.disabled', 'gift_card.enabled', 'gift_card.updated', 'gift_card.code_replaced'] as const),
  ...(['gift_card.expired', 'order.recorded', 'order.paid', 'order.fulfilled', 'order.cancelled'] as const),
  ...(['order.refunded', 'waitlist.joined', 'waitlist.left', 'waitlist.notified'] as const),
  ...(['digital_file.uploaded', 'digital_file.deleted', 'webhook.disabled'] as const),
] satisfies readonly EventType[];

/** Does not compile where a type is missing above. */
export type NoneIsMissing = [Exclude<EventType, (typeof eventTypeNames)[number]>] extends [never] ? true : never;
