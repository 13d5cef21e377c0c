import { storefrontCommand } from '../../lib/chain/storefront.ts';
import * as products from '../../lib/resources/catalog/product-records.ts';
import * as sites from '../../lib/resources/catalog/site-records.ts';
import * as purchases from '../../lib/resources/customers/purchase-records.ts';
import * as customers from '../../lib/resources/customers/records.ts';
import { postReview } from '../../lib/resources/reviews/functions.ts';
import * as reviews from '../../lib/resources/reviews/records.ts';
import { authorView, eligiblePurchase, newReview, refuseBanned, says } from '../../lib/resources/reviews/rules.ts';
import { duplicate } from '../../lib/schema/errors.ts';

export const handler = storefrontCommand(postReview, {
  record: ({ store, payload }) => ({
    async find() {
      const existing = await reviews.findByAuthor(store.id, payload.customer_id, payload.product_id);
      if (!existing || says(existing, payload)) return existing && authorView(existing);
      refuseBanned(existing.author_standing);
      throw duplicate('product_id');
    },
  }),

  async decide({ store, payload, now, newId }) {
    const [site, customer, product, purchase] = await Promise.all([
      sites.get(store.id, payload.site_id),
      customers.get(store.id, payload.customer_id),
      products.get(store.id, payload.product_id),
      purchases.find(store.id, payload.customer_id, payload.product_id),
    ]);
    const { variant_id } = eligiblePurchase({ site, customer, purchase });

    const review = newReview(payload, { id: newId('review'), now, customer, product, variant_id });

    return {
      writes: [...reviews.create(store.id, review, product), customers.raiseVersion(store.id, customer)],
      reply: authorView(review),
    };
  },
});
