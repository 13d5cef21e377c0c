/** A store may have so many uploads open at once, of files and of photos together. */
// @module-tag long
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { commitUnitOfWork, writing } from '../../../lib/once/unit-of-work.ts';
import * as files from '../../../lib/resources/digital-files/operations.ts';
import { createGiftOption, startGiftOptionImageUpload } from '../../../lib/resources/gift-options/operations.ts';
import * as openUploads from '../../../lib/resources/uploads/open-upload-records.ts';
import * as unownedObjects from '../../../lib/resources/uploads/unowned-object-records.ts';
import { timestampNow } from '../../../lib/runtime/clock.ts';
import { limits } from '../../../lib/schema/limits.ts';
import type * as items from '../../../lib/table/items.ts';
import { multipartsUnder } from '../../support/aws/objects.ts';
import { call } from '../../support/http/call.ts';
import { giftOptionBody } from '../../support/world/gift-options.ts';
import { opened } from '../../support/world/open-uploads.ts';
import { newWorld, type World } from '../../support/world/world.ts';

const write = (writes: items.Write[]) => commitUnitOfWork(writing(writes));

const pathIn = ({ products: [, { id, variants }] }: World) => ({ id, variant_id: variants[0]?.id ?? '' });

const start = (world: World) =>
  call(files.startDigitalFileUpload, {
    path: pathIn(world),
    key: world.write,
    body: { file_name: 'a.bin', file_size: 10 },
  });

const tooMany = {
  status: 400,
  body: { error: 'At most 1000 uploads of a store can be open at once', code: 'INVALID_FIELD' },
};

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

test('the last one is opened and one more is not, for any file, and nothing is started for it', async () => {
  const world = await newWorld();
  const site_id = world.sites[0].id;
  const option = await call(createGiftOption, { path: { site_id }, key: world.write, body: giftOptionBody });
  await opened(world.store.id, limits.openUploads - 1);
  const { status, body: last } = await start(world);
  expect(status).toBe(201);
  const started = await multipartsUnder(`files/${world.store.id}/`);

  expect(await start(world)).toMatchObject(tooMany);
  const photo = {
    path: { site_id, gift_option_id: option.body.id },
    key: world.write,
    body: { content_type: 'image/png', file_size: 100 },
  };
  later(limits.openUploadsCounted + 1);
  expect(await call(startGiftOptionImageUpload, photo)).toMatchObject(tooMany);
  expect(await multipartsUnder(`files/${world.store.id}/`)).toEqual(started);

  const path = { ...pathIn(world), upload_id: last.id };
  expect((await call(files.abandonDigitalFileUpload, { path, key: world.write })).status).toBe(204);
  later(limits.openUploadsCounted + 1);
  expect((await start(world)).status).toBe(201);
  later(limits.openUploadsCounted + 1);
  expect(await start(world)).toMatchObject(tooMany);
});

test('those that are over do not count, however many there were', async () => {
  const world = await newWorld();
  const uploads = await opened(world.store.id, limits.openUploads);
  const now = timestampNow();
  for (let from = 0; from < uploads.length; from += 100) {
    await write(
      uploads.slice(from, from + 100).map((upload) => unownedObjects.end(unownedObjects.created(upload), now)),
    );
  }

  expect((await start(world)).status).toBe(201);
  expect(await openUploads.find(world.store.id)).toMatchObject({ at_most: 1 });
});

test('of many that are started at once near the limit none is too many', async () => {
  const world = await newWorld();
  await opened(world.store.id, limits.openUploads - 5);

  const answers = await Promise.all(Array.from({ length: 12 }, () => start(world)));

  expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(7);
  expect(await openUploads.count(world.store.id)).toBe(limits.openUploads);
});

test('a repeat of a Start is a replay, also where nothing more can be opened', async () => {
  const world = await newWorld();
  const request = {
    path: pathIn(world),
    key: world.write,
    body: { file_name: 'a.bin', file_size: 10 },
    idempotencyKey: 'once',
  };
  const first = await call(files.startDigitalFileUpload, request);
  await opened(world.store.id, limits.openUploads);

  const again = await call(files.startDigitalFileUpload, request);
  expect([again.status, again.headers['x-idempotency-replayed']]).toEqual([201, 'true']);
  expect(again.body).toEqual(first.body);
});
