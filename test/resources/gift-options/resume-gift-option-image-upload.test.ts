import { describe, expect, test } from 'vitest';
import * as options from '../../../lib/resources/gift-options/operations.ts';
import { call } from '../../support/http/call.ts';
import { png } from '../../support/http/multipart.ts';
import { newWorld } from '../../support/world/world.ts';

async function started() {
  const {
    sites: [site, other],
    write: key,
  } = await newWorld();
  const option = await call(options.createGiftOption, { path: { site_id: site.id }, key, body: { name: 'Box' } });
  const path = { site_id: site.id, gift_option_id: String(option.body.id) };
  const body = { content_type: 'image/png', file_size: png().length };
  const { body: upload } = await call(options.startGiftOptionImageUpload, { path, key, body });
  const at = { path: { ...path, upload_id: String(upload.id) }, key };
  return {
    upload,
    at,
    other,
    put: ({ url, headers }: { url: string; headers: Record<string, string> }) =>
      fetch(url, { method: 'PUT', headers, body: png() }),
    resume: (more: object = {}) => call(options.resumeGiftOptionImageUpload, { ...at, path: { ...at.path, ...more } }),
    finish: () => call(options.completeGiftOptionImageUpload, at),
  };
}

describe('Resume of a photo', () => {
  test('200 with a link by which the photo can be sent, and then with its ETag', async () => {
    const { upload, put, resume, finish } = await started();

    const before = await resume();
    expect(before).toMatchObject({
      status: 200,
      body: { id: upload.id, headers: upload.headers, expires_at: upload.expires_at, arrived: false, etag: null },
    });
    const sent = await put(before.body);

    expect((await resume()).body).toMatchObject({ arrived: true, etag: sent.headers.get('etag') });
    expect((await finish()).status).toBe(200);
  });

  test('404 once it is finished, and for an option of another site', async () => {
    const { upload, put, resume, finish, other } = await started();
    await put(upload);

    expect((await resume({ site_id: other.id })).status).toBe(404);
    await finish();
    expect((await resume()).status).toBe(404);
  });
});
