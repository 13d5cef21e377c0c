/**
 * Reviews: one for each customer and product, shown as it was last written and moderated and as its author stands; ratings
 * count the published ones, and what a deleted customer wrote is gone.
 */

import { importRecords } from '../../lib/resources/catalog/functions.ts';
import { deleteCustomer, setCustomerStanding } from '../../lib/resources/customers/functions.ts';
import { changeCustomerStanding, getCustomer } from '../../lib/resources/customers/operations.ts';
import { rebuildPublic } from '../../lib/resources/public-reviews/functions.ts';
import {
  auditRatings,
  deleteReview,
  editReview,
  getProductRatings,
  listCustomerReviews,
  listProductReviews,
  postReview,
} from '../../lib/resources/reviews/functions.ts';
import {
  getReview,
  getReviewReply,
  hideReview,
  listReviews,
  removeReviewReply,
  setReviewReply,
  showReview,
} from '../../lib/resources/reviews/operations.ts';
import { shopEditReview, shopListReviewable, shopPostReview } from '../../lib/resources/reviews/shop-calls.ts';
import { createShopperToken } from '../../lib/resources/shopper-tokens/functions.ts';
import { listWaitlistedProducts } from '../../lib/resources/waitlist/operations.ts';
import {
  apply,
  begin,
  customerOf,
  type Fixture,
  inSteps,
  misnamed,
  type State,
  startingWith,
  variantNames,
  withoutOthers,
  words,
  wronglyRefused,
} from '../models/reviews.ts';
import { type Answer, unexplained } from '../stage/engine/history.ts';
import type { Random } from '../stage/engine/random.ts';
import { invocation, type Request, request, shopCall } from '../stage/engine/requests.ts';
import { type Command, endpoint, invoked, shopped } from '../stage/every-order/command.ts';
import type { SharedFixture } from '../stage/every-order/ground.ts';
import type { Situation } from '../stage/every-order/situations.ts';
import { invoke } from '../support/invoke.ts';
import { asBuyer } from '../support/world/person.ts';
import { newCustomer, newProduct, newSite, newVariant, succeeded, type World } from '../support/world/world.ts';
import { about, area, known, type Row } from './table.ts';

const auditing = ({ world }: Fixture): Request =>
  invocation(auditRatings, { kind: 'audit' }, { store_id: world.store.id });

const makePublic = ({ world: { store, sites } }: Fixture) =>
  succeeded(invoke(importRecords, { store_id: store.id, sites: [{ ...sites[0], public_reviews: true }] }));

const rebuilding = ({ world }: Fixture): Request =>
  invocation(rebuildPublic, { kind: 'rebuild' }, { store_id: world.store.id });

const reading = ({ world }: Fixture, id: string): Request =>
  request(getReview, { kind: 'get', id }, { path: { review_id: id }, key: world.read });

/** Reads a customer, with their standing. */
const readingAuthor = ({ world }: Fixture, customer: string): Request =>
  request(getCustomer, { kind: 'get customer', customer }, { path: { id: customer }, key: world.read });

const replying = ({ write: key }: World, id: string, body: string): Request =>
  request(setReviewReply, { kind: 'set reply', id, body }, { path: { review_id: id }, key, body: { body } });

const readingReply = (world: World, id: string): Request => {
  const shows = ({ reviews }: State, answer: Answer): boolean => {
    const reply = reviews.find((review) => review.id === id)?.reply ?? null;
    return reply === null ? answer.code === 'NOT_FOUND' : answer.body.body === reply;
  };
  return request(getReviewReply, { kind: 'get reply', id, shows }, { path: { review_id: id }, key: world.read });
};

/** Gives the variant that was bought another name, or drops it. */
const renaming = ({ world, catalog }: Fixture, product: string, name: string): Request => {
  const products = catalog
    .filter(({ id }) => id === product)
    .map((record) => ({
      ...record,
      variants: record.variants.flatMap((variant, index) =>
        index === 0 ? [variant] : name === '' ? [] : [{ ...variant, name }],
      ),
    }));
  return invocation(importRecords, { kind: 'rename', product, name }, { store_id: world.store.id, products });
};

/** A product with another variant name than its review has, and records that are new. */
const importing = ({ world, catalog: [product] }: Fixture): Request => {
  const renamed = { ...product, variants: product?.variants.map(({ id }) => ({ id, name: 'Renamed' })) };
  const products = [renamed, newProduct({ variants: [newVariant('Small')] })];
  const records = { sites: [newSite()], customers: [newCustomer()], products };
  return invocation(importRecords, { kind: 'import' }, { store_id: world.store.id, ...records });
};

const listingOfCustomer = ({ world }: Fixture, customer: string): Request =>
  invocation(listCustomerReviews, { kind: 'account', customer }, { store_id: world.store.id, customer_id: customer });

/** The first product's page, as a customer sees it. */
const listingOfProduct = ({ world, products: [product] }: Fixture, viewer: string): Request =>
  invocation(
    listProductReviews,
    { kind: 'product page', viewer, product },
    { store_id: world.store.id, site_id: world.sites[0].id, product_id: product, viewer_customer_id: viewer },
  );

/** The same, of reviews with so many stars. */
const listingByStars = ({ world, products: [product] }: Fixture, viewer: string, stars: number): Request => ({
  ...invocation(
    listProductReviews,
    { kind: 'product page', viewer, product, stars },
    {
      store_id: world.store.id,
      site_id: world.sites[0].id,
      product_id: product,
      viewer_customer_id: viewer,
      rating: stars,
    },
  ),
});

/** How all products are rated. */
const gettingRatings = ({ world, products }: Fixture): Request =>
  invocation(getProductRatings, { kind: 'ratings', products }, { store_id: world.store.id, product_ids: products });

interface Filters {
  status?: string;
  customer?: string;
  product?: string;
  rating?: number;
  replied?: 'true' | 'false';
}

const listing = ({ world }: Fixture, filters: Filters = {}): Request =>
  request(listReviews, { kind: 'list', ...filters }, { query: { limit: 100, ...filters }, key: world.read });

/** By stars or by reply, which earlier releases do not know. */
const filtering = (fixture: Fixture, filters: Filters): Request => ({ ...listing(fixture, filters), isNew: true });

/** The list that shows how a product is rated. */
const listingTotals = ({ world }: Fixture, product: string): Request =>
  request(listWaitlistedProducts, { kind: 'totals', product }, { query: { limit: 100 }, key: world.read });

/** Calls with a customer's token, from some address: the limit of addresses is not what is played. */
const withToken = (random: Random, { world }: Fixture, customer_id: string) => ({
  store_id: world.store.id,
  subject: { customer_id },
  address: `198.51.100.${random.below(250)}`,
});

const rows: readonly Row<Fixture>[] = [
  {
    of: createShopperToken,
    weight: 2,
    isNew: true,
    after: [],
    anew: true,
    ask(fixture, random) {
      const customer_id = customerOf(fixture, random);
      const payload = { store_id: fixture.world.store.id, customer_id, scopes: ['review'], expires_in: 60 };
      return invocation(createShopperToken, { kind: 'create token', customer: customer_id }, payload);
    },
  },
  {
    of: shopEditReview,
    weight: 5,
    isNew: true,
    ask: about(known, ({ id, customer }, fixture, random) => {
      const said = words(random, ['Bad', 'Good']);
      const input = { kind: 'edit', id, ...said, tokenOf: customer };
      const call = { ...withToken(random, fixture, customer), path: { review_id: id }, body: said };
      return shopCall(shopEditReview, input, call);
    }),
  },
  {
    of: shopListReviewable,
    weight: 5,
    isNew: true,
    ask: about(customerOf, (customer, fixture, random) => {
      const input = { kind: 'reviewable', customer, tokenOf: customer };
      return shopCall(shopListReviewable, input, withToken(random, fixture, customer));
    }),
  },
  {
    of: shopPostReview,
    weight: 6,
    isNew: true,
    ask(fixture, random) {
      const { world, products, known } = fixture;
      const customer = customerOf(fixture, random);
      const product = random.pick([...products]);
      const said = words(random);
      return shopCall(
        shopPostReview,
        { kind: 'post', customer, product, ...said, tokenOf: customer },
        { ...withToken(random, fixture, customer), body: { site_id: world.sites[0].id, product_id: product, ...said } },
        ({ body: { id } }) => void (known.some((one) => one.id === id) || known.push({ id, customer })),
      );
    },
  },
  { of: auditRatings, ask: auditing, after: [postReview] },
  {
    of: deleteCustomer,
    weight: 3,
    after: [postReview, ({ world, customers: [customer] }) => asBuyer(world, customer)],
    ask: about(customerOf, (customer, fixture) => {
      return invocation(
        deleteCustomer,
        { kind: 'delete customer', customer },
        { store_id: fixture.world.store.id, customer_id: customer },
      );
    }),
  },
  {
    of: deleteReview,
    weight: 10,
    after: [postReview],
    ask: about(known, ({ id, customer }, { world }) => {
      return invocation(
        deleteReview,
        { kind: 'delete', id },
        { store_id: world.store.id, customer_id: customer, review_id: id },
      );
    }),
  },
  {
    of: editReview,
    weight: 10,
    after: [postReview],
    ask: about(known, ({ id, customer }, { world }, random) => {
      const said = words(random, ['Bad', 'Good']);
      return invocation(
        editReview,
        { kind: 'edit', id, ...said },
        { store_id: world.store.id, customer_id: customer, review_id: id, ...said },
      );
    }),
  },
  {
    of: getCustomer,
    weight: 5,
    isNew: true,
    after: [],
    ask: about(customerOf, (customer, fixture) => readingAuthor(fixture, customer)),
  },
  {
    of: changeCustomerStanding,
    weight: 8,
    isNew: true,
    after: [postReview],
    // The customer, the copies of their reviews, the reviews, and the commit.
    roundTrips: 4,
    ask: about(customerOf, (customer, fixture, random) => {
      const standing = random.pick(['banned', 'good', 'shadowbanned']);
      return request(
        changeCustomerStanding,
        { kind: 'standing', customer, standing },
        { path: { id: customer }, key: fixture.world.write, body: { standing }, idempotencyKey: 'standing' },
      );
    }),
  },
  {
    of: getReview,
    weight: 10,
    after: [postReview],
    ask: about(known, ({ id }, fixture) => reading(fixture, id)),
  },
  {
    of: getReviewReply,
    weight: 5,
    after: [postReview, setReviewReply],
    ask: about(known, ({ id }, { world }) => readingReply(world, id)),
  },
  {
    of: setReviewReply,
    weight: 10,
    after: [postReview, ({ world, known: [review] }) => replying(world, review?.id ?? '', 'Thanks').send()],
    ask: about(known, ({ id }, { world }, random) => replying(world, id, random.pick(['Thank you', 'Sorry']))),
  },
  {
    of: removeReviewReply,
    weight: 5,
    after: [postReview, setReviewReply],
    ask: about(known, ({ id }, { world }) =>
      request(removeReviewReply, { kind: 'remove reply', id }, { path: { review_id: id }, key: world.write }),
    ),
  },
  {
    of: hideReview,
    weight: 10,
    after: [postReview],
    ask: about(known, ({ id }, { world }, random) => {
      const reason = random.pick(['spam', 'other']);
      return request(
        hideReview,
        { kind: 'hide', id, reason },
        { path: { review_id: id }, key: world.write, body: { reason } },
      );
    }),
  },
  {
    of: importRecords,
    after: [postReview],
    ask: (fixture) => importing(fixture),
  },
  {
    of: importRecords,
    weight: 3,
    ask({ world, customers }, random) {
      const customer = random.pick([...customers]);
      return invocation(
        importRecords,
        { kind: 'import customer', customer: customer.id },
        { store_id: world.store.id, customers: [customer] },
      );
    },
  },
  {
    of: importRecords,
    weight: 6,
    ask: (fixture, random) => renaming(fixture, random.pick([...fixture.products]), random.pick(variantNames)),
  },
  {
    of: listCustomerReviews,
    ask: (fixture) => listingOfCustomer(fixture, fixture.customers[0].id),
    after: [postReview, setCustomerStanding],
  },
  { of: listProductReviews, ask: (fixture) => listingOfProduct(fixture, fixture.customers[0].id), after: [postReview] },
  { of: getProductRatings, weight: 10, ask: gettingRatings, after: [postReview] },
  /** While reviews change: the index may show what was. */
  {
    of: listReviews,
    weight: 10,
    after: [postReview],
    ask: ({ world }) => request(listReviews, { kind: 'list meanwhile' }, { query: { limit: 100 }, key: world.read }),
  },
  { of: listWaitlistedProducts },
  { of: rebuildPublic, weight: 3, ask: rebuilding, after: [postReview, makePublic], anew: true },
  {
    of: postReview,
    weight: 28,
    after: [],
    ask(fixture, random) {
      const { world, products, known } = fixture;
      const customer = customerOf(fixture, random);
      const product = random.chance(0.7) ? products[0] : products[1];
      const said = words(random);
      return invocation(
        postReview,
        { kind: 'post', customer, product, ...said },
        { store_id: world.store.id, site_id: world.sites[0].id, customer_id: customer, product_id: product, ...said },
        ({ body: { id } }) => void (known.some((one) => one.id === id) || known.push({ id, customer })),
      );
    },
  },
  {
    of: setCustomerStanding,
    weight: 15,
    after: [postReview],
    own: ['reviews_changed'],
    ask: about(customerOf, (customer, fixture, random) => {
      const standing = random.pick(['shadowbanned', 'good', 'good', 'banned']);
      return invocation(
        setCustomerStanding,
        { kind: 'standing', customer, standing },
        { store_id: fixture.world.store.id, customer_id: customer, standing },
      );
    }),
  },
  {
    of: showReview,
    weight: 10,
    after: [postReview, hideReview],
    ask: about(known, ({ id }, { world }) =>
      request(showReview, { kind: 'show', id }, { path: { review_id: id }, key: world.write }),
    ),
  },
];

export const reviews = area({
  name: 'reviews and their authors',
  begin,
  rows,
  judge(fixture, all) {
    const history = withoutOthers(fixture, all);
    return (
      misnamed(history) ??
      wronglyRefused(history) ??
      unexplained(startingWith(fixture.customers), history.flatMap(inSteps), apply)
    );
  },
  last: (fixture) => [
    // What an import has left that was interrupted, another one finishes.
    () => fixture.products.map((product, index) => renaming(fixture, product, variantNames[index + 1] ?? '')),
    () => [
      ...fixture.known.flatMap(({ id }) => [reading(fixture, id), readingReply(fixture.world, id)]),
      listing(fixture),
      ...fixture.products.map((product) => listing(fixture, { product })),
      ...['published', 'hidden', 'shadowbanned', 'banned'].map((status) => listing(fixture, { status })),
      ...fixture.customers.flatMap(({ id }) => [readingAuthor(fixture, id), ...listsOf(fixture, id)]),
      ...[1, 2, 3, 4, 5].map((rating) => filtering(fixture, { rating })),
      ...(['true', 'false'] as const).map((replied) => filtering(fixture, { replied })),
      ...fixture.products.map((product) => listingTotals(fixture, product)),
      ...[1, 2, 3, 4, 5].map((stars) => listingByStars(fixture, fixture.customers[0].id, stars)),
      gettingRatings(fixture),
      auditing(fixture),
    ],
  ],
});

const listsOf = (fixture: Fixture, customer: string): Request[] => [
  listingOfProduct(fixture, customer),
  listingOfCustomer(fixture, customer),
  listing(fixture, { customer }),
  listing(fixture, { customer, product: fixture.products[0] }),
];

const one = ({ review_id }: SharedFixture) => ({ path: { review_id } });

const wherever: { in: readonly Situation[] } = { in: ['usual', 'hidden'] };

/** What two clients ask of the same things at once. */
export const commands: readonly Command[] = [
  endpoint(listReviews, () => ({ query: { limit: 5 } })),
  endpoint(getReview, one),
  endpoint(
    hideReview,
    (ground, which) => ({ ...one(ground), body: { reason: (['spam', 'other'] as const)[which] } }),
    wherever,
  ),
  endpoint(showReview, one, wherever),
  endpoint(getReviewReply, one),
  endpoint(setReviewReply, (ground, which) => ({ ...one(ground), body: { body: `Reply ${which}` } }), wherever),
  endpoint(removeReviewReply, one, wherever),
  invoked(postReview, ({ site, ada, recordings }, which) => ({
    site_id: site.id,
    customer_id: ada.id,
    product_id: recordings.id,
    rating: which + 1,
  })),
  invoked(
    postReview,
    ({ site, grace, teapot }, which) => ({
      site_id: site.id,
      customer_id: grace.id,
      product_id: teapot.id,
      rating: which + 1,
    }),
    { asked: 'by another' },
  ),
  invoked(editReview, ({ ada, review_id }, which) => ({ customer_id: ada.id, review_id, rating: which + 1 }), wherever),
  shopped(shopPostReview, ({ site, ada, recordings }, which) => ({
    subject: { customer_id: ada.id },
    body: { site_id: site.id, product_id: recordings.id, rating: which + 1 },
  })),
  shopped(
    shopEditReview,
    ({ ada, review_id }, which) => ({
      subject: { customer_id: ada.id },
      path: { review_id },
      body: { rating: which + 1 },
    }),
    wherever,
  ),
  shopped(shopListReviewable, ({ ada }) => ({ subject: { customer_id: ada.id } })),
  invoked(createShopperToken, ({ ada }) => ({ customer_id: ada.id, scopes: ['review'] })),
  invoked(deleteReview, ({ ada, review_id }) => ({ customer_id: ada.id, review_id }), wherever),
  invoked(listProductReviews, ({ site, teapot, ada }) => ({
    site_id: site.id,
    product_id: teapot.id,
    viewer_customer_id: ada.id,
  })),
  invoked(
    listProductReviews,
    ({ site, teapot }, which) => ({ site_id: site.id, product_id: teapot.id, rating: 5 - which }),
    { asked: 'by stars' },
  ),
  invoked(getProductRatings, ({ teapot, recordings }) => ({ product_ids: [recordings.id, teapot.id] })),
  invoked(listCustomerReviews, ({ ada }) => ({ customer_id: ada.id })),
  invoked(auditRatings, () => ({})),
];
