import { describe, expect, test } from 'vitest';
import { listOfferedGiftOptions } from '../../../lib/resources/gift-options/functions.ts';
import * as options from '../../../lib/resources/gift-options/operations.ts';
import { createGiftOption, listGiftOptions, updateGiftOption } from '../../../lib/resources/gift-options/operations.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import { around, as } from '../../support/aws/interleave.ts';
import { call } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { newGiftOptions } from '../../support/world/gift-options.ts';
import { newWorld, succeeded, type World } from '../../support/world/world.ts';

test('201 with defaults for omitted fields', async () => {
  const { create, get } = await newGiftOptions();
  const { status, body } = await create({ name: 'Wrapping' });

  expect(status).toBe(201);
  expect(body).toMatchObject({
    id: expect.stringMatching(/^gft_[0-9a-hjkmnp-tv-z]{26}$/),
    name: 'Wrapping',
    description: '',
    price: 0,
    enabled: false,
    position: 0,
    image: null,
    created_at: expect.any(String),
    updated_at: body.created_at,
  });
  expect((await get(body.id)).body).toEqual(body);
});

test.each([
  [{ name: 'x'.repeat(257) }, 'INVALID_FIELD', 'Name must be 1 to 256 characters'],
  [{ name: 5 }, 'INVALID_FIELD', 'Name must be a string'],
  [{ name: 'a', description: 'x'.repeat(1001) }, 'INVALID_FIELD', 'Description must be 1000 characters or fewer'],
  [{ name: 'a', price: '5' }, 'INVALID_FIELD', 'Price must be an integer'],
  [{ name: 'a', price: 1.5 }, 'INVALID_FIELD', 'Price must be an integer'],
  [{ name: 'a', enabled: 'yes' }, 'INVALID_FIELD', 'Enabled must be a boolean'],
  [{ name: 'a', position: 1001 }, 'INVALID_FIELD', 'Position must be between 0 and 1000'],
  [{ name: 'a', position: -1 }, 'INVALID_FIELD', 'Position must be between 0 and 1000'],
])('400 for %j: %s, %s', async (body, code, error) => {
  const { create, update } = await newGiftOptions();
  const { body: option } = await create({ name: 'existing' });

  expect((await create(body)).body).toEqual({ error, code });
  expect((await update(option.id, body)).body).toEqual({ error, code });
});

test('409 for a name of the same site, exactly; another site and other letters are free', async () => {
  const { create, update, other } = await newGiftOptions();
  await create({ name: 'Wrapping' });
  const { body: second } = await create({ name: 'wrapping' });
  const taken = { error: 'Resource already exists', code: 'DUPLICATE' };

  expect((await create({ name: 'Wrapping' })).body).toEqual(taken);
  expect((await update(second.id, { name: 'Wrapping' })).body).toEqual(taken);
  expect((await create({ name: 'Wrapping' }, other)).status).toBe(201);
});

test('204 for an update, which replaces all fields but an omitted position', async () => {
  const { create, update, get } = await newGiftOptions();
  const { body: option } = await create({ name: 'a', description: 'b', price: 3, enabled: true, position: 7 });
  const updated = await update(option.id, { name: 'z' });

  expect(updated.status).toBe(204);
  expect(updated.body).toBeUndefined();
  expect((await get(option.id)).body).toMatchObject({
    name: 'z',
    description: '',
    price: 0,
    enabled: false,
    position: 7,
    created_at: option.created_at,
  });
});

const notFound = { error: 'Resource not found', code: 'NOT_FOUND' };

test('204 for a deletion, after which its name is free', async () => {
  const { create, get, remove } = await newGiftOptions();
  const { body: option } = await create({ name: 'a' });

  expect((await remove(option.id)).status).toBe(204);
  expect((await get(option.id)).body).toEqual(notFound);
  expect((await create({ name: 'a' })).status).toBe(201);
});

test('lists by position, then creation', async () => {
  const { create, list } = await newGiftOptions();
  for (const [name, position] of [
    ['third', 5],
    ['first', 1],
    ['fourth', 5],
    ['second', 2],
  ] as const) {
    await create({ name, position });
  }
  const { body } = await list();

  expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['first', 'second', 'third', 'fourth']);
  expect(body.has_more).toBe(false);
});

test('404 for an unknown site or option, or one of another site', async () => {
  const { create, get, update, remove, list, other } = await newGiftOptions();
  const { body: option } = await create({ name: 'a' });
  const requests = [
    list('sit_unknown'),
    create({ name: 'b' }, 'sit_unknown'),
    get('gft_unknown'),
    get(option.id, other),
    update(option.id, { name: 'b' }, other),
    remove(option.id, other),
    remove('gft_unknown'),
  ];
  for (const request of requests) expect((await request).body).toEqual(notFound);
});

describe('between the reads of a decision and its commit', () => {
  async function setUp() {
    const world = await newWorld();
    const path = { site_id: world.sites[0].id };
    const make = (name: string) => call(createGiftOption, { path, key: world.write, body: { name } });
    const rename = (id: string, name: string) =>
      call(updateGiftOption, { path: { ...path, gift_option_id: id }, key: world.write, body: { name } });
    const names = async (): Promise<string[]> =>
      (await call(listGiftOptions, { path, key: world.read })).body.data.map(({ name }: { name: string }) => name);
    return { make, rename, names };
  }

  /** A concurrent duplicate commits as soon as a decision has read. */
  const between = (twin: () => Promise<unknown>) =>
    around(
      ({ by, command }) => by === 'late' && /^(?:BatchGet|Query)/.test(command),
      async (send) => {
        const read = await send();
        await twin();
        return read;
      },
    );

  test('a name stays unique within the site', async () => {
    const { make, rename, names } = await setUp();
    const { body: other } = await make('First');
    between(() => make('Silk'));
    expect((await as('late', () => make('Silk'))).status).toBe(409);
    expect((await rename(other.id, 'Silk')).status).toBe(409);
    expect((await names()).toSorted()).toEqual(['First', 'Silk']);
  });

  test('a site has 20 at most', async () => {
    const { make, names } = await setUp();
    for (let n = 1; n <= 19; n += 1) await make(`Option ${n}`);
    between(() => make('Twentieth'));
    expect((await as('late', () => make('Twenty-first'))).status).toBe(400);
    expect(await names()).toHaveLength(20);
  });
});

describe('list-offered-gift-options', () => {
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
});
