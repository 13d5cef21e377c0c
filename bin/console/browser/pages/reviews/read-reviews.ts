/** Reads reviews for the list of moderators. */
import type { CallOptions } from '../../../../../lib/client/options.ts';
import type { Page, StoreCommerce } from '../../../../../lib/client/store-commerce.ts';
import { hasArea } from '../../state/session.ts';
import type { Review } from './review.ts';

/** Filters of the URL, by name. */
export type Filters = Readonly<Record<string, string | undefined>>;

/** What each review is listed with; the author only where the key may read customers. */
const expansions = (): string => ['reply', 'product', 'actor', ...(hasArea('customers') ? ['customer'] : [])].join();

/** The reviews that filters of the URL select. */
export const readMany = (shop: StoreCommerce, filters: Filters, options: CallOptions) =>
  shop.reviews.list(
    {
      ...{ product: filters.product, customer: filters.customer, expand: expansions(), limit: 50 },
      rating: filters.rating ? Number(filters.rating) : undefined,
      status: filters.status as Review['status'] | undefined,
      replied: filters.replied ? filters.replied === 'true' : undefined,
    },
    options,
  );

/** One review as a list. */
export async function readOne(shop: StoreCommerce, id: string, options: CallOptions): Promise<Page<Review>> {
  const review = await shop.reviews.get(id, { ...options, expand: expansions() });
  return { data: [review], has_more: false, next: async () => undefined };
}
