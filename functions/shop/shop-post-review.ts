import { committing } from '../../lib/chain/function.ts';
import * as orders from '../../lib/resources/orders/records.ts';
import { shopPostReview } from '../../lib/resources/reviews/shop-calls.ts';
import { customerIn, refuseOtherProducts } from '../../lib/resources/shopper-tokens/rules.ts';
import { isPublicId } from '../../lib/schema/ids.ts';
import { shopFunction } from '../../lib/shop/shop-call.ts';
import { postOnce, postRequested } from '../../lib/work/write-reviews.ts';

export const handler = shopFunction(shopPostReview, {
  work: ({ claims }) => committing(claims.is_request ? postRequested : postOnce),

  async complete(claims, { site_id, order_id }) {
    const id = claims.order_id ?? order_id;
    if (site_id != null || !isPublicId('order', id)) return {};
    const order = await orders.find(claims.store_id, id);
    return order && order.customer_id === customerIn(claims) ? { site_id: order.site_id } : {};
  },

  async permit(claims, { product_id }) {
    const order = claims.order_id ? await orders.find(claims.store_id, claims.order_id) : undefined;
    refuseOtherProducts(claims, order, product_id);
  },
});
