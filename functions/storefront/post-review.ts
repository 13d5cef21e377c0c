import { postReview } from '../../lib/contract/functions/reviews.ts';
import { duplicate } from '../../lib/contract/kinds/errors.ts';
import { authorView, eligiblePurchase, newReview, refuseBanned, says } from '../../lib/domain/review.ts';
import { storeCommand } from '../../lib/invoke/function.ts';
import * as products from '../../lib/table/catalog/products.ts';
import * as sites from '../../lib/table/catalog/sites.ts';
import * as customers from '../../lib/table/customers/customers.ts';
import * as purchases from '../../lib/table/customers/purchases.ts';
import * as reviews from '../../lib/table/reviews/reviews.ts';

export const handler = storeCommand(postReview, {
  async replay({ store, payload }) {
    const existing = await reviews.findByAuthor(store.id, payload.customer_id, payload.product_id);
    if (!existing || says(existing, payload)) return existing && authorView(existing);
    refuseBanned(existing.author_standing);
    throw duplicate();
  },

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
