/** Stores and their API keys: a store is made once, a key works from its creation until it is revoked, and all are listed. */
import { area } from '../../engine/area.ts';
import { unexplained } from '../../engine/history.ts';
import { apply, initial, inSteps } from './model.ts';
import { begin } from './place.ts';
import { listing } from './steps/list-api-keys.ts';
import { using } from './steps/list-gift-cards.ts';

export const accounts = area({
  name: 'stores and API keys',
  folder: 'accounts',
  begin,
  judge: (_, history) => unexplained(initial, inSteps(history), apply),
  last: (place) => [
    () => [...[...place.known.keys()].map((id) => using(place, id)), ...(place.known.size > 0 ? [listing(place)] : [])],
  ],
});
