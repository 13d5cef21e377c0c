/** A rush writes to several partitions at once where its items are spread over parts, each told by what an item is named. */
import { createHash } from 'node:crypto';

/** The parts, from 0. */
export const partsUpTo = (parts: number): readonly number[] => Array.from({ length: parts }, (_, part) => part);

/** In which of so many parts, 256 at most, something lies. */
export const partOf = (name: string, parts: number): number => partOfDigest(digestOf(name), parts);

export const partOfDigest = (digest: Buffer, parts: number): number => digest.readUInt8(0) % parts;

/** SHA-256: whatever names are made of, they spread evenly. */
export const digestOf = (name: string): Buffer => createHash('sha256').update(name).digest();
