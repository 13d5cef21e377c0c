import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { FileSource, UploadOptions } from '../../../lib/client/file.ts';
import { InvalidRequestError, StoreCommerce, StoreCommerceError } from '../../../lib/client/store-commerce.ts';
import { brokenLine, json, refused, type Scripted, scriptedLine } from '../../support/scripted-line.ts';

const partSize = 2 * 1024 * 1024;
const size = 3 * partSize + 7;
const bytes = new Uint8Array(size).map((_, index) => index % 251);

/** A service and its bucket in memory: the outcome of each request can be set beforehand. */
class Bucket {
  readonly parts = new Map<number, Uint8Array>();
  readonly asked: string[] = [];
  started: object | undefined;
  finished: { parts: { part_number: number; etag: string }[] } | undefined;
  abandoned = false;
  /** Which links are good: those of the last time that any were given. */
  generation = 0;
  atOnce = 0;
  atOnceAtMost = 0;
  accidents: ((what: string) => Response | Error | undefined)[] = [];

  readonly answer: Scripted = async ({ method, url, body }) => {
    const { pathname, searchParams } = new URL(url);
    const step = pathname.split('/uploads/')[1] ?? '';
    const what = url.startsWith('https://bucket') ? `PUT ${searchParams.get('part')}` : `${method} ${step}`;
    this.asked.push(what);
    for (const accident of this.accidents) {
      const met = accident(what);
      if (met instanceof Error) throw met;
      if (met) return met;
    }
    if (url.startsWith('https://bucket')) return this.#put(searchParams, body as Blob);
    if (method === 'GET') return json(this.#upload());
    if (method === 'DELETE') {
      this.abandoned = true;
      return new Response(null, { status: 204 });
    }
    const sent = JSON.parse(String(body));
    if (step === '') {
      this.started = sent;
      return json(this.#upload(), 201);
    }
    this.finished = sent;
    return json({ id: 'pdf_1', file_size: size }, 201);
  };

  #upload() {
    this.generation += 1;
    const link = (part: number) => `https://bucket/x?part=${part}&generation=${this.generation}&X-Amz-Signature=secret`;
    const parts = [1, 2, 3, 4].map((part_number) => ({
      part_number,
      url: link(part_number),
      arrived: this.parts.has(part_number),
      etag: this.parts.has(part_number) ? `"${part_number}"` : null,
    }));
    return { id: 'upl_1', part_size: partSize, parts, expires_at: '2030-01-01T00:00:00Z' };
  }

  async #put(query: URLSearchParams, body: Blob | Uint8Array): Promise<Response> {
    const part = Number(query.get('part'));
    if (Number(query.get('generation')) !== this.generation) return new Response('<Error/>', { status: 403 });
    this.atOnce += 1;
    this.atOnceAtMost = Math.max(this.atOnce, this.atOnceAtMost);
    this.parts.set(part, body instanceof Blob ? new Uint8Array(await body.arrayBuffer()) : body);
    await new Promise((resolve) => setImmediate(resolve));
    this.atOnce -= 1;
    return new Response(null, { headers: { ETag: `"${part}"` } });
  }

  /** All that has arrived, put together. */
  get content(): Uint8Array {
    const parts = [...this.parts].toSorted(([a], [b]) => a - b).map(([, part]) => part);
    return new Uint8Array(Buffer.concat(parts));
  }
}

let bucket: Bucket;
let shop: StoreCommerce;

beforeEach(() => {
  bucket = new Bucket();
  const { fetch } = scriptedLine(bucket.answer);
  shop = new StoreCommerce({ apiKey: 'sk_x', baseUrl: 'https://api.example.com', fetch });
  // No pause between tries.
  vi.spyOn(Math, 'random').mockReturnValue(0);
});

const upload = (file: FileSource = new Blob([bytes]), options: UploadOptions = {}) =>
  shop.digitalFiles.upload('pro_1', 'prv_1', file, options);

/** In chunks of no size in particular. */
async function* chunksOf(content: Uint8Array, chunk = 700_001) {
  for (let from = 0; from < content.length; from += chunk) yield content.subarray(from, from + chunk);
}

/** Once, for requests with a matching name. */
function once(pattern: RegExp, met: Response | Error) {
  let left = 1;
  bucket.accidents.push((what) => (pattern.test(what) && left-- > 0 ? met : undefined));
}

const sources: [string, () => FileSource][] = [
  ['a Blob', () => new Blob([bytes])],
  ['a stream of chunks', () => ({ stream: chunksOf(bytes), size })],
  ['a stream of the web', () => ({ stream: new Blob([bytes]).stream(), size })],
];

describe.each(sources)('%s of more than 4 MiB', (_, source) => {
  test('goes to the bucket in parts, and what it says of itself is announced and reported', async () => {
    await expect(upload(source(), { fileName: 'a.bin', contentType: 'x/y' })).resolves.toEqual({
      id: 'pdf_1',
      file_size: size,
    });

    expect(bucket.started).toEqual({ file_name: 'a.bin', file_size: size, content_type: 'x/y' });
    expect(Buffer.compare(bucket.content, bytes)).toBe(0);
    expect(bucket.finished).toEqual({
      parts: [1, 2, 3, 4].map((part_number) => ({ part_number, etag: `"${part_number}"` })),
    });
    expect(bucket.abandoned).toBe(false);
  });

  test('arrives whole where parts are lost, refused and late for their links', async () => {
    once(/PUT 1/, brokenLine());
    once(/PUT 2/, new Response('<Error><Code>SlowDown</Code></Error>', { status: 503 }));
    once(/PUT 3/, new Response('<Error><Code>RequestTimeout</Code></Error>', { status: 400 }));
    once(/PUT 4/, new Response('<Error/>', { status: 403 }));

    await upload(source());

    expect(Buffer.compare(bucket.content, bytes)).toBe(0);
  });

  test('reports its progress', async () => {
    const progress: number[] = [];

    await upload(source(), { concurrency: 1, onProgress: ({ loaded, total }) => progress.push(loaded / total) });

    expect(progress.map((share) => share * size)).toEqual([1, 2, 3].map((parts) => parts * partSize).concat(size));
  });

  test('sends only what has not arrived of another process’s upload', async () => {
    const started: string[] = [];
    bucket.accidents.push((what) => (what === 'PUT 3' ? brokenLine() : undefined));
    await expect(
      upload(source(), { onStart: (id) => started.push(id), concurrency: 1, maxRetries: 0 }),
    ).rejects.toThrow();
    expect(bucket.abandoned).toBe(false);
    bucket.accidents.length = 0;
    bucket.asked.length = 0;

    await upload(source(), { resume: started[0] });

    expect(bucket.asked.toSorted()).toEqual(['GET upl_1/', 'POST upl_1/complete/', 'PUT 3', 'PUT 4']);
    expect(Buffer.compare(bucket.content, bytes)).toBe(0);
  });
});

test('no more parts are in progress than concurrency says', async () => {
  await upload(new Blob([bytes]), { concurrency: 2 });

  expect(bucket.atOnceAtMost).toBe(2);
});

test('a stream is read no further than there are parts in progress', async () => {
  let read = 0;
  let sent = 0;
  let ahead = 0;
  bucket.accidents.push((what) => {
    if (what.startsWith('PUT')) sent += partSize;
    return undefined;
  });
  const counted = async function* () {
    for await (const chunk of chunksOf(bytes, 65_536)) {
      read += chunk.length;
      ahead = Math.max(ahead, read - sent);
      yield chunk;
    }
  };

  await upload({ stream: counted(), size }, { concurrency: 1 });

  expect(ahead).toBeGreaterThan(0);
  expect(ahead).toBeLessThanOrEqual(partSize + 65_536);
  expect(sent).toBe(Math.ceil(size / partSize) * partSize);
});

test('links that have ended are asked for once for all parts', async () => {
  bucket.accidents.push((what) => {
    if (what === 'PUT 1') bucket.generation += bucket.generation === 1 ? 1 : 0;
    return undefined;
  });

  await upload();

  expect(bucket.asked.filter((what) => what === 'GET upl_1/')).toHaveLength(1);
  expect(Buffer.compare(bucket.content, bytes)).toBe(0);
});

test.each([
  ['shorter', bytes.subarray(0, size - 1)],
  ['longer', new Uint8Array([...bytes.subarray(0, 10), ...bytes])],
])('a stream that is %s than its size is an error, and nothing is stored', async (which, content) => {
  const outcome = upload({ stream: chunksOf(content), size });

  await expect(outcome).rejects.toThrow(new StoreCommerceError(`The stream is ${which} than ${size} bytes`));
  expect([bucket.finished, bucket.abandoned]).toEqual([undefined, true]);
});

test.each([
  ['shorter', 4],
  ['longer', 6],
])('a small stream that is %s than its size is an error, and nothing is sent', async (which, length) => {
  const outcome = upload({ stream: chunksOf(new Uint8Array(length)), size: 5 });

  await expect(outcome).rejects.toThrow(`The stream is ${which} than 5 bytes`);
  expect(bucket.asked).toEqual([]);
});

test('an upload that is given up ends at once with the reason of its signal, and is abandoned', async () => {
  const stop = new AbortController();
  bucket.accidents.push((what) => {
    if (what === 'PUT 2') stop.abort('Given up');
    return undefined;
  });

  await expect(upload(new Blob([bytes]), { signal: stop.signal })).rejects.toBe('Given up');

  await expect.poll(() => bucket.abandoned).toBe(true);
  expect(bucket.finished).toBeUndefined();
});

test('an upload with a stalled stream is given up at once', async () => {
  const stop = new AbortController();
  const stream = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => {}) });
  const outcome = upload({ stream, size }, { signal: stop.signal });

  setTimeout(() => stop.abort('Given up'), 10);

  await expect(outcome).rejects.toBe('Given up');
});

test('an upload that Start refuses is refused', async () => {
  once(/POST $/, refused(400, 'INVALID_FIELD', 'file_size must be between 1 and 524288000'));

  await expect(upload()).rejects.toBeInstanceOf(InvalidRequestError);
});

test('a file of another size than the upload was opened with is refused', async () => {
  await expect(upload(new Blob([new Uint8Array(5 * partSize)]), { resume: 'upl_1' })).rejects.toThrow(
    'The file is not the one that the upload was started with: its size differs',
  );
});

describe('a file of up to 4 MiB', () => {
  test('goes in one request, under its name and with its type', async () => {
    const { fetch, asked } = scriptedLine(brokenLine(), json({ id: 'pdf_1' }, 201));
    const small = new StoreCommerce({ apiKey: 'sk_x', baseUrl: 'https://api.example.com', fetch });
    const progress: unknown[] = [];
    const file = new File([bytes.subarray(0, 5)], 'score.pdf', { type: 'application/pdf' });

    await small.digitalFiles.upload('pro_1', 'prv_1', file, { onProgress: (latest) => progress.push(latest) });

    const [form, again] = asked.map(({ body }) => body as FormData);
    const sent = form?.get('file') as File;
    expect([sent.name, sent.type, await sent.bytes()]).toEqual(['score.pdf', 'application/pdf', bytes.slice(0, 5)]);
    expect(again).toBe(form);
    expect(asked[1]?.headers['idempotency-key']).toBe(asked[0]?.headers['idempotency-key']);
    expect(progress).toEqual([{ loaded: 5, total: 5 }]);
  });

  test('is sent from a stream as well', async () => {
    const { fetch, asked } = scriptedLine(json({ id: 'pdf_1' }, 201));
    const small = new StoreCommerce({ apiKey: 'sk_x', baseUrl: 'https://api.example.com', fetch });

    await small.giftOptions.setImage('sit_1', 'gft_1', { stream: chunksOf(bytes.subarray(0, 9), 2), size: 9 });

    const [form] = asked.map(({ body }) => body as FormData);
    const sent = form?.get('image') as File;
    expect([sent.name, await sent.bytes()]).toEqual(['file', bytes.slice(0, 9)]);
  });
});

test('a photo of more than 4 MiB is one part, of the kind that its first byte shows', async () => {
  const photo = new Uint8Array(4 * 1024 * 1024 + 1);
  photo[0] = 0xff;
  const { fetch, asked } = scriptedLine(
    json({ id: 'upl_1', url: 'https://bucket/x', headers: { 'Content-Type': 'image/jpeg' } }, 201),
    new Response(null, { headers: { ETag: '"1"' } }),
    json({ id: 'gft_1' }),
  );
  const photos = new StoreCommerce({ apiKey: 'sk_x', baseUrl: 'https://api.example.com', fetch });

  await photos.giftOptions.setImage('sit_1', 'gft_1', new Blob([photo]));

  expect(asked.map(({ method, url }) => `${method} ${new URL(url).pathname}`)).toEqual([
    'POST /api/v1/sites/sit_1/gift-options/gft_1/image/uploads/',
    'PUT /x',
    'POST /api/v1/sites/sit_1/gift-options/gft_1/image/uploads/upl_1/complete/',
  ]);
  expect(asked[0]?.body).toBe(JSON.stringify({ content_type: 'image/jpeg', file_size: photo.length }));
  expect(asked[1]?.headers).toEqual({ 'content-type': 'image/jpeg' });
});
