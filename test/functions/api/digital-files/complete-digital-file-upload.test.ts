import { expect, test } from 'vitest';
import * as files from '../../../../lib/contract/api/digital-files.ts';
import { meanwhile } from '../../../support/aws/meanwhile.ts';
import { objectAt } from '../../../support/aws/objects.ts';
import { call } from '../../../support/http/call.ts';
import { multipart } from '../../../support/http/multipart.ts';
import { newWorld } from '../../../support/world/world.ts';

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

test('a file that was uploaded straight to the bucket takes the place of another, whose object goes', async () => {
  const { products, store, write: key } = await newWorld();
  const path = { id: products[1].id, variant_id: products[1].variants[0]?.id ?? '' };
  const replaced = multipart([{ name: 'file', fileName: 'a.txt', content: 'The first' }]);
  const { body: first } = await call(files.uploadDigitalFile, { path, key, ...replaced });
  const started = await call(files.startDigitalFileUpload, { path, key, body: { file_name: 'b.txt', file_size: 5 } });
  const { headers } = await fetch(started.body.parts[0].url, { method: 'PUT', body: 'Hello' });

  const finished = await call(files.completeDigitalFileUpload, {
    path: { ...path, upload_id: started.body.id },
    key,
    body: { parts: [{ part_number: 1, etag: headers.get('etag') }] },
  });

  expect(finished.status).toBe(201);
  expect(await objectAt(`files/${store.id}/${first.id}`)).toBeUndefined();
  expect((await objectAt(`files/${store.id}/${finished.body.id}`))?.bytes.toString()).toBe('Hello');
});
