/** Posts and edits reviews, for the storefront functions and for calls with a shopper token. */
import type { RecordOfRequest } from '../once/idempotency-record.ts';
import type { Attempt, Decision } from '../once/unit-of-work.ts';
import * as products from '../resources/catalog/product-records.ts';
import * as sites from '../resources/catalog/site-records.ts';
import * as purchases from '../resources/customers/purchase-records.ts';
import * as customers from '../resources/customers/records.ts';
import * as weeks from '../resources/review-requests/week-records.ts';
import type { Review } from '../resources/reviews/fields.ts';
import type { editReview, postReview } from '../resources/reviews/functions.ts';
import * as reviews from '../resources/reviews/records.ts';
import {
  authorView,
  eligiblePurchase,
  newReview,
  refuseBanned,
  says,
  editReview as withContent,
} from '../resources/reviews/rules.ts';
import { duplicate, notFound } from '../schema/errors.ts';
import type { Resource } from '../schema/ids.ts';
import type { Invocable, PayloadOf } from '../schema/invocable.ts';

interface Request<I extends Invocable> {
  store: { id: string };
  payload: PayloadOf<I>;
  newId(resource: Resource): string;
}

/** Posts a customer's only review of a product. Throws `FORBIDDEN` if the customer may not review it, and `DUPLICATE` if there is another review. */
export const postOnce = {
  record: ({ store, payload }: Request<typeof postReview>): RecordOfRequest<Review> => ({
    async find() {
      const existing = await reviews.findByAuthor(store.id, payload.customer_id, payload.product_id);
      if (!existing || says(existing, payload)) return existing && authorView(existing);
      refuseBanned(existing.author_standing);
      throw duplicate('product_id');
    },
  }),

  async decide({ store, payload, now, newId }: Request<typeof postReview> & Attempt): Promise<Decision<Review>> {
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
};

/** The same with the link of an email that asked for the review: it counts for the report on these emails. */
export const postRequested = {
  ...postOnce,
  async decide(request: Request<typeof postReview> & Attempt): Promise<Decision<Review>> {
    const { writes, ...decision } = await postOnce.decide(request);
    return { ...decision, writes: [...writes, weeks.count(request.store.id, 'reviews', request.now)] };
  },
};

/** Replaces the content of a customer's review. Throws `NOT_FOUND` for the review of another customer. */
export const editOnce = {
  async decide({ store, payload, now }: Request<typeof editReview> & Attempt): Promise<Decision<Review>> {
    const review = await reviews.find(store.id, payload.review_id);
    if (review?.customer_id !== payload.customer_id) throw notFound();
    if (says(review, payload)) return { writes: [], reply: authorView(review) };
    refuseBanned(review.author_standing);

    const edited = withContent(review, payload, now);

    return { writes: reviews.replace(store.id, review, edited), reply: authorView(edited) };
  },
};
