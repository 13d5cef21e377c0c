import { beforeAll, expect, test } from 'vitest';
import * as options from '../../../lib/resources/gift-options/operations.ts';
import { withoutCommits } from '../../support/aws/failing-writes.ts';
import { objectAt } from '../../support/aws/objects.ts';
import { handlerOf } from '../../support/handlers.ts';
import { call } from '../../support/http/call.ts';
import { jpeg, multipart, png } from '../../support/http/multipart.ts';
import { newWorld, type World } from '../../support/world/world.ts';

const sweep = await handlerOf({ name: 'sweep-uploads' });

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

test('is served by what its bytes are, for good, and goes with its option', async () => {
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

test('of another kind is refused', async () => {
  expect(await put(await newOption(), Buffer.from('GIF89a'))).toMatchObject({
    status: 400,
    body: { code: 'INVALID_FIELD', error: 'Image must be a JPEG or PNG' },
  });
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
