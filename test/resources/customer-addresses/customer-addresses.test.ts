import { describe, expect, test } from 'vitest';
import { customerAddress } from '../../../lib/resources/customer-addresses/fields.ts';
import { addressBody, newAddressBook } from '../../support/world/customer-addresses.ts';

/** The store of the second run decides by country, but has no country 44, which the addresses have. */
const stores = [
  ['the rules of the contract', {}],
  [
    'the rules of its countries, for a country that it does not have',
    { address_rules: 'country', countries: { 3: 'DE' } },
  ],
] as const;

describe.each(stores)('in a store with %s', (_, settings) => {
  test('201 with every field of the address, omitted ones null', async () => {
    const { create } = await newAddressBook(settings);
    const { zip: _, ...body } = addressBody;
    const created = await create(body);

    expect(created.status).toBe(201);
    expect(Object.keys(created.body).toSorted()).toEqual(Object.keys(customerAddress.shape).toSorted());
    expect(created.body).toMatchObject({
      ...body,
      id: expect.stringMatching(/^cad_[0-9a-hjkmnp-tv-z]{26}$/),
      street2: null,
      zip: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      updated_at: created.body.created_at,
    });
  });

  const without = (field: keyof typeof addressBody) => ({ ...addressBody, [field]: undefined });

  test.each([
    ['first_name', 'First name is required'],
    ['last_name', 'Last name is required'],
    ['street1', 'Street1 is required'],
    ['city', 'City is required'],
    ['state', 'State is required'],
    ['country_id', 'Country ID is required'],
  ] as const)('400 MISSING_FIELD without %s, on create and update', async (field, error) => {
    const { create, update } = await newAddressBook(settings);
    const { body: address } = await create();

    for (const body of [without(field), { ...addressBody, [field]: null }]) {
      expect((await create(body)).body).toEqual({ error, code: 'MISSING_FIELD' });
      expect((await update(address.id, body)).body).toEqual({ error, code: 'MISSING_FIELD' });
    }
  });

  test('lengths are counted in code points', async () => {
    const { create } = await newAddressBook(settings);
    expect((await create({ ...addressBody, city: '😀'.repeat(255) })).status).toBe(201);
    expect((await create({ ...addressBody, city: '😀'.repeat(256) })).body).toEqual({
      error: 'City must be 255 characters or fewer',
      code: 'INVALID_FIELD',
    });
  });

  test('200 for the address just created, and again after its update', async () => {
    const { create, get, update } = await newAddressBook(settings);
    const { body: address } = await create({ ...addressBody, street2: 'Flat 3' });
    expect((await get(address.id)).body).toEqual(address);

    const updated = await update(address.id, { ...addressBody, city: 'Oxford', zip: null });
    expect(updated.status).toBe(200);
    expect(updated.body).toEqual({
      ...address,
      city: 'Oxford',
      street2: null,
      zip: null,
      updated_at: updated.body.updated_at,
    });
    expect((await get(address.id)).body).toEqual(updated.body);
  });

  test('204 without a body for a deletion, and 404 from then on', async () => {
    const { create, get, update, remove } = await newAddressBook(settings);
    const { body: address } = await create();
    const deleted = await remove(address.id);

    expect(deleted.status).toBe(204);
    expect(deleted.body).toBeUndefined();
    expect(deleted.headers).not.toHaveProperty('content-type');
    for (const again of [get(address.id), update(address.id, addressBody), remove(address.id)]) {
      expect((await again).body).toEqual({ error: 'Address not found', code: 'NOT_FOUND' });
    }
  });

  test('pages by id: every address once, has_more until the last page', async () => {
    const { create, list, remove } = await newAddressBook(settings);
    const ids: string[] = [];
    for (let count = 0; count < 11; count += 1) ids.push((await create()).body.id);

    const first = await list();
    expect(first.body.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 10));
    expect(first.body.has_more).toBe(true);

    const last = await list({ after: ids[9] ?? '', limit: 1 });
    expect(last.body).toMatchObject({ data: [{ id: ids[10] }], has_more: false });

    await remove(ids[4] ?? '');
    const afterDeleted = await list({ after: ids[4] ?? '', limit: 2 });
    expect(afterDeleted.body.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(5, 7));
  });

  test("404 for another customer's address", async () => {
    const { create, get, update, remove, other } = await newAddressBook(settings);
    const { body: address } = await create();
    for (const request of [get(address.id, other), update(address.id, addressBody, other), remove(address.id, other)]) {
      expect((await request).body).toEqual({ error: 'Address not found', code: 'NOT_FOUND' });
    }
    expect((await get(address.id)).status).toBe(200);
  });
});
