import { differs, type Rule, type Told } from '../../events/item.ts';
import { type ReviewRecord, statusOf } from './rules.ts';

/** What is left where an author has deleted a review. */
interface Tombstone {
  id: string;
  deleted_at: string;
}

const live = (record: ReviewRecord | Tombstone | undefined): ReviewRecord | undefined =>
  record && !('deleted_at' in record) ? record : undefined;

export const reviews: Rule<ReviewRecord | Tombstone> = {
  isAt: ({ partition: [of], sort: [kind] }) => of === 'REVIEW' && kind === 'REVIEW',

  tell(before, after) {
    const [old, next] = [live(before), live(after)];
    if (next) return tellOf(old, next);
    return old ? [{ type: 'review.deleted', id: old.id, data: dataOf(old) }] : [];
  },
};

function tellOf(old: ReviewRecord | undefined, next: ReviewRecord): Told[] {
  const told = (type: 'posted' | 'edited' | 'hidden' | 'shown' | 'status_changed'): Told[] => [
    { type: `review.${type}`, id: next.id, data: dataOf(next) },
  ];
  if (!old) return told('posted');
  // Hidden again for the same reason it is hidden as before (Events page): no matter since when.
  if (differs(old, next, ['hidden_reason', 'hidden_note'])) {
    return told(next.hidden_at === null ? 'shown' : 'hidden');
  }
  if (differs(old, next, ['rating', 'title', 'body', 'updated_at'])) return told('edited');
  return statusOf(old) === statusOf(next) ? [] : told('status_changed');
}

const dataOf = (review: ReviewRecord) => ({
  product_id: review.product_id,
  customer_id: review.customer_id,
  rating: review.rating,
  status: statusOf(review),
});
