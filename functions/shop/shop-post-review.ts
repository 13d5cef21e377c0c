import { committing } from '../../lib/chain/function.ts';
import * as orders from '../../lib/resources/orders/records.ts';
import { shopPostReview } from '../../lib/resources/reviews/shop-calls.ts';
import { refuseOtherProducts } from '../../lib/resources/shopper-tokens/rules.ts';
import { shopFunction } from '../../lib/shop/shop-call.ts';
import { postOnce, postRequested } from '../../lib/work/write-reviews.ts';

export const handler = shopFunction(shopPostReview, {
  work: ({ claims }) => committing(claims.is_request ? postRequested : postOnce),

  async permit(claims, { product_id }) {
    const order = claims.order_id ? await orders.find(claims.store_id, claims.order_id) : undefined;
    refuseOtherProducts(claims, order, product_id);
  },
});
