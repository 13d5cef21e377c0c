/** The rules of uploads straight to the bucket (decisions, "Large uploads"). */

import { invalidField } from '../../schema/errors.ts';
import { limits } from '../../schema/limits.ts';
import type { FinishedPart } from '../digital-files/fields.ts';

/** Bytes of every part but the last. */
export const partSize = 6 * 1024 * 1024;

interface Part {
  part_number: number;
  /** Bytes. */
  size: number;
}

/** The parts of a file, numbered from 1. */
export const partsOf = (fileSize: number): Part[] =>
  Array.from({ length: Math.ceil(fileSize / partSize) }, (_, index) => ({
    part_number: index + 1,
    size: Math.min(partSize, fileSize - index * partSize),
  }));

export interface ArrivedPart extends Part {
  etag: string;
}

/** The parts to put together, in order: exactly the file's, each as announced, arrived and reported. Throws `INVALID_FIELD`. */
export function matchParts(
  fileSize: number,
  reported: readonly FinishedPart[],
  arrived: readonly ArrivedPart[],
): ArrivedPart[] {
  const expected = partsOf(fileSize);
  const reportedEtags = new Map(reported.map(({ part_number, etag }) => [part_number, unquoted(etag)]));
  const arrivedParts = new Map(arrived.map((part) => [part.part_number, part]));
  const matching = expected.flatMap(({ part_number, size }) => {
    const part = arrivedParts.get(part_number);
    return part && part.size === size && unquoted(part.etag) === reportedEtags.get(part_number) ? [part] : [];
  });
  if (matching.length !== expected.length || reported.length !== expected.length) {
    throw invalidField('parts must match what was uploaded', 'parts');
  }
  return matching;
}

/** The longest ETag that is kept: S3's own have 34 characters. */
const etagAtMost = 64;

/** Whether the reported parts may be those of a file, as far as the report shows. */
export const isPlausible = (fileSize: number, reported: readonly FinishedPart[]): boolean =>
  reported.length === partsOf(fileSize).length && reported.every(({ etag }) => etag.length <= etagAtMost);

/** Whether two reports are of the same parts. */
export function announces(announced: readonly FinishedPart[], reported: readonly FinishedPart[]): boolean {
  const etags = new Map(announced.map(({ part_number, etag }) => [part_number, unquoted(etag)]));
  return (
    announced.length === reported.length &&
    reported.every(({ part_number, etag }) => etags.get(part_number) === unquoted(etag))
  );
}

/** An upper bound of a store's open uploads; `counted_at` is when they were last counted, if ever. */
export interface OpenUploads {
  at_most: number;
  counted_at?: string;
}

/** Whether a store may open another upload, according to the upper bound; an old count is worth repeating. */
export function roomFor({ at_most, counted_at }: OpenUploads, now: string): 'room' | 'full' | 'to be counted' {
  if (at_most < limits.openUploads) return 'room';
  const age = counted_at === undefined ? Number.POSITIVE_INFINITY : Date.parse(now) - Date.parse(counted_at);
  return age < limits.openUploadsCounted * 1000 ? 'full' : 'to be counted';
}

const unquoted = (etag: string): string => etag.replaceAll('"', '');
