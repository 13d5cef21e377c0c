/** What the processes of a test run leave behind for the tests of `test/run`, which come last: which refusals were reached, and the rest. */
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

type Kind =
  | 'used grants'
  | 'unconditional writes'
  | 'owned items'
  | 'refusals reached'
  | 'reads outside'
  | 'stale reads';

const kept: Record<Kind, Set<string>> = {
  'used grants': new Set(),
  'unconditional writes': new Set(),
  'owned items': new Set(),
  'refusals reached': new Set(),
  'reads outside': new Set(),
  'stale reads': new Set(),
};

/** Keeps something for the end of the run. */
export const keep = (kind: Kind, what: string): unknown => kept[kind].add(what);

const folder = (): string => join(process.env.TEST_FOLDER ?? '', 'left-behind');

/** Leaves behind what this process has kept so far, where a run is in progress. */
export function leaveBehind(): void {
  if (process.env.TEST_FOLDER === undefined) return;
  mkdirSync(folder(), { recursive: true });
  const lists = Object.entries(kept).map(([kind, all]) => [kind, [...all]]);
  writeFileSync(join(folder(), `${process.pid}.json`), JSON.stringify(Object.fromEntries(lists)));
}

/** All that was left behind of a kind. */
export function leftBehind(kind: Kind): Set<string> {
  const left = existsSync(folder()) ? readdirSync(folder()) : [];
  return new Set(left.flatMap((file) => JSON.parse(readFileSync(join(folder(), file), 'utf8'))[kind] as string[]));
}

const root = resolve(import.meta.dirname, '../..');

const files = 'lib/{resources/*/*{rules,records},work/*}.ts';

/** A statement that refuses: it makes its error there. An error that is passed on was made elsewhere, and a plain `Error` is never to be. */
const refusal = /\bthrow (?!new Error\()(?=(?:new )?\w+\()/g;

interface Refusal {
  /** Its file, line and text. */
  name: string;
  index: number;
}

function refusalsIn(file: string, text: string): Refusal[] {
  return [...text.matchAll(refusal)].map(({ index }) => {
    const line = text.slice(0, index).split('\n').length;
    return { name: `${file}:${line} ${text.slice(index).split('\n', 1)[0]}`, index };
  });
}

/** Every refusal that there is. */
export const allRefusals = (): string[] =>
  globSync(files, { cwd: root }).flatMap((file) =>
    refusalsIn(file, readFileSync(join(root, file), 'utf8')).map(({ name }) => name),
  );

/** The global function that a refusal calls with its name on its way. */
export const noted = '__refusalReached';

/** The source of a file in which each refusal notes that it was reached. */
export const notingRefusals = (file: string, source: string): string =>
  isOneOf(file)
    ? refusalsIn(file, source).reduceRight((text, { name, index }) => {
        const after = index + 'throw '.length;
        return `${text.slice(0, after)}globalThis.${noted}?.(${JSON.stringify(name)}), ${text.slice(after)}`;
      }, source)
    : source;

const isOneOf = (file: string): boolean =>
  /^lib\/(?:resources\/[\w-]+\/[\w-]*(?:rules|records)|work\/[\w-]+)\.ts$/.test(file);
