/**
 * Gift options: names are unique, there are at most 20, and an omitted position becomes the last, with any other writers;
 * an order keeps its option as it was.
 */

import { importRecords } from '../../lib/resources/catalog/functions.ts';
import { listOfferedGiftOptions } from '../../lib/resources/gift-options/functions.ts';
import {
  completeGiftOptionImageUpload,
  createGiftOption,
  deleteGiftOption,
  getGiftOption,
  listGiftOptions,
  removeGiftOptionImage,
  resumeGiftOptionImageUpload,
  setGiftOptionImage,
  startGiftOptionImageUpload,
  updateGiftOption,
} from '../../lib/resources/gift-options/operations.ts';
import { recordOrder } from '../../lib/resources/orders/functions.ts';
import { newId } from '../../lib/runtime/ids.ts';
import {
  apply,
  at,
  begin,
  disordered,
  type Fixture,
  inSteps,
  optionOf,
  startingWith,
  words,
} from '../models/gift-options.ts';
import { unexplained } from '../stage/engine/history.ts';
import { invocation, type Request, request } from '../stage/engine/requests.ts';
import { type Command, endpoint, invoked } from '../stage/every-order/command.ts';
import { photoBody, type SharedFixture } from '../stage/every-order/ground.ts';
import { png } from '../support/http/multipart.ts';
import { lineOf, orderOf } from '../support/world/checkout.ts';
import { about, area, type Row } from './table.ts';

const reading = (fixture: Fixture, id: string): Request => request(getGiftOption, { kind: 'get', id }, at(fixture, id));

const listing = ({ site_id, key }: Fixture): Request =>
  request(listGiftOptions, { kind: 'list' }, { path: { site_id }, key });

const offering = ({ world, site_id }: Fixture): Request =>
  invocation(listOfferedGiftOptions, { kind: 'list', offered: true }, { store_id: world.store.id, site_id });

const unitPrice = 700;

const rows: readonly Row<Fixture>[] = [
  {
    of: createGiftOption,
    weight: 20,
    after: [],
    ask({ site_id, key, known }, random) {
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
    after: [createGiftOption],
    ask: about(optionOf, (id, fixture) => request(deleteGiftOption, { kind: 'delete', id }, at(fixture, id))),
  },
  {
    of: getGiftOption,
    weight: 10,
    after: [createGiftOption],
    ask: about(optionOf, (id, fixture) => reading(fixture, id)),
  },
  { of: listGiftOptions, weight: 10, ask: listing, after: [createGiftOption] },
  { of: listOfferedGiftOptions, weight: 10, ask: offering, after: [createGiftOption] },
  {
    of: recordOrder,
    weight: 28,
    ask(fixture, random) {
      const option = optionOf(fixture, random);
      const { world, orders } = fixture;
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
    after: [createGiftOption],
    ask: about(optionOf, (id, fixture, random) => {
      const body = words(random);
      return request(updateGiftOption, { kind: 'update', id, body }, { ...at(fixture, id), body });
    }),
  },
];

export const giftOptions = area({
  name: 'gift options and orders with them',
  begin,
  rows,
  judge: ({ initial }, history) =>
    disordered(history) ?? unexplained(startingWith(initial), inSteps(initial, history), apply),
  last: (fixture) => [() => [...fixture.known.map((id) => reading(fixture, id)), listing(fixture), offering(fixture)]],
});

const all = ({ site }: SharedFixture) => ({ path: { site_id: site.id } });

const one = ({ site, wrapping }: SharedFixture) => ({ path: { site_id: site.id, gift_option_id: wrapping } });

const other = ({ site, box }: SharedFixture) => ({ path: { site_id: site.id, gift_option_id: box } });

/** What two clients ask of the same things at once. */
export const commands: readonly Command[] = [
  endpoint(listGiftOptions, all),
  // Both of a pair give the same name.
  endpoint(createGiftOption, (ground, which) => ({ ...all(ground), body: { name: 'Ribbon', price: which } }), {
    in: ['usual'],
  }),
  endpoint(
    createGiftOption,
    (ground, which) => ({ ...all(ground), body: { name: (['Ribbon', 'Bow'] as const)[which] } }),
    { asked: 'the last one', in: ['nineteen options'] },
  ),
  endpoint(getGiftOption, one),
  endpoint(updateGiftOption, (ground, which) => ({ ...one(ground), body: { name: 'Ribbon', price: which } })),
  endpoint(updateGiftOption, (ground) => ({ ...other(ground), body: { name: 'Ribbon', enabled: true } }), {
    asked: 'another',
  }),
  endpoint(deleteGiftOption, one, { in: ['usual', 'nineteen options'] }),
  endpoint(setGiftOptionImage, (ground, which) => ({ ...one(ground), ...photoBody(100 + which) })),
  endpoint(removeGiftOptionImage, one),
  endpoint(startGiftOptionImageUpload, (ground) => ({
    ...one(ground),
    body: { content_type: 'image/png', file_size: png().length },
  })),
  endpoint(resumeGiftOptionImageUpload, ({ site, wrapping, photoUpload }) => ({
    path: { site_id: site.id, gift_option_id: wrapping, upload_id: photoUpload },
  })),
  endpoint(completeGiftOptionImageUpload, ({ site, wrapping, photoUpload }) => ({
    path: { site_id: site.id, gift_option_id: wrapping, upload_id: photoUpload },
  })),
  invoked(listOfferedGiftOptions, ({ site }) => ({ site_id: site.id })),
  invoked(
    importRecords,
    ({ site }, which) => ({ sites: [{ ...site, name: `Site ${which}`, reviews_enabled: which === 0 }] }),
    { asked: 'a site' },
  ),
];
