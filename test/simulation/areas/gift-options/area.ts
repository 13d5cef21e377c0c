/**
 * Gift options: names are unique, there are 20 at most, and a position left out comes after the last one, whoever else writes;
 * an order keeps its option as it was.
 */
import { area } from '../../engine/area.ts';
import { isExplained } from '../../engine/history.ts';
import { apply, startingWith } from './model.ts';
import { begin } from './place.ts';
import { createGiftOption } from './steps/create-gift-option.ts';
import { deleteGiftOption } from './steps/delete-gift-option.ts';
import { getGiftOption, reading } from './steps/get-gift-option.ts';
import { listGiftOptions, listing } from './steps/list-gift-options.ts';
import { listOfferedGiftOptions, offering } from './steps/list-offered-gift-options.ts';
import { recordOrder } from './steps/record-order.ts';
import { updateGiftOption } from './steps/update-gift-option.ts';

export const giftOptions = area({
  name: 'gift options and orders with them',
  folder: 'gift-options',
  begin,
  kinds: [
    createGiftOption,
    deleteGiftOption,
    getGiftOption,
    listGiftOptions,
    listOfferedGiftOptions,
    recordOrder,
    updateGiftOption,
  ],
  judge: ({ initial }, history) =>
    isExplained(startingWith(initial), history, apply) ? undefined : 'no order of events explains the answers',
  last: (place) => [() => [...place.known.map((id) => reading(place, id)), listing(place), offering(place)]],
});
