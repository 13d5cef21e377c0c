/** Reports of the commands that prove something: tables for a person, `reports/<name>.json` for the README. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { type Table, textTable } from '../../../bin/command-line/table.ts';

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
  /** What the README shows with the figures. */
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

const size = { width: 640, height: 320, left: 70, right: 20, bottom: 50, top: 40 } as const;
const plot = { width: size.width - size.left - size.right, height: size.height - size.top - size.bottom } as const;
const baseline = size.top + plot.height;
const colours = ['#3566a8', '#c2571a', '#3d8a4f', '#8a4fa3', '#7a7a2e', '#a83552'] as const;

interface Bars {
  label: string;
  /** One for each place on the x axis. */
  values: readonly number[];
}

/** Groups of bars, a group for each place and a bar in it for each label, its value above it. */
export function barChart(title: string, places: readonly string[], series: readonly Bars[]): string {
  const highest = roomAbove(Math.max(1, ...series.flatMap(({ values }) => values)), series.length);
  const group = plot.width / places.length;
  const width = (group * 0.7) / series.length;
  const drawn = series.flatMap(({ values }, index) =>
    values.map((value, place) => {
      const height = (value / highest) * plot.height;
      const x = size.left + (place + 0.15) * group + index * width;
      const bar = `<rect x="${at(x)}" y="${at(baseline - height)}" width="${at(width)}" height="${at(height)}" fill="${colourOf(index)}"/>`;
      return bar + text(x + width / 2, baseline - height - 6, value.toLocaleString('en-US'), 'middle');
    }),
  );
  return chart(title, [...namesOf(places), ...(series.length > 1 ? legendOf(series) : []), ...drawn]);
}

interface Line {
  label: string;
  /** One for each place on the x axis. */
  values: readonly number[];
}

/** Lines over equally spaced places. The y axis begins at 0, or grows tenfold with each tick from 1. */
export function lineChart(
  title: string,
  places: readonly string[],
  lines: readonly Line[],
  { tenfold = false }: { tenfold?: boolean } = {},
): string {
  const most = Math.max(1, ...lines.flatMap(({ values }) => values));
  const scaled = (value: number) => (tenfold ? Math.log10(Math.max(1, value)) : value);
  const highest = roomAbove(scaled(most), lines.length);
  const x = (index: number) => size.left + ((index + 0.5) * plot.width) / places.length;
  const y = (value: number) => baseline - (scaled(value) / highest) * plot.height;
  const ticks = tenfold ? Array.from({ length: Math.ceil(scaled(most)) + 1 }, (_, power) => 10 ** power) : [0, most];
  const drawn = lines.map(({ values }, index) => {
    const points = values.map((value, place) => `${at(x(place))},${at(y(value))}`).join(' ');
    return `<polyline points="${points}" fill="none" stroke="${colourOf(index)}" stroke-width="2"/>`;
  });
  return chart(title, [
    ...namesOf(places),
    ...ticks.map((tick) => text(size.left - 8, y(tick) + 4, tick.toLocaleString('en-US'), 'end')),
    ...legendOf(lines),
    ...drawn,
  ]);
}

const lineOfLegend = 16;

/** The value at the top of a plot, over which its legend has room. */
const roomAbove = (highest: number, labels: number): number =>
  (highest * plot.height) / (plot.height - lineOfLegend * (labels + 1));

const legendOf = (series: readonly { label: string }[]): string[] =>
  series.map(({ label }, index) => {
    const y = size.top + 8 + index * lineOfLegend;
    const mark = `<rect x="${size.left + 8}" y="${y - 8}" width="10" height="10" fill="${colourOf(index)}"/>`;
    return mark + text(size.left + 24, y + 1, label, 'start');
  });

/** Names of places, in two lines where they are long. */
const namesOf = (places: readonly string[]): string[] =>
  places.flatMap((place, index) => {
    const x = size.left + ((index + 0.5) * plot.width) / places.length;
    const [first = '', second = ''] = /^(.{8,}?) (.+)$/.exec(place)?.slice(1) ?? [place];
    return [text(x, baseline + 18, first, 'middle'), text(x, baseline + 34, second, 'middle')];
  });

const colourOf = (index: number): string => colours[index % colours.length] ?? '';

const at = (coordinate: number): string => coordinate.toFixed(1);

const escaped = (content: string): string => content.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const text = (x: number, y: number, content: string, anchor: 'start' | 'middle' | 'end'): string =>
  `<text x="${at(x)}" y="${at(y)}" text-anchor="${anchor}">${escaped(content)}</text>`;

const chart = (
  title: string,
  drawn: readonly string[],
): string => `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" font-family="sans-serif" font-size="12">
<title>${escaped(title)}</title>
<rect width="100%" height="100%" fill="#fff"/>
<text x="${size.left}" y="20" font-size="14">${escaped(title)}</text>
<line x1="${size.left}" y1="${baseline}" x2="${size.width - size.right}" y2="${baseline}" stroke="#888"/>
${drawn.join('\n')}
</svg>
`;

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
  { name: 'cost', script: 'cost', args: [], code: [...service, 'infra'] },
].map((proof) => ({ code: service, ...proof }));

/** The pages that show figures of proofs. */
export const proofPages = ['bin/reference/project/5-proof.md', 'bin/reference/guides/12.1-costs.md'];

/** Their texts together. */
export const textOfProofPages = (): string =>
  proofPages.map((page) => readFileSync(join(root, page), 'utf8')).join('\n');

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

/** The names of the proofs with figures that a page lacks, or has of other code than the present. */
export const staleIn = (page: string, from = root): string[] =>
  proofs
    .filter((proof) => {
      const [, part = ''] = page.split(`<!-- ${proof.name}:begin -->`);
      const [shown = ''] = part.split(`<!-- ${proof.name}:end -->`);
      return !shown.includes(codeMark(codeOf(proof, from)));
    })
    .map(({ name }) => name);
