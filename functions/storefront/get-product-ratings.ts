import { storefrontQuery } from '../../lib/chain/storefront.ts';
import * as products from '../../lib/resources/catalog/product-records.ts';
import { hasStars } from '../../lib/resources/catalog/rules.ts';
import { getProductRatings } from '../../lib/resources/reviews/functions.ts';
import { countPublished } from '../../lib/resources/reviews/rating-records.ts';
import { productRatingView } from '../../lib/resources/reviews/rules.ts';

export const handler = storefrontQuery(getProductRatings, async ({ store, payload }) => {
  const found = await products.findMany(store.id, [...new Set(payload.product_ids)]);

  const data = found
    .flatMap((product) => product ?? [])
    .map(async (product) => {
      // A release before 0.3.0 has changed the rating, and the migration has not reached the product yet.
      const rating = hasStars(product) ? product : await countPublished(store.id, product.id);
      return productRatingView(product.id, rating);
    });

  return { data: await Promise.all(data) };
});
