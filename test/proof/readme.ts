/** `npm run readme`: writes the tables of endpoints and functions into the README, from the contract. */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { invocables } from '../../lib/contract/invocables.ts';
import { operations } from '../../lib/contract/operations.ts';

const readme = resolve(import.meta.dirname, '../..', 'README.md');

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

const sections = {
  endpoints: table(
    ['', 'Method and path', 'Permission'],
    operations.map(({ summary, method, path, permission }) => [summary, `\`${method} ${path}\``, permission]),
  ),
  functions: table(
    ['Function', '', 'For'],
    invocables.map(({ name, summary, group }) => [`\`${name}\``, summary, group]),
  ),
};

/** The README with both tables as the contract has them. */
export const withTables = (text: string): string =>
  Object.entries(sections).reduce((rest, [name, content]) => {
    const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`];
    const [before, after] = [rest.indexOf(begin) + begin.length, rest.indexOf(end)];
    if (before < begin.length || after < before) throw new Error(`The README lacks ${begin} … ${end}`);
    return `${rest.slice(0, before)}\n${content}\n${rest.slice(after)}`;
  }, text);

if (import.meta.main) writeFileSync(readme, withTables(readFileSync(readme, 'utf8')));
