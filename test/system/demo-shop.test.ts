/** The demo shop of the local server: what a shop gets that pastes the elements into its own page. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'puppeteer-core';
import { structuredDataTest } from 'structured-data-testing-tool';
import { beforeAll, describe, expect, test } from 'vitest';
import { accessibilityFaults, holds, newTab, pageFaults, showAs, visitIn } from '../support/browser/browser.ts';
import { tabTo } from '../support/browser/console-page.ts';
import { localPages } from '../support/browser/local-pages.ts';
import { shifted, watchShifts } from '../support/browser/shop-page.ts';

const pages = localPages();
const path = '/demo-shop/';

const htmlOf = async () => (await fetch(pages.url() + path)).text();

// The service writes the public files shortly after its start, and this one last.
beforeAll(async () => {
  while (!(await fetch(`${pages.url()}/public/sit_demo/products/pro_teapot/reviews.json`)).ok) await sleep(500);
});

const isReady = `['store-rating', 'store-reviews', 'store-review-form', 'store-notify-me', 'store-gift-card-balance'].every((name) => customElements.get(name))`;

async function open(width = 800) {
  const page = await newTab(pages.browser());
  await page.evaluateOnNewDocument(watchShifts);
  const visited = await visitIn(page, pages.url() + path, width);
  await holds(page, isReady);
  return visited;
}

const inside = (name: string, selector: string) =>
  `document.querySelector('${name}').shadowRoot.querySelector('${selector}')`;

const reads = (page: Page, name: string, text: string) =>
  holds(page, `${inside(name, '[role=status]')}.textContent.includes(${JSON.stringify(text)})`);

/** Presses Enter on the link of an element, which opens its form. */
async function openByKeyboard(page: Page, name: string): Promise<void> {
  await tabTo(page, `${name} a`);
  await page.keyboard.press('Enter');
  await holds(page, `!${inside(name, 'form')}.hidden`);
}

test('the page has no fault and does not move: phone and desktop, light and dark', async () => {
  for (const width of [360, 1280]) {
    const { page, faults } = await open(width);
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 500))');
    expect(await shifted(page)).toBe(0);
    for (const dark of [false, true]) {
      await showAs(page, { width, dark });
      expect(await pageFaults(page)).toEqual([]);
      expect(await accessibilityFaults(page)).toEqual([]);
    }
    expect(faults).toEqual([]);
    await page.close();
  }
});

test('a shopper uses every form by keyboard', async () => {
  const { page, faults } = await open();
  await openByKeyboard(page, 'store-notify-me');
  await reads(page, 'store-notify-me', 'We will email you when it is available.');

  await openByKeyboard(page, 'store-review-form');
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  // Ada has reviewed the teapot.
  await reads(page, 'store-review-form', 'You have already reviewed this product.');

  await openByKeyboard(page, 'store-gift-card-balance');
  await page.keyboard.type('TEAP-TTEA-PTTE-APTT-EAPT-TEAP-DEM2');
  await page.keyboard.press('Enter');
  await reads(page, 'store-gift-card-balance', 'Balance: ');
  expect(faults.filter((fault) => !fault.includes('409'))).toEqual([]);
  await page.close();
});

test.each([
  ['review', 'Review your purchases', '.line'],
  ['balance', 'Check gift card balance', '[name=code]'],
])('a link leads to the hosted page for %s, with a token', async (scope, title, content) => {
  const { page } = await open();
  await tabTo(page, `[data-scope=${scope}]`);
  await page.keyboard.press('Enter');
  await holds(page, `document.title === ${JSON.stringify(title)} && document.querySelector('${content}')`);
  expect(await page.evaluate('location.pathname')).toBe(`/${scope}/`);
  await page.close();
});

test('without scripts the page has its reviews and its rating, and each link leads somewhere', async () => {
  const page = await newTab(pages.browser());
  await page.setJavaScriptEnabled(false);
  await page.goto(pages.url() + path);
  const text = await page.$eval('main', ({ innerText }) => innerText);

  expect(text).toMatch(/Pours well/);
  expect(text).toMatch(/3\.5 out of 5 stars/);
  expect(await page.$$eval('a', (links) => links.filter(({ href }) => href === '').length)).toBe(0);
  expect(await page.$('#help')).not.toBeNull();
  await page.close();
});

test('a tester of structured data accepts the product of the shop and its rating, which are one', async () => {
  const html = await htmlOf();
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json = '']) =>
    JSON.parse(json),
  );
  expect(blocks).toMatchObject([{ offers: { price: '48.00' } }, { aggregateRating: { reviewCount: 2 } }]);
  expect(new Set(blocks.map((block) => block['@id'])).size).toBe(1);

  const tests = [
    ...['[0].name', '[0].offers.price', '[0].offers.priceCurrency', '[1].aggregateRating.ratingValue'],
    ...['[1].review[0].author.name', '[1].review[0].reviewRating.ratingValue'],
  ].map((path) => ({ test: `Product${path}`, type: 'jsonld' }) as const);
  const { failed } = await structuredDataTest(html, { schemas: ['jsonld:Product'], tests }).catch(
    ({ res, ...error }) => res ?? Promise.reject(error),
  );
  expect(failed).toEqual([]);
});

describe('the route for tokens', () => {
  const ask = (init: RequestInit = {}, query = '?scope=balance') =>
    fetch(`${pages.url()}${path}token${query}`, { method: 'POST', ...init });

  test('answers the shop’s own page', async () => {
    const answer = await ask({ headers: { Origin: pages.url(), 'Sec-Fetch-Site': 'same-origin' } });
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringMatching(/^sht1\./)]);
  });

  test('refuses pages of other origins, other methods and other scopes', async () => {
    const evil = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
    expect((await ask({ headers: evil })).status).toBe(403);
    expect((await ask({ headers: { 'Sec-Fetch-Site': 'same-site' } })).status).toBe(403);
    expect((await ask({ method: 'GET' })).status).toBe(404);
    for (const query of ['', '?scope=all', '?scope=toString']) expect((await ask({}, query)).status).toBe(400);
  });

  test('the page has no key', async () => {
    const texts = await Promise.all(
      ['', 'shop.js', 'shop.css'].map(async (name) => (await fetch(`${pages.url()}${path}${name}`)).text()),
    );
    expect(texts.join('')).not.toMatch(/sk_demo/);
  });
});
