import { expect, test, vi } from 'vitest';
import * as files from '../../../lib/contract/api/digital-files.ts';
import * as options from '../../../lib/contract/api/gift-options.ts';
import { limits } from '../../../lib/contract/kinds/limits.ts';
import { s3 } from '../../../lib/objects/client.ts';
import { call } from '../../support/http/call.ts';
import { multipart, png } from '../../support/http/multipart.ts';
import { newWorld } from '../../support/world/world.ts';

/** Lets something happen before the next command of a kind reaches S3. */
function meanwhile(command: string, happen: () => Promise<unknown>): void {
  const send = s3().send.bind(s3());
  const spy = vi.spyOn(s3(), 'send').mockImplementation((async (...given: Parameters<typeof send>) => {
    if (given[0].constructor.name !== command) return send(...given);
    spy.mockRestore();
    await happen();
    return send(...given);
  }) as never);
}

test('404 where somebody finishes the upload of a file, and replaces it, while it is being finished', async () => {
  const { products, write: key } = await newWorld();
  const path = { id: products[1].id, variant_id: products[1].variants[0]?.id ?? '' };
  const started = await call(files.startDigitalFileUpload, {
    path,
    key,
    body: { file_name: 'a.txt', file_size: 5 },
  });
  const { headers } = await fetch(started.body.parts[0].url, { method: 'PUT', body: 'Hello' });
  const finish = () =>
    call(files.completeDigitalFileUpload, {
      path: { ...path, upload_id: started.body.id },
      key,
      body: { parts: [{ part_number: 1, etag: headers.get('etag') }] },
    });
  const replacement = multipart([{ name: 'file', fileName: 'b.txt', content: 'Another' }]);
  meanwhile('ListPartsCommand', async () => {
    expect((await finish()).status).toBe(201);
    await call(files.uploadDigitalFile, { path, key, ...replacement });
  });

  expect(await finish()).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
});

test('404 where somebody finishes the upload of a photo while it is being finished', async () => {
  const { sites, write: key } = await newWorld();
  const { body: option } = await call(options.createGiftOption, {
    path: { site_id: sites[0].id },
    key,
    body: { name: 'Wrapping' },
  });
  const path = { site_id: sites[0].id, gift_option_id: String(option.id) };
  const started = await call(options.startGiftOptionImageUpload, {
    path,
    key,
    body: { content_type: 'image/png', file_size: png().length },
  });
  await fetch(started.body.url, { method: 'PUT', headers: started.body.headers, body: png() });
  const finish = () =>
    call(options.completeGiftOptionImageUpload, {
      path: { ...path, upload_id: started.body.id },
      key,
    });
  meanwhile('GetObjectCommand', async () => expect((await finish()).status).toBe(200));

  expect(await finish()).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
});

test.each([
  [0, 'file_size must be at least 1'],
  [limits.photoBytes + 1, 'Image must be 50 MB or smaller'],
])('400 where a photo of %i bytes is announced', async (file_size, error) => {
  const { sites, write: key } = await newWorld();
  const path = { site_id: sites[0].id, gift_option_id: 'gft_any' };
  const body = { content_type: 'image/png', file_size };

  expect(await call(options.startGiftOptionImageUpload, { path, key, body })).toMatchObject({
    status: 400,
    body: { error, code: 'INVALID_FIELD' },
  });
});
