import { expect, test } from 'vitest';
import { listOfferedGiftOptions } from '../../../lib/resources/gift-options/functions.ts';
import * as options from '../../../lib/resources/gift-options/operations.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import { call } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { newWorld, succeeded, type World } from '../../support/world/world.ts';

const notFound = { errorType: 'NOT_FOUND', errorMessage: 'Resource not found' };

const offered = async ({ store }: World, site_id: string) =>
  succeeded(invoke(listOfferedGiftOptions, { store_id: store.id, site_id }));

test('gives the enabled ones of the site by position, as the API shows them', async () => {
  const world = await newWorld();
  const [{ id: site_id }, { id: other }] = world.sites;
  const key = world.write;
  const create = async (body: object, site = site_id) =>
    (await call(options.createGiftOption, { path: { site_id: site }, body, key })).body;
  const last = await create({ name: 'Ribbon', price: 300, enabled: true, position: 9 });
  const hidden = await create({ name: 'Box', position: 2 });
  const first = await create({ name: 'Wrapping', enabled: true, position: 1 });
  await create({ name: 'Elsewhere', enabled: true }, other);

  expect(await offered(world, site_id)).toEqual({ data: [first, last], has_more: false });

  const path = { site_id, gift_option_id: String(hidden.id) };
  await call(options.updateGiftOption, { path, body: { name: 'Box', enabled: true }, key });
  const { data } = await offered(world, site_id);
  expect(data.map(({ name }) => name)).toEqual(['Wrapping', 'Box', 'Ribbon']);
});

test('gives none of a site without any', async () => {
  const world = await newWorld();
  expect(await offered(world, world.sites[0].id)).toEqual({ data: [], has_more: false });
});

test('knows neither an unknown site nor that of another store', async () => {
  const [world, other] = await Promise.all([newWorld(), newWorld()]);
  for (const site_id of [newId('site'), other.sites[0].id]) {
    expect(await invoke(listOfferedGiftOptions, { store_id: world.store.id, site_id })).toEqual(notFound);
  }
});
