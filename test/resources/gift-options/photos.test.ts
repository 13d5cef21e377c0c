import { beforeAll, describe, expect, test } from 'vitest';
import * as options from '../../../lib/resources/gift-options/operations.ts';
import { limits } from '../../../lib/schema/limits.ts';
import { watch } from '../../support/aws/aws-calls.ts';
import { meanwhile, withoutCommits } from '../../support/aws/interleave.ts';
import { conditionalCopies, objectAt } from '../../support/aws/objects.ts';
import { handlerOf } from '../../support/handlers.ts';
import { call } from '../../support/http/call.ts';
import { jpeg, multipart, png } from '../../support/http/multipart.ts';
import { newWorld, type World } from '../../support/world/world.ts';

const sweep = await handlerOf({ name: 'sweep-uploads' });

describe('a photo', () => {
  let world: World;

  const newOption = async () => {
    const site_id = world.sites[0].id;
    const body = { name: crypto.randomUUID() };
    const option = await call(options.createGiftOption, { path: { site_id }, body, key: world.write });
    return { site_id, gift_option_id: String(option.body.id) };
  };

  const put = (where: Record<string, string>, content: Buffer) =>
    call(options.setGiftOptionImage, {
      path: where,
      key: world.write,
      ...multipart([{ name: 'image', fileName: 'x.gif', type: 'image/gif', content }]),
    });

  beforeAll(async () => {
    world = await newWorld();
  });

  test('is served by what its bytes are, for good, and is deleted with its option', async () => {
    const where = await newOption();
    const { body } = await put(where, jpeg());
    const key = String(body.image.url).slice(1);

    expect(key).toMatch(/^media\/gift-options\/img_\w+\.jpg$/);
    expect(await objectAt(key)).toMatchObject({
      contentType: 'image/jpeg',
      cacheControl: 'public, max-age=31536000, immutable',
    });
    await call(options.deleteGiftOption, { path: where, key: world.write });
    expect(await objectAt(key)).toBeUndefined();
  });

  test('stays where a deletion of its option does not come about', async () => {
    const where = await newOption();
    const { body } = await put(where, jpeg());

    const { status } = await withoutCommits(() => call(options.deleteGiftOption, { path: where, key: world.write }));

    expect(status).toBe(500);
    expect(await objectAt(String(body.image.url).slice(1))).toBeDefined();
  });

  test('set eight times at once is one in the record and one in the bucket', async () => {
    const where = await newOption();
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => put(where, png(100 + n))));
    await sweep();

    const { body } = await call(options.getGiftOption, { path: where, key: world.read });
    const urls = answers.map((answer) => String(answer.body.image?.url));
    const standing = await Promise.all(urls.map((url) => objectAt(url.slice(1))));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(urls.filter((_, n) => standing[n] !== undefined)).toEqual([body.image.url]);
  });
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

async function startedUpload() {
  const { sites, write: key } = await newWorld();
  const { body: option } = await call(options.createGiftOption, {
    path: { site_id: sites[0].id },
    key,
    body: { name: 'Wrapping' },
  });
  const path = { site_id: sites[0].id, gift_option_id: String(option.id) };
  const { body } = await call(options.startGiftOptionImageUpload, {
    path,
    key,
    body: { content_type: 'image/png', file_size: png().length },
  });
  const put = (photo: Buffer) => fetch(body.url, { method: 'PUT', headers: body.headers, body: new Uint8Array(photo) });
  const finish = () => call(options.completeGiftOptionImageUpload, { path: { ...path, upload_id: body.id }, key });
  return { put, finish, pending: new URL(body.url).pathname.replace(/^.*?\/(?=pending\/)/, '') };
}

/** A photo of the announced size, other than the first. */
function otherPhoto(): Buffer {
  const photo = png();
  photo[photo.length - 1] = 9;
  return photo;
}

const beforeTheCommit = (_: number, command: string) => (command.startsWith('Transact') ? 'before' : undefined);

test('404 where someone finishes the upload of a photo while it is being finished', async () => {
  const { put, finish } = await startedUpload();
  await put(png());
  meanwhile('GetObjectCommand', async () => expect((await finish()).status).toBe(200));

  expect(await finish()).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
});

test('a photo is finished by a second try, after one that copied it and died before its commit', async () => {
  const { put, finish } = await startedUpload();
  conditionalCopies();
  await put(png());
  expect((await watch(finish, beforeTheCommit)).result.status).toBe(500);

  expect((await finish()).status).toBe(200);
});

test('a photo put again after such a try is the one that is shown, and nothing else is left of either', async () => {
  const { put, finish, pending } = await startedUpload();
  const places = conditionalCopies();
  await put(png());
  expect((await watch(finish, beforeTheCommit)).result.status).toBe(500);
  await put(otherPhoto());

  const { status, body } = await finish();

  expect(status).toBe(200);
  const key = String(body.image.url).slice(1);
  expect((await objectAt(key))?.bytes).toEqual(otherPhoto());
  const others = places.filter((place) => place !== key);
  expect(others).toContain(places[0]);
  for (const gone of [pending, ...others]) expect(await objectAt(gone)).toBeUndefined();
});

test('two who finish a photo at the same time are both answered, though S3 lets one copy at a time', async () => {
  const { put, finish } = await startedUpload();
  conditionalCopies({ conflicts: 2 });
  await put(png());

  const statuses = (await Promise.all([finish(), finish()])).map(({ status }) => status);

  expect(statuses.sort()).toEqual([200, 404]);
});

test('a copy that comes late, when the upload is over, makes no object', async () => {
  const { put, finish } = await startedUpload();
  await put(png());
  let shown = '';
  meanwhile('CopyObjectCommand', async () => {
    shown = String((await finish()).body.image.url).slice(1);
  });
  const places = conditionalCopies();

  expect((await finish()).status).toBe(404);
  expect(await objectAt(shown)).toBeDefined();
  for (const place of places.filter((each) => each !== shown)) expect(await objectAt(place)).toBeUndefined();
});

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
