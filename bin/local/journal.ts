/** A file of JSON lines that is only added to. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type * as z from 'zod/mini';
import { log } from '../../lib/runtime/log.ts';
import { appendToPrivateSync, ownersFolder, readIfThere, replacePrivateSync } from '../command-line/private-file.ts';
import { messageOf, StartupError } from './startup-error.ts';

export class Journal<Line> {
  readonly #file: string | undefined;
  readonly #line: z.ZodMiniType<Line>;

  /** Without a file nothing is kept. `line` is what a line must be. */
  constructor(file: string | undefined, line: z.ZodMiniType<Line>) {
    this.#file = file;
    this.#line = line;
    if (file !== undefined) mkdirSync(dirname(file), { recursive: true, mode: ownersFolder });
  }

  /** The kept lines, without a half-written last one and without foreign JSON. Throws a `StartupError` for another kind of file. */
  read(): Line[] {
    if (this.#file === undefined) return [];
    try {
      const lines = readIfThere(this.#file)?.split('\n').slice(0, -1) ?? [];
      const read = lines.map((line) => JSON.parse(line)).filter((line) => this.#line.safeParse(line).success);
      const leftOut = lines.length - read.length;
      if (leftOut > 0) log('warn', 'lines of a journal were skipped', { file: this.#file, lines: leftOut });
      return read;
    } catch (error) {
      throw new StartupError(`Cannot read ${this.#file} (${messageOf(error)}): start again with --fresh`);
    }
  }

  add(line: Line): void {
    if (this.#file !== undefined) appendToPrivateSync(this.#file, `${JSON.stringify(line)}\n`);
  }

  /** Keeps only these lines, in one step. */
  keepOnly(lines: readonly Line[]): void {
    if (this.#file !== undefined)
      replacePrivateSync(this.#file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  }
}
