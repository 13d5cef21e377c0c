/** The parts of the README and of the page of proofs that are made: each stands between two marks that bear its name. */

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { markdownTable } from '../../../bin/command-line/table.ts';
import { firstSentence, type Page } from '../../../bin/reference/page.ts';
import { pages } from '../../../bin/reference/site.ts';
import { eventTypes } from '../../../lib/resources/events.ts';
import { figureTable, type Report } from './report.ts';

/** The names of what has its page below another one. */
const nameList = (overview: Page, all: readonly Page[]): string =>
  all
    .filter(({ parent }) => parent === overview.path)
    .map(({ path }) => `\`${path.replace(/.*\//, '')}\``)
    .join(', ');

/** What the contract says, by the name of its part. */
export function contractParts(): Record<string, string> {
  const all = pages();
  const overviews = new Set(all.map(({ parent }) => parent));
  const described = all.filter(({ path }) => overviews.has(path));
  const rows = described.map((page) => [page.title, firstSentence(page), nameList(page, all)]);
  const events = `${Object.keys(eventTypes).length} types, on an EventBridge bus and to webhooks`;
  return {
    areas: markdownTable({
      columns: ['', 'Summary', 'Operations and functions'],
      rows: [...rows, ['Events', 'Changes, each published if and only if it is committed.', events]],
    }),
  };
}

/** A report as Markdown: how it was made, its figures, its tables. */
export function reportPart(made: Report): string {
  const { name, command, passed, seconds, finished, code, figures, tables = [] } = made;
  const how = `**${name}**: \`${command}\`, ${passed ? 'passed' : '**failed**'} in ${Math.round(seconds)} s on ${finished.slice(0, 10)}${code ? `, ${codeMark(code)}` : ''}:`;
  return [
    how,
    ...(Object.keys(figures).length > 0 ? [markdownTable(figureTable(made))] : []),
    ...tables.flatMap(({ title, ...table }) => [`${title}:`, markdownTable(table)]),
  ].join('\n\n');
}

const marks = (name: string): [begin: string, end: string] => [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`];

/** The names of a text's parts. */
export const partNames = (text: string): string[] =>
  [...text.matchAll(/<!-- ([\w-]+):begin -->/g)].map(([, name = '']) => name);

/** The text with each of these parts replaced. Throws where it lacks the marks of one. */
export function withParts(text: string, parts: Readonly<Record<string, string>>): string {
  return Object.entries(parts).reduce((rest, [name, content]) => {
    const [begin, end] = marks(name);
    const [from, to] = [rest.indexOf(begin), rest.indexOf(end)];
    if (from === -1 || to < from) throw new Error(`It lacks ${begin} … ${end}`);
    return `${rest.slice(0, from + begin.length)}\n\n${content}\n\n${rest.slice(to)}`;
  }, text);
}

export interface Proof {
  /** Of its report, and of its place on the page. */
  name: string;
  /** Of the script in package.json. */
  script: string;
  args: readonly string[];
  /** Folders of the code that its figures speak of. */
  code: readonly string[];
}

const root = resolve(import.meta.dirname, '../../..');

const service = ['functions', 'lib'];

export const proofs: readonly Proof[] = [
  { name: 'faults', script: 'faults', args: ['--runs', '1000000', '--seconds', '300'] },
  { name: 'upgrade', script: 'faults', args: ['--upgrade', '--runs', '200'] },
  { name: 'interleavings', script: 'interleavings', args: ['--orders', '3', '--samples', '1', '--seconds', '200'] },
  { name: 'judge', script: 'judge', args: [] },
  { name: 'fuzz', script: 'fuzz', args: [] },
  { name: 'floods', script: 'floods', args: [] },
  { name: 'load', script: 'load', args: [] },
  { name: 'load-events', script: 'load:events', args: [] },
  { name: 'restock', script: 'bench:restock', args: [] },
  { name: 'mutation', script: 'mutation', args: [] },
  {
    name: 'capacity',
    script: 'capacity',
    args: [...['orders', 'joins'].flatMap(atRate(1000)), ...atRate(500)('reviews')],
  },
  { name: 'bench', script: 'bench', args: ['--processes', '3', '--items', '10000'] },
].map((proof) => ({ ...proof, code: service }));

function atRate(each: number) {
  return (what: string): string[] => ['--store', `${what}=${each}/s`];
}

/** What only says something to a reader: no figure depends on it. */
const wordsOnly = /^lib\/(?:client\/|resources\/(?:\S+\/)?examples\b)/;

/** The code as it is now, in so many letters and digits; another wherever a byte of it differs. */
export function codeOf({ code }: Pick<Proof, 'code'>, from = root): string {
  const files = code
    .flatMap((folder) => readdirSync(join(from, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(from, join(entry.parentPath, entry.name)))
    .filter((file) => !wordsOnly.test(file));
  const digest = createHash('sha256');
  for (const file of files.toSorted()) {
    digest.update(`${file}\n`).update(
      createHash('sha256')
        .update(readFileSync(join(from, file)))
        .digest(),
    );
  }
  return digest.digest('hex').slice(0, 12);
}

/** How a page says of which code a figure is. */
export const codeMark = (code: string): string => `of code \`${code}\``;

/** The names of the proofs whose figures a page lacks, or has of other code than there is. */
export const staleIn = (page: string, from = root): string[] =>
  proofs
    .filter((proof) => {
      const [, part = ''] = page.split(`<!-- ${proof.name}:begin -->`);
      const [shown = ''] = part.split(`<!-- ${proof.name}:end -->`);
      return !shown.includes(codeMark(codeOf(proof, from)));
    })
    .map(({ name }) => name);
