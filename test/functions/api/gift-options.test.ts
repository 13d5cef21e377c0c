import { expect, test } from 'vitest';
import * as contract from '../../../lib/contract/api/gift-options.ts';
import { call } from '../../support/http/call.ts';
import { newWorld } from '../../support/world/world.ts';

async function newSite() {
  const world = await newWorld();
  const [{ id: site }, { id: other }] = world.sites;
  const key = world.write;
  return {
    other,
    create: (body: object, site_id = site) => call(contract.createGiftOption, { path: { site_id }, body, key }),
    get: (gift_option_id: string, site_id = site) =>
      call(contract.getGiftOption, { path: { site_id, gift_option_id }, key }),
    update: (gift_option_id: string, body: object, site_id = site) =>
      call(contract.updateGiftOption, { path: { site_id, gift_option_id }, body, key }),
    remove: (gift_option_id: string, site_id = site) =>
      call(contract.deleteGiftOption, { path: { site_id, gift_option_id }, key }),
    list: (site_id = site) => call(contract.listGiftOptions, { path: { site_id }, key }),
  };
}

const notFound = { error: 'Resource not found', code: 'NOT_FOUND' };

test('201 with defaults for all that is left out', async () => {
  const { create, get } = await newSite();
  const { status, body } = await create({ name: 'Wrapping' });

  expect(status).toBe(201);
  expect(body).toEqual({
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

test('a position left out goes after the last one, and stays 1000 at 1000', async () => {
  const { create } = await newSite();
  const positions: number[] = [];
  for (const option of [{ name: 'a' }, { name: 'b' }, { name: 'c', position: 999 }, { name: 'd' }, { name: 'e' }]) {
    positions.push((await create(option)).body.position);
  }
  expect(positions).toEqual([0, 1, 999, 1000, 1000]);
});

test('lists by position, then creation', async () => {
  const { create, list } = await newSite();
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

test('204 for an update, which replaces all fields but a position left out', async () => {
  const { create, update, get } = await newSite();
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

test('an update may keep its own name', async () => {
  const { create, update } = await newSite();
  const { body: option } = await create({ name: 'a' });
  expect((await update(option.id, { name: 'a', price: 9 })).status).toBe(204);
});

test('409 for a name of the same site, exactly; another site and other letters are free', async () => {
  const { create, update, other } = await newSite();
  await create({ name: 'Wrapping' });
  const { body: second } = await create({ name: 'wrapping' });
  const taken = { error: 'Resource already exists', code: 'DUPLICATE' };

  expect((await create({ name: 'Wrapping' })).body).toEqual(taken);
  expect((await update(second.id, { name: 'Wrapping' })).body).toEqual(taken);
  expect((await create({ name: 'Wrapping' }, other)).status).toBe(201);
});

test.each([
  [{}, 'MISSING_FIELD', 'name is required'],
  [{ name: '' }, 'MISSING_FIELD', 'name is required'],
  [{ name: null }, 'MISSING_FIELD', 'name is required'],
  [{ name: 'x'.repeat(257) }, 'INVALID_FIELD', 'Name must be 1 to 256 characters'],
  [{ name: 5 }, 'INVALID_FIELD', 'Name must be a string'],
  [{ name: 'a', description: 'x'.repeat(1001) }, 'INVALID_FIELD', 'Description must be 1000 characters or fewer'],
  [{ name: 'a', price: -1 }, 'INVALID_FIELD', 'Price must be zero or more'],
  [{ name: 'a', price: '5' }, 'INVALID_FIELD', 'Price must be an integer'],
  [{ name: 'a', price: 1.5 }, 'INVALID_FIELD', 'Price must be an integer'],
  [{ name: 'a', enabled: 'yes' }, 'INVALID_FIELD', 'Enabled must be a boolean'],
  [{ name: 'a', position: 1001 }, 'INVALID_FIELD', 'Position must be between 0 and 1000'],
  [{ name: 'a', position: -1 }, 'INVALID_FIELD', 'Position must be between 0 and 1000'],
])('400 for %j: %s, %s', async (body, code, error) => {
  const { create, update } = await newSite();
  const { body: option } = await create({ name: 'existing' });

  expect((await create(body)).body).toEqual({ error, code });
  expect((await update(option.id, body)).body).toEqual({ error, code });
});

test('404 for an unknown site or option, or one of another site', async () => {
  const { create, get, update, remove, list, other } = await newSite();
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

test('204 for a deletion, after which its name is free', async () => {
  const { create, get, remove } = await newSite();
  const { body: option } = await create({ name: 'a' });

  expect((await remove(option.id)).status).toBe(204);
  expect((await get(option.id)).body).toEqual(notFound);
  expect((await create({ name: 'a' })).status).toBe(201);
});

test('of 25 concurrent creates with distinct names exactly 20 succeed, each with a position of its own', async () => {
  const { create, list } = await newSite();
  const answers = await Promise.all(Array.from({ length: 25 }, (_, index) => create({ name: `Option ${index}` })));
  const refused = answers.filter(({ status }) => status !== 201);

  expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
  for (const { body } of refused) {
    expect(body).toEqual({ error: 'A site can have at most 20 gift options', code: 'INVALID_FIELD' });
  }
  const { body } = await list();
  expect(body.data.map(({ position }: { position: number }) => position)).toEqual([...Array(20).keys()]);
});

test('of 10 concurrent creates with one name exactly one succeeds', async () => {
  const { create } = await newSite();
  const answers = await Promise.all(Array.from({ length: 10 }, () => create({ name: 'Wrapping' })));

  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(9).fill(409)]);
});
