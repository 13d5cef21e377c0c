import { expect, test } from 'vitest';
import { addressBody, newAddressBook } from '../../support/world/customer-addresses.ts';

test('201 with every field of the address, optional ones left out null', async () => {
  const { create } = await newAddressBook();
  const { zip: _, ...body } = addressBody;
  const created = await create(body);

  expect(created.status).toBe(201);
  expect(created.body).toEqual({
    ...body,
    id: expect.stringMatching(/^cad_[0-9a-hjkmnp-tv-z]{26}$/),
    street2: null,
    zip: null,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    updated_at: created.body.created_at,
  });
});
