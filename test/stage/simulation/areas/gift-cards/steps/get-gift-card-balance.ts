import { getGiftCardBalance as contract } from '../../../../../../lib/resources/gift-cards/functions.ts';
import type { Kind, Step } from '../../../engine/area.ts';
import { invocation } from '../../../engine/requests.ts';
import { cardOf, codeOf, type Place } from '../place.ts';

export const getGiftCardBalance: Kind<Place> = {
  name: contract.name,
  weight: 4,
  next(place, random, phase) {
    const id = cardOf(place, random);
    if (!id) return undefined;
    const { store_id, checkouts } = place;
    const code = codeOf(place, id, random);
    const { id: checkout } = random.pick([...checkouts]);
    return invocation(
      contract,
      { kind: 'balance', id, code, checkout, phase },
      { store_id, code, checkout_id: checkout },
    );
  },
};

/** Asks for the card of a code that was mailed. */
export const claiming = ({ store_id }: Place, code: string): Step =>
  invocation(contract, { kind: 'claim', code }, { store_id, code });
