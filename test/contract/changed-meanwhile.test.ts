/** What changes between a decision and its commit: the decision is made again on what is true. */
import { expect, test } from 'vitest';
import { importRecords } from '../../lib/resources/catalog/functions.ts';
import { createCustomerAddress } from '../../lib/resources/customer-addresses/operations.ts';
import { deleteCustomer } from '../../lib/resources/customers/functions.ts';
import { deleteDigitalFile, uploadDigitalFile } from '../../lib/resources/digital-files/operations.ts';
import { createGiftOption, deleteGiftOption, setGiftOptionImage } from '../../lib/resources/gift-options/operations.ts';
import { getReview } from '../../lib/resources/reviews/operations.ts';
import { revokeApiKey } from '../../lib/resources/stores/functions.ts';
import { getApiKey } from '../../lib/resources/stores/operations.ts';
import { around, as, before, transactionsOf } from '../support/aws/interleave.ts';
import { objectsUnder } from '../support/aws/objects.ts';
import { entitiesOf } from '../support/aws/table-contents.ts';
import { call } from '../support/http/call.ts';
import { multipart, png } from '../support/http/multipart.ts';
import { invoke } from '../support/invoke.ts';
import { hold, lasting, orderOf, record } from '../support/world/checkout.ts';
import { addressBody } from '../support/world/customer-addresses.ts';
import { issued } from '../support/world/gift-cards.ts';
import { giftOptionBody } from '../support/world/gift-options.ts';
import { buy, post, stand } from '../support/world/reviews.ts';
import { importProducts } from '../support/world/waitlist.ts';
import { newWorld, succeeded } from '../support/world/world.ts';

/** Does some work, and other work right before its first commit. */
function changing<T>(work: () => Promise<T>, meanwhile: () => Promise<unknown>): Promise<T> {
  before(transactionsOf('changed meanwhile'), meanwhile);
  return as('changed meanwhile', work);
}

test('a customer who is deleted gets no address, and leaves none', async () => {
  const { store, customers, write: key } = await newWorld();
  const [{ id }] = customers;

  const { status } = await changing(
    () => call(createCustomerAddress, { path: { id }, key, body: addressBody }),
    () => succeeded(invoke(deleteCustomer, { store_id: store.id, customer_id: id })),
  );

  expect(status).toBe(404);
  expect((await entitiesOf(store.id)).filter(({ sk }) => String(sk).startsWith('ADDRESS#'))).toEqual([]);
});

test('a banned author posts no review', async () => {
  const world = await newWorld();
  const [customer] = world.customers;
  const [product] = world.products;
  await buy(world, customer, product);

  const posted = await changing(
    () => post(world, customer, product),
    () => stand(world, customer, 'banned'),
  );

  expect(posted).toMatchObject({ errorType: 'FORBIDDEN' });
});

test('a review has the name that its variant has at the commit', async () => {
  const world = await newWorld();
  const [customer] = world.customers;
  const [product] = world.products;
  await buy(world, customer, product);
  const variants = product.variants.map(({ id }) => ({ id, name: 'Renamed' }));

  const { id } = await changing(
    () => succeeded(post(world, customer, product)),
    () => importProducts(world, { ...product, variants }),
  );

  const { body } = await call(getReview, { path: { review_id: id }, key: world.read });
  expect(body.variant_name).toBe('Renamed');
});

test('a customer who is deleted, and imported again, has no data of earlier decisions', async () => {
  const world = await newWorld();
  const { store, customers } = world;
  const [customer] = customers;

  const order = orderOf(world);
  await changing(
    () => record(world, order),
    async () => {
      await succeeded(invoke(deleteCustomer, { store_id: store.id, customer_id: customer.id }));
      await succeeded(
        invoke(importRecords, { store_id: store.id, customers: [{ ...customer, email: 'new@example.com' }] }),
      );
    },
  );

  const recorded = (await entitiesOf(store.id)).find(({ sk }) => sk === 'ORDER');
  expect(recorded).toMatchObject({ id: order.id, customer_email: 'new@example.com' });
});

test('a checkout that holds another card meanwhile holds one of both', async () => {
  const world = await newWorld();
  const [first, second] = [await issued(world), await issued(world)];

  await changing(
    () => succeeded(hold(world, first.code)),
    () => succeeded(hold(world, second.code)),
  );

  const holding = (await entitiesOf(world.store.id)).filter(
    ({ sk, holds }) => sk === 'GIFTCARD' && Object.keys(Object(holds)).length > 0,
  );
  expect(holding).toMatchObject([{ id: first.id }]);
});

test('a key that is revoked for good meanwhile stays revoked, though it was to be revoked later', async () => {
  const { store, read, readKeyId: key_id } = await newWorld();
  const revoke = (at?: string) => invoke(revokeApiKey, { store_id: store.id, key_id, ...(at && { at }) });

  await changing(
    () => revoke(lasting),
    () => succeeded(revoke()),
  );

  expect((await call(getApiKey, { key: read })).status).toBe(401);
});

test('a variant that goes gets no file', async () => {
  const world = await newWorld();
  const [, digital] = world.products;
  const path = { id: digital.id, variant_id: digital.variants[0]?.id ?? '' };
  const part = { name: 'file', fileName: 'manual.pdf', type: 'application/pdf', content: 'The manual' };

  const { status } = await changing(
    () => call(uploadDigitalFile, { path, key: world.write, ...multipart([part]) }),
    () => importProducts(world, { ...digital, variants: [] }),
  );

  expect(status).toBe(404);
  expect(await objectsUnder(`files/${world.store.id}/`)).toEqual([]);
});

test('a file that has taken the place of the deleted one stays', async () => {
  const { store, products, write: key } = await newWorld();
  const [, digital] = products;
  const path = { id: digital.id, variant_id: digital.variants[0]?.id ?? '' };
  const upload = async (content: string) => {
    const part = { name: 'file', fileName: 'manual.pdf', type: 'application/pdf', content };
    return (await call(uploadDigitalFile, { path, key, ...multipart([part]) })).body.id;
  };
  const remove = (file_id: string) => call(deleteDigitalFile, { path: { ...path, file_id }, key });
  const first = await upload('The first');
  let second = '';

  const { status } = await changing(
    () => remove(first),
    async () => {
      await remove(first);
      second = await upload('The second');
    },
  );

  expect(status).toBe(404);
  expect(await objectsUnder(`files/${store.id}/`)).toEqual([`files/${store.id}/${second}`]);
});

test('an upload returns what its finished duplicate returned, though its subject is gone since', async () => {
  const { sites, write: key } = await newWorld();
  const site = { site_id: sites[0].id };
  const { body: option } = await call(createGiftOption, { path: site, key, body: giftOptionBody });
  const path = { ...site, gift_option_id: option.id };
  const photo = multipart([{ name: 'image', fileName: 'photo.png', type: 'image/png', content: png() }]);
  const send = () => call(setGiftOptionImage, { path, key, idempotencyKey: 'once', ...photo });
  let first: unknown;
  around(
    ({ by, input }) => by === 'twin' && JSON.stringify(input).includes(option.id),
    async (read) => {
      first = (await send()).body;
      await call(deleteGiftOption, { path, key });
      return read();
    },
  );

  const { body, headers } = await as('twin', send);

  expect(body).toEqual(first);
  expect(headers['x-idempotency-replayed']).toBe('true');
});
