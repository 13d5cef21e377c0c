import { listGiftCardTransactions as contract } from '../../../../../../lib/resources/gift-cards/operations.ts';
import type { Kind, Step } from '../../../engine/area.ts';
import { request } from '../../../engine/requests.ts';
import { at, cardOf, type Place } from '../place.ts';

export const listingTransactions = (place: Place, id: string): Step =>
  request(contract, { kind: 'transactions', id }, { ...at(place, id), query: { limit: 100 } });

export const listGiftCardTransactions: Kind<Place> = {
  name: contract.name,
  weight: 3,
  next(place, random) {
    const id = cardOf(place, random);
    return id ? listingTransactions(place, id) : undefined;
  },
};
