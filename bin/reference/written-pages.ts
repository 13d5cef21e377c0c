/** The pages that are written by hand: Markdown files, in the order of their names. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Page, type Part, part } from './page.ts';

/** The folders, and the headings for pages that do not choose one with `<!-- group: HEADING -->`. */
const groups = { guides: 'Guides', project: 'Project', decisions: 'Decisions' } as const;

/** The pages of a folder, those of one heading together. */
export function writtenPages(folder: keyof typeof groups): Page[] {
  const pages = readdirSync(join(import.meta.dirname, folder))
    .toSorted()
    .map((file) => {
      const text = readFileSync(join(import.meta.dirname, folder, file), 'utf8');
      return pageOf(`${folder}/${file.replace(/^[\d.]+-|\.md$/g, '')}`, groups[folder], withFiles(text));
    });
  return [...Map.groupBy(pages, ({ group }) => group).values()].flat();
}

/** `<!-- file: PATH -->` includes a file of the project, as it is. */
const withFiles = (text: string): string =>
  text.replaceAll(/^<!-- file: (\S+) -->$/gm, (_, path: string) => {
    const code = readFileSync(join(import.meta.dirname, '../..', path), 'utf8');
    return `\`\`\`ts\n${code.trimEnd()}\n\`\`\``;
  });

function pageOf(path: string, folderGroup: string, text: string): Page {
  const [mark = '', group = folderGroup] = /^<!-- group: (.*) -->\n+/.exec(text) ?? [];
  const [heading = '', ...rest] = text.slice(mark.length).trim().split('\n');
  const [summary = '', ...sections] = rest.join('\n').split('\n## ');
  return { path, title: heading.replace(/^# /, ''), group, summary: summary.trim(), parts: sections.map(shardOf) };
}

function shardOf(section: string): Part {
  const [title = '', ...lines] = section.split('\n');
  return part(title, lines.join('\n').trim());
}
