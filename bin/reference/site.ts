/** The whole reference as files: pages as HTML and as Markdown, the OpenAPI document, the search index. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { contractVersion } from '../../lib/resources/version.ts';
import { browserFile } from '../build/browser-file.ts';
import { asyncApiDocument } from './asyncapi/document.ts';
import type { Entry } from './browser/search-index.ts';
import { emailsPage } from './emails-page.ts';
import { errorsPage } from './errors-page.ts';
import { eventPages } from './events.ts';
import { functionPages } from './functions.ts';
import { docsPolicy } from './head.ts';
import { htmlOf } from './html.ts';
import { plain } from './markdown.ts';
import { openApiDocument } from './openapi/document.ts';
import { sectionPages } from './operations.ts';
import { firstSentence, type Host, linkTo, markdownOf, type Page, pageOn } from './page.ts';
import { startPage } from './start-page.ts';
import { writtenPages } from './written-pages.ts';

export interface SiteFile {
  contentType: string;
  body: Buffer;
}

/** Pictures on the pages: charts of the proofs, and screenshots. */
const filesIn = (folder: 'charts' | 'pictures', contentType: string): [string, SiteFile][] =>
  readdirSync(join(import.meta.dirname, folder)).map((file) => [
    `${folder}/${file}`,
    { contentType, body: readFileSync(join(import.meta.dirname, folder, file)) },
  ]);

const font = createRequire(import.meta.url).resolve(
  '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
);

/** As a page itself can say it: who may frame it is the header's to say. */
const policyInPage = docsPolicy.replace("; frame-ancestors 'none'", '');

/** Every page, in the order of the list. */
export function pages(): Page[] {
  const { schemas } = openApiDocument().components;
  const guides = [...writtenPages('guides'), emailsPage()];
  const api = [...sectionPages(schemas), errorsPage()];
  const project = [...writtenPages('project'), ...writtenPages('decisions')];
  const others = [...guides, ...api, ...functionPages(), ...eventPages(schemas).filter(isOfNoSection), ...project];
  return [startPage(), ...others];
}

const isOfNoSection = ({ parent }: Page): boolean => parent === undefined;

/** The files by their names below `/docs/`, as a host serves them. */
export function siteFiles(host: Host): Map<string, SiteFile> {
  const all = pages().map((page) => pageOn(host, page));
  const text = (contentType: string, content: string): SiteFile => ({
    contentType: `${contentType}; charset=utf-8`,
    body: Buffer.from(content),
  });
  return new Map([
    ...all.flatMap((page): [string, SiteFile][] => [
      [`${page.path}.html`, text('text/html', htmlOf(page, { pages: all, policy: policyInPage }))],
      [`${page.path}.md`, text('text/markdown', markdownOf(page))],
    ]),
    ...filesIn('charts', 'image/svg+xml'),
    ...filesIn('pictures', 'image/png'),
    ['favicon.svg', text('image/svg+xml', readFileSync(join(import.meta.dirname, 'favicon.svg'), 'utf8'))],
    ['fonts/figtree.woff2', { contentType: 'font/woff2', body: readFileSync(font) }],
    ['openapi.json', text('application/json', JSON.stringify(openApiDocument()))],
    ['asyncapi.json', text('application/json', JSON.stringify(asyncApiDocument()))],
    ['version.json', text('application/json', JSON.stringify({ version: contractVersion }))],
    ['search.json', text('application/json', JSON.stringify(searchIndex(all)))],
    ['llms.txt', text('text/plain', llms(all))],
    ['reference.js', text('text/javascript', bundled('browser/reference.ts'))],
    ['reference.css', text('text/css', bundled('styles/reference.css'))],
  ]);
}

/** By folder: readers look for guides and operations more often than for proofs and reasons. */
const weights: Readonly<Record<string, number>> = {
  guides: 1.3,
  api: 1.2,
  functions: 1.2,
  events: 0.5,
  project: 0.3,
  decisions: 0.2,
};

/** Distinguishes results: a backend and the staff may both have an operation with the same title. */
const kindOf = ({ group, operation, functionName }: Page): string => {
  if (!functionName) return operation ? 'Staff API' : group;
  return operation ? 'Storefront function' : 'Operator function';
};

/** What search looks in: an entry for each operation and function, and for each part of the other pages. */
export const searchIndex = (all: readonly Page[]): Entry[] =>
  all.flatMap((page) => {
    const { operation, functionName = '' } = page;
    const weight = weights[page.path.split('/')[0] ?? ''] ?? 1;
    const named = operation ? `${operation.name} ${operation.method} ${operation.path} ` : `${functionName} `;
    // A page of its own for each operation and function: its parts would all be found with it.
    if (page.parent !== undefined && page.use !== 'Events') {
      const text = [page.summary, ...page.parts.map((each) => each.text)].map(plain).join(' ');
      return [{ id: linkTo(page), title: page.title, page: kindOf(page), text: named + text, weight }];
    }
    return [
      { id: linkTo(page), title: page.title, page: page.group, text: plain(page.summary), weight: weight * 1.5 },
      ...page.parts.map(({ id, title, text }) => ({
        id: linkTo(page, id),
        title,
        page: page.title,
        text: plain(text),
        weight,
      })),
    ];
  });

/** As https://llmstxt.org has it. */
const llms = (all: readonly Page[]): string =>
  [
    '# Store Commerce API',
    '> Addresses, gift options, reviews, gift cards, restock waitlist and digital files of a store, over JSON. The OpenAPI 3.1 document is /docs/openapi.json, the AsyncAPI 3 document of its events /docs/asyncapi.json.',
    ...[...Map.groupBy(all, ({ group }) => group)].map(
      ([group, own]) =>
        `## ${group}\n\n${own.map((page) => `- [${page.title}](/docs/${page.path}.md): ${firstSentence(page)}`).join('\n')}`,
    ),
  ].join('\n\n');

/** The scripts or styles of the pages, as one file. The files of the site itself are not in it. */
const bundled = (file: string): string => browserFile(join(import.meta.dirname, file), { external: ['/docs/*'] });
