import { refundOrder as contract } from '../../../../../../lib/resources/orders/functions.ts';
import type { Kind } from '../../../engine/area.ts';
import { invocation } from '../../../engine/requests.ts';
import type { Place } from '../place.ts';

/** Two refunds are nearly all that was paid: one that is made twice leaves too little for the other. */
export const refundOrder: Kind<Place> = {
  name: contract.name,
  weight: 14,
  next({ store_id, checkouts }, random) {
    const ordered = checkouts.filter(({ isOrdered }) => isOrdered);
    const checkout = (random.chance(0.8) ? random.among(ordered) : undefined) ?? random.pick([...checkouts]);
    const { order } = checkout;
    const name = `refund-${checkouts.indexOf(checkout)}-${random.below(2)}`;
    return invocation(
      contract,
      { kind: 'refund', order, refund: name, amount: 300 },
      { store_id, order_id: order, refund_id: name, amount: 300 },
    );
  },
};
