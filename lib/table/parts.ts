/** Spreads items over numbered parts by their names, so that a rush writes to several partitions at once. */
import { createHash } from 'node:crypto';

/** The parts, from 0. */
export const partsUpTo = (parts: number): readonly number[] => Array.from({ length: parts }, (_, part) => part);

/** The part of an item, of 256 parts at most. */
export const partOf = (name: string, parts: number): number => partOfDigest(digestOf(name), parts);

export const partOfDigest = (digest: Buffer, parts: number): number => digest.readUInt8(0) % parts;

/** SHA-256: whatever names are made of, they spread evenly. */
export const digestOf = (name: string): Buffer => createHash('sha256').update(name).digest();
