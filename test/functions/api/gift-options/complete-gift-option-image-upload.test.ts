import { expect, test } from 'vitest';
import * as options from '../../../../lib/contract/api/gift-options.ts';
import { meanwhile } from '../../../support/aws/meanwhile.ts';
import { call } from '../../../support/http/call.ts';
import { png } from '../../../support/http/multipart.ts';
import { newWorld } from '../../../support/world/world.ts';

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
