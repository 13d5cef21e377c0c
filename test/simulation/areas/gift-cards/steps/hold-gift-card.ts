import { holdGiftCard as contract } from '../../../../../lib/contract/functions/checkout.ts';
import { holdOf } from '../../../../support/world/checkout.ts';
import type { Kind, Step } from '../../../engine/area.ts';
import { invocation } from '../../../engine/requests.ts';
import { forEver } from '../model.ts';
import { cardOf, type Place } from '../place.ts';

export const holdGiftCard: Kind<Place> = {
  name: contract.name,
  weight: 15,
  next(place, random, phase) {
    const id = cardOf(place, random);
    if (!id) return undefined;
    const { world, codes, ends } = place;
    const checkout = random.pick([...place.checkouts]);
    const amount = random.pick([300, 700]);
    const until = random.chance(0.5) ? phase : forEver;
    const fields = { checkout_id: checkout.id, amount, ...(until === forEver ? {} : { expires_at: ends[until] }) };
    return invocation(
      contract,
      { kind: 'hold', id, checkout: checkout.id, amount, until, phase },
      holdOf(world, codes.get(id), fields),
      () => {
        checkout.isHeld = true;
      },
    );
  },
};

/** Holds the least on a card whose code was mailed, which tells that there is such a card. */
export const claiming = ({ world }: Place, code: string, checkout_id: string): Step =>
  invocation(contract, { kind: 'claim', code }, holdOf(world, code, { checkout_id, amount: 1 }));
