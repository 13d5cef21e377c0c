import { postReview } from '../../lib/contract/functions/reviews.ts';
import { duplicate } from '../../lib/contract/kinds/errors.ts';
import { authorView, eligiblePurchase, newReview, says } from '../../lib/domain/review.ts';
import { storeFunction } from '../../lib/invoke/function.ts';
import * as products from '../../lib/table/catalog/products.ts';
import * as sites from '../../lib/table/catalog/sites.ts';
import * as customers from '../../lib/table/customers/customers.ts';
import * as purchases from '../../lib/table/customers/purchases.ts';
import * as reviews from '../../lib/table/reviews/reviews.ts';

export const handler = storeFunction(postReview, ({ store, payload, now, newId, commit }) =>
  commit(async () => {
    const { customer_id, product_id } = payload;
    const [site, customer, product, purchase, existing] = await Promise.all([
      sites.get(store.id, payload.site_id),
      customers.get(store.id, customer_id),
      products.get(store.id, product_id),
      purchases.find(store.id, customer_id, product_id),
      reviews.findByAuthor(store.id, customer_id, product_id),
    ]);
    if (existing && says(existing, payload)) return { writes: [], reply: authorView(existing) };
    const { variant_id } = eligiblePurchase({ site, customer, purchase });
    if (existing) throw duplicate();

    const review = newReview(payload, { id: newId('review'), now, customer, product, variant_id });

    return {
      writes: [
        ...reviews.create(store.id, review, product),
        customers.raiseVersion(store.id, customer),
        sites.check(store.id, site),
      ],
      reply: authorView(review),
    };
  }),
);
