/** `npm run measure -- readme`: brings the README's made parts up to date. */
import { existsSync } from 'node:fs';
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { commandOptions } from '../../../bin/command-line/options.ts';
import { contractParts, partNames, reportPart, withParts } from './readme.ts';
import { proofPages, type Report, reportsFolder } from './report.ts';

commandOptions({
  command: 'npm run measure -- readme',
  summary:
    'Writes what the contract holds into the README, and the figures and charts of the reports in reports/ into the pages that show them.',
  options: {},
});

const root = resolve(import.meta.dirname, '../../..');

/** Brings a file's parts up to date, and says which. */
async function write(name: string, made: Record<string, string>): Promise<void> {
  const file = join(root, name);
  await writeFile(file, withParts(await readFile(file, 'utf8'), made));
  console.log(`${name}: ${Object.keys(made).join(', ')}`);
}

/** The figures of a page, of which there are reports. */
async function figuresOf(page: string): Promise<Record<string, string>> {
  const figures: Record<string, string> = {};
  for (const name of partNames(await readFile(join(root, page), 'utf8'))) {
    const file = join(reportsFolder, `${name}.json`);
    if (existsSync(file)) figures[name] = reportPart(JSON.parse(await readFile(file, 'utf8')) as Report);
  }
  return figures;
}

const charts = 'bin/reference/charts';
for (const chart of await readdir(join(root, charts))) {
  const made = join(reportsFolder, chart);
  if (existsSync(made)) await copyFile(made, join(root, charts, chart));
}
await write('README.md', contractParts());
for (const page of proofPages) await write(page, await figuresOf(page));
