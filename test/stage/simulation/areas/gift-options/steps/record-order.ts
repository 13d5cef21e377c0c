import { recordOrder as contract } from '../../../../../../lib/resources/orders/functions.ts';
import { newId } from '../../../../../../lib/runtime/ids.ts';
import { lineOf, orderOf } from '../../../../../support/world/checkout.ts';
import type { Kind } from '../../../engine/area.ts';
import { invocation } from '../../../engine/requests.ts';
import { optionOf, type Place } from '../place.ts';

const unitPrice = 700;

export const recordOrder: Kind<Place> = {
  name: contract.name,
  weight: 28,
  next(place, random) {
    const option = optionOf(place, random);
    const { world, orders } = place;
    const id = random.chance(0.5) ? newId('order') : random.pick(orders);
    const order = orderOf(world, {
      id,
      status: 'pending',
      lines: [lineOf(world.products[0], { unit_price: unitPrice })],
      gift_option_id: option,
    });
    return option
      ? invocation(contract, { kind: 'order', order: id, id: option, unitPrice }, { store_id: world.store.id, order })
      : undefined;
  },
};
