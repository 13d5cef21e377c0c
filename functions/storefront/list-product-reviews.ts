import { listProductReviews } from '../../lib/contract/functions/reviews.ts';
import { authorView, newestFirst } from '../../lib/domain/review.ts';
import { storeQuery } from '../../lib/invoke/function.ts';
import * as products from '../../lib/table/catalog/products.ts';
import * as sites from '../../lib/table/catalog/sites.ts';
import { pageOf } from '../../lib/table/pages.ts';
import * as reviews from '../../lib/table/reviews/reviews.ts';

export const handler = storeQuery(listProductReviews, async ({ store, payload }) => {
  const { product_id: product, viewer_customer_id: viewer, after, limit } = payload;
  const page = { after, limit: limit + 1 };

  const [site, published, own] = await Promise.all([
    sites.get(store.id, payload.site_id),
    reviews.list(store.id, { product, statuses: ['published'] }, page),
    viewer ? reviews.list(store.id, { product, customer: viewer, statuses: ['shadowbanned'] }, page) : [],
    products.get(store.id, product),
  ]);
  if (!site.reviews_enabled) return { data: [], has_more: false };

  // A standing that changes between the reads shows the viewer's own review in both.
  const others = published.filter(({ id }) => own.every((review) => review.id !== id));
  return pageOf([...others, ...own].toSorted(newestFirst), limit, authorView);
});
