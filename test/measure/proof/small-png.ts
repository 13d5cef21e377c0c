/** A picture of a page with at most 256 colors: a third of the bytes that a browser's own picture has. */
import { crc32, deflateSync, inflateSync } from 'node:zlib';

const signature = Buffer.from('89504e470d0a1a0a', 'hex');

/** Kinds of colors in a PNG, with the bytes of a pixel. */
const channelsOf: Readonly<Record<number, number>> = { 2: 3, 6: 4 };

interface Pixels {
  width: number;
  height: number;
  /** Each as 0xRRGGBB, from left to right and from top to bottom. */
  colors: Uint32Array;
}

/** The same picture with a palette: the 256 most frequent colors, each other color as the nearest of them. */
export function smallPng(png: Buffer): Buffer {
  const { width, height, colors } = pixelsOf(png);
  const palette = frequentIn(colors);
  const indexes = new Map(palette.map((color, index) => [color, index]));
  const indexOf = (color: number): number => {
    const known = indexes.get(color) ?? nearest(palette, color);
    indexes.set(color, known);
    return known;
  };
  // Each line begins with the number of its filter. Filter 0 changes nothing.
  const lines = Buffer.alloc((width + 1) * height);
  for (const [at, color] of colors.entries()) {
    lines[Math.floor(at / width) * (width + 1) + 1 + (at % width)] = indexOf(color);
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3], 8);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from(palette.flatMap(channels))),
    chunk('IDAT', deflateSync(lines, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The pixels of a PNG with 8 bits for each of red, green and blue. Transparency is ignored. */
function pixelsOf(png: Buffer): Pixels {
  const [width, height, step] = [png.readUInt32BE(16), png.readUInt32BE(20), channelsOf[png.readUInt8(25)]];
  if (step === undefined || png.readUInt8(24) !== 8 || png.readUInt8(28) !== 0) throw new Error('Not such a PNG');
  const filtered = inflateSync(
    Buffer.concat([...chunksOf(png)].filter(([name]) => name === 'IDAT').map(([, data]) => data)),
  );
  const colors = new Uint32Array(width * height);
  let above: Buffer = Buffer.alloc(width * step);
  for (let y = 0; y < height; y += 1) {
    const from = y * (width * step + 1);
    const line = unfiltered(filtered.subarray(from + 1, from + 1 + width * step), above, {
      filter: filtered.readUInt8(from),
      step,
    });
    for (let x = 0; x < width; x += 1) colors[y * width + x] = line.readUIntBE(x * step, 3);
    above = line;
  }
  return { width, height, colors };
}

/** The bytes of a line, each of which was stored as the difference from a prediction. */
function unfiltered(stored: Buffer, above: Buffer, { filter, step }: { filter: number; step: number }): Buffer {
  const line = Buffer.from(stored);
  for (const [at, byte] of stored.entries()) {
    const left = at < step ? 0 : (line[at - step] ?? 0);
    const up = above[at] ?? 0;
    const corner = at < step ? 0 : (above[at - step] ?? 0);
    line[at] = byte + ([0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0);
  }
  return line;
}

/** The neighbor that is nearest to left + up - corner. */
function paeth(left: number, up: number, corner: number): number {
  const [toLeft, toUp, toCorner] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

function* chunksOf(png: Buffer): Generator<[name: string, data: Buffer]> {
  for (let at = signature.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    yield [png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + length)];
    at += length + 12;
  }
}

function chunk(name: string, data: Buffer): Buffer {
  const [length, sum, content] = [Buffer.alloc(4), Buffer.alloc(4), Buffer.concat([Buffer.from(name, 'latin1'), data])];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, sum]);
}

function frequentIn(colors: Uint32Array): number[] {
  const counts = new Map<number, number>();
  for (const color of colors) counts.set(color, (counts.get(color) ?? 0) + 1);
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 256)
    .map(([color]) => color);
}

const channels = (color: number): [red: number, green: number, blue: number] => [
  color >> 16,
  (color >> 8) & 255,
  color & 255,
];

function nearest(palette: readonly number[], color: number): number {
  const [red, green, blue] = channels(color);
  const distances = palette.map((each) => {
    const [r, g, b] = channels(each);
    return (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2;
  });
  return distances.indexOf(Math.min(...distances));
}
