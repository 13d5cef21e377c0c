/** How far an import has come, in a file beside the imported one: what is committed need not be imported again. */
import type { Hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import * as z from 'zod/mini';
import { begin, hashOf, headOf } from '../journal.ts';
import { nothingRead, type Position } from './json-lines.ts';

const written = z.object({
  /** Where the records go: a store on a target. */
  into: z.string(),
  bytes: z.int().check(z.gte(1)),
  lines: z.int(),
  /** SHA-256 of the committed bytes, in hexadecimal: they are not to change before the rest is imported. */
  sha256: z.string(),
});

const nameOf = (file: string): string => `${file}.position`;

/** The committed position. Throws where it is another import's, or where the file has changed before it. */
export async function readPosition(file: string, into: string): Promise<Position> {
  if (!existsSync(nameOf(file))) return nothingRead();
  const beginAgain = `delete ${nameOf(file)} to begin again`;
  const read = written.safeParse(await headOf(nameOf(file)));
  if (!read.success) throw new Error(`${nameOf(file)} is no position: ${beginAgain}`);
  const { bytes, lines, sha256 } = read.data;
  if (read.data.into !== into) throw new Error(`The last import went into ${read.data.into}: ${beginAgain}`);
  const hash = await hashOf(file, bytes);
  if (digest(hash) !== sha256) throw new Error(`The first ${lines} lines are imported and have changed: ${beginAgain}`);
  return { bytes, lines, hash };
}

const digest = (hash: Hash): string => hash.copy().digest('hex');

/** Replaces the position. */
export const writePosition = (file: string, into: string, { bytes, lines, hash }: Position): Promise<void> =>
  begin(nameOf(file), { into, bytes, lines, sha256: digest(hash) });

export const removePosition = (file: string): Promise<void> => rm(nameOf(file), { force: true });
