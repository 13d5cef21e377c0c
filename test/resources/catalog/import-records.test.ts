import { beforeEach, describe, expect, test } from 'vitest';
import { importRecords } from '../../../lib/resources/catalog/functions.ts';
import * as products from '../../../lib/resources/catalog/product-records.ts';
import * as sites from '../../../lib/resources/catalog/site-records.ts';
import * as customers from '../../../lib/resources/customers/records.ts';
import type * as reviewsFields from '../../../lib/resources/reviews/fields.ts';
import * as contract from '../../../lib/resources/reviews/operations.ts';
import { keys } from '../../../lib/table/keys.ts';
import { changeItem } from '../../support/aws/changed-items.ts';
import { call } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { buy, newReview, post } from '../../support/world/reviews.ts';
import { newCustomer, newProduct, newSite, newWorld, succeeded, type World } from '../../support/world/world.ts';

test('replaces the records with their ids, except what the service counts itself', async () => {
  const { store } = await newWorld();
  const [site, customer, product] = [newSite(), newCustomer(), newProduct()];
  const records = { store_id: store.id, sites: [site], customers: [customer], products: [product] };
  const counts = { imported: { sites: 1, customers: 1, products: 1 } };

  expect(await invoke(importRecords, records)).toEqual(counts);
  expect(await invoke(importRecords, records)).toEqual(counts);
  expect(
    await invoke(importRecords, {
      store_id: store.id,
      sites: [{ ...site, gift_notes_enabled: false }],
      customers: [{ ...customer, last_name: 'Byron' }],
      products: [{ ...product, name: 'Kettle' }],
    }),
  ).toEqual(counts);
  expect(await sites.get(store.id, site.id)).toMatchObject({ gift_notes_enabled: false, gift_note_max_length: 500 });
  expect(await customers.get(store.id, customer.id)).toMatchObject({ last_name: 'Byron', standing: 'good' });
  expect(await products.get(store.id, product.id)).toMatchObject({ name: 'Kettle', review_count: 0 });
});

test('keeps the language, the logo and the color of a site, and the language of a customer, until an import has none', async () => {
  const { store } = await newWorld();
  const [site, customer] = [newSite(), newCustomer()];
  const looks = { locale: 'de-AT', logo_url: 'https://cdn.example/logo.svg', color: '#0A7B3c' };
  const imports = (sites: object, customers: object) =>
    succeeded(invoke(importRecords, { store_id: store.id, sites: [sites], customers: [customers] }));

  await imports({ ...site, ...looks }, { ...customer, locale: 'pl' });
  expect(await sites.get(store.id, site.id)).toMatchObject(looks);
  expect(await customers.get(store.id, customer.id)).toMatchObject({ locale: 'pl' });

  await imports(site, customer);
  expect(await sites.get(store.id, site.id)).toMatchObject({ locale: 'en', logo_url: null, color: null });
  expect(await customers.get(store.id, customer.id)).toMatchObject({ locale: null });
});

test.each([
  [{ locale: 'en_US' }, {}, 'site locale must be a BCP 47 language tag'],
  [{ locale: 7 }, {}, 'site locale must be a BCP 47 language tag'],
  [{ logo_url: 'http://cdn.example/logo.svg' }, {}, 'site logo_url must be an https address'],
  [{ logo_url: 'data:image/png;base64,AA' }, {}, 'site logo_url must be an https address'],
  [{ color: '#abc' }, {}, 'site color must be #rrggbb'],
  [{ color: 'red' }, {}, 'site color must be #rrggbb'],
  [{ color: '#aabbcc;x:y' }, {}, 'site color must be #rrggbb'],
  [{}, { locale: 'x' }, 'customer locale must be a BCP 47 language tag'],
])('refuses a site with %j or a customer with %j, importing none', async (site, customer, errorMessage) => {
  const { store } = await newWorld();
  const record = { ...newSite(), ...site };
  const records = { sites: [record], customers: [{ ...newCustomer(), ...customer }] };

  expect(await invoke(importRecords, { store_id: store.id, ...records })).toEqual({
    errorType: 'INVALID_FIELD',
    errorMessage,
  });
  expect(await sites.find(store.id, record.id)).toBeUndefined();
});

const identifiers = {
  gtin: '4006381333931',
  mpn: 'CUP-150',
  brand: 'Aria',
  sku: 'cup-white',
  image_url: 'https://cdn.example/cup.jpg',
};

const noIdentifiers = { gtin: null, mpn: null, brand: null, sku: null, image_url: null };

test('keeps the identifiers of a product until an import omits them', async () => {
  const { store } = await newWorld();
  const product = newProduct();
  const imports = (fields: object) =>
    succeeded(invoke(importRecords, { store_id: store.id, products: [{ ...product, ...fields }] }));

  await imports(identifiers);
  expect(await products.get(store.id, product.id)).toMatchObject(identifiers);

  await imports({});
  expect(await products.get(store.id, product.id)).toMatchObject(noIdentifiers);
});

test('a product that was stored before it had identifiers has none, and keeps attributes of a later release', async () => {
  const { store } = await newWorld();
  const product = newProduct();
  const imports = (fields: object) =>
    succeeded(invoke(importRecords, { store_id: store.id, products: [{ ...product, ...fields }] }));
  await imports(identifiers);
  await changeItem(keys.product(store.id, product.id), 'SET later = :later REMOVE gtin, mpn, brand, sku, image_url', {
    ':later': 'kept',
  });

  expect(await products.get(store.id, product.id)).toMatchObject(noIdentifiers);

  await imports(identifiers);
  expect(await products.get(store.id, product.id)).toMatchObject({ ...identifiers, later: 'kept' });
});

test.each([
  [{ gtin: '96385074', brand: '\u{1F375}'.repeat(70) }],
  [{ gtin: '036000291452', mpn: 'm'.repeat(70) }],
  [{ gtin: '9780306406157', sku: 's'.repeat(70) }],
  [{ gtin: '10012345678902', image_url: 'https://cdn.example/a.jpg?b=c' }],
  [{ gtin: null, mpn: null, brand: null, sku: null, image_url: null }],
])('takes a product with %j', async (fields) => {
  const { store } = await newWorld();
  const product = newProduct(fields);

  await succeeded(invoke(importRecords, { store_id: store.id, products: [product] }));

  expect(await products.get(store.id, product.id)).toMatchObject(fields);
});

test.each<[object, string]>([
  [{ gtin: '4006381333932' }, 'product gtin must end with its check digit'],
  [{ gtin: '4006381333936' }, 'product gtin must end with its check digit'],
  [{ gtin: '96385075' }, 'product gtin must end with its check digit'],
  [{ gtin: '036000291453' }, 'product gtin must end with its check digit'],
  [{ gtin: '10012345678903' }, 'product gtin must end with its check digit'],
  [{ gtin: '963850741' }, 'product gtin must be 8, 12, 13, or 14 digits'],
  [{ gtin: '400-6381333931' }, 'product gtin must be 8, 12, 13, or 14 digits'],
  [{ gtin: '' }, 'product gtin must be 8, 12, 13, or 14 digits'],
  [{ gtin: '٤٠٠٦٣٨١٣٣٣٩٣١' }, 'product gtin must be 8, 12, 13, or 14 digits'],
  [{ gtin: 4006381333931 }, 'product gtin must be a string'],
  [{ mpn: 'm'.repeat(71) }, 'product mpn must be 70 characters or fewer'],
  [{ brand: ' ' }, 'product brand must not be empty'],
  [{ brand: '' }, 'product brand must not be empty'],
  [{ sku: 'a\nb' }, 'product sku must not have control characters'],
  [{ sku: 7 }, 'product sku must be a string'],
  [{ image_url: 'http://cdn.example/cup.jpg' }, 'product image_url must be an https address'],
])('refuses a product with %j, storing nothing', async (fields, errorMessage) => {
  const { store } = await newWorld();
  const product = newProduct(fields);

  expect(await invoke(importRecords, { store_id: store.id, products: [product] })).toEqual({
    errorType: 'INVALID_FIELD',
    errorMessage,
  });
  expect(await products.find(store.id, product.id)).toBeUndefined();
});

test('keeps the site imported first the first', async () => {
  const world = await newWorld();
  await invoke(importRecords, { store_id: world.store.id, sites: [newSite(), newSite()] });
  expect(await sites.findFirstId(world.store.id)).toBe(world.sites[0].id);
});

test('takes 100 records at once and refuses 101, importing none', async () => {
  const { store } = await newWorld();
  const records = Array.from({ length: 101 }, () => newCustomer());

  expect(await invoke(importRecords, { store_id: store.id, customers: records })).toEqual({
    errorType: 'INVALID_FIELD',
    errorMessage: 'At most 100 records can be imported at once',
  });
  await expect(customers.get(store.id, records[0]?.id ?? '')).rejects.toThrow('Resource not found');
  expect(await invoke(importRecords, { store_id: store.id, customers: records.slice(1) })).toEqual({
    imported: { sites: 0, customers: 100, products: 0 },
  });
});

test('takes names of products up to 25,000 characters together', async () => {
  const { store } = await newWorld();
  const products = Array.from({ length: 25 }, () => newProduct({ name: '\u{1F375}'.repeat(1000) }));

  expect(await invoke(importRecords, { store_id: store.id, products: [...products, newProduct()] })).toEqual({
    errorType: 'INVALID_FIELD',
    errorMessage: 'products must have names of 25000 characters or fewer together',
  });
  expect(await invoke(importRecords, { store_id: store.id, products })).toMatchObject({ imported: { products: 25 } });
});

test.each<[string, object, string]>([
  [
    'customers',
    newCustomer({ email: 'ada@example.com\r\nBcc: spy@example.com' }),
    'customer email must be an email address',
  ],
  ['customers', newCustomer({ email: '' }), 'customer email is required'],
  ['sites', newSite({ email_from: 'Shop <shop@example.com>' }), 'site email_from must be an email address'],
  ['sites', newSite({ url: 'javascript:alert(1)' }), 'site url must be an http or https address'],
  ['sites', newSite({ url: 'https://\u202eexample.com' }), 'site url must be an http or https address'],
])('refuses %s with unreachable addresses, storing nothing of the call', async (kind, record, errorMessage) => {
  const { store } = await newWorld();
  const product = newProduct();

  const refused = await invoke(importRecords, { store_id: store.id, products: [product], [kind]: [record] });

  expect(refused).toMatchObject({ errorMessage });
  await expect(products.get(store.id, product.id)).rejects.toThrow('Resource not found');
});

test('of two records with one id writes the last', async () => {
  const { store } = await newWorld();
  const customer = newCustomer();
  await invoke(importRecords, { store_id: store.id, customers: [customer, { ...customer, first_name: 'Last' }] });
  expect(await customers.get(store.id, customer.id)).toMatchObject({ first_name: 'Last' });
});

test('imports nothing where one record breaks a rule, naming it', async () => {
  const { store } = await newWorld();
  const customer = newCustomer();
  expect(
    await invoke(importRecords, {
      store_id: store.id,
      customers: [customer],
      products: [newProduct({ delivery: 'drone' as never })],
    }),
  ).toEqual({
    errorType: 'INVALID_FIELD',
    errorMessage: 'product delivery must be physical, digital, or gift_card',
  });
  await expect(customers.get(store.id, customer.id)).rejects.toThrow('Resource not found');
});

describe('the names of variants in reviews', () => {
  const customers = Array.from({ length: 3 }, () => newCustomer());
  let world: World;
  let teapot: World['products'][0];

  beforeEach(async () => {
    world = await newWorld();
    [teapot] = world.products;
    await succeeded(invoke(importRecords, { store_id: world.store.id, customers }));
  });

  const importTeapot = (variants: readonly { id: string; name: string }[]) =>
    invoke(importRecords, { store_id: world.store.id, products: [{ ...teapot, variants }] });

  async function names(): Promise<string[]> {
    const { body } = await call(contract.listReviews, { query: { limit: 100 }, key: world.read });
    return body.data.map(({ variant_name }: reviewsFields.Review) => variant_name);
  }

  /** Places of the teapot's variants. */
  const [small, large] = [0, 1];

  const variant = (place: number, name: string) => ({ id: teapot.variants[place]?.id ?? '', name });

  test('a review follows the name of its variant, loses it with the variant, and has it again with the variant', async () => {
    const [ada, grace] = world.customers;
    const first = await newReview(world, ada, teapot);
    await buy(world, grace, teapot, teapot.variants[0]);
    await succeeded(post(world, grace, teapot));
    await call(contract.hideReview, {
      path: { review_id: first.id },
      body: { reason: 'other' },
      key: world.write,
    });
    expect(await names()).toEqual(['Small', 'Large']);

    await succeeded(importTeapot([variant(small, 'One cup'), variant(large, 'Large')]));
    expect(await names()).toEqual(['One cup', 'Large']);

    await succeeded(importTeapot([variant(small, 'One cup')]));
    expect(await names()).toEqual(['One cup', '']);

    // A catalog may drop a variant by mistake: the mirror of it must come back with it.
    await succeeded(importTeapot([variant(small, 'One cup'), variant(large, 'Large')]));
    expect(await names()).toEqual(['One cup', 'Large']);
  });

  test('reviews that have followed are not gone through again', async () => {
    for (const customer of customers) await newReview(world, customer, teapot);
    for (const name of ['Two cups', 'Four cups', 'Six cups']) {
      await succeeded(importTeapot([variant(small, 'One cup'), variant(large, name)]));
      expect(await products.get(world.store.id, teapot.id)).not.toHaveProperty('variants_renamed');
    }
  });
});
