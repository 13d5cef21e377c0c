/** Events about reviews, and the rule that makes them. */

import * as z from 'zod/mini';
import { type DomainEvent, differs, type Rule } from '../../events/item.ts';
import { type EventObject, event } from '../../schema/event.ts';
import { field, idOf, shownInteger, shownOf } from '../../schema/field.ts';
import { deleteCustomer, setCustomerStanding } from '../customers/functions.ts';
import { changeCustomerStanding } from '../customers/operations.ts';
import { importReviews } from '../move-in/functions.ts';
import { contentNames, reviewStatuses, statusWords } from './fields.ts';
import { deleteReview, editReview, postReview } from './functions.ts';
import { hideReview, removeReviewReply, setReviewReply, showReview } from './operations.ts';
import { type ReviewRecord, statusOf } from './rules.ts';

export const object: EventObject = {
  resource: 'review',
  title: 'Review events',
  text: 'Changes to reviews by their authors or by the store. `sequence` counts the changes to the review. If an author deletes a review and posts a new one, the new review has its own id and continues the count.',
};

const data = shownOf({
  product_id: idOf('product', { words: 'The reviewed product.', example: 'pro_cup' }),
  customer_id: idOf('customer', { words: 'The author of the review.', example: 'cus_ada' }),
  rating: shownInteger({ words: 'Stars, 1 to 5, after the change.', example: 4 }),
  status: field({
    shown: z.enum(reviewStatuses),
    words: {
      text: 'Visibility of the review after the change, and whether it counts in the rating.',
      values: statusWords,
    },
    example: 'published',
  }),
});

export const eventTypes = {
  'review.posted': event({
    when: 'a review was posted or imported',
    text: 'If the author is shadowbanned, the `status` is `shadowbanned` from the start.',
    by: [postReview, importReviews],
    data: data,
    example: { id: 'rev_01khdq50158v3k5x9w2t6r0ybn', sequence: 1, data: { product_id: 'pro_book', rating: 5 } },
  }),
  'review.edited': event({
    when: 'the author edited a review',
    text: 'Editing does not change the `status`: a hidden review stays hidden.',
    by: [editReview],
    data: data,
    example: { id: 'rev_00demo1', sequence: 2, data: { product_id: 'pro_teapot' } },
  }),
  'review.deleted': event({
    when: 'a review was deleted by its author, or together with its author',
    text: 'The last event of the review: `rating` and `status` are from before the deletion.',
    by: [deleteReview, deleteCustomer],
    data: data,
    example: { id: 'rev_00demo2', sequence: 2 },
  }),
  'review.hidden': event({
    when: 'the store hid a review, or changed the reason or note',
    text: 'Hiding a hidden review again replaces the reason and note; an event is sent only if one of them changes. Get the review to read them.',
    by: [hideReview],
    data: data,
    example: {
      id: 'rev_00demo3',
      sequence: 2,
      data: { product_id: 'pro_teapot', customer_id: 'cus_grace', rating: 2, status: 'hidden' },
    },
  }),
  'review.shown': event({
    when: 'the store showed a hidden review again',
    text: 'Check `status` to see whether the review is visible again: this depends on the standing of the author.',
    by: [showReview],
    data: data,
    example: { id: 'rev_00demo4', sequence: 2, data: { customer_id: 'cus_grace', rating: 1 } },
  }),
  'review.replied': event({
    when: 'the store replied to a review, or changed its reply',
    text: 'The event omits the text: get the reply to read it. Sending the same body again sends no event.',
    by: [setReviewReply],
    data: data,
    example: { id: 'rev_00demo1', sequence: 2, data: { product_id: 'pro_teapot', rating: 5 } },
  }),
  'review.reply_removed': event({
    when: 'the store removed its reply to a review',
    text: 'Deleting a review with its reply does not send this event.',
    by: [removeReviewReply],
    data: data,
    example: { id: 'rev_00demo4', sequence: 2, data: { customer_id: 'cus_grace', rating: 1, status: 'hidden' } },
  }),
  'review.status_changed': event({
    when: "a change to the author's standing changed the status of a review",
    text: 'Banning, shadowbanning or restoring a customer sends one event for each review that is not hidden. The events are sent one after another, which can take a few seconds.',
    by: [setCustomerStanding, changeCustomerStanding],
    data: data,
    example: { id: 'rev_00demo4', sequence: 3, data: { customer_id: 'cus_grace', rating: 1, status: 'banned' } },
  }),
};

type OwnEvent = DomainEvent<typeof eventTypes>;

/** The item that remains after an author has deleted a review. */
interface Tombstone {
  id: string;
  deleted_at: string;
}

const live = (record: ReviewRecord | Tombstone | undefined): ReviewRecord | undefined =>
  record && !('deleted_at' in record) ? record : undefined;

export const rule: Rule<ReviewRecord | Tombstone, typeof eventTypes> = {
  isAt: ({ partition: [of], sort: [kind] }) => of === 'REVIEW' && kind === 'REVIEW',

  toEvents(before, after) {
    const [old, next] = [live(before), live(after)];
    if (next) return eventsOfChange(old, next);
    return old ? [{ type: 'review.deleted', id: old.id, data: dataOf(old) }] : [];
  },
};

function eventsOfChange(old: ReviewRecord | undefined, next: ReviewRecord): OwnEvent[] {
  const eventsOfType = (
    type: 'posted' | 'edited' | 'hidden' | 'shown' | 'replied' | 'reply_removed' | 'status_changed',
  ): OwnEvent[] => [{ type: `review.${type}`, id: next.id, data: dataOf(next) }];
  if (!old) return eventsOfType('posted');
  // Hiding a review again with the same reason and note is not a change, even though the time differs (Events page).
  if (differs(old, next, ['hidden_reason', 'hidden_note'])) {
    return eventsOfType(next.hidden_at === null ? 'shown' : 'hidden');
  }
  if (differs(old, next, [...contentNames, 'updated_at'])) return eventsOfType('edited');
  if (old.reply?.body !== next.reply?.body) return eventsOfType(next.reply ? 'replied' : 'reply_removed');
  return statusOf(old) === statusOf(next) ? [] : eventsOfType('status_changed');
}

const dataOf = (review: ReviewRecord) => ({
  product_id: review.product_id,
  customer_id: review.customer_id,
  rating: review.rating,
  status: statusOf(review),
});
