import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { smallPng } from './small-png.ts';

const colors = [0xffffff, 0x2f6f4f, 0x1d1d1d, 0xfafafa];

/** 4 by 5 pixels; each line is stored with another filter. */
const stored = [
  [0, ...[255, 255, 255, 47, 111, 79, 29, 29, 29, 250, 250, 250]],
  [1, ...[255, 255, 255, 48, 112, 80, 238, 174, 206, 221, 221, 221]],
  [2, ...[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]],
  [3, ...[128, 128, 128, 152, 184, 168, 247, 215, 231, 111, 111, 111]],
  [4, ...[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]],
];

const chunk = (name: string, data: Buffer): Buffer => {
  const content = Buffer.concat([Buffer.from(name), data]);
  const numbers = Buffer.alloc(8);
  numbers.writeUInt32BE(data.length);
  numbers.writeUInt32BE(crc32(content), 4);
  return Buffer.concat([numbers.subarray(0, 4), content, numbers.subarray(4)]);
};

const png = Buffer.concat([
  Buffer.from('89504e470d0a1a0a', 'hex'),
  chunk('IHDR', Buffer.from([0, 0, 0, 4, 0, 0, 0, 5, 8, 2, 0, 0, 0])),
  chunk('IDAT', deflateSync(Buffer.from(stored.flat()))),
  chunk('IEND', Buffer.alloc(0)),
]);

/** The colors of a picture with a palette, line by line. */
function colorsIn(small: Buffer): number[][] {
  const dataOf = (name: string): Buffer => {
    const at = small.indexOf(name, 0, 'latin1');
    return small.subarray(at + 4, at + 4 + small.readUInt32BE(at - 4));
  };
  const [palette, lines] = [dataOf('PLTE'), inflateSync(dataOf('IDAT'))];
  const [width, height] = [small.readUInt32BE(16), small.readUInt32BE(20)];
  return Array.from({ length: height }, (_, y) =>
    [...lines.subarray(y * (width + 1) + 1, (y + 1) * (width + 1))].map((index) => palette.readUIntBE(index * 3, 3)),
  );
}

test('a picture of few colors stays the same, with each filter', () => {
  expect(colorsIn(smallPng(png))).toEqual(Array.from({ length: 5 }, () => colors));
});

test('the picture of a page has less than half of its bytes, and its size', () => {
  const photo = readFileSync(join(import.meta.dirname, '../../../bin/local/demo-photo.png'));
  const small = smallPng(photo);

  expect(small.subarray(16, 24)).toEqual(photo.subarray(16, 24));
  expect(small.length).toBeLessThan(photo.length / 2);
});
