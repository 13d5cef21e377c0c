/** Events page: every type of event, gathered from the resources, and the rules that make events from changes of items. */
import type * as z from 'zod/mini';
import type { EventObject as Declared } from '../schema/event.ts';
import type { Invocable } from '../schema/invocable.ts';
import type { Operation } from '../schema/operation.ts';
import * as products from './catalog/events.ts';
import * as customerAddresses from './customer-addresses/events.ts';
import * as digitalFiles from './digital-files/events.ts';
import * as giftCards from './gift-cards/events.ts';
import * as giftOptions from './gift-options/events.ts';
import * as orders from './orders/events.ts';
import * as reviewRequests from './review-requests/events.ts';
import * as reviews from './reviews/events.ts';
import * as storeCredits from './store-credits/events.ts';
import * as waitlistEntries from './waitlist/events.ts';
import * as webhooks from './webhooks/events.ts';

/** The objects that events are about, in the order of the page. */
export const eventObjects = {
  customer_address: customerAddresses.object,
  gift_option: giftOptions.object,
  review: reviews.object,
  product: products.object,
  gift_card: giftCards.object,
  store_credit: storeCredits.object,
  order: orders.object,
  review_request: reviewRequests.object,
  waitlist_entry: waitlistEntries.object,
  digital_file: digitalFiles.object,
  webhook: webhooks.object,
} as const satisfies Record<string, Declared>;

export type EventObject = keyof typeof eventObjects;

/** Every type, `object.what`, in the order of the page. */
export const eventTypes = {
  ...customerAddresses.eventTypes,
  ...giftOptions.eventTypes,
  ...reviews.eventTypes,
  ...products.eventTypes,
  ...giftCards.eventTypes,
  ...storeCredits.eventTypes,
  ...orders.eventTypes,
  ...reviewRequests.eventTypes,
  ...waitlistEntries.eventTypes,
  ...digitalFiles.eventTypes,
  ...webhooks.eventTypes,
};

export type EventType = keyof typeof eventTypes;

/** The `data` of events of a type. */
export type EventData<T extends EventType> = z.output<(typeof eventTypes)[T]['data']>;

/** The rules that make events from changes of items. Each is named: a table of modules would add their declarations to the bundle of publish-events. */
export const eventRules = [
  customerAddresses.rule,
  giftOptions.rule,
  reviews.rule,
  products.rule,
  giftCards.rule,
  storeCredits.rule,
  orders.rule,
  reviewRequests.rule,
  waitlistEntries.rule,
  digitalFiles.rule,
  webhooks.rule,
];

/** The kind of object that events of a type are about. */
export const objectOf = (type: EventType): EventObject => {
  const [object = ''] = type.split('.');
  return object === 'waitlist' ? 'waitlist_entry' : (object as EventObject);
};

/** The types of events that an operation or a function causes. */
export const eventsCausedBy = ({ name }: Operation | Invocable): EventType[] =>
  (Object.keys(eventTypes) as EventType[]).filter((type) => eventTypes[type].by.some((each) => each.name === name));
