/** A page of the reference, as both its Markdown and its HTML are made of it. */
import type { Operation } from '../../lib/schema/operation.ts';
import { markdownTable } from '../command-line/table.ts';

export interface Page {
  /** Below `/docs/`, without an ending: `api/gift-cards`. */
  path: string;
  title: string;
  /** The heading it stands under in the list of pages. */
  group: string;
  /** What it is about, in Markdown. */
  summary: string;
  parts: readonly Part[];
}

/** A part that can be linked to. */
export interface Part {
  id: string;
  title: string;
  /** In Markdown. */
  text: string;
  /** What stands beside the text. */
  samples: readonly Sample[];
  /** What can be tried here. */
  operation?: Operation;
}

export interface Sample {
  title: string;
  language: 'sh' | 'ts' | 'json';
  code: string;
}

/** The page as Markdown. */
export const markdownOf = ({ title, summary, parts }: Page): string =>
  `${[`# ${title}`, summary, ...parts.flatMap(markdownOfPart)].filter(Boolean).join('\n\n')}\n`;

const markdownOfPart = ({ title, text, samples }: Part): string[] => [
  `## ${title}`,
  text,
  ...samples.flatMap(({ title: name, language, code }) => [`${name}:`, `\`\`\`${language}\n${code}\n\`\`\``]),
];

/** The path of a page as links name it. */
export const linkTo = ({ path }: Pick<Page, 'path'>, id?: string): string =>
  `/docs/${path}.html${id === undefined ? '' : `#${id}`}`;

/** A table in Markdown, whose bars and ends of lines are kept from breaking it. */
export const table = (columns: readonly string[], rows: readonly (readonly string[])[]): string =>
  markdownTable({
    columns,
    rows: rows.map((cells) => cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll(/\n+(?:- )?/g, '<br>'))),
  });
