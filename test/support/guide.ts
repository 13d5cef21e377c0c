/** The guides to adding something, step by step, as they can be done: files to write, and lines to add to files that are there. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * A code block of a guide. Its first line says where it goes: `// PATH` is a whole new file, `// PATH, after NAME` follows what is
 * declared under the name, `// PATH, in NAME` or `in NAME.KEY` ends that table, and `// PATH, first in NAME` begins that method.
 */
export interface Block {
  path: string;
  /** `after` what, `in` what or `first in` what; undefined for a new file. */
  place: string | undefined;
  lines: readonly string[];
}

/** The blocks of the guide with this heading, in their order. */
export function blocksOf(page: string, heading: string): Block[] {
  const [, guide = ''] = page.split(`\n## ${heading}\n`);
  const [section = ''] = guide.split('\n## ');
  return [...section.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, text = '']) => {
    const [first = '', ...lines] = text.trimEnd().split('\n');
    const [, path = '', place] = /^\/\/ (\S+?)(?:, (.+))?$/.exec(first) ?? [];
    return { path, place, lines };
  });
}

/** Does what a block says in a folder. Throws if the place that it names is not there, or there twice. */
export function doAsWritten({ path, place, lines }: Block, folder: string): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  const written =
    place === undefined ? lines : withAdded(readFileSync(file, 'utf8').trimEnd().split('\n'), place, lines);
  writeFileSync(file, `${written.join('\n')}\n`);
}

/** The file with the lines at their place, and their imports after its own. */
function withAdded(file: readonly string[], place: string, added: readonly string[]): string[] {
  const firstLine = added.findIndex((line) => line !== '' && !line.startsWith('import '));
  const [imports, lines] = [added.slice(0, firstLine).filter(Boolean), added.slice(firstLine)];
  const at = lineOf(file, place);
  const afterImports = file.findLastIndex((line) => / from '.*';$/.test(line)) + 1;
  const isApart = place.startsWith('after ');
  return [
    ...file.slice(0, afterImports),
    ...imports,
    ...file.slice(afterImports, at),
    ...(isApart ? ['', ...lines] : lines),
    ...file.slice(at),
  ];
}

/** Before which line of a file a place is. */
function lineOf(file: readonly string[], place: string): number {
  const [, how = '', name = '', key] = /^(after|in|first in) (\w+)(?:\.(\w+))?$/.exec(place) ?? [];
  if (how === 'first in') return only(file, new RegExp(`^ *${name}\\(.*\\{$`), place) + 1;
  const declared = only(file, new RegExp(`^(?:export )?(?:const|function|interface) ${name}\\b`), place);
  const begin = key === undefined ? declared : only(file, new RegExp(`^ +${key}: [{[]$`), place, declared);
  const indent = /^ */.exec(file[begin] ?? '')?.[0] ?? '';
  const end = file.findIndex((line, index) => index > begin && new RegExp(`^${indent}[}\\])]`).test(line));
  const isOneLine = file[begin]?.endsWith(';');
  if (how === 'after') return (isOneLine ? begin : end) + 1;
  return end;
}

/** The number of the one line that looks so. */
function only(file: readonly string[], pattern: RegExp, place: string, from = 0): number {
  const found = file.flatMap((line, index) => (index >= from && pattern.test(line) ? [index] : []));
  const [line] = found;
  if (line === undefined || found.length > 1)
    throw new Error(`The guide names a place that is there ${found.length} times: ${place}`);
  return line;
}
