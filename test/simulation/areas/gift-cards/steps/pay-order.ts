import { payOrder as contract } from '../../../../../lib/contract/functions/checkout.ts';
import type { Kind } from '../../../engine/area.ts';
import { invocation } from '../../../engine/requests.ts';
import type { Place } from '../place.ts';

export const payOrder: Kind<Place> = {
  name: contract.name,
  weight: 10,
  next({ store_id, purchases }, random) {
    const { order } = random.pick([...purchases]);
    return invocation(contract, { kind: 'pay', order }, { store_id, order_id: order });
  },
};
