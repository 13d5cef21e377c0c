/** Files that are sent straight to the bucket. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { removeUnowned } from '../../../lib/objects/discard.ts';
import { s3 } from '../../../lib/objects/objects.ts';
import * as files from '../../../lib/resources/digital-files/operations.ts';
import { partSize } from '../../../lib/resources/uploads/rules.ts';
import { around, as, meanwhile, withoutCommits } from '../../support/aws/interleave.ts';
import { objectAt } from '../../support/aws/objects.ts';
import { underRoleOf } from '../../support/aws/permissions.ts';
import { call } from '../../support/http/call.ts';
import { multipart } from '../../support/http/multipart.ts';
import { newWorld, type World } from '../../support/world/world.ts';

const bytes = Buffer.alloc(partSize + 5, 'x');

const etagOf = (part: Buffer): string => `"${createHash('md5').update(part).digest('hex')}"`;

const parts = [bytes.subarray(0, partSize), bytes.subarray(partSize)] as const;

/** An upload of two parts, of which none has arrived. */
async function startedFile() {
  const { products, write: key } = await newWorld();
  const path = { id: products[1].id, variant_id: products[1].variants[0]?.id ?? '' };
  const body = { file_name: 'a.txt', file_size: bytes.length };
  const { body: upload } = await call(files.startDigitalFileUpload, { path, key, body });
  const at = { path: { ...path, upload_id: String(upload.id) }, key };
  const etags = parts.map((part, index) => ({ part_number: index + 1, etag: etagOf(part) }));
  return {
    upload,
    at,
    put: (index: 0 | 1, url: string = upload.parts[index].url) => fetch(url, { method: 'PUT', body: parts[index] }),
    resume: () => call(files.resumeDigitalFileUpload, at),
    finish: () => call(files.completeDigitalFileUpload, { ...at, body: { parts: etags } }),
    path,
  };
}

describe('Resume of a file', () => {
  test('200 with the parts that have arrived, and links for the rest', async () => {
    const { upload, put, resume, finish } = await startedFile();
    await put(1);

    const { status, body } = await resume();

    expect(status).toBe(200);
    expect(body).toEqual({
      id: upload.id,
      part_size: partSize,
      expires_at: upload.expires_at,
      parts: [
        { part_number: 1, url: expect.stringMatching(/^http/), arrived: false, etag: null },
        { part_number: 2, url: expect.stringMatching(/^http/), arrived: true, etag: etagOf(parts[1]) },
      ],
    });
    await put(0, body.parts[0].url);
    expect((await finish()).status).toBe(201);
  });

  test('links live an hour', async () => {
    const { resume, upload } = await startedFile();

    const { body } = await resume();

    for (const { url } of [...upload.parts, ...body.parts]) {
      expect(new URL(url).searchParams.get('X-Amz-Expires')).toBe('3600');
    }
  });

  test('a part of another size has not arrived', async () => {
    const { put, upload, resume } = await startedFile();
    // The bucket of one machine takes what a signature would keep out.
    await put(1, upload.parts[0].url);

    expect((await resume()).body.parts[0]).toMatchObject({ arrived: false, etag: null });
  });

  test('after a Finish that died every part has arrived with the ETag that it was announced with', async () => {
    const { put, resume, finish } = await startedFile();
    await Promise.all([put(0), put(1)]);
    around(
      ({ command }) => command === 'CompleteMultipartUploadCommand',
      (send) => send().then(() => Promise.reject(new Error('The function dies'))),
      { client: s3() },
    );
    expect((await finish()).status).toBe(500);

    expect((await resume()).body.parts).toMatchObject([
      { arrived: true, etag: etagOf(parts[0]) },
      { arrived: true, etag: etagOf(parts[1]) },
    ]);
    expect((await finish()).status).toBe(201);
  });

  test('a Finish that meets another one reads everything again at once, without further attempts to announce its parts', async () => {
    const { put, finish } = await startedFile();
    await Promise.all([put(0), put(1)]);
    let attempts = 0;
    around(
      ({ command, by }) => command === 'PutItemCommand' && by === 'first',
      async (send) => {
        attempts += 1;
        if (attempts === 1) expect((await finish()).status).toBe(201);
        return send();
      },
      { times: Number.POSITIVE_INFINITY },
    );

    expect((await as('first', finish)).status).toBe(404);
    // While its parts are listed, and before they are joined.
    expect(attempts).toBe(2);
  });

  test('a Finish with other parts than an earlier one puts together what it says', async () => {
    const { put, at, resume, finish } = await startedFile();
    await Promise.all([put(0), put(1)]);
    const wrong = { parts: [1, 2].map((part_number) => ({ part_number, etag: '"0"' })) };
    expect((await call(files.completeDigitalFileUpload, { ...at, body: wrong })).status).toBe(400);
    expect((await resume()).body.parts[0].etag).toBe(etagOf(parts[0]));

    expect((await finish()).status).toBe(201);
  });

  test('a Finish with ETags of any excess length keeps none of them', async () => {
    const { put, at, resume } = await startedFile();
    await Promise.all([put(0), put(1)]);
    const endless = { parts: [1, 2].map((part_number) => ({ part_number, etag: 'e'.repeat(255) })) };

    expect((await call(files.completeDigitalFileUpload, { ...at, body: endless })).status).toBe(400);

    expect((await resume()).status).toBe(200);
  });

  test.each(['finished', 'abandoned', 'of another variant'])('404 for an upload that is %s', async (which) => {
    const { put, finish, at, path, resume } = await startedFile();
    await Promise.all([put(0), put(1)]);
    if (which === 'finished') await finish();
    if (which === 'abandoned') await call(files.abandonDigitalFileUpload, at);
    const other = { ...at, path: { ...path, variant_id: 'prv_other', upload_id: at.path.upload_id } };

    const { status, body } =
      which === 'of another variant' ? await call(files.resumeDigitalFileUpload, other) : await resume();

    expect({ status, body }).toEqual({ status: 404, body: { error: 'Resource not found', code: 'NOT_FOUND' } });
  });
});

/** A file with parts sent straight to the bucket, and its possible outcomes. */
async function sentFile(world: World) {
  const { products, write: key } = world;
  const path = { id: products[1].id, variant_id: products[1].variants[0]?.id ?? '' };
  const started = await call(files.startDigitalFileUpload, { path, key, body: { file_name: 'b.txt', file_size: 5 } });
  const { headers } = await fetch(started.body.parts[0].url, { method: 'PUT', body: 'Hello' });
  const at = { ...path, upload_id: String(started.body.id) };
  const body = { parts: [{ part_number: 1, etag: headers.get('etag') }] };
  return {
    id: at.upload_id,
    replace: (content: string) =>
      call(files.uploadDigitalFile, { path, key, ...multipart([{ name: 'file', fileName: 'a.txt', content }]) }),
    finish: () => call(files.completeDigitalFileUpload, { path: at, key, body }),
    abandon: () => call(files.abandonDigitalFileUpload, { path: at, key }),
  };
}

test('404 where someone finishes the upload of a file, and replaces it, while it is being finished', async () => {
  const { finish, replace } = await sentFile(await newWorld());
  meanwhile('ListPartsCommand', async () => {
    expect((await finish()).status).toBe(201);
    await replace('Another');
  });

  expect(await finish()).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
});

test('a file that was uploaded straight to the bucket replaces another, and its object goes', async () => {
  const world = await newWorld();
  const { finish, replace } = await sentFile(world);
  const { body: first } = await replace('The first');

  const finished = await finish();

  expect(finished.status).toBe(201);
  expect(await objectAt(`files/${world.store.id}/${first.id}`)).toBeUndefined();
  expect((await objectAt(`files/${world.store.id}/${finished.body.id}`))?.bytes.toString()).toBe('Hello');
});

test('an upload that could not be given up can be finished', async () => {
  const { finish, abandon } = await sentFile(await newWorld());

  expect((await withoutCommits(abandon)).status).toBe(500);
  expect((await finish()).status).toBe(201);
});

test('404 from the moment in which a sweep begins to delete the parts', async () => {
  const world = await newWorld();
  const { id, finish } = await sentFile(world);
  const statuses: number[] = [];
  meanwhile('AbortMultipartUploadCommand', async () => {
    statuses.push((await finish()).status);
  });

  await underRoleOf('sweep-uploads', () => removeUnowned({ store_id: world.store.id, id }));

  expect(statuses).toEqual([404]);
});
