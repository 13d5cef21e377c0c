import { fulfilOrder as contract } from '../../../../../../lib/resources/orders/functions.ts';
import type { Kind } from '../../../engine/area.ts';
import { invocation } from '../../../engine/requests.ts';
import { orderOfAny, type Place } from '../place.ts';

export const fulfilOrder: Kind<Place> = {
  name: contract.name,
  weight: 5,
  next(place, random) {
    const order = orderOfAny(place, random);
    return invocation(contract, { kind: 'fulfil', order }, { store_id: place.store_id, order_id: order });
  },
};
