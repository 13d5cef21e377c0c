import { expect, test } from 'vitest';
import { addressBody, newAddressBook } from '../../support/world/customer-addresses.ts';

test('200 for the address just created, and again after its update', async () => {
  const { create, get, update } = await newAddressBook();
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
