/** What a receiver makes of events: the last state of each object, which must be what the table has. */

import type { StoreEvent } from '../../../lib/events/events-of.ts';
import type { Item } from '../../../lib/events/item.ts';
import { ratingAverage } from '../../../lib/resources/catalog/rules.ts';
import type { EventData, EventType } from '../../../lib/resources/events.ts';
import { restored, type StoredOrder } from '../../../lib/resources/orders/stored-rules.ts';
import type { ReviewRequest } from '../../../lib/resources/review-requests/rules.ts';
import { type ReviewRecord, statusOf } from '../../../lib/resources/reviews/rules.ts';

type State = Readonly<Record<string, unknown>>;

/** What objects are known to be, by their kinds and ids. */
export type Known = ReadonlyMap<string, State>;

const nameOf = (kind: string, id: unknown): string => `${kind} ${id}`;

const ends = /\.(?:deleted|left|notified)$/;

/** What an event says of its object's state; undefined if it has ended. */
function stateOf(event: StoreEvent, known: State = {}): State | undefined {
  // Re-enabling or deleting a webhook has no event.
  if (ends.test(event.type) || event.object.type === 'webhook') return undefined;
  const data = event.data as EventData<EventType>;
  switch (event.object.type) {
    case 'gift_card':
    case 'store_credit': {
      const { balance = known.balance } = data as { balance?: number };
      const isDisabled =
        event.type.endsWith('.disabled') || (!event.type.endsWith('.enabled') && known.disabled === true);
      return { balance, disabled: isDisabled };
    }
    case 'order': {
      const { status, paid_by_gift_card, paid_by_store_credit, ...shares } = data as EventData<'order.refunded'>;
      if (event.type === 'order.cancelled') return { status, refunded: paid_by_gift_card + paid_by_store_credit };
      const { to_card = 0, to_gift_card = 0, to_store_credit = 0 } = shares;
      return { status, refunded: Number(known.refunded ?? 0) + to_card + to_gift_card + to_store_credit };
    }
    case 'review': {
      const { status, rating } = data as EventData<'review.posted'>;
      return { status, rating };
    }
    case 'product':
      return { ...(data as EventData<'product.rating_changed'>) };
    case 'review_request': {
      const { step } = data as EventData<'review_request.sent'>;
      const { sent, unsubscribed } = known;
      return event.type === 'review_request.sent' ? { sent: step, unsubscribed } : { sent, unsubscribed: step };
    }
    default:
      return {};
  }
}

/**
 * The objects that are there after some events, in any order and however often they came: each id counts once, and an
 * object's events count in the order of their sequence.
 */
export function received(events: readonly StoreEvent[]): Known {
  const known = new Map<string, State>();
  const once = new Map(events.map((event) => [event.id, event]));
  for (const event of [...once.values()].toSorted((a, b) => a.sequence - b.sequence)) {
    const name = nameOf(event.object.type, event.object.id);
    const state = stateOf(event, known.get(name));
    if (state) known.set(name, state);
    else known.delete(name);
  }
  return known;
}

const stateOfAccount = ({ balance, disabled_at }: { balance: number; disabled_at: string | null }): State => ({
  balance,
  disabled: disabled_at !== null,
});

const kinds: readonly [sort: RegExp, partition: RegExp, kind: string, state: (item: never) => State | undefined][] = [
  [/^ADDRESS#/, /#CUSTOMER#/, 'customer_address', () => ({})],
  [/^GIFTOPTION#/, /#SITE#/, 'gift_option', () => ({})],
  [/^FILE#/, /#PRODUCT#/, 'digital_file', () => ({})],
  [/^ENTRY#/, /#WAITLIST#/, 'waitlist_entry', ({ left_at }: { left_at?: number }) => (left_at ? undefined : {})],
  [/^GIFTCARD$/, /#GIFTCARD#/, 'gift_card', stateOfAccount],
  [/^CREDIT$/, /#CREDIT#/, 'store_credit', stateOfAccount],
  [
    /^ORDER$/,
    /#ORDER#/,
    'order',
    (stored: StoredOrder) => {
      const { status, refunded_to_card, refunded_to_gift_card, refunded_to_store_credit } = restored(stored);
      return { status, refunded: refunded_to_card + refunded_to_gift_card + refunded_to_store_credit };
    },
  ],
  [
    /^REVIEWREQUEST$/,
    /#ORDER#/,
    'review_request',
    ({ requested_at, reminded_at, unsubscribed }: ReviewRequest) => {
      const sent = reminded_at ? 'reminder' : requested_at ? 'request' : undefined;
      return sent || unsubscribed ? { sent, unsubscribed: unsubscribed?.step } : undefined;
    },
  ],
  [
    /^REVIEW$/,
    /#REVIEW#/,
    'review',
    (review: ReviewRecord & { deleted_at?: string }) =>
      review.deleted_at ? undefined : { status: statusOf(review), rating: review.rating },
  ],
  [
    /^PRODUCT$/,
    /#PRODUCT#/,
    'product',
    (product: { review_count: number; rating_sum: number; rating_version?: number }) =>
      product.rating_version === undefined
        ? undefined
        : { review_count: product.review_count, rating_average: ratingAverage(product) },
  ],
];

/** The objects that a table has. */
export function standing(items: readonly (Item & { id?: string })[]): Known {
  const known = new Map<string, State>();
  for (const item of items) {
    const found = kinds.find(([sort, partition]) => sort.test(item.sk) && partition.test(item.pk));
    const state = found?.[3](item as never);
    if (found && state) known.set(nameOf(found[2], item.id), state);
  }
  return known;
}
