/** Links to the bucket, as the local server follows them: those that its functions have signed, for what they were signed for. */
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import {
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  type ServiceInputTypes,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { freePort, portOf } from '../../bin/local/engines/ports.ts';
import { startS3AndSqs } from '../../bin/local/engines/s3-and-sqs.ts';
import { links } from '../../bin/local/pages/links.ts';
import { media } from '../../bin/local/pages/media.ts';
import { startServer } from '../../bin/local/server.ts';
import { partLinks, photoUploadLink } from '../../lib/objects/links.ts';
import { s3Options } from '../../lib/objects/objects.ts';
import { requiredSetting } from '../../lib/runtime/settings.ts';
import { toTimestamp } from '../../lib/schema/times.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let server: Server;
let base: string;
let signer: S3Client;
const Bucket = requiredSetting('OBJECT_BUCKET');
const atEngine = new S3Client(s3Options());

beforeAll(async () => {
  server = await startServer(0, [links(requiredSetting('AWS_ENDPOINT_URL_S3'), Bucket), media]);
  base = `http://localhost:${portOf(server)}`;
  signer = new S3Client({ ...s3Options(), endpoint: base });
});

afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const newKey = (prefix = 'files'): string => `${prefix}/sto_links/pdf_${randomUUID().replaceAll('-', '')}`;

const signed = <Input extends ServiceInputTypes>(
  command: Parameters<typeof getSignedUrl<ServiceInputTypes, Input>>[1],
  options: RequestPresigningArguments = {},
  client = signer,
): Promise<string> => getSignedUrl<ServiceInputTypes, Input>(client, command, options);

type RequestPresigningArguments = NonNullable<Parameters<typeof getSignedUrl>[2]>;

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** The request as it is written: no client puts its path or its host right. */
async function send(url: string, { method = 'GET', headers = {}, body }: Sent = {}) {
  const [, path = ''] = /^http:\/\/[^/]+(.*)$/.exec(url) ?? [];
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  httpRequest({ port: portOf(server), path, method, headers: { host: new URL(base).host, ...headers } })
    .once('response', resolve)
    .once('error', reject)
    .end(body);
  const response = await promise;
  return { status: response.statusCode, headers: response.headers, text: await text(response) };
}

const put = (url: string, body = 'hello', headers: Record<string, string> = {}) =>
  send(url, { method: 'PUT', body, headers: { 'content-length': String(body.length), ...headers } });

const withSignature = (url: string, change: (signature: string) => string): string =>
  url.replace(/(?<=X-Amz-Signature=)\w+/, change);

test('a signed link sends the object of an upload, and another one fetches it', async () => {
  const Key = newKey();
  const sent = await put(await signed(new PutObjectCommand({ Bucket, Key, ContentLength: 5 })));
  const fetched = await send(
    await signed(new GetObjectCommand({ Bucket, Key, ResponseContentDisposition: 'attachment; filename="a b.txt"' })),
  );

  expect(sent.status).toBe(200);
  expect(fetched).toMatchObject({
    status: 200,
    text: 'hello',
    headers: {
      'content-disposition': 'attachment; filename="a b.txt"',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    },
  });
});

describe('a link is refused, and does nothing,', () => {
  const Key = newKey();
  const get = () => signed(new GetObjectCommand({ Bucket, Key }));
  const upload = () => signed(new PutObjectCommand({ Bucket, Key, ContentLength: 5 }));
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const stranger = () => new S3Client({ ...s3Options(), endpoint: base, credentials });

  beforeAll(() => atEngine.send(new PutObjectCommand({ Bucket, Key, Body: 'before' })));

  test.each<[string, () => Promise<{ status: number | undefined; text: string }>]>([
    ['whose signature is another', async () => put(withSignature(await upload(), () => 'f'.repeat(64)))],
    ['whose signature is cut', async () => put(withSignature(await upload(), (signature) => signature.slice(1)))],
    [
      'that someone else has signed',
      async () => put(await signed(new PutObjectCommand({ Bucket, Key, ContentLength: 5 }), {}, stranger())),
    ],
    ['without a signature', async () => send((await get()).replace(/&X-Amz-Signature=\w+/, ''))],
    ['that was signed to fetch, to send', async () => put(await get())],
    [
      'in the name of another',
      async () => put((await upload()).replace('X-Amz-Credential=local', 'X-Amz-Credential=other')),
    ],
    ['for another key', async () => put((await upload()).replace(Key, newKey()))],
    ['with more in its query', async () => send(`${await get()}&versionId=1`)],
    ['with something twice in its query', async () => send(`${await get()}&x-id=GetObject`)],
    ['with less in its query', async () => send((await get()).replace('&x-id=GetObject', ''))],
    ['with a longer life', async () => send((await get()).replace('X-Amz-Expires=900', 'X-Amz-Expires=901'))],
    [
      'that lives longer than a week',
      async () => send((await get()).replace('X-Amz-Expires=900', 'X-Amz-Expires=999999')),
    ],
    ['with more bytes than were announced', async () => put(await upload(), 'hello, world')],
    ['with another host', async () => put(await upload(), 'hello', { host: `127.0.0.1:${portOf(server)}` })],
    [
      'with a header of S3 that is not signed',
      async () => put(await upload(), 'hello', { 'x-amz-copy-source': `/${Bucket}/${Key}` }),
    ],
    [
      'that has ended',
      async () => send(await signed(new GetObjectCommand({ Bucket, Key }), { signingDate: new Date(0) })),
    ],
  ])('%s', async (_, ask) => {
    const answer = await ask();

    expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('<Error><Code>')]);
    const { Body } = await atEngine.send(new GetObjectCommand({ Bucket, Key }));
    expect(await Body?.transformToString()).toBe('before');
  });

  const at = (Key: string) => new PutObjectCommand({ Bucket, Key, ContentLength: 5 });
  test.each<[string, string, () => Promise<string>]>([
    ['is for a photo', 'PUT', () => signed(at('media/gift-options/evil.html'))],
    ['is for something else', 'PUT', () => signed(at('other/sto_links/pdf_1'))],
    ['goes up', 'PUT', () => signed(at('files/../media/evil.html'))],
    ['goes up at its end', 'PUT', () => signed(at('files/sto_links/..'))],
    ['goes down further', 'PUT', () => signed(at('files/sto_links/pdf_1/more'))],
    ['fetches what is on its way', 'GET', () => signed(new GetObjectCommand({ Bucket, Key: newKey('pending') }))],
    ['fetches a photo', 'GET', () => signed(new GetObjectCommand({ Bucket, Key: 'media/gift-options/img_1.png' }))],
    ['deletes', 'DELETE', () => signed(new DeleteObjectCommand({ Bucket, Key }))],
    ['asks for the headers alone', 'HEAD', () => signed(new HeadObjectCommand({ Bucket, Key }))],
    ['is for another bucket', 'GET', () => signed(new GetObjectCommand({ Bucket: `${Bucket}x`, Key }))],
  ])('that %s, however well it is signed', async (_, method, link) => {
    const url = await link();
    const answers = await Promise.all(
      [url, url.replaceAll('..', '%2e%2e'), url.replaceAll('../', '..%2f')].map((each) =>
        method === 'PUT' ? put(each) : send(each, { method }),
      ),
    );

    expect(answers.map(({ status }) => status).filter((status) => status !== 403 && status !== 404)).toEqual([]);
  });
});

describe('a link of an upload takes as many bytes as were announced, and no more:', () => {
  const file_size = 5;
  const now = toTimestamp(Date.now());

  test.each<[string, () => Promise<{ url: string; headers?: Record<string, string> }>]>([
    [
      'that of a photo',
      () => photoUploadLink({ objects: [newKey('pending')], content_type: 'image/png', file_size } as never, now),
    ],
    [
      'that of a part of a file',
      async () => {
        const Key = newKey();
        const { UploadId: multipart_id } = await atEngine.send(new CreateMultipartUploadCommand({ Bucket, Key }));
        const [link] = await partLinks({ objects: [Key], multipart_id, file_size } as never, now);
        return link as { url: string };
      },
    ],
  ])('%s', async (_, newLink) => {
    vi.stubEnv('S3_LINK_ENDPOINT', base);
    const { url, headers } = await newLink();

    expect((await put(url, 'hello!', headers)).status).toBe(403);
    expect((await put(url, 'hello', headers)).status).toBe(200);
  });
});

test('a page that was sent as a photo runs as no script, and has no origin', async () => {
  const Key = `media/gift-options/${randomUUID()}.html`;
  await atEngine.send(new PutObjectCommand({ Bucket, Key, Body: '<script>1</script>', ContentType: 'text/html' }));

  expect(await send(`${base}/${Key}`)).toMatchObject({
    status: 200,
    headers: { 'content-security-policy': "default-src 'none'; sandbox", 'x-content-type-options': 'nosniff' },
  });
  expect((await send(`${base}/media/..%2ffiles/sto_links/pdf_1`)).status).toBe(404);
});

describe('the engine', () => {
  test('keeps objects below its folder, with any keys', async () => {
    const folder = temporaryFolder();
    const data = join(folder, 'outer', 'data');
    const engine = await startS3AndSqs(await freePort(), data);
    onTestFinished(async () => void (await engine.stop()));
    const own = new S3Client({ ...s3Options(), endpoint: engine.endpoint });
    await fetch(`${engine.endpoint}/bucket`, { method: 'PUT' });
    const ask = (path: string, { method = 'PUT', body = 'x', headers = {} }: Sent = {}) =>
      new Promise<number | undefined>((resolve, reject) => {
        httpRequest(`${engine.endpoint}`, { path, method, headers })
          .once('response', (response) => resolve(response.resume().statusCode))
          .once('error', reject)
          .end(body);
      });
    const statuses = await Promise.all([
      ask('/bucket/../../../../evil'),
      ask('/bucket/..%2f..%2f..%2f..%2fevil'),
      ask('/bucket/%2e%2e/%2e%2e/%2e%2e/%2e%2e/evil'),
      ask('/bucket/a%2f..%2f..%2f..%2f..%2f..%2fevil?uploads', { method: 'POST' }),
      ask('/..%2f..%2f..%2fevil'),
    ]);
    const keptBefore = await own.send(new PutObjectCommand({ Bucket: 'bucket', Key: newKey(), Body: 'x' }));

    expect(statuses).toEqual([400, 400, 400, 400, 400]);
    expect(keptBefore.$metadata.httpStatusCode).toBe(200);
    expect(readdirSync(folder, { recursive: true }).filter((name) => String(name).includes('evil'))).toEqual([]);
    await expect(
      own.send(new UploadPartCommand({ Bucket: 'bucket', Key: 'a', UploadId: '../..', PartNumber: 1 })),
    ).rejects.toThrow();
  });
});
