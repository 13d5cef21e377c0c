/**
 * The waitlist: each address counts once for a variant, in any letter case; counts are the waiting shoppers, the
 * ranking is the counts; a restock's email goes to each waiting shopper exactly once.
 */

import { unsubscribeTokenOf } from '../../lib/mail/unsubscribe-token.ts';
import { importRecords } from '../../lib/resources/catalog/functions.ts';
import { getProduct } from '../../lib/resources/catalog/operations.ts';
import { deleteCustomer } from '../../lib/resources/customers/functions.ts';
import { listCustomerWaitlist } from '../../lib/resources/customers/operations.ts';
import { unsubscribe } from '../../lib/resources/pages.ts';
import { getRestock, joinWaitlist, leaveWaitlist, restockVariant } from '../../lib/resources/waitlist/functions.ts';
import { createRestock, getProductWaitlist, listWaitlistedProducts } from '../../lib/resources/waitlist/operations.ts';
import { shopperOf as digestOfShopper } from '../../lib/resources/waitlist/records.ts';
import { shopJoinWaitlist } from '../../lib/resources/waitlist/shop-calls.ts';
import { deriveKey } from '../../lib/runtime/deployment-key.ts';
import { requiredSetting } from '../../lib/runtime/settings.ts';
import { toTimestamp } from '../../lib/schema/times.ts';
import {
  begin,
  complaintAbout,
  type Fixture,
  fewOf,
  fewRestocks,
  firstName,
  restockOf,
  shopperOf,
} from '../models/waitlist.ts';
import { invocation, made, type Request, request, shopCall, unsubscription } from '../stage/engine/requests.ts';
import { type Command, endpoint, invoked, opened, shopped, started } from '../stage/every-order/command.ts';
import { playTime, type SharedFixture } from '../stage/every-order/ground.ts';
import type { Situation } from '../stage/every-order/situations.ts';
import type { PageInput } from '../support/http/pages.ts';
import { area, type Row } from './table.ts';

const counting = ({ product, key }: Fixture): Request =>
  request(getProductWaitlist, { kind: 'count' }, { path: { product_id: product.id }, key });

const readingProduct = ({ product: { id }, key }: Fixture): Request =>
  request(getProduct, { kind: 'get product' }, { path: { id }, key });

const waitingFor = ({ customer: { id, email }, key }: Fixture): Request =>
  request(listCustomerWaitlist, { kind: 'waits for', email }, { path: { id }, key });

const following = ({ store_id }: Fixture, restock: string): Request =>
  invocation(getRestock, { kind: 'progress', restock }, { store_id, restock_id: restock });

/** Gives the product a name and some of its variants. */
const importing = (
  { store_id, product }: Fixture,
  name: string,
  variants: readonly string[],
  isLast = false,
): Request => {
  const record = { ...product, name, variants: product.variants.filter(({ id }) => variants.includes(id)) };
  return invocation(importRecords, { kind: 'import', name, variants, isLast }, { store_id, products: [record] });
};

const listing = ({ product, key }: Fixture, search = ''): Request =>
  request(
    listWaitlistedProducts,
    { kind: 'list', search, product: product.id },
    { query: { search, limit: 100 }, key },
  );

const restocking = ({ store_id, product }: Fixture, variant: string, restock: string, atMost?: number): Request =>
  invocation(
    restockVariant,
    { kind: 'restock', variant, restock, atMost },
    { store_id, product_id: product.id, variant_id: variant, restock_id: restock, notify_at_most: atMost },
  );

const rows: readonly Row<Fixture>[] = [
  {
    of: getProduct,
    weight: 10,
    isNew: true,
    ask: readingProduct,
    after: [joinWaitlist],
    // The second one finds since when shoppers wait for each variant.
    roundTrips: 2,
  },
  { of: getProductWaitlist, weight: 14, ask: counting, after: [joinWaitlist] },
  {
    of: getRestock,
    weight: 6,
    after: [joinWaitlist, restockVariant],
    ask: (fixture, random) => following(fixture, random.chance(0.7) ? restockOf(random) : fewOf(random)),
  },
  /** Gives the product another name, and now and then drops a variant. */
  {
    of: importRecords,
    weight: 9,
    ask(fixture, random) {
      const [small, large] = fixture.variants;
      const name = random.pick([firstName, 'Red TEAPOT']);
      return importing(fixture, name, random.chance(0.3) ? [small] : [small, large]);
    },
  },
  {
    of: joinWaitlist,
    weight: 38,
    after: [],
    ask(fixture, random) {
      const { input, payload } = shopperOf(fixture, random);
      // Who joins again in other letters joins in another language.
      const locale = payload.email === payload.email.toLowerCase() ? 'de' : 'ar';
      return invocation(joinWaitlist, { kind: 'join', ...input }, { ...payload, locale });
    },
  },
  {
    of: shopJoinWaitlist,
    weight: 6,
    isNew: true,
    ask(fixture, random) {
      const { input, payload } = shopperOf(fixture, random);
      const { store_id, ...body } = payload;
      const locale = payload.email === payload.email.toLowerCase() ? 'de' : 'ar';
      // The limits of visitors and addresses are not what is played.
      const visitor = `visitor ${random.below(1000)}`;
      const sent = { subject: { visitor }, address: `198.51.100.${random.below(250)}`, body: { ...body, locale } };
      return shopCall(shopJoinWaitlist, { kind: 'join', ...input }, { store_id, ...sent });
    },
  },
  {
    of: leaveWaitlist,
    weight: 20,
    after: [joinWaitlist],
    ask(fixture, random) {
      const { input, payload } = shopperOf(fixture, random);
      return invocation(leaveWaitlist, { kind: 'leave', ...input }, payload);
    },
  },
  {
    of: createRestock,
    weight: 4,
    isNew: true,
    after: [joinWaitlist],
    // The reads, the messages that come early, the commit, and the messages again.
    roundTrips: 4,
    ask: ({ product: { id: product_id }, variants, write: key, created }, random) => {
      const variant = random.pick([...variants]);
      const atMost = random.chance(0.5) ? undefined : 1;
      const restock = `created-${created.length}`;
      created.push(restock);
      return request(
        createRestock,
        { kind: 'restock', variant, restock, atMost },
        {
          path: { product_id, variant_id: variant },
          key,
          body: atMost === undefined ? undefined : { notify_at_most: atMost },
          idempotencyKey: 'restock',
        },
      );
    },
  },
  {
    of: listCustomerWaitlist,
    weight: 6,
    isNew: true,
    ask: waitingFor,
    after: [
      ({ store_id, product, customer: { email }, variants: [variant_id] }) =>
        made(joinWaitlist, { store_id, product_id: product.id, variant_id, email }),
    ],
    roundTrips: 3,
  },
  /** Leaves both variants. */
  {
    of: unsubscribe,
    weight: 6,
    ask(fixture, random) {
      const { email } = shopperOf(fixture, random).payload;
      return unsubscription(fixture.store_id, { kind: 'unsubscribe', address: email.toLowerCase() }, email);
    },
  },
  { of: listWaitlistedProducts, ask: (fixture) => listing(fixture, 'tea'), after: [joinWaitlist], roundTrips: 2 },
  {
    of: restockVariant,
    weight: 12,
    after: [joinWaitlist],
    ask: (fixture, random) => restocking(fixture, random.pick([...fixture.variants]), restockOf(random)),
  },
  /** Notifies a few of them. */
  {
    of: restockVariant,
    weight: 12,
    ask: (fixture, random) =>
      restocking(fixture, random.pick([...fixture.variants]), fewOf(random), random.chance(0.8) ? 1 : 2),
  },
];

export const waitlist = area({
  name: 'restock waitlist and its emails',
  crowd: 16,
  begin,
  rows,
  judge: ({ variants }, history, { mails }) => complaintAbout(history, mails, variants),
  // A dropped variant has no waiting shoppers. The recipients of the last restock show who was waiting.
  last: (fixture) => [
    () => [importing(fixture, firstName, fixture.variants.slice(0, 1), true)],
    () => [
      counting(fixture),
      // While the last release serves too, it changes counts only of the product.
      { ...readingProduct(fixture), isNew: true },
      waitingFor(fixture),
      ...['', 'teapot', 'BLUE', 'ed t'].map((search) => listing(fixture, search)),
    ],
    () => [importing(fixture, firstName, fixture.variants)],
    () => fixture.variants.map((variant) => restocking(fixture, variant, `last-${variant}`)),
    () => [
      counting(fixture),
      listing(fixture),
      ...fixture.variants.map((variant) => following(fixture, `last-${variant}`)),
      ...fewRestocks.map((restock) => following(fixture, restock)),
    ],
  ],
});

const everywhere: { in: readonly Situation[] } = { in: ['usual', 'restocking', 'restocking a few', 'rushed'] };

const teapot = ({ teapot }: SharedFixture) => ({ product_id: teapot.id });

/** The form of a shopper's link, with a token that was signed when the plays begin. */
function leavingLink(store_id: string, email: string): PageInput {
  const claims = { list: 'restock', store_id, shopper: digestOfShopper(email), language: 'en' } as const;
  const key = deriveKey(requiredSetting('DEPLOYMENT_KEY'), 'unsubscribe');
  return { method: 'POST', query: `t=${unsubscribeTokenOf(claims, key, toTimestamp(playTime))}` };
}

/** What two clients ask of the same things at once. */
export const commands: readonly Command[] = [
  endpoint(listWaitlistedProducts, () => ({}), { in: ['usual', 'rushed'] }),
  endpoint(listWaitlistedProducts, () => ({ query: { search: 'pot' } }), { asked: 'by name' }),
  endpoint(listCustomerWaitlist, ({ ada }) => ({ path: { id: ada.id } })),
  endpoint(
    createRestock,
    ({
      teapot: {
        id: product_id,
        variants: [variant],
      },
    }) => ({
      path: { product_id, variant_id: variant?.id ?? '' },
      idempotencyKey: 'restock',
    }),
  ),
  endpoint(getProduct, ({ teapot: { id } }) => ({ path: { id } })),
  endpoint(getProductWaitlist, (ground) => ({ path: teapot(ground) }), everywhere),
  invoked(joinWaitlist, ({ waiting }, which) => ({ ...waiting, email: `new.${which}@example.com` }), everywhere),
  invoked(
    joinWaitlist,
    ({ waiting, site }) => ({ ...waiting, email: 'zoe@example.com', site_id: site.id, locale: 'de' }),
    {
      asked: 'again',
      ...everywhere,
    },
  ),
  invoked(joinWaitlist, ({ waiting, grace }) => ({ ...waiting, email: grace.email }), {
    asked: 'after a restock',
    in: ['mailing'],
  }),
  invoked(leaveWaitlist, ({ waiting }) => ({ ...waiting, email: 'Zoe@example.com' }), everywhere),
  shopped(
    shopJoinWaitlist,
    ({ waiting }) => ({
      subject: { email: 'Zoe@example.com' },
      body: { product_id: waiting.product_id, variant_id: waiting.variant_id },
    }),
    everywhere,
  ),
  opened(unsubscribe, ({ store_id }) => leavingLink(store_id, 'zoe@example.com'), everywhere),
  opened(unsubscribe, ({ store_id, grace }) => leavingLink(store_id, grace.email), {
    asked: 'after a restock',
    in: ['mailing'],
  }),
  invoked(restockVariant, ({ waiting }, which) => ({ ...waiting, restock_id: `restock-${which}` }), {
    in: ['usual', 'restocking', 'restocking a few'],
  }),
  invoked(restockVariant, ({ waiting }, which) => ({ ...waiting, restock_id: 'few', notify_at_most: 1 + which }), {
    asked: 'of a few',
  }),
  invoked(getRestock, () => ({ restock_id: 'restock' }), { in: ['restocking', 'restocking a few'] }),
  // A variant has another name, one is new, and the product is found by another name.
  invoked(
    importRecords,
    ({ teapot, small, large }, which) => ({
      products: [
        {
          ...teapot,
          name: (['Coffee pot', 'Kettle'] as const)[which],
          variants: [small, { ...large, name: (['Huge', 'Big'] as const)[which] }],
        },
      ],
    }),
    { asked: 'a product', ...everywhere },
  ),
  invoked(importRecords, ({ teapot, large }) => ({ products: [{ ...teapot, variants: [large] }] }), {
    asked: 'a product without its variant',
    ...everywhere,
  }),
  started('work-on-waitlist', ({ queued }) => queued, { asked: 'a restock', in: ['restocking', 'restocking a few'] }),
  started('work-on-waitlist', ({ queued }) => queued, { asked: 'a settlement', in: ['rushed'] }),
  invoked(deleteCustomer, ({ grace }) => ({ customer_id: grace.id }), { asked: 'of a shopper', in: ['mailing'] }),
  started('send-restock-mail', ({ queued }) => queued, { in: ['mailing'] }),
];
