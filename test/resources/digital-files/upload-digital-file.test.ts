import { Readable } from 'node:stream';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { handler } from '../../../functions/api/digital-files/upload-digital-file.ts';
import { downloadLink } from '../../../lib/objects/links.ts';
import { s3 } from '../../../lib/objects/objects.ts';
import { streamReceiver } from '../../../lib/objects/receive-stream.ts';
import { importRecords } from '../../../lib/resources/catalog/functions.ts';
import * as files from '../../../lib/resources/digital-files/operations.ts';
import { timestampNow } from '../../../lib/runtime/clock.ts';
import { meanwhile } from '../../support/aws/interleave.ts';
import { multipartsUnder, objectAt, objectsUnder } from '../../support/aws/objects.ts';
import { entitiesOf } from '../../support/aws/table-contents.ts';
import { type AnyHandler, handlerOf } from '../../support/handlers.ts';
import { type CallInput, call, callHandler } from '../../support/http/call.ts';
import { multipart } from '../../support/http/multipart.ts';
import { invoke } from '../../support/invoke.ts';
import { newWorld, succeeded, type World } from '../../support/world/world.ts';

const sweep = await handlerOf({ name: 'sweep-uploads' });

let world: World;
let path: { id: string; variant_id: string };

type Body = ReturnType<typeof multipart>;

/** Through the function, its body in the event. */
const whole = (input: CallInput) => call(files.uploadDigitalFile, { path, key: world.write, ...input });

/** Through the receiver, its body arriving in pieces. */
async function streamed({ body, headers, ...input }: CallInput & Body, piece = 7) {
  const pieces = Array.from({ length: Math.ceil(body.length / piece) }, (_, n) =>
    body.subarray(n * piece, (n + 1) * piece),
  );
  const receive = streamReceiver(Readable.from(pieces, { objectMode: false }), headers['Content-Type']);
  const exported = await handlerOf(files.uploadDigitalFile);
  const handler: AnyHandler = (event, context) => exported(event, { ...context, receive });
  return callHandler(handler, files.uploadDigitalFile, { path, key: world.write, headers, ...input });
}

const unownedItems = async () => (await entitiesOf(world.store.id)).filter(({ pk }) => pk.includes('#UPLOADS#'));

/** What is unowned now and was not `before`: a sweep of another file may have removed what was there. */
const unownedSince = async (before: Awaited<ReturnType<typeof unownedItems>>) => {
  const known = new Set(before.map(({ sk }) => sk));
  return (await unownedItems()).filter(({ sk }) => !known.has(sk));
};

const part = (content: string, fileName = 'a.txt') => ({ name: 'file', fileName, type: 'text/plain', content });

beforeAll(async () => {
  world = await newWorld();
  const [, digital] = world.products;
  path = { id: digital.id, variant_id: digital.variants[0]?.id ?? '' };
});

describe.each([
  ['in the event', (input: CallInput & Body) => whole(input)],
  ['arriving in pieces', (input: CallInput & Body) => streamed(input)],
])('a digital file %s', (_, send) => {
  test('is stored under its name, and its link downloads it', async () => {
    const { status, body } = await send(
      multipart([{ name: 'note', content: 'x' }, part('Hello', 'dir/€ %221%22%0D%0A%20%0d.txt')]),
    );

    expect(status).toBe(201);
    expect(body).toMatchObject({ file_name: '€ "1"%20%0d.txt', file_size: 5 });
    const { url } = await downloadLink(s3(), world.store.id, body, timestampNow());
    expect(await (await fetch(url)).text()).toBe('Hello');
  });

  test('is the first of several that is not empty', async () => {
    const { body } = await send(
      multipart([
        part('', 'empty'),
        part('first', 'first'),
        { name: 'file', content: 'text' },
        part('second', 'second'),
      ]),
    );
    expect(body).toMatchObject({ file_name: 'first', file_size: 5 });
  });

  test('is a replay also where the variant is gone by then', async () => {
    const shop = await newWorld();
    const [, digital] = shop.products;
    const [variant] = digital.variants;
    const request = {
      ...multipart([part('same')]),
      key: shop.write,
      path: { id: digital.id, variant_id: variant?.id ?? '' },
      idempotencyKey: crypto.randomUUID(),
    };
    const first = await send(request);
    const products = [{ ...digital, variants: [] }];
    await succeeded(invoke(importRecords, { store_id: shop.store.id, products }));
    const again = await send(request);

    expect([again.status, again.headers['x-idempotency-replayed']]).toEqual([201, 'true']);
    expect(again.body).toEqual(first.body);
    expect((await send({ ...request, idempotencyKey: crypto.randomUUID() })).status).toBe(404);
  });

  test('is a replay with another boundary, and 409 with other bytes', async () => {
    const idempotencyKey = crypto.randomUUID();
    const first = await send({ ...multipart([part('same')]), idempotencyKey });
    const again = await send({ ...multipart([part('same')], 'another'), idempotencyKey });
    const other = await send({ ...multipart([part('else')]), idempotencyKey });

    expect(again.headers['x-idempotency-replayed']).toBe('true');
    expect(again.body).toEqual(first.body);
    expect(other.status).toBe(409);
    expect(await objectsUnder(`files/${world.store.id}/`)).toEqual([`files/${world.store.id}/${first.body.id}`]);
  });

  test('cut short anywhere is refused, and nothing is left of it', { tags: 'long' }, async () => {
    const { body, headers } = multipart([part('longer than what its place is judged by')], 'b');
    const before = await objectsUnder(`files/${world.store.id}/`);
    const itemsBefore = await unownedItems();
    for (let length = 0; length < body.length - 2; length += 1) {
      const answer = await send({ body: body.subarray(0, length), headers });
      expect([answer.status, answer.body], `${length} bytes`).toEqual([
        400,
        { error: 'file is required', code: 'MISSING_FIELD' },
      ]);
    }
    expect(await objectsUnder(`files/${world.store.id}/`)).toEqual(before);
    expect(await multipartsUnder(`files/${world.store.id}/`)).toEqual([]);
    expect(await unownedSince(itemsBefore)).toEqual([]);
  });

  test.each<[string, Body]>([
    ['without a boundary', { body: multipart([part('x')]).body, headers: { 'Content-Type': 'multipart/form-data' } }],
    ['of another type', { body: Buffer.from('{}'), headers: { 'Content-Type': 'application/json' } }],
    ['with a part without a name', multipart([{ fileName: 'a', content: 'x' }])],
    ['whose file is a text', multipart([{ name: 'file', content: 'x' }])],
    ['whose file is empty', multipart([part('')])],
    ['of ten thousand parts', multipart(Array.from({ length: 10_000 }, () => ({ name: 'x', content: '' })))],
    ['with a bomb of headers', multipart([part('x', 'y'.repeat(200_000))])],
  ])('%s is 400', async (__, body) => {
    expect(await send(body)).toMatchObject({ status: 400, body: { code: 'MISSING_FIELD' } });
  });

  test('with a quoted boundary is stored', async () => {
    const { body } = multipart([part('x')], 'a=b');
    expect((await send({ body, headers: { 'Content-Type': 'multipart/form-data; boundary="a=b"' } })).status).toBe(201);
  });
});

test('a digital file that is given up while it arrives is refused, and nothing is left of it', async () => {
  const { body, headers } = multipart([{ name: 'file', fileName: 'big', content: Buffer.alloc(13 * 1024 * 1024) }]);
  const before = await unownedItems();
  const givingUp = new AbortController();
  const arriving = new Readable({ read: () => undefined });
  arriving.push(body.subarray(0, -100));
  const receive = streamReceiver(arriving, headers['Content-Type'], givingUp.signal);
  // As the container runs it, under a role of its own.
  const answering = callHandler((event, context) => handler(event, { ...context, receive }), files.uploadDigitalFile, {
    path,
    key: world.write,
    headers,
  });
  await vi.waitUntil(async () => (await multipartsUnder(`files/${world.store.id}/`)).length > 0, { timeout: 60_000 });
  givingUp.abort();

  expect(await answering).toMatchObject({ status: 400, body: { error: 'file is required' } });
  expect(await multipartsUnder(`files/${world.store.id}/`)).toEqual([]);
  expect(await unownedSince(before)).toEqual([]);
  expect(arriving.destroyed).toBe(false);
});

test('a digital file of several parts arrives whole', { tags: 'long' }, async () => {
  const content = Buffer.alloc(20 * 1024 * 1024 + 1, 'abcdefg');
  const { body } = await streamed(multipart([{ name: 'file', fileName: 'big', content }]), 65_536);

  expect((await objectAt(`files/${world.store.id}/${body.id}`))?.bytes.equals(content)).toBe(true);
});

test('a file that came after the one that was read is replaced as itself: its object goes too', async () => {
  const own = { ...path, variant_id: world.products[0].variants[0]?.id ?? '', id: world.products[0].id };
  const send = (content: string) =>
    call(files.uploadDigitalFile, { path: own, key: world.write, ...multipart([part(content)]) });
  const { body: first } = await send('first');
  meanwhile('PutObjectCommand', async () => {
    // Both of these begin at the same version.
    await call(files.deleteDigitalFile, { path: { ...own, file_id: first.id }, key: world.write });
    await send('second');
  });

  const { body: third } = await send('third');

  expect(await objectsUnder(`files/${world.store.id}/`)).toEqual(
    expect.arrayContaining([`files/${world.store.id}/${third.id}`]),
  );
  const { body: last } = await send('last');
  await sweep();
  const left = (await objectsUnder(`files/${world.store.id}/`)).filter(
    (key) => key >= `files/${world.store.id}/${first.id}`,
  );
  expect(left).toEqual([`files/${world.store.id}/${last.id}`]);
});
