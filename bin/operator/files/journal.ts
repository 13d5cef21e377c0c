/**
 * The journal of a command, in a file beside the one that it works on: a first line of JSON for what the run started with, then a line for
 * each step. Only its owner can read it. A run that died leaves it, and the next run continues.
 */
import { createHash, type Hash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { type FileHandle, rm } from 'node:fs/promises';
import type * as z from 'zod/mini';

import { appendToPrivate, replacePrivate } from '../../command-line/private-file.ts';
import { linesOf, parsedJson } from '../../command-line/text.ts';
import type { Session } from '../command.ts';

/** What the journals of a command look like. Journals of the previous release are read too, so a new field must be optional. */
interface Kind<Head, Step> {
  /** What its name adds to that of the file. */
  ending: string;
  head: z.ZodMiniType<Head>;
  step: z.ZodMiniType<Step>;
}

export class Journal<Head extends object, Step extends object> {
  /** The name of its file. */
  readonly name: string;
  readonly #kind: Kind<Head, Step>;
  #opened: FileHandle | undefined;

  /** The journal of a file, whether it exists or not. */
  constructor(file: string, kind: Kind<Head, Step>) {
    this.name = `${file}${kind.ending}`;
    this.#kind = kind;
  }

  exists(): boolean {
    return existsSync(this.name);
  }

  /** The first line; undefined without a file, or the line is something else. */
  async head(): Promise<Head | undefined> {
    for await (const line of this.#lines()) return this.#kind.head.safeParse(line).data;
    return undefined;
  }

  /** The steps of all runs. A half-written line of a run is dropped: nothing that it announces was done. */
  async *steps(): AsyncGenerator<Step> {
    let isHead = true;
    for await (const line of this.#lines()) {
      const { data } = this.#kind.step.safeParse(line);
      if (!isHead && data) yield data;
      isHead = false;
    }
  }

  async *#lines(): AsyncGenerator<unknown> {
    if (!this.exists()) return;
    for await (const { bytes } of linesOf(createReadStream(this.name))) yield parsedJson(bytes.toString());
  }

  /** Replaces the journal as a whole: an interruption leaves the old one or the new one. */
  async begin(head: Head): Promise<void> {
    await this.close();
    await replacePrivate(this.name, (handle) => append(handle, `${JSON.stringify(head)}\n`));
  }

  /** Adds a step, which is on the disk when this returns. */
  async add(step: Step): Promise<void> {
    this.#opened ??= await this.#open();
    await append(this.#opened, `${JSON.stringify(step)}\n`);
  }

  async #open(): Promise<FileHandle> {
    const handle = await appendToPrivate(this.name);
    // Ends a line that a run which died has left half written.
    await handle.appendFile('\n');
    return handle;
  }

  async close(): Promise<void> {
    await this.#opened?.close();
    this.#opened = undefined;
  }

  async remove(): Promise<void> {
    await this.close();
    await rm(this.name, { force: true });
  }
}

/** Returns when the text is on the disk. */
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

/** Where a command writes, as its journal has it: a store on a target. */
export const targetOf = (store: string, { target: { stack, endpoint } }: Session): string =>
  `${store} of ${stack} on ${endpoint ?? 'AWS'}`;
