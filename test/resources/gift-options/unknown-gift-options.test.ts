/** 404: whose the site or the option is not. */
import { expect, test } from 'vitest';
import { newGiftOptions } from '../../support/world/gift-options.ts';

const notFound = { error: 'Resource not found', code: 'NOT_FOUND' };

test('404 for an unknown site or option, or one of another site', async () => {
  const { create, get, update, remove, list, other } = await newGiftOptions();
  const { body: option } = await create({ name: 'a' });
  const requests = [
    list('sit_unknown'),
    create({ name: 'b' }, 'sit_unknown'),
    get('gft_unknown'),
    get(option.id, other),
    update(option.id, { name: 'b' }, other),
    remove(option.id, other),
    remove('gft_unknown'),
  ];
  for (const request of requests) expect((await request).body).toEqual(notFound);
});
