/** Markdown as HTML: tables with head cells, highlighted code, diagrams. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { renderMermaidSVG } from 'beautiful-mermaid';
import MarkdownIt, { type Token } from 'markdown-it';
import prism from 'prismjs';
import loadLanguages from 'prismjs/components/index.js';
import { toHtml } from '../../lib/mail/html.ts';
import { subjectOf } from '../../lib/mail/render.ts';
import { escaped } from '../../lib/runtime/html.ts';
import { sampleLetters, sampleSender } from './emails-page.ts';

const grammars: Readonly<Record<string, string>> = {
  sh: 'bash',
  ts: 'typescript',
  json: 'json',
  python: 'python',
  php: 'php',
  ruby: 'ruby',
  go: 'go',
};

loadLanguages(Object.values(grammars));

/** A mark after the language, only for the tests: it says whether a guide's block is run. */
const languageOf = (info: string): string => info.split(' ')[0] ?? '';

/** Code as HTML; `info` is the text after the fence of a block. */
export function highlight(code: string, info: string): string {
  const language = grammars[languageOf(info)];
  const grammar = language === undefined ? undefined : prism.languages[language];
  return language && grammar ? prism.highlight(code, grammar, language) : escaped(code);
}

/** The texts are the project's own: line breaks in the cells of tables are HTML. */
const markdown = new MarkdownIt({ html: true, highlight });

const fence = markdown.renderer.rules.fence;
markdown.renderer.rules.fence = (tokens, index, options, env, self) => {
  const { info = '', content = '' } = tokens[index] ?? {};
  if (info === 'mermaid') return diagram(content);
  if (info.startsWith('mail ')) return mailFrame(info.slice('mail '.length), content);
  const pre = (fence?.(tokens, index, options, env, self) ?? '').replace('<pre>', '<pre tabindex="0">');
  const code = `<div class="code">${pre}</div>\n`;
  // A block and the one after it that does the same in TypeScript are shown as tabs.
  if (isTab(tokens[index])) return `${panel('Node.js', code)}</div>\n`;
  return isTab(tokens[index + 1]) ? `<div class="tabs">${panel('Shell', code)}` : code;
};

/** The mark of a block that does in TypeScript what the block before it does. */
const isTab = (token: Token | undefined): boolean => token?.info === 'ts tab';

const panel = (title: string, code: string): string =>
  `<div class="panel" data-title="${title}"><p class="caption">${title}</p>${code}</div>\n`;

const pictures = join(import.meta.dirname, 'pictures');

/** A picture has its size, so that nothing moves when it arrives. One that also exists for the dark theme is shown in the theme of the page. */
markdown.renderer.rules.image = (tokens, index) => {
  const { content = '', attrs } = tokens[index] ?? {};
  const src = String(new Map(attrs).get('src') ?? '');
  const dark = src.replace('.png', '-dark.png');
  if (!existsSync(join(pictures, basename(dark)))) return picture(src, content);
  return picture(src, content, 'by-day') + picture(dark, content, 'by-night');
};

function picture(src: string, text: string, theme?: 'by-day' | 'by-night'): string {
  const size = src.endsWith('.png') ? sizeOf(join(pictures, basename(src))) : '';
  const loading = theme ? ` class="${theme}" loading="lazy"` : '';
  return `<img src="${escaped(src)}" alt="${escaped(text)}"${size}${loading}>`;
}

/** Width and height are at the same place in every PNG. */
function sizeOf(file: string): string {
  const png = readFileSync(file);
  return ` width="${png.readUInt32BE(16)}" height="${png.readUInt32BE(20)}"`;
}

// Wide tables scroll by themselves, not the page.
markdown.renderer.rules.table_open = () => '<div class="table" tabindex="0"><table>\n';
markdown.renderer.rules.table_close = () => '</table></div>\n';
markdown.core.ruler.push('table-heads', ({ tokens }) => {
  let table: Token[] = [];
  for (const token of tokens) {
    table.push(token);
    if (token.type === 'table_open') table = [token];
    if (token.type === 'table_close') nameCells(table);
  }
});

/** Each cell knows the head of its column, which a phone shows with it. Without a head above it, the first column has the heads of rows. */
function nameCells(table: readonly Token[]): void {
  const heads = table.flatMap(({ content }, index) => (table[index - 1]?.type === 'th_open' ? [content] : []));
  const isCell = ({ type }: Token): boolean => type === 'th_open' || type === 'td_open';
  for (const [at, cell] of [...table.entries()].filter(([, token]) => isCell(token)).entries()) {
    const [index, open] = cell;
    const column = at % heads.length;
    nameCell({ open, close: table[index + 2], head: heads[column] ?? '', isRowHead: column === 0 && heads[0] === '' });
  }
}

interface Cell {
  open: Token;
  close: Token | undefined;
  /** That of its column. */
  head: string;
  isRowHead: boolean;
}

function nameCell({ open, close, head, isRowHead }: Cell): void {
  const isInHead = open.type === 'th_open';
  const isHead = isInHead ? head !== '' : isRowHead;
  for (const token of [open, close]) if (token) token.tag = isHead ? 'th' : 'td';
  if (isHead) open.attrSet('scope', isInHead ? 'col' : 'row');
  if (!isInHead && head !== '') open.attrSet('data-head', plain(head));
}

/** The colors of the page, which follow its theme, and room for the labels. */
const diagramLooks = {
  bg: 'var(--page)',
  fg: 'var(--text)',
  line: 'var(--quiet)',
  muted: 'var(--text)',
  border: 'var(--quiet)',
  surface: 'var(--surface)',
  font: 'system-ui',
  transparent: true,
  padding: 8,
  nodeSpacing: 90,
  layerSpacing: 70,
} as const;

/** An email as email programs show it. Nothing in the frame can run or navigate. */
function mailFrame(name: string, text: string): string {
  const letter = sampleLetters().get(name);
  if (!letter) throw new Error(`There is no sample email ${name}`);
  const subject = escaped(subjectOf(letter));
  return `<figure class="sample-mail"><figcaption lang="${letter.language}" dir="auto">${subject}</figcaption>
<iframe sandbox loading="lazy" title="${subject}" srcdoc="${escaped(toHtml(letter, sampleSender))}"></iframe>
<details><summary>Plain text</summary><pre tabindex="0" lang="${letter.language}" dir="auto">${escaped(text)}</pre></details></figure>\n`;
}

/** Pixels around a sequence diagram. The package adds them even with a smaller `padding`. */
const emptyMargin = 28;

const trimmed = (svg: string): string =>
  svg.includes('class="lifeline"')
    ? svg.replace(
        /viewBox="0 0 ([\d.]+) ([\d.]+)" width="[\d.]+" height="[\d.]+"/,
        (_, width: string, height: string) => {
          const [inner, tall] = [Number(width) - 2 * emptyMargin, Number(height) - 2 * emptyMargin];
          return `viewBox="${emptyMargin} ${emptyMargin} ${inner} ${tall}" width="${inner}" height="${tall}"`;
        },
      )
    : svg;

/** The package would fetch its font from another host. */
function diagram(text: string): string {
  const svg = trimmed(renderMermaidSVG(text, diagramLooks).replaceAll(/@import[^;]*;/g, ''));
  const lines = text.split('\n').map((line) => line.trim());
  const steps = lines.filter((line) => line.includes(': ')).join('; ');
  return `<figure class="diagram" role="img" aria-label="${escaped(steps)}">${svg}</figure>\n`;
}

export const rendered = (text: string): string => markdown.render(text);

/** A text without its marks. */
export const plain = (text: string): string =>
  text
    .replaceAll(/```[\s\S]*?```/g, ' ')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/<\/?(?:br|details|summary)>|[`*|#]|-{3,}/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
