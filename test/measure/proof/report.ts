/** Reports of the commands that prove something: tables for a person, `reports/<name>.json` for the README. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Table, textTable } from '../../../bin/command-line/table.ts';
import { codeOf, proofs } from './proofs.ts';

export const reportsFolder = resolve(import.meta.dirname, '../../../reports');

export interface TitledTable extends Table {
  title: string;
}

export interface Report {
  /** Names its file, and its marks in the README. */
  name: string;
  /** How it is made again. */
  command: string;
  /** RFC 3339. */
  finished: string;
  seconds: number;
  passed: boolean;
  /** The code that it speaks of, where the page of proofs shows it. */
  code?: string | undefined;
  figures: Readonly<Record<string, number | string>>;
  /** What the README shows beside the figures. */
  tables?: readonly TitledTable[];
  /** What it does not show. */
  details?: readonly TitledTable[];
  /** What was measured, for other programs. */
  measured?: object;
}

/** Prints a report and keeps it. A failed one makes the process end with 1. */
export async function report(made: Omit<Report, 'finished' | 'code'>): Promise<void> {
  const finished = `${new Date().toISOString().slice(0, 19)}Z`;
  const proof = proofs.find(({ name }) => name === made.name);
  const code = proof && codeOf(proof);
  await keepFile(`${made.name}.json`, `${JSON.stringify({ ...made, finished, code } satisfies Report, null, 2)}\n`);
  for (const { title, ...table } of [...(made.tables ?? []), ...(made.details ?? [])]) {
    console.log(`\n${title}\n\n${textTable(table, 2)}`);
  }
  console.log(`\n${made.command}: ${made.passed ? 'passed' : 'FAILED'} in ${made.seconds.toFixed(1)} s`);
  const figures = figureTable(made);
  if (figures.rows.length > 0) console.log(`\n${textTable(figures, 2)}`);
  if (!made.passed) process.exitCode = 1;
}

export const figureTable = ({ figures }: Pick<Report, 'figures'>): Table => ({
  rows: Object.entries(figures),
  figures: true,
});

/** Keeps a file among the reports. */
export async function keepFile(file: string, content: string): Promise<void> {
  await mkdir(reportsFolder, { recursive: true });
  await writeFile(join(reportsFolder, file), content);
}
