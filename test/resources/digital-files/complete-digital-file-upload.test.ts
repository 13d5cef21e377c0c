import { expect, test } from 'vitest';
import { removeUnowned } from '../../../lib/objects/discard.ts';
import * as files from '../../../lib/resources/digital-files/operations.ts';
import { withoutCommits } from '../../support/aws/failing-writes.ts';
import { meanwhile } from '../../support/aws/meanwhile.ts';
import { objectAt } from '../../support/aws/objects.ts';
import { underRoleOf } from '../../support/aws/permissions.ts';
import { call } from '../../support/http/call.ts';
import { multipart } from '../../support/http/multipart.ts';
import { newWorld, type World } from '../../support/world/world.ts';

/** A file whose parts have been sent straight to the bucket, and what may become of it. */
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

test('404 where somebody finishes the upload of a file, and replaces it, while it is being finished', async () => {
  const { finish, replace } = await sentFile(await newWorld());
  meanwhile('ListPartsCommand', async () => {
    expect((await finish()).status).toBe(201);
    await replace('Another');
  });

  expect(await finish()).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
});

test('a file that was uploaded straight to the bucket takes the place of another, whose object goes', async () => {
  const world = await newWorld();
  const { finish, replace } = await sentFile(world);
  const { body: first } = await replace('The first');

  const finished = await finish();

  expect(finished.status).toBe(201);
  expect(await objectAt(`files/${world.store.id}/${first.id}`)).toBeUndefined();
  expect((await objectAt(`files/${world.store.id}/${finished.body.id}`))?.bytes.toString()).toBe('Hello');
});

test('what could not be given up can be finished', async () => {
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
