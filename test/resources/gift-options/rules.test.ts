import { describe, expect, test } from 'vitest';
import { type GiftOption, giftOption } from '../../../lib/resources/gift-options/fields.ts';
import {
  checkArrivedPhoto,
  inOrder,
  newGiftOption,
  newPhoto,
  photoKind,
  photoKindOf,
  replaceGiftOption,
  withPhoto,
} from '../../../lib/resources/gift-options/rules.ts';
import { exampleOutput } from '../../../lib/schema/examples.ts';

const now = '2026-05-06T07:08:09Z';

const option = (fields: Partial<GiftOption> = {}): GiftOption => ({
  ...exampleOutput(giftOption),
  id: 'gft_1',
  name: 'Wrapping',
  description: 'Paper',
  price: 500,
  enabled: true,
  position: 3,
  image: { id: 'img_1', url: '/media/gift-options/img_1.jpg' },
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  ...fields,
});

describe('a new gift option', () => {
  const add = (existing: GiftOption[], input: object = {}) =>
    newGiftOption(existing, { name: 'Box', ...input }, { id: 'gft_2', now });

  test('takes defaults for omitted fields, null or absent', () => {
    const defaults = { description: '', price: 0, enabled: false, position: 0, image: null };
    expect(add([])).toMatchObject({ id: 'gft_2', name: 'Box', ...defaults, created_at: now, updated_at: now });
    expect(add([], { description: null, price: null, enabled: null, position: null })).toMatchObject(defaults);
  });

  test.each([
    [[], 0],
    [[0], 1],
    [[5, 2], 6],
    [[999], 1000],
    [[1000], 1000],
  ])('after positions %j is at %i', (positions, expected) => {
    const existing = positions.map((position, index) => option({ id: `gft_${index}`, name: `${index}`, position }));
    expect(add(existing).position).toBe(expected);
  });

  test('keeps a position of 0 that was asked for', () => {
    expect(add([option()], { position: 0 }).position).toBe(0);
  });

  test('is refused as the 21st, not as the 20th', () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => option({ name: `${index}` }));
    expect(add(many(19)).name).toBe('Box');
    expect(() => add(many(20))).toThrow('A site can have at most 20 gift options');
  });

  test('is refused under a name that is taken, exactly', () => {
    expect(() => add([option({ name: 'Box' })])).toThrow('Resource already exists');
    expect(add([option({ name: 'box' }), option({ name: 'Box ' })]).name).toBe('Box');
  });
});

describe('a replaced gift option', () => {
  test('keeps id, image, creation, and an omitted position; all else takes its default', () => {
    const { id, image, position, created_at } = option();
    const [kept, defaults] = [
      { id, image, position, created_at },
      { description: '', price: 0, enabled: false },
    ];
    expect(replaceGiftOption([option()], option(), { name: 'Box' }, now)).toMatchObject({
      ...{ ...kept, ...defaults },
      ...{ name: 'Box', updated_at: now },
    });
  });

  test('may keep its own name, and not take that of another', () => {
    const other = option({ id: 'gft_2', name: 'Box' });
    expect(replaceGiftOption([option(), other], option(), { name: 'Wrapping' }, now).name).toBe('Wrapping');
    expect(() => replaceGiftOption([option(), other], option(), { name: 'Box' }, now)).toThrow(
      'Resource already exists',
    );
  });

  test('takes the position 0', () => {
    expect(replaceGiftOption([option()], option(), { name: 'Wrapping', position: 0 }, now).position).toBe(0);
  });
});

test('gift options stand by position, then creation, then id', () => {
  const late = '2026-01-01T00:00:01Z';
  const options = [
    option({ id: 'gft_d', position: 2 }),
    option({ id: 'gft_c', position: 1, created_at: late }),
    option({ id: 'gft_b', position: 1 }),
    option({ id: 'gft_a', position: 1, created_at: late }),
  ];
  for (const given of [options, options.toReversed()]) {
    expect(inOrder(given).map(({ id }) => id)).toEqual(['gft_b', 'gft_a', 'gft_c', 'gft_d']);
  }
});

const jpeg = [0xff, 0xd8, 0xff];
const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

test('a photo is what its leading bytes say', () => {
  expect(photoKind(Uint8Array.from([...jpeg, 0xe0]))).toMatchObject({ contentType: 'image/jpeg', extension: 'jpg' });
  expect(photoKind(Uint8Array.from([...png, 0x00]))).toMatchObject({ contentType: 'image/png', extension: 'png' });
});

test.each([
  ['a GIF', [...Buffer.from('GIF89a')]],
  ['an SVG', [...Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')]],
  ['text', [...Buffer.from('image/jpeg')]],
  ['half a JPEG signature', jpeg.slice(0, 2)],
  ['a PNG whose line ends were converted', [...png.slice(0, 4), 0x0a, 0x1a, 0x0a, 0x00]],
  ['all but the first byte of a PNG', png.slice(1)],
  ['nothing', []],
])('%s is refused', (_, bytes) => {
  expect(() => photoKind(Uint8Array.from(bytes))).toThrow('Image must be a JPEG or PNG');
});

test('a photo has its path on the storefront from its id and its kind', () => {
  expect(newPhoto('img_1', photoKindOf('image/jpeg'))).toEqual({ id: 'img_1', url: '/media/gift-options/img_1.jpg' });
  expect(newPhoto('img_2', photoKindOf('image/png'))).toEqual({ id: 'img_2', url: '/media/gift-options/img_2.png' });
});

test('an option takes another photo, or none, and is otherwise as it was', () => {
  const bare = option({ image: null });
  const image = newPhoto('img_1', photoKindOf('image/png'));
  const updated_at = '2026-05-06T07:08:09Z';
  expect(withPhoto(bare, image, updated_at)).toEqual({ ...bare, image, updated_at });
  expect(withPhoto({ ...bare, image }, null, updated_at)).toEqual({ ...bare, updated_at });
});

describe('a photo sent straight to the bucket', () => {
  const announced = { content_type: 'image/png', file_size: 1000 } as const;
  const arrived = { firstBytes: Uint8Array.from(png), size: 1000, etag: '"etag"' };

  test('is taken as it was announced', () => {
    expect(checkArrivedPhoto(announced, arrived)).toMatchObject({ kind: { extension: 'png' }, etag: '"etag"' });
  });

  test.each([
    ['it never arrived', undefined, 'image must match what was announced'],
    ['it is shorter', { ...arrived, size: 999 }, 'image must match what was announced'],
    ['it is longer', { ...arrived, size: 1001 }, 'image must match what was announced'],
    ['it is of another kind', { ...arrived, firstBytes: Uint8Array.from(jpeg) }, 'image must match what was announced'],
    ['it is no photo', { ...arrived, firstBytes: Uint8Array.from([0x47]) }, 'Image must be a JPEG or PNG'],
  ])('is refused where %s', (_, sent, message) => {
    expect(() => checkArrivedPhoto(announced, sent)).toThrow(message);
  });
});
