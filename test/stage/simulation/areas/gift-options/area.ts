/**
 * Gift options: names are unique, there are 20 at most, and a position left out comes after the last one, whoever else writes;
 * an order keeps its option as it was.
 */
import { area } from '../../engine/area.ts';
import { unexplained } from '../../engine/history.ts';
import { apply, disordered, inSteps, startingWith } from './model.ts';
import { begin } from './place.ts';
import { reading } from './steps/get-gift-option.ts';
import { listing } from './steps/list-gift-options.ts';
import { offering } from './steps/list-offered-gift-options.ts';

export const giftOptions = area({
  name: 'gift options and orders with them',
  folder: 'gift-options',
  begin,
  judge: ({ initial }, history) =>
    disordered(history) ?? unexplained(startingWith(initial), inSteps(initial, history), apply),
  last: (place) => [() => [...place.known.map((id) => reading(place, id)), listing(place), offering(place)]],
});
