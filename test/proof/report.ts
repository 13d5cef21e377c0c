/** Reports of the commands that prove something: a table for a person, `reports/<name>.json` for the README. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

export const reportFolder = resolve(import.meta.dirname, '../../reports');

export interface Report {
  /** How it is made again. */
  command: string;
  /** RFC 3339. */
  finished: string;
  seconds: number;
  passed: boolean;
  figures: Record<string, number | string>;
  /** More than the README shows: counts by their titles. */
  details?: Record<string, Record<string, number>>;
}

/** Prints a report and keeps it. A failed one makes the process end with 1. */
export async function report(name: string, made: Omit<Report, 'finished'>): Promise<void> {
  const finished = `${new Date().toISOString().slice(0, 19)}Z`;
  await writeReport(`${name}.json`, `${JSON.stringify({ ...made, finished } satisfies Report, null, 2)}\n`);
  const width = Math.max(...Object.keys(made.figures).map(({ length }) => length));
  console.log(`\n${made.command}: ${made.passed ? 'passed' : 'FAILED'} in ${made.seconds.toFixed(1)} s\n`);
  for (const [what, figure] of Object.entries(made.figures)) console.log(`  ${what.padEnd(width)}  ${shown(figure)}`);
  if (!made.passed) process.exitCode = 1;
}

/** Keeps a file among the reports. */
export async function writeReport(file: string, content: string): Promise<void> {
  await mkdir(reportFolder, { recursive: true });
  await writeFile(join(reportFolder, file), content);
}

/** A number with its thousands apart. */
export const shown = (figure: number | string): string =>
  typeof figure === 'number' ? figure.toLocaleString('en-US', { maximumFractionDigits: 1 }) : figure;
