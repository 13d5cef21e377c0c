import { committing } from '../../lib/chain/function.ts';
import * as orders from '../../lib/resources/orders/records.ts';
import * as reviews from '../../lib/resources/reviews/records.ts';
import { shopEditReview } from '../../lib/resources/reviews/shop-calls.ts';
import { refuseOtherProducts } from '../../lib/resources/shopper-tokens/rules.ts';
import { shopFunction } from '../../lib/shop/shop-call.ts';
import { editOnce } from '../../lib/work/write-reviews.ts';

export const handler = shopFunction(shopEditReview, {
  work: () => committing(editOnce),

  async permit(claims, { review_id }) {
    if (!claims.order_id) return;
    const [order, review] = await Promise.all([
      orders.find(claims.store_id, claims.order_id),
      reviews.find(claims.store_id, review_id),
    ]);
    // An unknown review is no product's: the work refuses it with 404.
    if (review) refuseOtherProducts(claims, order, review.product_id);
  },
});
