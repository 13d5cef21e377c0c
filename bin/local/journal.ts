/** A file of JSON lines that is only added to. */
import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
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
      return readFileSync(this.#file, 'utf8')
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Line);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
      throw new StartupError(`Cannot read ${this.#file} (${messageOf(error)}): begin anew with --fresh`);
    }
  }

  add(line: Line): void {
    if (this.#file !== undefined) appendFileSync(this.#file, `${JSON.stringify(line)}\n`);
  }

  /** Keeps these lines alone, in one step. */
  keepOnly(lines: readonly Line[]): void {
    if (this.#file === undefined) return;
    writeFileSync(`${this.#file}.next`, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    renameSync(`${this.#file}.next`, this.#file);
  }
}
