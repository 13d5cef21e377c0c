import { expect, test, vi } from 'vitest';
import { createDownload } from '../../../lib/resources/digital-files/functions.ts';
import * as files from '../../../lib/resources/digital-files/operations.ts';
import { payOrder } from '../../../lib/resources/orders/functions.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import { downloadRole, refusedRole } from '../../support/aws/sts.ts';
import { call } from '../../support/http/call.ts';
import { multipart } from '../../support/http/multipart.ts';
import { invoke } from '../../support/invoke.ts';
import { orderOf, record } from '../../support/world/checkout.ts';
import { newWorld, succeeded, type World } from '../../support/world/world.ts';

const notFound = { errorType: 'NOT_FOUND', errorMessage: 'Resource not found' };

const lineOf = ({ id: product_id, variants }: World['products'][number], variant = 0) => ({
  product_id,
  variant_id: variants[variant]?.id ?? '',
  quantity: 1,
  unit_price: 1000,
});

/** An order of the digital product and of one variant of the physical one. */
async function ordered(world: World, status: string): Promise<string> {
  const [physical, digital] = world.products;
  const order = orderOf(world, { status, lines: [lineOf(physical), lineOf(digital)] });
  await succeeded(record(world, order));
  return order.id;
}

const pathOf = ({ product_id, variant_id }: ReturnType<typeof lineOf>) => ({ id: product_id, variant_id });

async function upload(world: World, line: ReturnType<typeof lineOf>, content: string, fileName = 'field.flac') {
  const body = multipart([{ name: 'file', fileName, type: 'audio/flac', content }]);
  return (await call(files.uploadDigitalFile, { path: pathOf(line), key: world.write, ...body })).body;
}

const download = ({ store }: World, order_id: string, variant_id: string) =>
  invoke(createDownload, { store_id: store.id, order_id, variant_id });

const fetched = (link: Record<string, unknown>) => fetch(String(link.url));

test.each(['paid', 'fulfilled'])('of an order that is %s gives a link to the bytes, valid one hour', async (status) => {
  const world = await newWorld();
  const line = lineOf(world.products[1]);
  await upload(world, line, 'Rain on a tin roof', 'Réin.flac');
  const earliest = Math.floor(Date.now() / 1000) + 3600;
  const link = await download(world, await ordered(world, status), line.variant_id);

  expect(link).toEqual({
    url: expect.any(String),
    file_name: 'Réin.flac',
    file_size: 18,
    expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
  });
  expect(new URL(String(link.url)).searchParams.get('X-Amz-Expires')).toBe('3600');
  const expiry = Date.parse(String(link.expires_at)) / 1000;
  expect(expiry).toBeGreaterThanOrEqual(earliest);
  expect(expiry).toBeLessThanOrEqual(Date.now() / 1000 + 3600);

  const response = await fetched(link);
  expect([response.status, await response.text()]).toEqual([200, 'Rain on a tin roof']);
  expect(response.headers.get('content-disposition')).toContain("filename*=UTF-8''R%C3%A9in.flac");
});

test('signs the link with credentials that last as long as it does, not with those of the function', async () => {
  const world = await newWorld();
  const line = lineOf(world.products[1]);
  await upload(world, line, 'Rain');

  const link = await download(world, await ordered(world, 'paid'), line.variant_id);

  const { searchParams } = new URL(String(link.url));
  expect(searchParams.get('X-Amz-Credential')).toMatch(/^ASIADOWNLOADS\//);
  expect(searchParams.get('X-Amz-Security-Token')).toBe(`AssumeRole ${downloadRole} as downloads for 3600 s`);
  expect(searchParams.get('X-Amz-Expires')).toBe('3600');
});

test('fails where it may not sign', async () => {
  vi.stubEnv('DOWNLOAD_ROLE', refusedRole);
  const world = await newWorld();
  const line = lineOf(world.products[1]);
  await upload(world, line, 'Rain');

  expect(await download(world, await ordered(world, 'paid'), line.variant_id)).toMatchObject({
    errorType: 'INTERNAL_ERROR',
  });
});

test('of a pending order is forbidden until it is paid', async () => {
  const world = await newWorld();
  const line = lineOf(world.products[1]);
  await upload(world, line, 'Rain');
  const order = await ordered(world, 'pending');

  expect(await download(world, order, line.variant_id)).toEqual({
    errorType: 'FORBIDDEN',
    errorMessage: 'The order is not paid',
  });
  await succeeded(invoke(payOrder, { store_id: world.store.id, order_id: order }));
  expect(await (await fetched(await download(world, order, line.variant_id))).text()).toBe('Rain');
});

test('knows neither an unknown order nor that of another store', async () => {
  const [world, other] = await Promise.all([newWorld(), newWorld()]);
  const line = lineOf(world.products[1]);
  await upload(world, line, 'Rain');

  expect(await download(world, newId('order'), line.variant_id)).toEqual(notFound);
  expect(await download(other, await ordered(world, 'paid'), line.variant_id)).toEqual(notFound);
});

test('gives nothing of a variant without a file, or of one that was not bought', async () => {
  const world = await newWorld();
  const [bought, other] = [lineOf(world.products[0]), lineOf(world.products[0], 1)];
  await upload(world, other, 'Not yours');
  const order = await ordered(world, 'paid');

  for (const variant of [bought.variant_id, other.variant_id, newId('variant')]) {
    expect(await download(world, order, variant)).toEqual(notFound);
  }
});

test('leads to the present file; the link of one that was replaced or deleted stops working', async () => {
  const world = await newWorld();
  const line = lineOf(world.products[1]);
  const order = await ordered(world, 'paid');
  await upload(world, line, 'First take');
  const first = await download(world, order, line.variant_id);
  const { id } = await upload(world, line, 'Second take');
  const second = await download(world, order, line.variant_id);

  expect((await fetched(first)).status).toBe(404);
  expect(await (await fetched(second)).text()).toBe('Second take');

  const path = { ...pathOf(line), file_id: String(id) };
  expect((await call(files.deleteDigitalFile, { path, key: world.write })).status).toBe(204);
  expect((await fetched(second)).status).toBe(404);
  expect(await download(world, order, line.variant_id)).toEqual(notFound);
});
