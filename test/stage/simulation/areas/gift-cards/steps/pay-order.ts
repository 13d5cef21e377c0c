import { payOrder as contract } from '../../../../../../lib/resources/orders/functions.ts';
import type { Kind } from '../../../engine/area.ts';
import { invocation } from '../../../engine/requests.ts';
import { orderOfAny, type Place } from '../place.ts';

export const payOrder: Kind<Place> = {
  name: contract.name,
  weight: 10,
  next(place, random) {
    const order = orderOfAny(place, random);
    return invocation(contract, { kind: 'pay', order }, { store_id: place.store_id, order_id: order });
  },
};
