/** Events about reviews, and how they are told. */

import * as z from 'zod/mini';
import { type DomainEvent, differs, type Rule } from '../../events/item.ts';
import { type EventObject, event } from '../../schema/event.ts';
import { field, idOf, shownInteger, shownOf } from '../../schema/field.ts';
import { deleteCustomer, setCustomerStanding } from '../customers/functions.ts';
import { importReviews } from '../move-in/functions.ts';
import { contentNames, reviewStatuses, statusWords } from './fields.ts';
import { deleteReview, editReview, postReview } from './functions.ts';
import { hideReview, removeReviewReply, setReviewReply, showReview } from './operations.ts';
import { type ReviewRecord, statusOf } from './rules.ts';

export const object: EventObject = {
  resource: 'review',
  title: 'Review events',
  text: 'Changes of reviews, by their authors or by the store. `sequence` counts the changes of the review; a review posted after another was deleted has its own id and continues the count.',
};

const data = shownOf({
  product_id: idOf('product', { words: 'The product that is reviewed.', example: 'pro_cup' }),
  customer_id: idOf('customer', { words: 'Its author.', example: 'cus_ada' }),
  rating: shownInteger({ words: 'Stars, 1 to 5, after the change.', example: 4 }),
  status: field({
    shown: z.enum(reviewStatuses),
    words: { text: 'Visibility of the review after the change, and whether it counts.', values: statusWords },
    example: 'published',
  }),
});

export const eventTypes = {
  'review.posted': event({
    when: 'a customer reviewed a product',
    text: 'Its `status` is `shadowbanned` from the start where its author is.',
    by: [postReview, importReviews],
    data: data,
    example: { id: 'rev_01khdq50158v3k5x9w2t6r0ybn', sequence: 1, data: { product_id: 'pro_book', rating: 5 } },
  }),
  'review.edited': event({
    when: 'its author changed what it says',
    text: 'Editing does not change the `status`: a hidden review stays hidden.',
    by: [editReview],
    data: data,
    example: { id: 'rev_00demo1', sequence: 2, data: { product_id: 'pro_teapot' } },
  }),
  'review.deleted': event({
    when: 'its author took it back, or is gone; `status` is its last',
    text: 'It is the last event of the review: `rating` and `status` are its last.',
    by: [deleteReview, deleteCustomer],
    data: data,
    example: { id: 'rev_00demo2', sequence: 2 },
  }),
  'review.hidden': event({
    when: 'the store hid it, or gave another reason',
    text: 'Hiding a hidden review again replaces reason and note; an event is sent only if they differ. Read them from the review.',
    by: [hideReview],
    data: data,
    example: {
      id: 'rev_00demo3',
      sequence: 2,
      data: { product_id: 'pro_teapot', customer_id: 'cus_grace', rating: 2, status: 'hidden' },
    },
  }),
  'review.shown': event({
    when: 'the store shows it again',
    text: '`status` says whether it is visible again: the standing of its author decides.',
    by: [showReview],
    data: data,
    example: { id: 'rev_00demo4', sequence: 2, data: { customer_id: 'cus_grace', rating: 1 } },
  }),
  'review.replied': event({
    when: 'the store replied to it, or changed its reply',
    text: 'Get the reply to read it. The body that was there already has no event.',
    by: [setReviewReply],
    data: data,
    example: { id: 'rev_00demo1', sequence: 2, data: { product_id: 'pro_teapot', rating: 5 } },
  }),
  'review.reply_removed': event({
    when: 'the store removed its reply',
    text: 'A reply that goes with its review has no event of its own.',
    by: [removeReviewReply],
    data: data,
    example: { id: 'rev_00demo4', sequence: 2, data: { customer_id: 'cus_grace', rating: 1, status: 'hidden' } },
  }),
  'review.status_changed': event({
    when: "its author's standing changed what is shown",
    text: 'A customer who is banned, shadowbanned or restored has one for each review that is not hidden. One follows the other, a customer with many reviews over some seconds.',
    by: [setCustomerStanding],
    data: data,
    example: { id: 'rev_00demo4', sequence: 3, data: { customer_id: 'cus_grace', rating: 1, status: 'banned' } },
  }),
};

type OwnEvent = DomainEvent<typeof eventTypes>;

/** What is left where an author has deleted a review. */
interface Tombstone {
  id: string;
  deleted_at: string;
}

const live = (record: ReviewRecord | Tombstone | undefined): ReviewRecord | undefined =>
  record && !('deleted_at' in record) ? record : undefined;

export const rule: Rule<ReviewRecord | Tombstone, typeof eventTypes> = {
  isAt: ({ partition: [of], sort: [kind] }) => of === 'REVIEW' && kind === 'REVIEW',

  tell(before, after) {
    const [old, next] = [live(before), live(after)];
    if (next) return tellOf(old, next);
    return old ? [{ type: 'review.deleted', id: old.id, data: dataOf(old) }] : [];
  },
};

function tellOf(old: ReviewRecord | undefined, next: ReviewRecord): OwnEvent[] {
  const told = (
    type: 'posted' | 'edited' | 'hidden' | 'shown' | 'replied' | 'reply_removed' | 'status_changed',
  ): OwnEvent[] => [{ type: `review.${type}`, id: next.id, data: dataOf(next) }];
  if (!old) return told('posted');
  // Hidden again for the same reason it is hidden as before (Events page): no matter since when.
  if (differs(old, next, ['hidden_reason', 'hidden_note'])) {
    return told(next.hidden_at === null ? 'shown' : 'hidden');
  }
  if (differs(old, next, [...contentNames, 'updated_at'])) return told('edited');
  if (old.reply?.body !== next.reply?.body) return told(next.reply ? 'replied' : 'reply_removed');
  return statusOf(old) === statusOf(next) ? [] : told('status_changed');
}

const dataOf = (review: ReviewRecord) => ({
  product_id: review.product_id,
  customer_id: review.customer_id,
  rating: review.rating,
  status: statusOf(review),
});
