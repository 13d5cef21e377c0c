import { expect, test } from 'vitest';
import * as files from '../../../../lib/contract/api/digital-files.ts';
import { meanwhile } from '../../../support/aws/meanwhile.ts';
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
