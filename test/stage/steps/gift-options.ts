/**
 * Gift options: names are unique, there are 20 at most, and a position left out comes after the last one, whoever else writes;
 * an order keeps its option as it was.
 */

import { listOfferedGiftOptions } from '../../../lib/resources/gift-options/functions.ts';
import {
  createGiftOption,
  deleteGiftOption,
  getGiftOption,
  listGiftOptions,
  updateGiftOption,
} from '../../../lib/resources/gift-options/operations.ts';
import { recordOrder } from '../../../lib/resources/orders/functions.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import { lineOf, orderOf } from '../../support/world/checkout.ts';
import { unexplained } from '../engine/history.ts';
import { invocation, type Request, request } from '../engine/requests.ts';
import {
  apply,
  at,
  begin,
  disordered,
  inSteps,
  optionOf,
  type Place,
  startingWith,
  words,
} from '../models/gift-options.ts';
import { area, type Step } from './step.ts';

const reading = (place: Place, id: string): Request => request(getGiftOption, { kind: 'get', id }, at(place, id));

const listing = ({ site_id, key }: Place): Request =>
  request(listGiftOptions, { kind: 'list' }, { path: { site_id }, key });

const offering = ({ world, site_id }: Place): Request =>
  invocation(listOfferedGiftOptions, { kind: 'list', offered: true }, { store_id: world.store.id, site_id });

const unitPrice = 700;

const steps: readonly Step<Place>[] = [
  {
    of: createGiftOption,
    weight: 20,
    next({ site_id, key, known }, random) {
      const body = words(random);
      return request(
        createGiftOption,
        { kind: 'create', body },
        { path: { site_id }, body, key },
        ({ body: created }) => void (known.includes(created.id) || known.push(created.id)),
      );
    },
  },
  {
    of: deleteGiftOption,
    weight: 11,
    next(place, random) {
      const id = optionOf(place, random);
      return id ? request(deleteGiftOption, { kind: 'delete', id }, at(place, id)) : undefined;
    },
  },
  {
    of: getGiftOption,
    weight: 10,
    next(place, random) {
      const id = optionOf(place, random);
      return id ? reading(place, id) : undefined;
    },
  },
  { of: listGiftOptions, weight: 10, next: listing },
  { of: listOfferedGiftOptions, weight: 10, next: offering },
  {
    of: recordOrder,
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
        ? invocation(
            recordOrder,
            { kind: 'order', order: id, id: option, unitPrice },
            { store_id: world.store.id, order },
          )
        : undefined;
    },
  },
  {
    of: updateGiftOption,
    weight: 11,
    next(place, random) {
      const id = optionOf(place, random);
      const body = words(random);
      return id ? request(updateGiftOption, { kind: 'update', id, body }, { ...at(place, id), body }) : undefined;
    },
  },
];

export const giftOptions = area({
  name: 'gift options and orders with them',
  begin,
  steps,
  judge: ({ initial }, history) =>
    disordered(history) ?? unexplained(startingWith(initial), inSteps(initial, history), apply),
  last: (place) => [() => [...place.known.map((id) => reading(place, id)), listing(place), offering(place)]],
});
