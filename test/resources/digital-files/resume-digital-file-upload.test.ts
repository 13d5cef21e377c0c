import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { s3 } from '../../../lib/objects/client.ts';
import * as files from '../../../lib/resources/digital-files/operations.ts';
import { partSize } from '../../../lib/resources/uploads/rules.ts';
import { call } from '../../support/http/call.ts';
import { newWorld } from '../../support/world/world.ts';

const bytes = Buffer.alloc(partSize + 5, 'x');
const etagOf = (part: Buffer): string => `"${createHash('md5').update(part).digest('hex')}"`;
const parts = [bytes.subarray(0, partSize), bytes.subarray(partSize)] as const;

/** An upload of two parts, of which none has arrived. */
async function started() {
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
  test('200 with what has arrived, and with links by which the rest can be sent', async () => {
    const { upload, put, resume, finish } = await started();
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
    const { resume, upload } = await started();

    const { body } = await resume();

    for (const { url } of [...upload.parts, ...body.parts]) {
      expect(new URL(url).searchParams.get('X-Amz-Expires')).toBe('3600');
    }
  });

  test('a part of another size has not arrived', async () => {
    const { put, upload, resume } = await started();
    // The bucket of one machine takes what a signature would keep out.
    await put(1, upload.parts[0].url);

    expect((await resume()).body.parts[0]).toMatchObject({ arrived: false, etag: null });
  });

  test('after a Finish that died every part has arrived with the ETag that it was announced with', async () => {
    const { put, resume, finish } = await started();
    await Promise.all([put(0), put(1)]);
    const { middlewareStack } = s3();
    middlewareStack.add(
      (next) => async (args) => {
        const result = await next(args);
        if ('MultipartUpload' in args.input) throw new Error('The function dies');
        return result;
      },
      { step: 'initialize', name: 'death' },
    );
    const died = await finish();
    middlewareStack.remove('death');
    expect(died.status).toBe(500);

    expect((await resume()).body.parts).toMatchObject([
      { arrived: true, etag: etagOf(parts[0]) },
      { arrived: true, etag: etagOf(parts[1]) },
    ]);
    expect((await finish()).status).toBe(201);
  });

  test('a Finish with other parts than an earlier one puts together what it says', async () => {
    const { put, at, resume, finish } = await started();
    await Promise.all([put(0), put(1)]);
    const wrong = { parts: [1, 2].map((part_number) => ({ part_number, etag: '"0"' })) };
    expect((await call(files.completeDigitalFileUpload, { ...at, body: wrong })).status).toBe(400);
    expect((await resume()).body.parts[0].etag).toBe(etagOf(parts[0]));

    expect((await finish()).status).toBe(201);
  });

  test('a Finish whose ETags are longer than any keeps none of them', async () => {
    const { put, at, resume } = await started();
    await Promise.all([put(0), put(1)]);
    const endless = { parts: [1, 2].map((part_number) => ({ part_number, etag: 'e'.repeat(255) })) };

    expect((await call(files.completeDigitalFileUpload, { ...at, body: endless })).status).toBe(400);

    expect((await resume()).status).toBe(200);
  });

  test.each(['finished', 'abandoned', 'of another variant'])('404 for an upload that is %s', async (which) => {
    const { put, finish, at, path, resume } = await started();
    await Promise.all([put(0), put(1)]);
    if (which === 'finished') await finish();
    if (which === 'abandoned') await call(files.abandonDigitalFileUpload, at);
    const other = { ...at, path: { ...path, variant_id: 'prv_other', upload_id: at.path.upload_id } };

    const { status, body } =
      which === 'of another variant' ? await call(files.resumeDigitalFileUpload, other) : await resume();

    expect({ status, body }).toEqual({ status: 404, body: { error: 'Resource not found', code: 'NOT_FOUND' } });
  });
});
