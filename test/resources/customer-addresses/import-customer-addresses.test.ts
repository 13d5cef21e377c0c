import { expect, test } from 'vitest';
import { deleteCustomer, exportCustomer } from '../../../lib/resources/customers/functions.ts';
import * as batches from '../../../lib/runtime/batches.ts';
import { watch } from '../../support/aws/aws-calls.ts';
import { entitiesOf } from '../../support/aws/table-contents.ts';
import { withUsualBatches } from '../../support/batches.ts';
import { invoke } from '../../support/invoke.ts';
import { newAddressBook } from '../../support/world/customer-addresses.ts';
import { importAddresses, importedAddress } from '../../support/world/move-in.ts';
import { succeeded } from '../../support/world/world.ts';

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

test('addresses of several customers are imported in as few transactions as a call allows', async () => {
  withUsualBatches();
  const { world, list } = await newAddressBook();
  const said = Array.from({ length: batches.importedAddresses.size + 1 }, (_, index) =>
    importedAddress(world, { street1: `${index} Loom Lane`, customer_id: world.customers[index % 2]?.id }),
  );

  const { result, calls } = await watch(() => importAddresses(world, said));

  expect(result).toEqual({ ...none, imported: said.length });
  expect(calls.filter(({ command }) => command.startsWith('TransactWrite'))).toHaveLength(2);
  expect((await list()).body).toMatchObject({ data: Array(10).fill({ city: said[0]?.city }), has_more: true });
});

test('an address that is refused, there already, or there twice delays none of its transaction', async () => {
  withUsualBatches();
  const { world, list } = await newAddressBook();
  const [there, first, second, twice] = ['1', '2', '3', '4'].map((street1) => importedAddress(world, { street1 }));
  await succeeded(importAddresses(world, [there]));

  const unknown = importedAddress(world, { customer_id: 'cus_unknown' });
  expect(await importAddresses(world, [there, first, unknown, second, twice, twice])).toMatchObject({
    ...{ imported: 3, updated: 0, unchanged: 2 },
    refused: [{ index: 2, code: 'NOT_FOUND' }],
  });
  expect((await list()).body.data).toHaveLength(4);
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

const byCountry = { countries: { 3: 'DE', 4: 'JP' }, address_rules: 'country' } as const;

test('a country is the same record by its code and by its number, in any letter case', async () => {
  const { world, list } = await newAddressBook(byCountry);
  const { country_id: _, ...said } = importedAddress(world, { zip: '10119' });
  const spellings = [{ country: 'DE' }, { country: 'de' }, { country_id: 3 }, { country: 'De', country_id: 3 }];

  expect(
    await importAddresses(
      world,
      spellings.map((country) => ({ ...said, ...country })),
    ),
  ).toEqual({
    ...{ ...none, imported: 1, unchanged: 3 },
  });
  expect((await list()).body.data).toMatchObject([{ country_id: 3 }]);
  expect((await list()).body.data[0]).not.toHaveProperty('country');
});

test.each([
  ['no country', {}, 'MISSING_FIELD', 'Country ID is required'],
  ['an unknown code', { country: 'UK' }, 'INVALID_FIELD', 'country must be an ISO 3166-1 alpha-2 code'],
  [
    'a country that the store lacks',
    { country: 'FR' },
    'INVALID_FIELD',
    'country must be in the countries of the store',
  ],
  [
    'a code and another number',
    { country: 'DE', country_id: 4 },
    'INVALID_FIELD',
    'country and country_id must be the same country',
  ],
  [
    'a fixed code and another number',
    { country: 'US', country_id: 2 },
    'INVALID_FIELD',
    'country and country_id must be the same country',
  ],
])('a record with %s is refused', async (_, country, code, message) => {
  const { world } = await newAddressBook(byCountry);
  const { country_id: _omitted, ...said } = importedAddress(world, { zip: '10119' });

  expect(await importAddresses(world, [{ ...said, ...country }])).toEqual({
    ...none,
    refused: [{ index: 0, code, message }],
  });
});

test('imports follow the rules of the store, from the next call on', async () => {
  const { world, set, list } = await newAddressBook();
  const said = importedAddress(world, { country_id: 3, state: '', zip: '10119' });
  const missing = { ...none, refused: [{ index: 0, code: 'MISSING_FIELD', message: 'State is required' }] };
  expect(await importAddresses(world, [said])).toEqual(missing);

  await set(byCountry);
  expect(await importAddresses(world, [said, { ...said, zip: '1011' }, { ...said, city: null }])).toEqual({
    ...{ ...none, imported: 1 },
    refused: [
      { index: 1, code: 'INVALID_FIELD', message: 'Zip must be a postal code of DE, such as 26133' },
      { index: 2, code: 'MISSING_FIELD', message: 'City is required' },
    ],
  });
  expect((await list()).body.data).toMatchObject([{ state: '', zip: '10119' }]);

  await set({ address_rules: 'contract' });
  expect(await importAddresses(world, [{ ...said, street1: 'New' }])).toEqual(missing);
  expect(await importAddresses(world, [said, { ...said, state: null }])).toEqual({ ...none, unchanged: 2 });
});

test('a record is refused by the first rule that it breaks, whichever rule it is', async () => {
  const { world } = await newAddressBook(byCountry);
  const first = async (fields: object) => {
    const record = { ...importedAddress(world), country_id: undefined, country: 'DE', ...fields };
    const { refused } = await succeeded(importAddresses(world, [record]));
    return refused.map(({ message }: { message: string }) => message);
  };

  expect(await first({ city: '', zip: 7 })).toEqual(['City is required']);
  expect(await first({ city: 7, zip: 'x' })).toEqual(['City must be a string']);
  expect(await first({ zip: 'x', created_at: 'now' })).toEqual(['Zip must be a postal code of DE, such as 26133']);
  expect(await first({ country: 'ES', state: '' })).toEqual(['country must be in the countries of the store']);
  expect(await first({ country: null, city: '' })).toEqual(['City is required']);
  expect(await importAddresses(world, ['an address'])).toMatchObject({
    refused: [{ code: 'INVALID_FIELD', message: 'A record must be an object' }],
  });
});
