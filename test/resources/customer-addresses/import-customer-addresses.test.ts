import { expect, test } from 'vitest';
import { deleteCustomer, exportCustomer } from '../../../lib/resources/customers/functions.ts';
import { entitiesOf, isolateTables } from '../../support/aws/table-contents.ts';
import { invoke } from '../../support/invoke.ts';
import { newAddressBook } from '../../support/world/customer-addresses.ts';
import { importAddresses, importedAddress } from '../../support/world/move-in.ts';
import { succeeded } from '../../support/world/world.ts';

isolateTables('suite');

const none = { imported: 0, updated: 0, unchanged: 0, refused: [] };

test('an address is what its record says, and stands where its creation places it', async () => {
  const { world, create, list } = await newAddressBook();
  const { body: own } = await create();
  const said = importedAddress(world, { street2: '' });

  expect(await importAddresses(world, [said])).toEqual({ ...none, imported: 1 });
  const { customer_id: _, ...fields } = said;
  const { data } = (await list()).body;
  const stands = { ...fields, id: expect.stringMatching(/^cad_/), updated_at: said.created_at };
  expect(data).toEqual([expect.objectContaining(stands), own]);
});

test('an address has the id of its record', async () => {
  const { world, get } = await newAddressBook();
  await succeeded(importAddresses(world, [importedAddress(world, { id: 'cad_Old17' })]));

  expect((await get('cad_Old17')).body).toMatchObject({ id: 'cad_Old17', created_at: '2025-03-01T12:00:00Z' });
});

test('the same record is unchanged, twice in one call and after the address was changed or deleted', async () => {
  const { world, list, update, remove } = await newAddressBook();
  const records = [importedAddress(world), importedAddress(world, { id: 'cad_Old17' })];
  expect(await importAddresses(world, [...records, ...records])).toEqual({ ...none, imported: 2, unchanged: 2 });

  const [first] = (await list()).body.data;
  await update('cad_Old17', { ...first, city: 'Leeds' });
  await remove(first.id);
  expect(await importAddresses(world, records)).toEqual({ ...none, unchanged: 2 });
  expect((await list()).body.data).toMatchObject([{ city: 'Leeds' }]);
});

test('another record of the same id is DUPLICATE, also where the address was not imported', async () => {
  const { world, create } = await newAddressBook();
  const { body: own } = await create();
  const said = importedAddress(world, { id: 'cad_Old17' });
  const refused = [{ index: 1, code: 'DUPLICATE', message: 'Another record has the same id' }];

  expect(await importAddresses(world, [said, { ...said, city: 'Leeds' }])).toEqual({ ...none, imported: 1, refused });
  expect(await importAddresses(world, [importedAddress(world, { id: own.id })])).toMatchObject({
    refused: [{ code: 'DUPLICATE' }],
  });
});

test('without an id, the same fields with another creation are no second address', async () => {
  const { world, list } = await newAddressBook();
  const said = importedAddress(world);

  expect(await importAddresses(world, [said, { ...said, created_at: '2025-03-02T12:00:00Z' }])).toMatchObject({
    imported: 1,
    refused: [{ index: 1, code: 'DUPLICATE' }],
  });
  expect(await importAddresses(world, [{ ...said, zip: null }])).toMatchObject({ imported: 1 });
  expect((await list()).body.data).toHaveLength(2);
});

test('the export of a customer has the address once, and a deletion leaves nothing of the import', async () => {
  const { world, id } = await newAddressBook();
  await succeeded(importAddresses(world, [importedAddress(world)]));
  const payload = { store_id: world.store.id, customer_id: id };

  const { data } = await succeeded(invoke(exportCustomer, payload));
  expect(data.map(({ type }: { type: string }) => type)).toEqual(['customer_address', 'customer']);
  await succeeded(invoke(deleteCustomer, payload));
  const left = (await entitiesOf(world.store.id)).filter(({ pk }) => pk.includes(`CUSTOMER#${id}`));
  expect(left.map(({ sk }) => sk)).toEqual(['CUSTOMER']);
});

test.each([
  ['customer_id', { customer_id: 'cus_none' }, 'NOT_FOUND', 'customer_id is no customer of the store'],
  ['city', { city: '' }, 'MISSING_FIELD', 'City is required'],
  ['id', { id: 'adr_1' }, 'INVALID_FIELD', 'id must be an address ID'],
  ['created_at', { created_at: '2089-01-01T00:00:00Z' }, 'INVALID_FIELD', 'created_at must be in the past'],
])(
  'a record with a wrong %s is refused by its index, and does not delay the others',
  async (_, wrong, code, message) => {
    const { world } = await newAddressBook();

    expect(await importAddresses(world, [importedAddress(world, wrong), importedAddress(world)])).toEqual({
      ...none,
      imported: 1,
      refused: [{ index: 0, code, message }],
    });
  },
);
