/** The reference as readers use it, in a real browser. */
import { expect, test } from 'vitest';
import { pages } from '../../bin/reference/site.ts';
import { pageFaults, showAs } from '../support/browser/browser.ts';
import { localPages } from '../support/browser/local-pages.ts';

const { browser, open, url } = localPages();

const all = ['/', ...pages().map(({ path }) => `/docs/${path}.html`)];

const views = [
  { width: 390, dark: false },
  { width: 390, dark: true },
  { width: 1024, dark: true },
  { width: 1600, dark: false },
];

const mostBytes = 1_500_000;

test.each(all)(
  '%s can be read on a phone and a desk, by day and night: contrast, no sideways scrolling, no other host, 1.5 MB at most',
  async (path) => {
    const { page, faults, bytes } = await open(path);
    for (const view of views) {
      await showAs(page, view);
      expect(await pageFaults(page), JSON.stringify(view)).toEqual([]);
    }

    expect(faults).toEqual([]);
    expect(await bytes()).toBeLessThan(mostBytes);
    await page.close();
  },
);

test('a page that is too wide or too pale is noticed', async () => {
  const { page } = await open('/', 390);
  await page.evaluate(
    'document.body.innerHTML = `<p style="width: 500px; color: #bbb">Pale and wide</p><p style="color: #555">Dark</p>`',
  );

  expect(await pageFaults(page)).toEqual([expect.stringContaining('pixels wide'), expect.stringContaining(':1 for P')]);
  await page.close();
});

test('search finds by keyboard alone, and Enter goes there', async () => {
  const { page, faults, bytes } = await open('/docs/');

  await page.keyboard.press('/');
  await page.waitForSelector('dialog[open]');
  await page.keyboard.type('adjust balance');
  await page.waitForSelector('.results a');
  await page.keyboard.press('ArrowDown');
  expect(await page.evaluate('document.activeElement.textContent')).toContain('balance');
  await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);

  expect(page.url()).toBe(`${url()}/docs/api/adjust-gift-card.html`);
  expect(await bytes()).toBeLessThan(mostBytes);
  expect(faults).toEqual([]);
  await page.close();
});

test('a request that is tried shows its reply, with the demo key filled in', async () => {
  const { page, faults } = await open('/docs/api/issue-gift-card.html', 390);

  await page.click('#issue-gift-card button.try');
  await page.click('#issue-gift-card form button.try');
  await page.waitForSelector('#issue-gift-card .status');

  expect(await page.$eval('#issue-gift-card .answer', (answer) => answer.textContent)).toMatch(
    /^201 Created.*x-idempotency-replayed: false.*"initial_value": 5000/s,
  );
  expect(await pageFaults(page)).toEqual([]);
  expect(faults).toEqual([]);
  await page.close();
});

test('a refusal is shown as well', async () => {
  const { page } = await open('/docs/api/hide-review.html');

  await page.click('#hide-review button.try');
  await page.$eval('#hide-review textarea', (body) => Object.assign(body, { value: '{"reason":"boredom"}' }));
  await page.click('#hide-review form button.try');
  await page.waitForSelector('#hide-review .status');

  expect(await page.$eval('#hide-review .answer', (answer) => answer.textContent)).toContain('INVALID_FIELD');
  await page.close();
});

test('the language of the samples that was chosen holds for all of them', async () => {
  const { page } = await open('/docs/api/gift-cards.html');

  await page.click('#issue-gift-card .tablist button:nth-child(2)');

  expect(await page.$eval('#adjust-gift-card .panel:not([hidden]) code', (code) => code.textContent)).toContain(
    'shop.giftCards.adjust(',
  );
  await page.close();
});

test('without JavaScript everything is there to read', async () => {
  const page = await browser().newPage();
  await page.setJavaScriptEnabled(false);
  await page.goto(`${url()}/docs/api/gift-cards.html`);
  const shown = await page.$$eval('nav a, #issue-gift-card .panel, #issue-gift-card table', (each) => each.length);

  expect(shown).toBeGreaterThan(20);
  expect(await page.$eval('#issue-gift-card', (part) => Object(part).innerText)).toContain('IDEMPOTENCY_KEY_REUSED');
  await page.close();
});
