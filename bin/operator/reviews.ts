/** Reviews of a store: moderation and replies. */
import type { HideInput, reviewStatuses } from '../../lib/resources/reviews/fields.ts';
import { UsageError } from '../command-line/options.ts';
import { listed, pageOf } from './api-lists.ts';
import { type Outcome, reported, type Session } from './command.ts';
import { withApi } from './login.ts';

interface Filters {
  store: string;
  status: (typeof reviewStatuses)[number] | undefined;
  product: string | undefined;
  customer: string | undefined;
  after: string | undefined;
  limit: number;
}

/** Reviews, newest first. */
export const listReviews = (
  { store, status, product, customer, after, limit }: Filters,
  session: Session,
): Promise<Outcome> =>
  withApi(store, session, (shop) =>
    listed(shop.reviews.list({ status, product, customer, after, limit: pageOf(limit) }), {
      limit,
      columns: ['id', 'status', 'rating', 'product_id', 'author_name', 'title', 'created_at'],
      rowOf: (review) => ({ ...review, title: shortened(review.title ?? '') }),
      none: 'No reviews',
    }),
  );

const longestTitle = 60;

const shortened = (text: string): string => (text.length > longestTitle ? `${text.slice(0, longestTitle - 1)}…` : text);

interface One {
  store: string;
  review: string;
}

export const getReview = ({ store, review }: One, session: Session): Promise<Outcome> =>
  withApi(store, session, async (shop) => reported(await shop.reviews.get(review)));

/** Hides a review. Without a note, an earlier note is cleared. */
export const hideReview = (
  { store, review, reason, note }: One & Pick<HideInput, 'reason'> & { note: string | undefined },
  session: Session,
): Promise<Outcome> =>
  withApi(store, session, async (shop) => reported(await shop.reviews.hide(review, { reason, note })));

/** Shows a hidden review again. */
export const showReview = ({ store, review }: One, session: Session): Promise<Outcome> =>
  withApi(store, session, async (shop) => reported(await shop.reviews.show(review)));

/** Writes, changes or removes the reply to a review. Throws a `UsageError` unless exactly one of the two is asked for. */
export async function replyToReview(
  { store, review, text, remove }: One & { text: string | undefined; remove: boolean },
  session: Session,
): Promise<Outcome> {
  if ((text === undefined) !== remove) throw new UsageError('Use either --text or --remove');
  return withApi(store, session, async (shop) => {
    if (text !== undefined) return reported(await shop.reviews.setReply(review, { body: text }));
    await shop.reviews.removeReply(review);
    return { result: { review_id: review, reply: null }, text: `${review} has no reply`, ok: true };
  });
}
