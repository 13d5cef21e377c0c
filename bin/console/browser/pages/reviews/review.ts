/** A review, and what moderators call what it has. */
import type { StoreCommerce } from '../../../../../lib/client/store-commerce.ts';

export type Review = Awaited<ReturnType<StoreCommerce['reviews']['get']>>;

export type Reason = NonNullable<Review['hidden_reason']>;

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

/** What the tabs of the list are called. */
export const tabs = {
  '': 'All',
  published: 'Published',
  hidden: 'Hidden',
  shadowbanned: 'Shadowbanned',
  banned: 'Banned',
};

/** How a review is named in notices and questions. */
export const nameOf = ({ author_name, product_id }: Review): string => `the review by ${author_name} of ${product_id}`;
