/**
 * The waitlist: each address counts once for a variant, in whatever letters it is written; counts are those who wait, the
 * ranking is the counts; a restock's mail goes to everybody who waits, once, and nobody is forgotten.
 */
import { handler as count } from '../../../functions/api/waitlist/get-product-waitlist.ts';
import { handler as list } from '../../../functions/api/waitlist/list-waitlisted-products.ts';
import { handler as getRestock } from '../../../functions/operator/get-restock.ts';
import { handler as importRecords } from '../../../functions/operator/import-records.ts';
import { handler as join } from '../../../functions/storefront/join-waitlist.ts';
import { handler as leave } from '../../../functions/storefront/leave-waitlist.ts';
import { handler as restock } from '../../../functions/storefront/restock-variant.ts';
import * as contract from '../../../lib/contract/api/waitlist.ts';
import * as operator from '../../../lib/contract/functions/operator.ts';
import * as functions from '../../../lib/contract/functions/waitlist.ts';
import { invoke } from '../../support/invoke.ts';
import { newProduct, newVariant, succeeded } from '../../support/world/world.ts';
import type { Area, Step } from '../engine/area.ts';
import type { Random } from '../engine/random.ts';
import { invocation, request } from '../engine/requests.ts';
import { complaintAbout, firstName } from './waitlist-model.ts';

const shoppers = ['ada@example.com', 'ADA@example.com', 'Grace@example.com', 'grace@example.com'] as const;

export const waitlist: Area = {
  name: 'restock waitlist and its mails',
  crowd: 16,
  async begin({ store, read }) {
    const store_id = store.id;
    const product = newProduct({ name: firstName, variants: [newVariant('S'), newVariant('L')] });
    const variants = product.variants.map(({ id }) => id) as [string, ...string[]];
    const names = [firstName, 'Red TEAPOT'] as const;
    await succeeded(invoke(operator.importRecords, { store_id, products: [product] }));

    let isRestocked = false;

    const restocking = (variant: string, name: string): Step =>
      invocation(
        [restock, functions.restockVariant],
        { kind: 'restock', variant, restock: name },
        { store_id, product_id: product.id, variant_id: variant, restock_id: name },
        () => {
          isRestocked = true;
        },
      );
    const following = (name: string): Step =>
      invocation(
        [getRestock, functions.getRestock],
        { kind: 'progress', restock: name },
        { store_id, restock_id: name },
      );
    const waiting = (random: Random): Step => {
      const variant_id = random.pick(variants);
      const email = random.pick(shoppers);
      const payload = { store_id, product_id: product.id, variant_id, email };
      const input = { variant: variant_id, shopper: `${variant_id} ${email.toLowerCase()}` };
      // Once a restock's mails go out, those who leave meet them.
      return random.chance(isRestocked ? 0.4 : 0.8)
        ? invocation([join, functions.joinWaitlist], { kind: 'join', ...input }, payload)
        : invocation([leave, functions.leaveWaitlist], { kind: 'leave', ...input }, payload);
    };
    const importing = (name: string): Step =>
      invocation(
        [importRecords, operator.importRecords],
        { kind: 'import', name },
        { store_id, products: [{ ...product, name }] },
      );
    const counting = (): Step =>
      request([count, contract.getProductWaitlist], { kind: 'count' }, { path: { product_id: product.id }, key: read });
    const listing = (search = ''): Step =>
      request(
        [list, contract.listWaitlistedProducts],
        { kind: 'list', search, product: product.id },
        { query: { search, limit: 100 }, key: read },
      );

    return {
      judge: (history, { mails }) =>
        complaintAbout(history, mails, Object.fromEntries(product.variants.map(({ id, name }) => [id, name]))),
      next(random) {
        if (random.chance(0.12)) return restocking(random.pick(variants), `restock-${random.below(2)}`);
        if (random.chance(0.06)) return following(`restock-${random.below(2)}`);
        if (random.chance(0.1)) return importing(random.pick(names));
        return random.chance(0.2) ? counting() : waiting(random);
      },
      // Whom the last restock of each variant is mailed to tells who was waiting.
      last: () => [
        () => [counting(), ...['', 'teapot', 'BLUE', 'ed t'].map((search) => listing(search))],
        () => variants.map((variant) => restocking(variant, `last-${variant}`)),
        () => [counting(), listing(), ...variants.map((variant) => following(`last-${variant}`))],
      ],
    };
  },
};
