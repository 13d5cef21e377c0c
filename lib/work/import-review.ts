/** Imports one review of another system, and moves the rating of its product with it. */
import type { Attempt, Decision, Step } from '../once/unit-of-work.ts';
import * as products from '../resources/catalog/product-records.ts';
import * as customers from '../resources/customers/records.ts';
import type { ImportedReview } from '../resources/move-in/fields.ts';
import * as marks from '../resources/move-in/records.ts';
import { defaultsOf, importReview } from '../resources/reviews/import-rules.ts';
import * as reviews from '../resources/reviews/records.ts';
import { newIdOf } from '../runtime/ids.ts';
import { notFound } from '../schema/errors.ts';
import type { Imported } from './import-each.ts';

const identity = 'customer_id and product_id';

const placeOf = ({ customer_id, product_id }: ImportedReview) =>
  ({ customer: customer_id, kind: 'REVIEW', identity: product_id }) as const;

/** The first is kept; the other may have been. */
const fingerprintsOf = (record: ImportedReview) => {
  const [kept, asItIs] = marks.textsOf(record, defaultsOf(record));
  return [marks.sha256(kept), marks.sha256(asItIs)] as const;
};

/** The step that does it. Throws `NOT_FOUND`, `INVALID_FIELD` and `DUPLICATE`. */
export const importingReview = (store: string, record: ImportedReview): Step<Imported> => ({
  decide: (attempt) => decideOnReview(store, record, attempt),
  record: marks.recordOf(store, placeOf(record), fingerprintsOf(record)),
});

async function decideOnReview(store: string, record: ImportedReview, { now }: Attempt): Promise<Decision<Imported>> {
  const { customer_id, product_id } = record;
  const place = placeOf(record);
  const [mark, customer, product, written] = await Promise.all([
    marks.find(store, place),
    customers.get(store, customer_id, 'customer_id is no customer of the store'),
    products.find(store, product_id),
    reviews.findByAuthor(store, customer_id, product_id),
  ]);
  if (mark || written) throw marks.importedOtherwise(identity);
  if (!product) throw notFound('product_id is no product of the store');

  const review = importReview(record, { id: newIdOf('review', record.created_at ?? now), customer, now });

  return {
    writes: [
      ...reviews.create(store, review, product),
      customers.raiseVersion(store, customer),
      marks.create(store, place, fingerprintsOf(record)[0]),
    ],
    reply: 'imported',
  };
}
