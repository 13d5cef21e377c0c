/** Every answer of the comparison leads to where it is said: a product's to the product's own words, ours to a page of the reference. */
import { expect, test } from 'vitest';
import { writtenPages } from '../../../bin/reference/written-pages.ts';

/** Where each product speaks for itself; what a repository says is linked at a commit, which stays as it was read. */
const ownWords: Readonly<Record<string, RegExp>> = {
  Here: /^\/docs\//,
  Shopify: /^https:\/\/(?:help\.shopify\.com|shopify\.dev)\//,
  Square:
    /^https:\/\/(?:(?:developer|community)\.squareup\.com\/|square\.github\.io\/|github\.com\/square\/[\w-]+\/blob\/[0-9a-f]{40}\/)/,
  Saleor: /^https:\/\/github\.com\/saleor\/[\w-]+\/blob\/[0-9a-f]{40}\//,
  Spree: /^https:\/\/github\.com\/spree\/spree\/blob\/[0-9a-f]{40}\//,
  Medusa: /^https:\/\/(?:docs\.medusajs\.com\/|github\.com\/medusajs\/medusa\/blob\/[0-9a-f]{40}\/)/,
};

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

/** The rows of the tables, each as the question and the answers by who gives them. */
function rowsOf(text: string): { question: string; answers: [who: string, answer: string][] }[] {
  const [head = '', , ...rows] = text.split('\n').filter((line) => line.startsWith('|'));
  const [, ...names] = cellsOf(head);
  return rows.map(cellsOf).map(([question = '', ...answers]) => ({
    question,
    answers: names.map((name, index) => [name, answers[index] ?? '']),
  }));
}

/** The answers without a link, or with a link to somewhere else than the vendor's own pages. */
const unsourced = (text: string): string[] =>
  rowsOf(text).flatMap(({ question, answers }) =>
    answers
      .filter(([who, answer]) => {
        const links = [...answer.matchAll(/\[[^\]]+\]\(([^)]*)\)/g)].map(([, link = '']) => link);
        return links.length === 0 || links.some((link) => !ownWords[who]?.test(link));
      })
      .map(([who]) => `${question}: ${who}`),
  );

const tables = (writtenPages('project').find(({ path }) => path === 'project/comparison')?.parts ?? [])
  .map(({ text }) => text)
  .filter((text) => text.includes('\n|---'));

test('every table asks the same five products, and asks nothing twice', () => {
  const rows = tables.flatMap(rowsOf);
  const questions = rows.map(({ question }) => question);

  expect(questions.length).toBeGreaterThanOrEqual(15);
  expect(new Set(questions).size).toBe(questions.length);
  for (const { answers } of rows) expect(answers.map(([who]) => who)).toEqual(Object.keys(ownWords));
});

test('every answer has its source', () => {
  expect(tables.flatMap(unsourced)).toEqual([]);
});

test('an answer without a source, with another’s, or with one that may change is noticed', () => {
  const row = (shopify: string, spree: string) =>
    `| | Here | Shopify | Spree |\n|---|---|---|---|\n| Ledger | [yes](/docs/events.html) | ${shopify} | ${spree} |`;
  const commit = 'cee28a23d9965d3c873955f2a567212450e4b335';
  const sourced = `[no](https://github.com/spree/spree/blob/${commit}/README.md)`;

  expect(unsourced(row('[yes](https://shopify.dev/docs/api)', sourced))).toEqual([]);
  expect(unsourced(row('yes', sourced))).toEqual(['Ledger: Shopify']);
  expect(unsourced(row('[yes](https://blog.example.com/)', sourced))).toEqual(['Ledger: Shopify']);
  expect(unsourced(row('[yes](http://shopify.dev/docs/api)', sourced.replace(commit, 'main')))).toEqual([
    'Ledger: Shopify',
    'Ledger: Spree',
  ]);
});
