/** What Lighthouse finds on the pages, as the slow phone shows them that it plays. */
import lighthouse from 'lighthouse';
import { expect, test } from 'vitest';
import { localPages } from '../support/browser/local-pages.ts';

const { browser, url } = localPages();

const categories = ['performance', 'accessibility', 'best-practices', 'seo'];

/** Of 100. */
const least = 95;

async function scoresOf(path: string): Promise<Record<string, number>> {
  const page = await browser().newPage();
  const result = await lighthouse(
    `${url()}${path}`,
    { onlyCategories: categories, logLevel: 'error' },
    undefined,
    page,
  );
  await page.close();
  const found = Object.entries(result?.lhr.categories ?? {});
  return Object.fromEntries(found.map(([id, { score }]) => [id, Math.round((score ?? 0) * 100)]));
}

test.each([
  '/',
  '/demo-shop/',
  '/docs/',
  '/docs/api/issue-gift-card.html',
  '/docs/functions/hold-gift-card.html',
  '/docs/guides/gift-cards.html',
  '/docs/events/gift-card.html',
  '/docs/project/comparison.html',
])(`%s has ${least} of 100 at least in each category`, { retry: 2 }, async (path) => {
  const scores = await scoresOf(path);

  expect(Object.keys(scores)).toEqual(categories);
  expect(Object.entries(scores).filter(([, score]) => score < least)).toEqual([]);
});

test(`the console has ${least} of 100 at least in each category, but for searches, which are not to find it`, {
  retry: 2,
}, async () => {
  const { seo = 0, ...scores } = await scoresOf('/console/');

  expect(Object.keys(scores)).toEqual(categories.slice(0, 3));
  expect(Object.entries(scores).filter(([, score]) => score < least)).toEqual([]);
  expect(seo).toBeGreaterThan(0);
  expect(seo).toBeLessThan(least);
});

test('the console is first seen in 2 seconds on the slow 4G that Lighthouse simulates', { retry: 2 }, async () => {
  const page = await browser().newPage();
  const result = await lighthouse(
    `${url()}/console/`,
    { onlyAudits: ['first-contentful-paint', 'largest-contentful-paint'], logLevel: 'error' },
    undefined,
    page,
  );
  await page.close();
  const seen = Object.values(result?.lhr.audits ?? {}).map(({ numericValue }) => numericValue ?? Number.NaN);

  expect(seen).toHaveLength(2);
  expect(Math.max(...seen)).toBeLessThan(2000);
});
