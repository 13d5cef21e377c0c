import { expect, test } from 'vitest';
import * as options from '../../../lib/resources/gift-options/operations.ts';
import { limits } from '../../../lib/schema/limits.ts';
import { call } from '../../support/http/call.ts';
import { newWorld } from '../../support/world/world.ts';

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
