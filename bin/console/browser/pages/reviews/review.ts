/** A review, and what moderators call what it has. */
import type { StoreCommerce } from '../../../../../lib/client/store-commerce.ts';

/** A review with its reply, its product and its author. */
export type Review = Awaited<ReturnType<StoreCommerce['reviews']['get']>>;

export type Reason = NonNullable<Review['hidden_reason']>;

export type Standing = NonNullable<Review['customer']>['standing'];

/** Gives the list a review as it is now. */
export type Put = (review: Review) => void;

export const reasons: Readonly<Record<Reason, string>> = {
  spam: 'Spam',
  offensive: 'Offensive',
  off_topic: 'Off topic',
  personal_info: 'Personal information',
  other: 'Other',
};

export const statuses: Readonly<Record<Review['status'], string>> = {
  published: 'Published',
  hidden: 'Hidden',
  shadowbanned: 'Author shadowbanned',
  banned: 'Author banned',
};

export const standings: Readonly<Record<Standing, { words: string; follows: string }>> = {
  good: { words: 'Good standing', follows: 'Their reviews are published. Reviews that you have hidden stay hidden.' },
  shadowbanned: {
    words: 'Shadowbanned',
    follows: 'Their reviews are visible only to them, and no longer count in ratings. They can still write reviews.',
  },
  banned: {
    words: 'Banned',
    follows: 'Their reviews are visible to no one and no longer count in ratings. They cannot write reviews.',
  },
};

/** What the tabs of the list are called. */
export const tabs = {
  '': 'All',
  published: 'Published',
  hidden: 'Hidden',
  shadowbanned: 'Shadowbanned',
  banned: 'Banned',
};

/** The values of the other filters, with their words. */
export const choices = {
  rating: { '': 'Any rating', 5: '5 stars', 4: '4 stars', 3: '3 stars', 2: '2 stars', 1: '1 star' },
  replied: { '': 'With or without reply', false: 'Not answered', true: 'Answered' },
};

/** The full name of the author where the key may read it, else the name that the review shows. */
export function authorOf({ author_name, customer }: Review): string {
  return [customer?.first_name, customer?.last_name].filter(Boolean).join(' ') || author_name;
}

export const productOf = ({ product_id, product }: Review): string => product?.name ?? product_id;

/** How a review is named in notices and questions. */
export const nameOf = (review: Review): string => `the review by ${review.author_name} of ${productOf(review)}`;

/** Whether a list with these filters has every review that waits for an answer. */
export const hasAllUnanswered = (filters: Readonly<Record<string, string | undefined>>): boolean => {
  const { replied, status, review, product, customer, rating } = filters;
  const isLimited = [review, product, customer, rating].some(Boolean);
  return replied === 'false' && (!status || status === 'published') && !isLimited;
};

/** Whether a list with these filters still has a review that has changed since the list was read. */
export const isListed = (review: Review, { status, replied }: Readonly<Record<string, string | undefined>>): boolean =>
  (!status || review.status === status) && (!replied || String(review.reply != null) === replied);
