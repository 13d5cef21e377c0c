import { storefrontQuery } from '../../lib/chain/storefront.ts';
import * as products from '../../lib/resources/catalog/product-records.ts';
import * as sites from '../../lib/resources/catalog/site-records.ts';
import { listProductReviews } from '../../lib/resources/reviews/functions.ts';
import * as reviews from '../../lib/resources/reviews/records.ts';
import { newestFirst, storefrontView } from '../../lib/resources/reviews/rules.ts';
import { pageOf } from '../../lib/table/reads.ts';

export const handler = storefrontQuery(listProductReviews, async ({ store, payload }) => {
  const { product_id: product, viewer_customer_id: viewer, rating: stars, after, limit } = payload;
  const page = { after, limit: limit + 1 };

  const [site, published, own] = await Promise.all([
    sites.get(store.id, payload.site_id),
    stars
      ? reviews.listByStars(store.id, { product, stars }, page)
      : reviews.list(store.id, { product, statuses: ['published'] }, page),
    viewer ? reviews.list(store.id, { product, customer: viewer, statuses: ['shadowbanned'] }, page) : [],
    products.get(store.id, product),
  ]);
  if (!site.reviews_enabled) return { data: [], has_more: false };

  // If the viewer's standing changes between the reads, both may contain the viewer's own review.
  const others = published.filter(({ id }) => own.every((review) => review.id !== id));
  const ofStars = own.filter(({ rating }) => !stars || rating === stars);
  return pageOf([...others, ...ofStars].toSorted(newestFirst), limit, storefrontView);
});
