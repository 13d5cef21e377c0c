/** Which rules an address follows, and what a change of the rules leaves as it is. */
import { expect, test } from 'vitest';
import * as contract from '../../../lib/resources/customer-addresses/operations.ts';
import { updateStore } from '../../../lib/resources/stores/functions.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import { watch } from '../../support/aws/aws-calls.ts';
import { call } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { addressBody, newAddressBook } from '../../support/world/customer-addresses.ts';

const berlin = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  street1: 'Torstr. 1',
  city: 'Berlin',
  country_id: 3,
  zip: '10119',
};
const byCountry = { countries: { 3: 'DE', 4: 'HK' }, address_rules: 'country' } as const;

test('by default an address of a country in the lookup follows the contract', async () => {
  const { create } = await newAddressBook({ countries: byCountry.countries });

  expect((await create(berlin)).body).toEqual({ error: 'State is required', code: 'MISSING_FIELD' });
  expect((await create({ ...berlin, state: 'BE', zip: 'none' })).status).toBe(201);
  expect((await create({ ...berlin, state: 'BE', zip: '' })).body.zip).toBe('');
});

test('countries 1 and 2, and a country that is not in the lookup, follow the contract', async () => {
  const { create } = await newAddressBook(byCountry);

  for (const country_id of [1, 2, 5, 9007199254740991]) {
    const body = { ...berlin, country_id };
    expect((await create(body)).body).toEqual({ error: 'State is required', code: 'MISSING_FIELD' });
    expect((await create({ ...body, state: 'X', zip: 'any text' })).body).toMatchObject({
      state: 'X',
      zip: 'any text',
    });
    expect((await create({ ...body, state: 'X', zip: '' })).body.zip).toBe('');
  }
});

test.each([null, ''])('%j counts as omitted: it is stored as an empty string, and as null in zip', async (omitted) => {
  const { create } = await newAddressBook(byCountry);

  const { body } = await create({ ...berlin, country_id: 4, city: omitted, state: 'Kowloon', zip: omitted });

  expect(body).toMatchObject({ city: '', state: 'Kowloon', zip: null });
});

test('a refusal has every wrong field in the order of the contract, whichever rule it breaks', async () => {
  const { create } = await newAddressBook(byCountry);
  const refused = async (body: object) => {
    const { status, body: envelope, headers } = await create(body);
    return [status, envelope.error, headers['x-error-field']];
  };

  expect(await refused({ country_id: 3 })).toEqual([
    ...[400, 'First name is required', 'first_name, last_name, street1, city, zip'],
  ]);
  expect(await refused({ ...berlin, street1: '', zip: 'x' })).toEqual([400, 'Street1 is required', 'street1, zip']);
  expect(await refused({ ...berlin, city: 7, zip: null })).toEqual([400, 'City must be a string', 'city, zip']);
  expect(await refused({ ...berlin, city: null, zip: 'x'.repeat(256) })).toEqual([
    400,
    'City is required',
    'city, zip',
  ]);
  expect(await refused({ ...berlin, country_id: 'DE' })).toEqual([...[400, 'State is required', 'state, country_id']]);
  expect(await refused({})).toEqual([
    ...[400, 'First name is required', 'first_name, last_name, street1, city, state, country_id'],
  ]);
});

test('a change of the rules takes effect with the next request, and leaves stored addresses as they are', async () => {
  const { create, update, get, list, set } = await newAddressBook(byCountry);
  const { body: address } = await create(berlin);

  await set({ address_rules: 'contract', countries: {} });

  expect((await create(berlin)).body.error).toBe('State is required');
  expect((await update(address.id, berlin)).body.error).toBe('State is required');
  expect((await get(address.id)).body).toEqual(address);
  expect((await list()).body.data).toEqual([address]);
});

/** Requests with one idempotency key. */
async function withOneKey(settings: Parameters<typeof newAddressBook>[0]) {
  const book = await newAddressBook(settings);
  const idempotencyKey = newId('upload');
  const { id, world } = book;
  const send = (body: object, customer = id, key = idempotencyKey) =>
    call(contract.createCustomerAddress, { path: { id: customer }, body, key: world.write, idempotencyKey: key });
  return { ...book, send };
}

test('the repeat of a request that earlier rules accepted is a replay, and adds nothing', async () => {
  const { send, set, list } = await withOneKey(byCountry);
  const first = await send(berlin);

  const changes: Parameters<typeof set>[0][] = [
    { countries: {} },
    { address_rules: 'contract' },
    { countries: { 3: 'ES' } },
  ];
  for (const change of changes) {
    await set(change);
    const again = await send(berlin);
    expect(again).toMatchObject({ status: 201, body: first.body });
    expect(again.headers['x-idempotency-replayed']).toBe('true');
  }
  expect((await list()).body.data).toHaveLength(1);
});

test('a refusal by the rules precedes a reused key, a key that is too long and an unknown customer', async () => {
  const { send } = await withOneKey({});
  expect((await send({ ...addressBody })).status).toBe(201);
  const missing = { status: 400, body: { error: 'State is required', code: 'MISSING_FIELD' } };

  expect(await send(berlin)).toMatchObject(missing);
  expect(await send(berlin, 'cus_unknown')).toMatchObject(missing);
  expect(await send(berlin, 'cus_unknown', 'new key')).toMatchObject(missing);
  expect(await send(berlin, undefined, 'x'.repeat(256))).toMatchObject(missing);
  expect(await send({ ...addressBody, state: 'X' })).toMatchObject({ status: 409 });
  expect(await send(addressBody, 'cus_unknown', 'new key')).toMatchObject({ status: 404 });
  expect(await send(addressBody, undefined, 'x'.repeat(256))).toMatchObject({ body: { code: 'INVALID_FIELD' } });
});

test('a missing key and a missing permission precede the rules', async () => {
  const { world, id } = await newAddressBook();
  const path = { id };

  expect(await call(contract.createCustomerAddress, { path, body: berlin, key: world.read })).toMatchObject({
    status: 403,
  });
  expect(await call(contract.createCustomerAddress, { path, body: {}, key: world.read })).toMatchObject({
    status: 403,
  });
  expect(await call(contract.createCustomerAddress, { path, body: {}, key: 'sk_none' })).toMatchObject({ status: 401 });
});

test('an address that its country decides about takes two round trips, like any other', async () => {
  const { world, id, create } = await newAddressBook(byCountry);
  const { body: address } = await create(berlin);
  const requests = [
    () => call(contract.createCustomerAddress, { path: { id }, body: berlin, key: world.write, idempotencyKey: 'k' }),
    () =>
      call(contract.updateCustomerAddress, { path: { id, address_id: address.id }, body: berlin, key: world.write }),
  ];
  for (const request of requests) {
    const { result, roundTrips } = await watch(request);
    expect({ status: result.status < 300, roundTrips }).toEqual({ status: true, roundTrips: 2 });
  }
});

test('two clients and a change of the rules: each address follows the rules that it was judged by', async () => {
  const { world, create, set, id } = await newAddressBook(byCountry);
  const rounds = Array.from({ length: 10 }, (_, round) => round);
  for (const round of rounds) {
    const turned = { store_id: world.store.id, address_rules: round % 2 ? 'country' : 'contract' };
    const [one, other] = await Promise.all([create(berlin), create(berlin), invoke(updateStore, turned)]);
    for (const { status, body } of [one, other])
      expect([201, 'State is required']).toContain(status === 201 ? 201 : body.error);
  }
  await set({ address_rules: 'contract' });
  const { body } = await call(contract.listCustomerAddresses, { path: { id }, key: world.read, query: { limit: 100 } });
  expect(body.data.every(({ state, zip }: { state: string; zip: string }) => state === '' && zip === '10119')).toBe(
    true,
  );
});
