import { describe, expect, test } from 'vitest';
import {
  checkArrivedPhoto,
  newPhoto,
  photoKind,
  photoKindOf,
  withPhoto,
} from '../../../lib/resources/gift-options/photo-rules.ts';

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
  const option = {
    id: 'gft_1',
    name: 'Wrapping',
    description: '',
    price: 500,
    enabled: true,
    position: 0,
    image: null,
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
  };
  const image = newPhoto('img_1', photoKindOf('image/png'));
  const updated_at = '2026-05-06T07:08:09Z';
  expect(withPhoto(option, image, updated_at)).toEqual({ ...option, image, updated_at });
  expect(withPhoto({ ...option, image }, null, updated_at)).toEqual({ ...option, updated_at });
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
