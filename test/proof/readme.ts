/** The parts of the README that are made: each stands between two marks that bear its name. */
import { markdownTable } from '../../bin/command-line/table.ts';
import { invocables } from '../../lib/contract/invocables.ts';
import { operations } from '../../lib/contract/operations.ts';
import { figureTable, type Report } from './report.ts';

/** What the contract says, by the name of its part. */
export const contractParts: Readonly<Record<string, string>> = {
  endpoints: markdownTable({
    columns: ['', 'Method and path', 'Permission'],
    rows: operations.map(({ summary, method, path, permission }) => [summary, `\`${method} ${path}\``, permission]),
  }),
  functions: markdownTable({
    columns: ['Function', '', 'For'],
    rows: invocables.map(({ name, summary, group }) => [`\`${name}\``, summary, group]),
  }),
};

/** A report as Markdown: how it was made, its figures, its tables. */
export function reportPart(made: Report): string {
  const { name, command, passed, seconds, finished, figures, tables = [] } = made;
  const how = `**${name}**: \`${command}\`, ${passed ? 'passed' : '**failed**'} in ${Math.round(seconds)} s on ${finished.slice(0, 10)}:`;
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
    if (from === -1 || to < from) throw new Error(`The README lacks ${begin} … ${end}`);
    return `${rest.slice(0, from + begin.length)}\n\n${content}\n\n${rest.slice(to)}`;
  }, text);
}
