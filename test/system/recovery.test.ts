/** A dry run of recovery: what tables and bucket held at a moment, restored into new ones, is the service as it was. */
import { CopyObjectCommand, CreateBucketCommand } from '@aws-sdk/client-s3';
import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test, vi } from 'vitest';
import { createTables } from '../../bin/local/engines/tables.ts';
import { s3 } from '../../lib/objects/objects.ts';
import { createCustomerAddress, getCustomerAddress } from '../../lib/resources/customer-addresses/operations.ts';
import { createDownload } from '../../lib/resources/digital-files/functions.ts';
import { uploadDigitalFile } from '../../lib/resources/digital-files/operations.ts';
import { auditLedger } from '../../lib/resources/gift-cards/functions.ts';
import { getGiftCard, issueGiftCard } from '../../lib/resources/gift-cards/operations.ts';
import { createGiftOption, setGiftOptionImage } from '../../lib/resources/gift-options/operations.ts';
import { auditRatings } from '../../lib/resources/reviews/functions.ts';
import { dynamodb } from '../../lib/table/client.ts';
import { beginAnew } from '../support/aws/deployment.ts';
import { objectAt, objectsUnder } from '../support/aws/objects.ts';
import { isolateTables } from '../support/aws/table-contents.ts';
import { call } from '../support/http/call.ts';
import { multipart, png } from '../support/http/multipart.ts';
import { invoke } from '../support/invoke.ts';
import { hold, lineOf, orderOf, record } from '../support/world/checkout.ts';
import { addressBody } from '../support/world/customer-addresses.ts';
import { newReview } from '../support/world/reviews.ts';
import { newWorld, succeeded, type World } from '../support/world/world.ts';

isolateTables('test');

type Item = Record<string, unknown>;

/** What AWS's own restores do: every item of a moment into a new table, and these objects into a new bucket. The others are of other tests. */
async function restored(objects: readonly string[]): Promise<void> {
  const names = { store: `${process.env.STORE_TABLE}-restored`, requests: `${process.env.REQUEST_TABLE}-restored` };
  const bucket = `${process.env.OBJECT_BUCKET}-${Date.now()}`;
  await createTables(names);
  await copyItems(process.env.STORE_TABLE, names.store);
  await copyItems(process.env.REQUEST_TABLE, names.requests);
  await s3().send(new CreateBucketCommand({ Bucket: bucket }));
  for (const Key of objects) {
    const CopySource = `${process.env.OBJECT_BUCKET}/${Key}`;
    await s3().send(new CopyObjectCommand({ Bucket: bucket, Key, CopySource }));
  }
  vi.stubEnv('STORE_TABLE', names.store);
  vi.stubEnv('REQUEST_TABLE', names.requests);
  vi.stubEnv('OBJECT_BUCKET', bucket);
  await beginAnew();
}

async function copyItems(from: string | undefined, to: string): Promise<void> {
  let after: Item | undefined;
  do {
    const page = await dynamodb.send(new ScanCommand({ TableName: from, ExclusiveStartKey: after }));
    await Promise.all((page.Items ?? []).map((Item) => dynamodb.send(new PutCommand({ TableName: to, Item }))));
    after = page.LastEvaluatedKey;
  } while (after);
}

/** A store with something of everything that hangs together. */
async function furnished() {
  const world = await newWorld();
  const { sites, customers, products, write: key } = world;
  const [, recordings] = products;
  const path = { id: recordings.id, variant_id: recordings.variants[0]?.id ?? '' };
  const file = multipart([{ name: 'file', fileName: 'field.flac', content: 'Rain' }]);
  await call(uploadDigitalFile, { path, key, ...file });
  const { body: option } = await call(createGiftOption, { path: { site_id: sites[0].id }, key, body: { name: 'Box' } });
  const photo = multipart([{ name: 'image', fileName: 'a.png', type: 'image/png', content: png() }]);
  const { body: shown } = await call(setGiftOptionImage, {
    path: { site_id: sites[0].id, gift_option_id: option.id },
    key,
    ...photo,
  });
  const { body: card } = await call(issueGiftCard, { body: { value: 5000 }, key });
  await newReview(world, customers[0], products[0]);
  await succeeded(hold(world, String(card.code), { amount: 700 }));
  const lines = [lineOf(recordings, { unit_price: 700 })];
  const { id: order } = await succeeded(record(world, orderOf(world, { lines, checkout_id: 'checkout' })));
  const creating = { path: { id: customers[0].id }, body: addressBody, key, idempotencyKey: 'before-the-loss' };
  const { body: address } = await call(createCustomerAddress, creating);
  return { world, path, order, card, creating, address, photo: String(shown.image.url).slice(1) };
}

async function audits({ store }: World): Promise<unknown[]> {
  const ledger = (after?: string) => invoke(auditLedger, { store_id: store.id, after });
  const pages = [
    await ledger(),
    await ledger(`ord_${'z'.repeat(26)}`),
    await invoke(auditRatings, { store_id: store.id }),
  ];
  return pages.flatMap((page) => Object.entries(page).flatMap(([, value]) => (Array.isArray(value) ? value : [])));
}

test('everything is there, keys and links work, the audits find nothing, and what was done before stays done', async () => {
  const { world, path, order, card, creating, address, photo } = await furnished();

  await restored([...(await objectsUnder(`files/${world.store.id}/`)), photo]);

  expect(await audits(world)).toEqual([]);
  const { body: found } = await call(getGiftCard, { path: { gift_card_id: card.id }, key: world.read });
  expect(found).toMatchObject({ balance: 4300 });
  expect((await objectAt(photo))?.bytes).toEqual(Buffer.from(png()));
  const link = await succeeded(
    invoke(createDownload, { store_id: world.store.id, order_id: order, variant_id: path.variant_id }),
  );
  expect(await (await fetch(link.url)).text()).toBe('Rain');
  const again = await call(createCustomerAddress, creating);
  expect(again.body).toEqual(address);
  expect(again.headers['x-idempotency-replayed']).toBe('true');
  const one = await call(createCustomerAddress, { ...creating, idempotencyKey: 'after-the-loss' });
  const reading = { path: { ...creating.path, address_id: one.body.id }, key: world.read };
  expect((await call(getCustomerAddress, reading)).status).toBe(200);
});
