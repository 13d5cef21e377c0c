/** 404: whose the customer or the address is not. */
import { expect, test } from 'vitest';
import { addressBody, newAddressBook } from '../../support/world/customer-addresses.ts';

test("404 for an unknown customer, in each operation's own words", async () => {
  const { create, list, get, update, remove } = await newAddressBook();
  const unknown = 'cus_unknown';
  for (const request of [create(addressBody, unknown), list({}, unknown)]) {
    expect((await request).body).toEqual({ error: 'Customer not found', code: 'NOT_FOUND' });
  }
  for (const request of [get('cad_x', unknown), update('cad_x', addressBody, unknown), remove('cad_x', unknown)]) {
    expect((await request).body).toEqual({ error: 'Address not found', code: 'NOT_FOUND' });
  }
});

test("404 for another customer's address", async () => {
  const { create, get, update, remove, other } = await newAddressBook();
  const { body: address } = await create();
  for (const request of [get(address.id, other), update(address.id, addressBody, other), remove(address.id, other)]) {
    expect((await request).body).toEqual({ error: 'Address not found', code: 'NOT_FOUND' });
  }
  expect((await get(address.id)).status).toBe(200);
});
