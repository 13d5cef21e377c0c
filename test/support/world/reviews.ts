/** Reviews as they come to be: bought, then posted. */

import { commitUnitOfWork, writing } from '../../../lib/once/unit-of-work.ts';
import type { ImportedProduct } from '../../../lib/resources/catalog/fields.ts';
import * as products from '../../../lib/resources/catalog/product-records.ts';
import type { Standing } from '../../../lib/resources/customers/fields.ts';
import { setCustomerStanding } from '../../../lib/resources/customers/functions.ts';
import * as purchases from '../../../lib/resources/customers/purchase-records.ts';
import {
  deleteReview,
  editReview,
  listCustomerReviews,
  listProductReviews,
  postReview,
} from '../../../lib/resources/reviews/functions.ts';
import { getReview, hideReview } from '../../../lib/resources/reviews/operations.ts';
import * as reviews from '../../../lib/resources/reviews/records.ts';
import {
  addRatings,
  newReview as newReviewRecord,
  noRating,
  ratingMove,
} from '../../../lib/resources/reviews/rules.ts';
import * as items from '../../../lib/table/items.ts';
import { keys } from '../../../lib/table/keys.ts';
import { doorInUse } from '../door.ts';
import { call } from '../http/call.ts';
import { invoke } from '../invoke.ts';
import { lineOf, orderOf, record } from './checkout.ts';
import { putNew } from './new-items.ts';
import { newCustomer, succeeded, type World } from './world.ts';

export const reviewContent = { rating: 4, title: 'Pours well', body: 'Not a drop beside the cup.' };

interface Purchased {
  id: string;
  variants: readonly { id: string }[];
}

/** Makes a customer eligible to review a product: they bought its last variant in a paid order. */
export async function buy(
  world: World,
  customer: { id: string },
  product: Purchased,
  variant = product.variants.at(-1),
): Promise<unknown> {
  // The tables of a service that runs elsewhere are out of reach.
  if (doorInUse()) {
    const lines = [lineOf({ id: product.id, variants: variant ? [variant] : [] }, { unit_price: 1000 })];
    return succeeded(record(world, orderOf(world, { customer_id: customer.id, lines })));
  }
  const bought = { product_id: product.id, variant_id: variant?.id ?? '', order_id: 'ord_1' };
  return commitUnitOfWork(writing([purchases.merge(world.store.id, { customer_id: customer.id, ...bought })]));
}

/** A review as the storefront is answered, or the refusal. */
export const post = (
  { store, sites: [site] }: World,
  customer: { id: string },
  product: { id: string },
  content: object = {},
) =>
  invoke(postReview, {
    store_id: store.id,
    site_id: site.id,
    customer_id: customer.id,
    product_id: product.id,
    ...reviewContent,
    ...content,
  });

/** Buys and reviews. */
export async function newReview(world: World, customer: { id: string }, product: Purchased, content: object = {}) {
  await buy(world, customer, product);
  return succeeded(post(world, customer, product, content));
}

interface Identified {
  id: string;
}

export const edit = ({ store }: World, { id: customer_id }: Identified, review_id: string, content: object) =>
  invoke(editReview, { store_id: store.id, customer_id, review_id, ...content });

export const remove = ({ store }: World, { id: customer_id }: Identified, review_id: string) =>
  invoke(deleteReview, { store_id: store.id, customer_id, review_id });

export const stand = ({ store }: World, { id: customer_id }: Identified, standing: Standing) =>
  succeeded(invoke(setCustomerStanding, { store_id: store.id, customer_id, standing }));

/** Hides a review with a note, which only the store may see. */
export const hide = ({ write: key }: World, review_id: string) =>
  call(hideReview, { path: { review_id }, body: { reason: 'off_topic', note: 'About the courier' }, key });

/** A review as the store sees it. */
export const stored = async ({ read: key }: World, review_id: string) =>
  (await call(getReview, { path: { review_id }, key })).body;

/** How many reviews the first product's rating counts, and their sum. */
export async function rating({ store, products: [teapot] }: World): Promise<[number, number]> {
  const { review_count, rating_sum } = await products.get(store.id, teapot.id);
  return [review_count, rating_sum];
}

/** Adds to what a product's record counts, as nothing but a defect or another release does. */
export const addToProduct = ({ store }: World, product: string, added: Readonly<Record<string, number>>) =>
  commitUnitOfWork(writing([items.update(keys.product(store.id, product), { added })]));

/** A page of the first product's reviews on the first site. */
export const onPage = ({ store, sites: [site], products: [teapot] }: World, fields: object = {}) =>
  invoke(listProductReviews, { store_id: store.id, site_id: site.id, product_id: teapot.id, ...fields });

/** A page of a customer's reviews in their account. */
export const inAccount = ({ store }: World, { id: customer_id }: Identified, fields: object = {}) =>
  invoke(listCustomerReviews, { store_id: store.id, customer_id, ...fields });

/** The id of a review that `storeReviews` stores. */
export const numberedId = (number: number): string => `rev_${String(number).padStart(8, '0')}`;

/** Stores reviews of a product, by default the first one, as they are after their posts. Returns their ids. */
export async function storeReviews(
  { store, products: [first] }: World,
  numbers: readonly number[],
  {
    product = first,
    starsOf = () => 5,
    body = (number) => `Text ${number}`,
  }: { product?: ImportedProduct; starsOf?: (number: number) => number; body?: (number: number) => string } = {},
): Promise<string[]> {
  const stored = numbers.map((number) =>
    newReviewRecord(
      { rating: starsOf(number), title: '', body: body(number) },
      {
        id: numberedId(number),
        now: '2026-02-14T10:00:00Z',
        customer: { ...newCustomer(), standing: 'good' },
        product,
        variant_id: product.variants[0]?.id ?? '',
      },
    ),
  );
  await putNew(stored.flatMap((review) => reviews.create(store.id, review, product).slice(0, -1)));
  const rating = stored.reduce((sum, review) => addRatings(sum, ratingMove(undefined, review)), noRating);
  await commitUnitOfWork(writing(products.moveRating(store.id, product.id, rating, true)));
  return stored.map(({ id }) => id);
}
