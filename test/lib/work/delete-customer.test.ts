/** A deletion that is invoked twice, of which one comes late: the customer has been imported again meanwhile. */
import { expect, test } from 'vitest';
import { importRecords } from '../../../lib/resources/catalog/functions.ts';
import {
  createCustomerAddress,
  getCustomerAddress,
  listCustomerAddresses,
} from '../../../lib/resources/customer-addresses/operations.ts';
import { deleteCustomer } from '../../../lib/resources/customers/functions.ts';
import { listReviews } from '../../../lib/resources/reviews/operations.ts';
import { as, before } from '../../support/aws/interleave.ts';
import { call } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { addressBody } from '../../support/world/customer-addresses.ts';
import { buy, post } from '../../support/world/reviews.ts';
import { newCustomer, newProduct, newWorld, succeeded } from '../../support/world/world.ts';

async function setUp() {
  const world = await newWorld();
  const store_id = world.store.id;
  const ada = newCustomer();
  const product = newProduct();
  await succeeded(invoke(importRecords, { store_id, customers: [ada], products: [product] }));
  await buy(world, ada, product);
  const key = world.write;
  return {
    ada,
    posting: (title: string) => post(world, ada, product, { title }),
    remove: () => invoke(deleteCustomer, { store_id, customer_id: ada.id }),
    reimport: () => succeeded(invoke(importRecords, { store_id, customers: [ada] })),
    create: () => call(createCustomerAddress, { path: { id: ada.id }, body: addressBody, key }),
    address: async (id: string) =>
      (await call(getCustomerAddress, { path: { id: ada.id, address_id: id }, key })).status,
    addresses: async () => (await call(listCustomerAddresses, { path: { id: ada.id }, key })).body.data.length,
    reviews: async () => (await call(listReviews, { query: { product: product.id }, key })).body.data.length,
  };
}

test('deletes no address of the customer who was imported again, wherever the first deletion comes in between', {
  tags: 'long',
}, async () => {
  for (let place = 0, isReached = true; isReached; place += 1) {
    const { ada, remove, reimport, create, address } = await setUp();
    await create();
    let kept = '';
    let seen = 0;
    before(
      ({ by }) => by === `late ${place}` && seen++ === place,
      async () => {
        await remove();
        await reimport();
        kept = (await create()).body.id;
      },
    );

    expect(await as(`late ${place}`, remove)).toEqual({ customer_id: ada.id, deleted: true });
    isReached = kept !== '';
    // In a place before the late one has read the customer it is a deletion of the one that it finds.
    if (isReached && place > 1) expect(await address(kept), `place ${place}`).toBe(200);
  }
});

test('leaves the review of the customer who was imported again their only one of the product', async () => {
  const { posting, remove, reimport, reviews } = await setUp();
  await succeeded(posting('First'));
  before(
    ({ by, command, input }) =>
      by === 'late' &&
      command.startsWith('TransactWrite') &&
      input.TransactItems.some(({ Delete }: { Delete?: { Key: { sk: string } } }) =>
        Delete?.Key.sk.startsWith('REVIEW#'),
      ),
    async () => {
      await remove();
      await reimport();
      await succeeded(posting('Second'));
    },
  );

  expect(await as('late', remove)).toMatchObject({ deleted: true });
  expect(await posting('Third')).toMatchObject({ errorType: 'DUPLICATE' });
  expect(await reviews()).toBe(1);
});

test('a deletion that is asked for again after the customer was imported again deletes that one too', async () => {
  const { remove, reimport, create, addresses } = await setUp();
  await create();
  await remove();
  await reimport();
  await create();
  expect(await addresses()).toBe(1);

  await remove();
  await reimport();
  expect(await addresses()).toBe(0);
});
