/** Changes that public files show. */
import { importRecords } from '../../../lib/resources/catalog/functions.ts';
import * as products from '../../../lib/resources/catalog/product-records.ts';
import { deleteCustomer } from '../../../lib/resources/customers/functions.ts';
import { removeReviewReply, setReviewReply, showReview } from '../../../lib/resources/reviews/operations.ts';
import { type ReviewRecord, statusOf } from '../../../lib/resources/reviews/rules.ts';
import { storeTable } from '../../../lib/table/client.ts';
import { itemsOf } from '../../support/aws/table-contents.ts';
import { call } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { edit, hide, newReview, remove, stand } from '../../support/world/reviews.ts';
import { newCustomer, newProduct, newVariant, succeeded, type World } from '../../support/world/world.ts';
import type { Random } from './random.ts';

/** The reviews of a store in any status. */
export const reviewsOf = async ({ store }: World): Promise<ReviewRecord[]> =>
  ((await itemsOf(storeTable(), store.id)) as unknown as (ReviewRecord & { sk: string })[]).filter(
    (item) => item.sk === 'REVIEW' && !('deleted_at' in item),
  );

export const isPublished = (review: ReviewRecord): boolean => statusOf(review) === 'published';

/** Adds products with pages, and reviews of them by new authors. */
export async function addReviews(world: World, random: Random): Promise<void> {
  const added = [1, 2].map((number) =>
    newProduct({
      name: `Cup ${number}`,
      url: `https://shop.example/cups/${number}`,
      variants: [newVariant('Standard')],
    }),
  );
  const customers = [newCustomer(), newCustomer(), newCustomer()];
  await succeeded(invoke(importRecords, { store_id: world.store.id, products: added, customers }));
  for (const [index, customer] of customers.entries())
    for (const product of added.slice(0, index === 0 ? 2 : 1))
      await newReview(world, customer, product, { rating: 1 + random.below(5) });
}

/** Imports the first site, with public reviews unless the fields say otherwise. */
export const importSite = ({ store, sites: [site] }: World, fields: object = {}) =>
  succeeded(invoke(importRecords, { store_id: store.id, sites: [{ ...site, public_reviews: true, ...fields }] }));

type Change = (world: World, review: ReviewRecord, all: readonly ReviewRecord[], random: Random) => Promise<unknown>;

const authorOf = ({ customer_id: id }: ReviewRecord) => ({ id });

const write =
  (fieldsOf: (review: ReviewRecord) => object): Change =>
  (world, review) => {
    const { rating, title, body } = review;
    return succeeded(edit(world, authorOf(review), review.id, { rating, title, body, ...fieldsOf(review) }));
  };

const importProduct =
  (fieldsOf: (product: products.Product) => object): Change =>
  async ({ store }, { product_id }) => {
    const product = await products.get(store.id, product_id);
    const { id, name, delivery, url } = product;
    const variants = product.variants.map((variant) => ({ id: variant.id, name: variant.name }));
    const next = newProduct({ id, name, delivery, url, variants, ...fieldsOf(product) });
    return succeeded(invoke(importRecords, { store_id: store.id, products: [next] }));
  };

const ban: Change = (world, review) => stand(world, authorOf(review), 'banned');

const hideOne: Change = (world, review) => hide(world, review.id);

const reply: Change = ({ write: key }, { id }, _, random) =>
  call(setReviewReply, { key, path: { review_id: id }, body: { body: random.pick(['Thank you', 'Sorry', 'Soon']) } });

/** Kinds of changes. Each can be made while a review is published. */
export const changes: readonly Change[] = [
  ban,
  (world, review) => stand(world, authorOf(review), 'shadowbanned'),
  async (world, { product_id }, all) => {
    for (const each of all.filter((one) => one.product_id === product_id)) await stand(world, authorOf(each), 'banned');
  },
  (world, review, all) => {
    const quiet = all.find(({ author_standing }) => author_standing !== 'good');
    return stand(world, authorOf(quiet ?? review), quiet ? 'good' : 'banned');
  },
  ({ store }, { customer_id }) => succeeded(invoke(deleteCustomer, { store_id: store.id, customer_id })),
  (world, review) => succeeded(remove(world, authorOf(review), review.id)),
  hideOne,
  (world, review, all, random) => {
    const hidden = all.find(({ hidden_at }) => hidden_at !== null);
    return hidden
      ? call(showReview, { key: world.write, path: { review_id: hidden.id } })
      : hideOne(world, review, all, random);
  },
  reply,
  (world, review, all, random) => {
    const replied = all.find((each) => isPublished(each) && each.reply !== null);
    return replied
      ? call(removeReviewReply, { key: world.write, path: { review_id: replied.id } })
      : reply(world, review, all, random);
  },
  write(({ body }) => ({ body: `${body} again` })),
  write(({ rating }) => ({ rating: (rating % 5) + 1 })),
  importProduct(({ name }) => ({ name: `Renamed ${name}` })),
  importProduct(({ variants }) => ({
    variants: variants.map(({ id, name }) => ({ id, name: `Renamed ${name}` })),
  })),
  async (world, { product_id }) => {
    const author = newCustomer();
    await succeeded(invoke(importRecords, { store_id: world.store.id, customers: [author] }));
    const { id, variants } = await products.get(world.store.id, product_id);
    return newReview(world, author, { id, variants }, { rating: 3 });
  },
  (world, _review, _all, random) =>
    importSite(world, random.pick([{ locale: 'de' }, { locale: 'fr' }, { name: 'Cups and teapots' }])),
];

/** Makes a change of this kind, if a review is published. The last review of a product may be taken away. */
export async function change(world: World, random: Random, kind = random.among(changes)): Promise<void> {
  const all = await reviewsOf(world);
  const review = random.among(all.filter(isPublished));
  if (review) await kind?.(world, review, all, random);
}
