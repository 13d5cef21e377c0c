/**
 * Reviews: one for each customer and product, shown as it was last written and moderated and as its author stands; ratings
 * count the published ones, and what a deleted customer wrote is gone.
 */
import { handler as get } from '../../../functions/api/reviews/get-review.ts';
import { handler as hide } from '../../../functions/api/reviews/hide-review.ts';
import { handler as list } from '../../../functions/api/reviews/list-reviews.ts';
import { handler as show } from '../../../functions/api/reviews/show-review.ts';
import { handler as listWaitlisted } from '../../../functions/api/waitlist/list-waitlisted-products.ts';
import { handler as auditRatings } from '../../../functions/operator/audit-ratings.ts';
import { handler as deleteCustomer } from '../../../functions/operator/delete-customer.ts';
import { handler as importRecords } from '../../../functions/operator/import-records.ts';
import { handler as setStanding } from '../../../functions/operator/set-customer-standing.ts';
import { handler as remove } from '../../../functions/storefront/delete-review.ts';
import { handler as edit } from '../../../functions/storefront/edit-review.ts';
import { handler as listOfCustomer } from '../../../functions/storefront/list-customer-reviews.ts';
import { handler as listOfProduct } from '../../../functions/storefront/list-product-reviews.ts';
import { handler as post } from '../../../functions/storefront/post-review.ts';
import * as contract from '../../../lib/contract/api/reviews.ts';
import { listWaitlistedProducts } from '../../../lib/contract/api/waitlist.ts';
import * as operator from '../../../lib/contract/functions/operator.ts';
import * as storefront from '../../../lib/contract/functions/reviews.ts';
import { joinWaitlist } from '../../../lib/contract/functions/waitlist.ts';
import { invoke } from '../../support/invoke.ts';
import { buy } from '../../support/world/reviews.ts';
import { newCustomer, newProduct, succeeded } from '../../support/world/world.ts';
import type { Area, Step } from '../engine/area.ts';
import { isExplained } from '../engine/history.ts';
import type { Random } from '../engine/random.ts';
import { invocation, request } from '../engine/requests.ts';
import { apply, type State } from './reviews-model.ts';

export const reviews: Area = {
  name: 'reviews and their authors',
  async begin(world) {
    const { store, sites, read, write } = world;
    const store_id = store.id;
    const customers = [newCustomer(), newCustomer()] as const;
    const products = [newProduct(), newProduct()] as const;
    const ids = customers.map(({ id }) => id) as [string, ...string[]];
    const known: { id: string; customer: string }[] = [];
    await succeeded(invoke(operator.importRecords, { store_id, customers, products }));
    await Promise.all([
      ...customers.flatMap((customer) => products.map((product) => buy(world, customer, product))),
      // Waited for, so that the list of waitlisted products shows their ratings.
      ...products.map(({ id: product_id, variants: [variant] }) =>
        invoke(joinWaitlist, { store_id, product_id, variant_id: variant?.id, email: 'ada@example.com' }),
      ),
    ]);

    const words = (random: Random) => ({ rating: 1 + random.below(5), title: random.pick(['Good', 'Bad']) });

    const posting = (random: Random): Step => {
      const customer = random.pick(ids);
      const product = (random.chance(0.7) ? products[0] : products[1]).id;
      const said = words(random);
      return invocation(
        [post, storefront.postReview],
        { kind: 'post', customer, product, ...said },
        { store_id, site_id: sites[0].id, customer_id: customer, product_id: product, ...said },
        ({ body: { id } }) => void (known.some((one) => one.id === id) || known.push({ id, customer })),
      );
    };

    const changing = (random: Random, { id, customer }: { id: string; customer: string }): Step => {
      const said = words(random);
      const reason = random.pick(['spam', 'other']);
      const authored = { store_id, customer_id: customer, review_id: id };
      const moderated = { path: { review_id: id }, key: write };
      return random.pick<Step>([
        invocation([edit, storefront.editReview], { kind: 'edit', id, ...said }, { ...authored, ...said }),
        invocation([remove, storefront.deleteReview], { kind: 'delete', id }, authored),
        request([hide, contract.hideReview], { kind: 'hide', id, reason }, { ...moderated, body: { reason } }),
        request([show, contract.showReview], { kind: 'show', id }, moderated),
        reading(id),
      ]);
    };

    const judging = (random: Random, customer: string): Step => {
      const standing = random.pick(['good', 'good', 'shadowbanned', 'banned']);
      const payload = { store_id, customer_id: customer };
      if (random.chance(0.75)) {
        return invocation(
          [setStanding, operator.setCustomerStanding],
          { kind: 'standing', customer, standing },
          { ...payload, standing },
        );
      }
      if (random.chance(0.5)) {
        return invocation([deleteCustomer, operator.deleteCustomer], { kind: 'delete customer', customer }, payload);
      }
      return invocation(
        [importRecords, operator.importRecords],
        { kind: 'import customer', customer },
        { store_id, customers: customers.filter(({ id }) => id === customer) },
      );
    };

    const reading = (id: string): Step =>
      request([get, contract.getReview], { kind: 'get', id }, { path: { review_id: id }, key: read });

    const listing = (input: { status?: string; customer?: string; product?: string }): Step =>
      request([list, contract.listReviews], { kind: 'list', ...input }, { query: { limit: 100, ...input }, key: read });

    const storefrontLists = (customer: string): Step[] => [
      invocation(
        [listOfProduct, storefront.listProductReviews],
        { kind: 'product page', viewer: customer, product: products[0].id },
        { store_id, site_id: sites[0].id, product_id: products[0].id, viewer_customer_id: customer },
      ),
      invocation(
        [listOfCustomer, storefront.listCustomerReviews],
        { kind: 'account', customer },
        { store_id, customer_id: customer },
      ),
      listing({ customer }),
      listing({ customer, product: products[0].id }),
    ];

    return {
      judge(history) {
        const initial: State = {
          standings: Object.fromEntries(ids.map((id) => [id, 'good'])),
          reviews: [],
          deleted: [],
        };
        return isExplained(initial, history, apply) ? undefined : 'no order of events explains the answers';
      },
      next(random) {
        const review = known[random.below(known.length)];
        if (random.chance(0.2)) return judging(random, random.pick(ids));
        return review === undefined || random.chance(0.35) ? posting(random) : changing(random, review);
      },
      last: () => [
        () => [
          ...known.map(({ id }) => reading(id)),
          listing({}),
          ...products.map(({ id }) => listing({ product: id })),
          ...['published', 'hidden', 'shadowbanned', 'banned'].map((status) => listing({ status })),
          ...ids.flatMap(storefrontLists),
          ...products.map(({ id }) =>
            request(
              [listWaitlisted, listWaitlistedProducts],
              { kind: 'totals', product: id },
              { query: { limit: 100 }, key: read },
            ),
          ),
          invocation([auditRatings, operator.auditRatings], { kind: 'audit' }, { store_id }),
        ],
      ],
    };
  },
};
