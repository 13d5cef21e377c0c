/** Stores and their API keys: a store is made once, a key works until it expires or is revoked, and all are listed. */
import { area } from '../../engine/area.ts';
import { unexplained } from '../../engine/history.ts';
import { apply, initial, inSteps, misshown } from './model.ts';
import { begin } from './place.ts';
import { listing } from './steps/list-api-keys.ts';
import { using } from './steps/list-gift-cards.ts';
import { listingStores } from './steps/list-stores.ts';

export const accounts = area({
  name: 'stores and API keys',
  folder: 'accounts',
  begin,
  judge: ({ store_id }, history) => misshown(history, store_id) ?? unexplained(initial, inSteps(history), apply),
  last: (place) => [
    () => [
      ...[...place.known.keys()].map((id) => using(place, id, 3)),
      ...(place.known.size > 0 ? [listing(place)] : []),
      listingStores(place),
    ],
  ],
});
