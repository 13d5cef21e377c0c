/** The parts of the README and of the page of proofs that are made: each is between two marks with its name. */

import { markdownTable } from '../../../bin/command-line/table.ts';
import { firstSentence, type Page } from '../../../bin/reference/page.ts';
import { pages } from '../../../bin/reference/site.ts';
import { eventTypes } from '../../../lib/resources/events.ts';
import { codeMark, figureTable, type Report } from './report.ts';

/** The names of what has its page below another one. */
const nameList = (overview: Page, all: readonly Page[]): string =>
  all
    .filter(({ parent, use }) => parent === overview.path && use !== 'Events')
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

/** The text with each of these parts replaced. Throws if it lacks the marks of one. */
export function withParts(text: string, parts: Readonly<Record<string, string>>): string {
  return Object.entries(parts).reduce((rest, [name, content]) => {
    const [begin, end] = marks(name);
    const [from, to] = [rest.indexOf(begin), rest.indexOf(end)];
    if (from === -1 || to < from) throw new Error(`It lacks ${begin} … ${end}`);
    return `${rest.slice(0, from + begin.length)}\n\n${content}\n\n${rest.slice(to)}`;
  }, text);
}
