/** The guides: Markdown files of their own, in the order of their names. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Part } from './page.ts';

const folder = join(import.meta.dirname, 'guides');

export const guidePages = (): Page[] =>
  readdirSync(folder)
    .toSorted()
    .map((file) => pageOf(file.replace(/^\d+-|\.md$/g, ''), readFileSync(join(folder, file), 'utf8')));

function pageOf(name: string, text: string): Page {
  const [heading = '', ...rest] = text.trim().split('\n');
  const [summary = '', ...sections] = rest.join('\n').split('\n## ');
  return {
    path: `guides/${name}`,
    title: heading.replace(/^# /, ''),
    group: 'Guides',
    summary: summary.trim(),
    parts: sections.map(partOf),
  };
}

function partOf(section: string): Part {
  const [title = '', ...lines] = section.split('\n');
  return { id: idOf(title), title, text: lines.join('\n').trim(), samples: [] };
}

/** A heading as a link names it. */
const idOf = (title: string): string => title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
