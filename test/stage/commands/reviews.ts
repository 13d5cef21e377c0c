import * as storefront from '../../../lib/resources/reviews/functions.ts';
import { auditRatings } from '../../../lib/resources/reviews/functions.ts';
import * as moderation from '../../../lib/resources/reviews/operations.ts';
import { type Command, endpoint, invoked } from '../every-order/command.ts';
import type { Ground } from '../every-order/ground.ts';
import type { Situation } from '../every-order/situations.ts';

const one = ({ review_id }: Ground) => ({ path: { review_id } });

const wherever: { in: readonly Situation[] } = { in: ['usual', 'hidden'] };

export const reviews: readonly Command[] = [
  endpoint(moderation.listReviews, () => ({ query: { limit: 5 } })),
  endpoint(moderation.getReview, one),
  endpoint(
    moderation.hideReview,
    (ground, which) => ({ ...one(ground), body: { reason: (['spam', 'other'] as const)[which] } }),
    wherever,
  ),
  endpoint(moderation.showReview, one, wherever),
  invoked(storefront.postReview, ({ site, ada, recordings }, which) => ({
    site_id: site.id,
    customer_id: ada.id,
    product_id: recordings.id,
    rating: which + 1,
  })),
  invoked(
    storefront.postReview,
    ({ site, grace, teapot }, which) => ({
      site_id: site.id,
      customer_id: grace.id,
      product_id: teapot.id,
      rating: which + 1,
    }),
    { asked: 'by another' },
  ),
  invoked(
    storefront.editReview,
    ({ ada, review_id }, which) => ({ customer_id: ada.id, review_id, rating: which + 1 }),
    wherever,
  ),
  invoked(storefront.deleteReview, ({ ada, review_id }) => ({ customer_id: ada.id, review_id }), wherever),
  invoked(storefront.listProductReviews, ({ site, teapot, ada }) => ({
    site_id: site.id,
    product_id: teapot.id,
    viewer_customer_id: ada.id,
  })),
  invoked(storefront.listCustomerReviews, ({ ada }) => ({ customer_id: ada.id })),
  invoked(auditRatings, () => ({})),
];
