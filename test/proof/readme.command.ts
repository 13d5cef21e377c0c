/** `npm run readme`: brings the README's made parts up to date. */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { commandOptions } from '../../bin/command-line/options.ts';
import { contractParts, partNames, reportPart, withParts } from './readme.ts';
import { type Report, reportsFolder } from './report.ts';

commandOptions({
  command: 'npm run readme',
  summary: 'Writes the tables of the contract, and the figures of the reports that stand in reports/, into the README.',
  options: {},
});

const readme = resolve(import.meta.dirname, '../../README.md');
const text = await readFile(readme, 'utf8');

const parts: Record<string, string> = { ...contractParts };
for (const name of partNames(text)) {
  const file = join(reportsFolder, `${name}.json`);
  if (existsSync(file)) parts[name] = reportPart(JSON.parse(await readFile(file, 'utf8')) as Report);
}
await writeFile(readme, withParts(text, parts));
console.log(`README.md: ${Object.keys(parts).join(', ')}`);
