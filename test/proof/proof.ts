/** `npm run proof`: writes the figures of the last reports into the README, between `proof:begin` and `proof:end`. */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { benchTables } from './bench-tables.ts';
import { commandOptions } from './command-options.ts';
import { type Report, reportFolder } from './report.ts';
import { type Named, reportSection, withProof } from './section.ts';

commandOptions('npm run proof: writes the figures in reports/ into the README', {});

const readme = resolve(import.meta.dirname, '../../README.md');

const names = ['faults', 'fuzz', 'load', 'restock', 'mutation'];

const reports = (await Promise.all(names.map(readReport))).filter((each) => each !== undefined);
const bench = await readJson('bench');
await writeFile(
  readme,
  withProof(await readFile(readme, 'utf8'), [...reports.map(reportSection), ...benchTables(bench)].join('\n\n')),
);
console.log(`README.md: ${[...reports.map(({ name }) => name), ...(bench === undefined ? [] : ['bench'])].join(', ')}`);

async function readReport(name: string): Promise<Named | undefined> {
  const read = await readJson(name);
  return read === undefined ? undefined : { ...(read as Report), name };
}

async function readJson(name: string): Promise<unknown> {
  const file = join(reportFolder, `${name}.json`);
  return existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : undefined;
}
