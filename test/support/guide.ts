/** The guides to adding something, step by step, as they can be done: files to write, and lines to change in files that are there. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A code block of a guide. It begins with the path of its file: `// PATH` where that is new, `--- PATH` where it changes. */
export interface Block {
  path: string;
  lines: readonly string[];
  isNew: boolean;
}

/** The blocks of the guide with this heading, in their order. */
export function blocksOf(page: string, heading: string): Block[] {
  const [, guide = ''] = page.split(`\n## ${heading}\n`);
  const [section = ''] = guide.split('\n## ');
  return [...section.matchAll(/^```(ts|diff)\n([\s\S]*?)^```$/gm)].map(([, kind, text = '']) => {
    const [first = '', ...lines] = text.trimEnd().split('\n');
    return { path: first.replace(/^(?:\/\/|---) /, ''), lines, isNew: kind === 'ts' };
  });
}

/** Does what a block says in a folder. Throws where the lines that it changes do not stand there exactly once. */
export function doAsWritten({ path, lines, isNew }: Block, folder: string): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, isNew ? `${lines.join('\n')}\n` : changed(readFileSync(file, 'utf8'), lines, path));
}

/** `@@` stands between places of one file. */
function changed(text: string, lines: readonly string[], path: string): string {
  const places = lines.join('\n').split('\n@@\n');
  return places.reduce((before, place) => {
    const asItStands = linesOf(place, '+');
    const parts = `\n${before}`.split(`\n${asItStands}\n`);
    if (parts.length !== 2)
      throw new Error(`${path} has ${parts.length - 1} times what the guide changes:\n${asItStands}`);
    return parts.join(`\n${linesOf(place, '-')}\n`).slice(1);
  }, text);
}

/** The lines of a place without those that are marked so. */
const linesOf = (place: string, without: '+' | '-'): string =>
  place
    .split('\n')
    .filter((line) => !line.startsWith(without))
    .map((line) => line.slice(1))
    .join('\n');
