import { recordOrder as contract } from '../../../../../../lib/resources/orders/functions.ts';
import { lineOf, orderOf } from '../../../../../support/world/checkout.ts';
import type { Kind } from '../../../engine/area.ts';
import { invocation } from '../../../engine/requests.ts';
import type { Place } from '../place.ts';

const total = 700;

/** Spends what a checkout holds. */
export const recordOrder: Kind<Place> = {
  name: contract.name,
  weight: 14,
  next({ world, store_id, checkouts }, random, phase) {
    const checkout = random.among(checkouts.filter(({ isHeld }) => isHeld));
    if (!checkout) return undefined;
    const { id, order, status } = checkout;
    const lines = [lineOf(world.products[0], { unit_price: total })];
    return invocation(
      contract,
      { kind: 'order', order, checkout: id, status, total, phase },
      { store_id, order: orderOf(world, { id: order, status, lines, checkout_id: id }) },
      () => {
        checkout.isOrdered = true;
      },
    );
  },
};

/** Buys two gift cards for somebody. */
export const buyCards: Kind<Place> = {
  name: contract.name,
  weight: 12,
  next({ world, store_id, purchases }, random) {
    const { order, status, recipient } = random.pick([...purchases]);
    const [units, price] = [2, 900];
    const line = { quantity: units, unit_price: price, recipient_email: recipient, message: 'Enjoy' };
    return invocation(
      contract,
      { kind: 'buy', order, status, purchase: { units, price, recipient } },
      { store_id, order: orderOf(world, { id: order, status, lines: [lineOf(world.products[2], line)] }) },
    );
  },
};
