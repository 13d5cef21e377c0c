/** What a body of create and of update may hold. */
import { expect, test } from 'vitest';
import { addressBody, newAddressBook } from '../../support/world/customer-addresses.ts';

const without = (field: keyof typeof addressBody) => ({ ...addressBody, [field]: undefined });

test.each([
  ['first_name', 'First name is required'],
  ['last_name', 'Last name is required'],
  ['street1', 'Street1 is required'],
  ['city', 'City is required'],
  ['state', 'State is required'],
  ['country_id', 'Country ID is required'],
] as const)('400 MISSING_FIELD without %s, on create and update', async (field, error) => {
  const { create, update } = await newAddressBook();
  const { body: address } = await create();

  for (const body of [without(field), { ...addressBody, [field]: null }]) {
    expect((await create(body)).body).toEqual({ error, code: 'MISSING_FIELD' });
    expect((await update(address.id, body)).body).toEqual({ error, code: 'MISSING_FIELD' });
  }
});

test('400 MISSING_FIELD for an empty required text', async () => {
  const { create } = await newAddressBook();
  expect((await create({ ...addressBody, city: '' })).body).toEqual({
    error: 'City is required',
    code: 'MISSING_FIELD',
  });
});

test('lengths are counted in code points', async () => {
  const { create } = await newAddressBook();
  expect((await create({ ...addressBody, city: '😀'.repeat(255) })).status).toBe(201);
  expect((await create({ ...addressBody, city: '😀'.repeat(256) })).body).toEqual({
    error: 'City must be 255 characters or fewer',
    code: 'INVALID_FIELD',
  });
});
