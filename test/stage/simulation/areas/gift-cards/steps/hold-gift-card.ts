import { holdGiftCard as contract } from '../../../../../../lib/resources/gift-cards/functions.ts';
import { holdOf } from '../../../../../support/world/checkout.ts';
import type { Kind } from '../../../engine/area.ts';
import { invocation } from '../../../engine/requests.ts';
import { forEver } from '../model.ts';
import { cardOf, codeOf, type Place } from '../place.ts';

export const holdGiftCard: Kind<Place> = {
  name: contract.name,
  weight: 15,
  next(place, random, phase) {
    const id = cardOf(place, random);
    if (!id) return undefined;
    const { world, ends } = place;
    const code = codeOf(place, id, random);
    const checkout = random.pick([...place.checkouts]);
    const amount = random.pick([300, 700]);
    const until = random.chance(0.5) ? phase : forEver;
    const fields = { checkout_id: checkout.id, amount, ...(until === forEver ? {} : { expires_at: ends[until] }) };
    return invocation(
      contract,
      { kind: 'hold', id, code, checkout: checkout.id, amount, until, phase },
      holdOf(world, code, fields),
      () => {
        checkout.isHeld = true;
      },
    );
  },
};
