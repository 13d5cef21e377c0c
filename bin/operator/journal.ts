/**
 * The journal of a command, in a file beside the one that it works on: a first line of JSON for what was begun, then a line for each step.
 * Only its owner can read it. A run that died leaves it, and the next run continues.
 */
import { createHash, type Hash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { linesOf, parsedJson } from '../command-line/json.ts';
import { appendToPrivate, replacePrivate } from '../command-line/private-file.ts';
import type { Session } from './command.ts';

/** The lines of a journal, none where there is no file. A line that a run has left half written is undefined. */
export async function* readLines(file: string): AsyncGenerator<unknown> {
  if (!existsSync(file)) return;
  for await (const line of linesOf(createReadStream(file, 'utf8'))) yield parsedJson(line);
}

/** The first line of a journal; undefined where there is no file. */
export async function headOf(file: string): Promise<unknown> {
  for await (const head of readLines(file)) return head;
  return undefined;
}

/** Replaces a journal as a whole: an interruption leaves the old one or the new one. */
export const begin = (file: string, head: object): Promise<void> =>
  replacePrivate(file, (handle) => append(handle, `${JSON.stringify(head)}\n`));

/** Opens a journal to add steps. Each is on the disk when `add` returns. */
export async function resume(file: string) {
  const handle = await appendToPrivate(file);
  // What a run that died has left half written ends here.
  await handle.appendFile('\n');
  return {
    add: (step: object) => append(handle, `${JSON.stringify(step)}\n`),
    close: () => handle.close(),
  };
}

/** Returns when it is on the disk. */
export async function append(handle: FileHandle, text: string): Promise<void> {
  await handle.appendFile(text);
  await handle.datasync();
}

/** The SHA-256 of a file's bytes, or of its first ones, which shows that the file has changed. */
export async function hashOf(file: string, bytes = Number.POSITIVE_INFINITY): Promise<Hash> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file, { end: bytes - 1 })) hash.update(chunk);
  return hash;
}

/** Where a command writes: a store on a target. */
export const placeOf = (store: string, { target: { stack, endpoint } }: Session): string =>
  `${store} of ${stack} on ${endpoint ?? 'AWS'}`;
