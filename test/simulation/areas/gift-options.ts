/**
 * Gift options: names are unique, there are 20 at most, and a position left out comes after the last one, whoever else writes;
 * an order keeps its option as it was.
 */
import { handler as create } from '../../../functions/api/gift-options/create-gift-option.ts';
import { handler as remove } from '../../../functions/api/gift-options/delete-gift-option.ts';
import { handler as get } from '../../../functions/api/gift-options/get-gift-option.ts';
import { handler as list } from '../../../functions/api/gift-options/list-gift-options.ts';
import { handler as update } from '../../../functions/api/gift-options/update-gift-option.ts';
import { handler as listOffered } from '../../../functions/storefront/list-offered-gift-options.ts';
import { handler as recordOrder } from '../../../functions/storefront/record-order.ts';
import * as contract from '../../../lib/contract/api/gift-options.ts';
import * as checkout from '../../../lib/contract/functions/checkout.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import type { Area, Step } from '../engine/area.ts';
import { isExplained } from '../engine/history.ts';
import type { Random } from '../engine/random.ts';
import { invocation, request } from '../engine/requests.ts';
import { apply, given, lastPosition, mostOfASite, type Option, type State } from './gift-options-model.ts';

const input = (random: Random) => ({
  name: `Wrap ${random.below(4)}`,
  price: random.below(900),
  ...(random.chance(0.6) ? { enabled: true } : {}),
  ...(random.chance(0.3) ? { position: random.pick([0, 3, lastPosition]) } : {}),
});

export const giftOptions: Area = {
  name: 'gift options and orders with them',
  async begin({ store, sites: [site], customers: [customer], products: [product], write: key }, random) {
    const site_id = site.id;
    const initial: Option[] = [];
    // Half of the sites begin close to the limit.
    for (let index = 0; index < random.pick([0, mostOfASite - 2]); index += 1) {
      const body = { name: `Box ${index}`, position: 1, enabled: index < 2 };
      const made = await request(
        [create, contract.createGiftOption],
        { kind: 'create' },
        { path: { site_id }, body, key },
      );
      const { body: option } = await made.send();
      initial.push({ id: option.id, created_at: option.created_at, ...given(body), position: 1, photo: null });
    }
    const known = initial.slice(0, 2).map(({ id }) => id);
    const orders = [newId('order'), newId('order')] as const;
    const at = (gift_option_id: string) => ({ path: { site_id, gift_option_id }, key });

    const creating = (body: object): Step =>
      request(
        [create, contract.createGiftOption],
        { kind: 'create', body },
        { path: { site_id }, body, key },
        ({ body: made }) => void (known.includes(made.id) || known.push(made.id)),
      );
    const reading = (id: string): Step => request([get, contract.getGiftOption], { kind: 'get', id }, at(id));
    const listing = (): Step => request([list, contract.listGiftOptions], { kind: 'list' }, { path: { site_id }, key });
    const offering = (): Step =>
      invocation([listOffered, checkout.listOfferedGiftOptions], { kind: 'offered' }, { store_id: store.id, site_id });
    const ordering = (choices: Random, option: string): Step => {
      const order = choices.chance(0.5) ? newId('order') : choices.pick(orders);
      const lines = [{ product_id: product.id, variant_id: product.variants[0]?.id, quantity: 1, unit_price: 700 }];
      return invocation(
        [recordOrder, checkout.recordOrder],
        { kind: 'order', order, id: option, unitPrice: 700 },
        {
          store_id: store.id,
          order: {
            id: order,
            site_id,
            customer_id: customer.id,
            status: 'pending',
            currency: store.currency,
            lines,
            gift_option_id: option,
          },
        },
      );
    };

    return {
      judge: (history) =>
        isExplained<State>({ options: initial, orders: {}, uploads: {} }, history, apply)
          ? undefined
          : 'no order of events explains the answers',
      next(choices) {
        const id = choices.chance(0.6) ? known[0] : known[choices.below(known.length)];
        if (id === undefined || choices.chance(0.2)) return creating(input(choices));
        if (choices.chance(0.35)) return ordering(choices, id);
        const body = input(choices);
        return choices.pick([
          request([update, contract.updateGiftOption], { kind: 'update', id, body }, { ...at(id), body }),
          request([remove, contract.deleteGiftOption], { kind: 'delete', id }, at(id)),
          reading(id),
          listing(),
          offering(),
        ]);
      },
      last: () => [() => [...known.map(reading), listing(), offering()]],
    };
  },
};
