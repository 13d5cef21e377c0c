/** Files that a local server keeps something in over a restart, each written as a whole. */
import { readFileSync } from 'node:fs';
import { replacePrivateSync } from '../command-line/private-file.ts';

/** What a file holds; undefined where there is no such file. */
export function readKept(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes it in one step, so that a process that dies in between leaves what was there before. */
export const keep = (file: string, text: string): void => replacePrivateSync(file, text);
