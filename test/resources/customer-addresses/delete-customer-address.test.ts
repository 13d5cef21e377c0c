import { expect, test } from 'vitest';
import { addressBody, newAddressBook } from '../../support/world/customer-addresses.ts';

test('204 without a body for a deletion, and 404 from then on', async () => {
  const { create, get, update, remove } = await newAddressBook();
  const { body: address } = await create();
  const deleted = await remove(address.id);

  expect(deleted.status).toBe(204);
  expect(deleted.body).toBeUndefined();
  expect(deleted.headers).not.toHaveProperty('content-type');
  for (const again of [get(address.id), update(address.id, addressBody), remove(address.id)]) {
    expect((await again).body).toEqual({ error: 'Address not found', code: 'NOT_FOUND' });
  }
});
