/** What Lighthouse finds on one page of each kind, as the slow phone shows them that it plays. */
import lighthouse from 'lighthouse';
import { expect, test } from 'vitest';
import { newTab } from '../support/browser/browser.ts';
import { localPages } from '../support/browser/local-pages.ts';

const { browser, url } = localPages();

const categories = ['performance', 'accessibility', 'best-practices', 'seo'];

/** Of 100. */
const least = 95;

/** Scores of the categories, and the milliseconds until something, and the most of it, is seen. */
async function foundOn(path: string) {
  const page = await newTab(browser());
  const settings = { onlyCategories: categories, disableFullPageScreenshot: true, logLevel: 'error' } as const;
  const result = await lighthouse(`${url()}${path}`, settings, undefined, page);
  await page.close();
  const found = Object.entries(result?.lhr.categories ?? {});
  const audits = result?.lhr.audits ?? {};
  return {
    scores: Object.fromEntries(found.map(([id, { score }]) => [id, Math.round((score ?? 0) * 100)])),
    seen: [audits['first-contentful-paint'], audits['largest-contentful-paint']].map(
      (audit) => audit?.numericValue ?? Number.NaN,
    ),
  };
}

test.each(['/', '/demo-shop/', '/docs/api/issue-gift-card.html'])(
  `%s has ${least} of 100 at least in each category`,
  { retry: 2 },
  async (path) => {
    const { scores } = await foundOn(path);

    expect(Object.keys(scores)).toEqual(categories);
    expect(Object.entries(scores).filter(([, score]) => score < least)).toEqual([]);
  },
);

test(`the console has ${least} of 100 at least but for searches, which are not to find it, and is seen in 2 seconds on slow 4G`, {
  retry: 2,
}, async () => {
  const { scores, seen } = await foundOn('/console/');
  const { seo = 0, ...others } = scores;

  expect(Object.keys(others)).toEqual(categories.slice(0, 3));
  expect(Object.entries(others).filter(([, score]) => score < least)).toEqual([]);
  expect(seo).toBeGreaterThan(0);
  expect(seo).toBeLessThan(least);
  expect(seen).toHaveLength(2);
  expect(Math.max(...seen)).toBeLessThan(2000);
});
