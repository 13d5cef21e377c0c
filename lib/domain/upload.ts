/** The rules of uploads straight to the bucket (decisions, "Large uploads"). */
import type { FinishedPart } from '../contract/api/digital-files.ts';
import { invalidField } from '../contract/kinds/errors.ts';

/** Bytes of every part but the last. */
export const partSize = 6 * 1024 * 1024;

export interface Part {
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

/**
 * The parts to be put together, in their order: exactly those of the file, each as it was announced, arrived and reported.
 * Throws `INVALID_FIELD`.
 */
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
    throw invalidField('parts must match what was uploaded');
  }
  return matching;
}

const unquoted = (etag: string): string => etag.replaceAll('"', '');
