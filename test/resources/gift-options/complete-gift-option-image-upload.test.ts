import { expect, test } from 'vitest';
import * as options from '../../../lib/resources/gift-options/operations.ts';
import { watch } from '../../support/aws/aws-calls.ts';
import { conditionalCopies } from '../../support/aws/conditional-copies.ts';
import { meanwhile } from '../../support/aws/meanwhile.ts';
import { objectAt } from '../../support/aws/objects.ts';
import { call } from '../../support/http/call.ts';
import { png } from '../../support/http/multipart.ts';
import { newWorld } from '../../support/world/world.ts';

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

test('404 where somebody finishes the upload of a photo while it is being finished', async () => {
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

test('a photo put anew after such a try is the one that is shown, and nothing else is left of either', async () => {
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
