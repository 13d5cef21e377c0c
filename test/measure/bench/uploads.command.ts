/**
 * `npm run measure -- bench:uploads`: files of the contract's full size through a running local server, in one request and directly; its
 * memory, what is left in the bucket, and its throughput against lib-storage's.
 */
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, openAsBlob, readFileSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ListMultipartUploadsCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { commandOptions } from '../../../bin/command-line/options.ts';
import { demo } from '../../../bin/local/demo.ts';
import { StoreCommerce } from '../../../lib/client/store-commerce.ts';
import { limits } from '../../../lib/schema/limits.ts';
import { startLocalServer } from '../../support/http/local-server.ts';
import { mostMegabytesOf } from '../../support/machine.ts';
import { storefrontOn } from '../load/shop.ts';
import { report } from '../proof/report.ts';

commandOptions({
  command: 'npm run measure -- bench:uploads',
  summary: 'Uploads files of the full size to a local server, and reads them as a buyer.',
  options: {},
});

const startedAt = performance.now();
const product = { product_id: 'pro_book', variant_id: 'prv_book' };
const Bucket = 'store-commerce-api';
const folder = await mkdtemp(join(tmpdir(), 'uploads-'));
const envVars = join(folder, 'env.json');
const server = await startLocalServer('--env-vars', envVars);
const files = `${server.url}/api/v1/products/${product.product_id}/variants/${product.variant_id}/digital-files/`;
const authorization = { Authorization: `Bearer ${demo.writeKey}` };
const { port } = new URL(JSON.parse(readFileSync(envVars, 'utf8')).Parameters.AWS_ENDPOINT_URL_S3);
const s3 = new S3Client({
  region: 'us-east-1',
  endpoint: `http://127.0.0.1:${port}`,
  forcePathStyle: true,
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
});

try {
  const file = await fileOf(limits.digitalFileBytes);
  const expected = await sha256(createReadStream(file));

  const multipart = await timed(() => uploadInOneRequest(file));
  const multipartPeak = peakMegabytes();
  const multipartSame = (await sha256(await download())) === expected;
  const plain = await timed(() => uploadPlainly(file));
  const direct = await timed(() => uploadDirectly(file));
  const directSame = (await sha256(await download())) === expected;

  const before = await inBucket();
  const tooLarge = await post(await fileOf(limits.digitalFileBytes + 1));
  await cutOffHalfway(file);
  await sleep(1000);
  const leftBehind = (await inBucket()).filter((entry) => !before.includes(entry));

  await report({
    name: 'uploads',
    command: 'npm run measure -- bench:uploads',
    seconds: (performance.now() - startedAt) / 1000,
    passed: multipartSame && directSame && tooLarge.status >= 400 && leftBehind.length === 0,
    figures: {
      'bytes of the file': limits.digitalFileBytes,
      'seconds in one request': multipart.seconds,
      'seconds of parts sent directly': direct.seconds,
      'a buyer gets the same bytes': multipartSame && directSame ? 'yes' : 'no',
      "throughput in one request, of lib-storage's": plain.seconds / multipart.seconds,
      'most memory of the server after one request (MB)': multipartPeak,
      'most memory of the server at the end (MB)': peakMegabytes(),
      'reply to one byte more': `${tooLarge.status} ${tooLarge.code ?? ''}`,
      'left in the bucket by refused and broken uploads': leftBehind.length,
    },
  });
} finally {
  await server.stop();
  await rm(folder, { recursive: true });
}

async function fileOf(bytes: number): Promise<string> {
  const name = join(folder, String(bytes));
  const piece = randomBytes(1024 * 1024);
  const file = await open(name, 'w');
  for (let written = 0; written < bytes; written += piece.length) {
    await file.write(piece, 0, Math.min(piece.length, bytes - written));
  }
  await file.close();
  return name;
}

async function sha256(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of stream) hash.update(chunk);
  return hash.digest('hex');
}

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; seconds: number }> {
  const startedAt = performance.now();
  const result = await work();
  return { result, seconds: (performance.now() - startedAt) / 1000 };
}

async function post(file: string): Promise<{ status: number; code?: string }> {
  const form = new FormData();
  form.set('file', await openAsBlob(file), 'book.pdf');
  const response = await fetch(files, { method: 'POST', headers: authorization, body: form });
  const { code } = (await response.json()) as { code?: string };
  return { status: response.status, ...(code === undefined ? {} : { code }) };
}

async function uploadInOneRequest(file: string): Promise<void> {
  const { status } = await post(file);
  if (status !== 201) throw new Error(`The upload answered ${status}`);
}

function uploadPlainly(file: string): Promise<unknown> {
  return new Upload({ client: s3, params: { Bucket, Key: 'bench/plain', Body: createReadStream(file) } }).done();
}

/** Parts one after the other, straight to the bucket. */
async function uploadDirectly(file: string): Promise<void> {
  const shop = new StoreCommerce({ apiKey: demo.writeKey, baseUrl: server.url });
  const bytes = await openAsBlob(file, { type: 'application/pdf' });
  await shop.digitalFiles.upload(product.product_id, product.variant_id, bytes, {
    fileName: 'book.pdf',
    concurrency: 1,
  });
}

/** The file as a buyer gets it. */
async function download(): Promise<AsyncIterable<Uint8Array>> {
  const line = { ...product, quantity: 1, unit_price: 900 };
  const order = { id: 'ord_bench', site_id: demo.site, customer_id: demo.customer, currency: 'USD', lines: [line] };
  const storefront = storefrontOn(server.url, demo.store.store_id);
  await storefront.recordOrder({ order: { ...order, status: 'paid' } });
  const { url } = await storefront.createDownload({ order_id: order.id, variant_id: product.variant_id });
  const { body } = await fetch(url);
  if (!body) throw new Error('The link leads to nothing');
  return body;
}

/** A client that goes away in the middle of its file. */
async function cutOffHalfway(file: string): Promise<void> {
  const upload = request(files, {
    method: 'POST',
    headers: { ...authorization, 'Content-Type': 'multipart/form-data; boundary=x' },
  });
  upload.on('error', () => undefined);
  upload.write('--x\r\nContent-Disposition: form-data; name="file"; filename="book.pdf"\r\n\r\n');
  for await (const chunk of createReadStream(file, { end: limits.digitalFileBytes / 2 })) {
    if (!upload.write(chunk)) await new Promise((drained) => upload.once('drain', drained));
  }
  upload.destroy();
}

/** Objects, and uploads in parts that are in progress. */
async function inBucket(): Promise<string[]> {
  const [objects, uploads] = await Promise.all([
    s3.send(new ListObjectsV2Command({ Bucket })),
    s3.send(new ListMultipartUploadsCommand({ Bucket })),
  ]);
  return [
    ...(objects.Contents ?? []).map(({ Key }) => `object ${Key}`),
    ...(uploads.Uploads ?? []).map(({ Key, UploadId }) => `upload ${Key} ${UploadId}`),
  ];
}

/** The server's largest resident set so far; the S3 engine is a process of its own. */
function peakMegabytes(): number {
  return Math.round(mostMegabytesOf(server.child.pid ?? 0));
}
