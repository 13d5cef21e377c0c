/** A file of JSON lines that is only added to. */
import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { keep, readKept } from './kept-file.ts';
import { messageOf, StartupError } from './startup-error.ts';

export class Journal<Line> {
  readonly #file: string | undefined;

  /** Without a file nothing is kept. */
  constructor(file: string | undefined) {
    this.#file = file;
    if (file !== undefined) mkdirSync(dirname(file), { recursive: true });
  }

  /** What is kept; a line that a machine went down in is not. Throws a `StartupError` where something else is. */
  read(): Line[] {
    if (this.#file === undefined) return [];
    try {
      const lines = readKept(this.#file)?.split('\n').slice(0, -1) ?? [];
      return lines.map((line) => JSON.parse(line) as Line);
    } catch (error) {
      throw new StartupError(`Cannot read ${this.#file} (${messageOf(error)}): begin anew with --fresh`);
    }
  }

  add(line: Line): void {
    if (this.#file !== undefined) appendFileSync(this.#file, `${JSON.stringify(line)}\n`);
  }

  /** Keeps these lines alone, in one step. */
  keepOnly(lines: readonly Line[]): void {
    if (this.#file !== undefined) keep(this.#file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  }
}
