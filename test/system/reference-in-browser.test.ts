/** The reference as readers use it, in a real browser. */
import { expect, test } from 'vitest';
import { pages } from '../../bin/reference/site.ts';
import {
  accessibilityFaults,
  faultsIn,
  holds,
  newTab,
  pageFaults,
  showAs,
  viewsOf,
} from '../support/browser/browser.ts';
import { localPages } from '../support/browser/local-pages.ts';

const { browser, open, url } = localPages();

const views = [
  { width: 390, dark: false },
  { width: 1600, dark: true },
];

const addresses = pages().map(({ path }) => `/docs/${path}.html`);
/** Pages that one template makes: from the contract, or from Markdown. */
const kinds = ['api', 'functions', 'events', 'guides', 'decisions', 'project'].map((kind) =>
  addresses.filter((each) => each.startsWith(`/docs/${kind}/`)),
);
/** Some pages of each kind, and those of no kind. What a kind adds to all its pages is on each; the others differ in their texts. */
const samples = [
  ...['/', '/mail/', '/docs/nothing.html', ...addresses.filter((path) => !kinds.flat().includes(path))],
  ...kinds.flatMap((paths) => paths.filter((_, index) => index % Math.max(8, Math.ceil(paths.length / 4)) === 0)),
];

const mostBytes = 1_500_000;

test.each(samples)(
  '%s can be read on a phone by day and a desk by night: contrast, no sideways scrolling, nothing axe finds, no other host, 1.5 MB at most',
  async (path) => {
    const { page, faults, bytes } = await open(path);
    // The list of pages is the same on each.
    const except = path === '/docs/index.html' ? '' : '#pages';
    expect(await faultsIn(page, views, { except })).toEqual([]);

    expect(faults.filter((fault) => !fault.includes('status of 404'))).toEqual([]);
    const loaded = await bytes();
    expect(loaded).toBeGreaterThan(1000);
    expect(loaded).toBeLessThan(mostBytes);
    await page.close();
  },
);

test.each(kinds)(
  'the other pages like %s can be read on a phone, by day and night: contrast, no sideways scrolling, nothing axe finds, no other host, 1.5 MB at most',
  async (...paths) => {
    const others = paths.filter((path) => !samples.includes(path));
    const { page, faults, bytes } = await open(paths[0] ?? '', 390);
    // The list of pages is the same on each.
    await page.evaluate('document.querySelector("#pages").remove()');
    const found: string[] = [];
    for (const path of others) {
      const before = await bytes();
      // In the frame of the first one, which takes a fifth of the time of loading it.
      await page.evaluate(`fetch(${JSON.stringify(path)}).then((response) => response.text()).then((text) =>
        document.querySelector('main').replaceWith(new DOMParser().parseFromString(text, 'text/html').querySelector('main')))`);
      const all = [...(await faultsIn(page, viewsOf(390))), ...faults.splice(0)];
      for (const fault of all) found.push(`${path}: ${fault}`);
      if ((await bytes()) - before > mostBytes) found.push(`${path}: more than 1.5 MB`);
    }

    expect(others.length).toBeGreaterThan(5);
    expect(found).toEqual([]);
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

test('a finding of axe is noticed', async () => {
  const { page } = await open('/');
  await page.evaluate('document.querySelector("main").innerHTML = `<h1>Page</h1><img src="/docs/favicon.svg">`');

  expect(await accessibilityFaults(page)).toEqual([expect.stringContaining('image-alt')]);
  await page.close();
});

test.each(['/docs/api/issue-gift-card.html', '/docs/events/gift-card.html', '/docs/guides/gift-cards.html'])(
  '%s does not move when its script comes late',
  async (path) => {
    const page = await newTab(browser());
    await page.setViewport({ width: 390, height: 844 });
    await page.setRequestInterception(true);
    page.on('request', async (request) => {
      if (request.url().endsWith('/docs/reference.js')) await shown;
      await request.continue();
    });
    const shown = holds(page, 'performance.getEntriesByName("first-contentful-paint").length > 0');
    await page.goto(url() + path, { waitUntil: 'networkidle0' });

    expect(await page.$$('.copy')).not.toEqual([]);
    expect(
      await page.evaluate(`new Promise((resolve) => {
        let moved = 0;
        new PerformanceObserver((list) => { for (const { value } of list.getEntries()) moved += value; })
          .observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(moved), 200);
      })`),
    ).toBeLessThan(0.01);
    await page.close();
  },
);

test.each([
  '/docs/guides/gift-cards.html',
  '/docs/api/issue-gift-card.html',
  '/docs/functions/get-order.html',
  '/docs/events/gift-card.html',
  '/docs/project/proof.html',
])('%s lists its headings beside it from 1,280 pixels on, and marks the one that is read', async (path) => {
  const { page } = await open(path, 1280);
  const sections = await page.$$eval('main section[id]', (all) => all.map(({ id }) => `#${id}`));

  expect(sections.length).toBeGreaterThan(1);
  expect(await page.$$eval('.contents a', (links) => links.map((link) => link.getAttribute('href')))).toEqual(sections);
  await page.evaluate('document.querySelectorAll("main section[id]")[1].scrollIntoView()');
  await page.waitForSelector(`.contents [aria-current][href="${sections[1]}"]`, { visible: true });
  expect(await page.$$('.contents [aria-current]')).toHaveLength(1);

  await showAs(page, { width: 1279, dark: false });
  expect(await page.$eval('.contents', (list) => list.checkVisibility())).toBe(false);
  await page.close();
});

test('the page for an unknown address lists the pages', async () => {
  const { page } = await open('/docs/nothing.html');

  await page.waitForSelector('#pages a[href="/docs/guides/glossary.html"]');
  expect(await page.$$('#pages [aria-current]')).toEqual([]);
  await page.close();
});

test('search works with only the keyboard, and Enter goes there', async () => {
  const { page, faults, bytes } = await open('/docs/');

  await page.keyboard.press('/');
  await page.waitForSelector('dialog[open]');
  await page.keyboard.type('adjust gift card balance');
  await page.waitForSelector('.results a');
  await page.keyboard.press('ArrowDown');
  expect(await page.evaluate('document.activeElement.textContent')).toContain('balance');
  await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);

  expect(page.url()).toBe(`${url()}/docs/api/adjust-gift-card.html`);
  const loaded = await bytes();
  expect(loaded).toBeGreaterThan(1000);
  expect(loaded).toBeLessThan(mostBytes);
  expect(faults).toEqual([]);
  await page.close();
});

test('a request that is tried says that it waits, then shows its reply, with the demo key filled in', async () => {
  const { page, faults } = await open('/docs/api/issue-gift-card.html', 390);

  await page.click('button.try');
  await page.evaluate(`new MutationObserver(() => { window.seen = (window.seen ?? '') + document.querySelector('.answer').textContent; })
    .observe(document.querySelector('.answer'), { childList: true })`);
  await page.click('form button.try');
  await page.waitForSelector('.answer .status');

  expect(await page.evaluate('window.seen')).toMatch(/^Waiting for the response…/);
  expect(await page.$eval('.answer', (answer) => answer.textContent)).toMatch(
    /^201 Created.*x-idempotency-replayed: false.*"initial_value": 5000/s,
  );
  expect(await pageFaults(page)).toEqual([]);
  expect(faults).toEqual([]);
  await page.close();
});

test('a storefront function is tried with the Storefront key of the demo', async () => {
  const { page } = await open('/docs/functions/get-order.html');

  await page.click('button.try');
  await page.click('form button.try');
  await page.waitForSelector('.answer .status');

  expect(await page.$eval('.answer', (answer) => answer.textContent)).toMatch(/^200 OK.*"refund_id": "refund_1"/s);
  await page.close();
});

test('a refusal is shown as well', async () => {
  const { page } = await open('/docs/api/hide-review.html');

  await page.click('button.try');
  await page.$eval('.trial-form textarea', (body) => Object.assign(body, { value: '{"reason":"boredom"}' }));
  await page.click('form button.try');
  await page.waitForSelector('.answer .status');

  expect(await page.$eval('.answer', (answer) => answer.textContent)).toContain('INVALID_FIELD');
  await page.close();
});

test('the language of the samples that was chosen holds for all pages', async () => {
  const { page } = await open('/docs/api/issue-gift-card.html');

  await page.click('.tablist button:nth-child(3)');
  await page.goto(`${url()}/docs/api/adjust-gift-card.html`);

  expect(await page.$eval('[role=tabpanel]:not([hidden]) code', (code) => code.textContent)).toContain(
    'requests.post(url',
  );
  expect(await page.$eval('[role=tab][aria-selected=true]', (tab) => tab.textContent)).toBe('Python');
  await page.close();
});

test('samples name the origin of their page', async () => {
  const { page } = await open('/docs/api/issue-gift-card.html');
  const samples = await page.$$eval('.panel code', (codes) => codes.map((code) => code.textContent));

  expect(samples).toHaveLength(7);
  for (const code of samples.slice(0, 6)) expect(code).toContain(`${url()}/api/v1/`.replace(/\/api.*/, ''));
  expect(samples.join('')).not.toContain('localhost:3000');
  await page.close();
});

test('the theme that was chosen holds for all pages', async () => {
  const { page } = await open('/docs/');
  const background = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
  const light = await background();

  await page.click('button.theme');
  const dark = await background();
  await page.goto(`${url()}/docs/errors.html`);

  expect(dark).not.toBe(light);
  expect(await background()).toBe(dark);
  expect(await pageFaults(page)).toEqual([]);
  await page.evaluate('localStorage.clear()');
  await page.close();
});

test('printed, a page has its text and its samples, and nothing to click', async () => {
  const { page } = await open('/docs/api/issue-gift-card.html');
  await page.emulateMediaType('print');
  const isShown = (selector: string) =>
    page.$eval(selector, (element) => element.checkVisibility() && element.getBoundingClientRect().height > 0);

  expect(await Promise.all(['.lead', '.samples code', '#errors table'].map(isShown))).toEqual([true, true, true]);
  expect(await Promise.all(['.bar', '#pages', '.contents', '.turns', '.copy', '.trial'].map(isShown))).toEqual(
    Array(6).fill(false),
  );
  await page.close();
});

test('the next page leads to the one after it, and back', async () => {
  const { page } = await open('/docs/index.html');
  const seen = [page.url()];
  for (const rel of ['next', 'next', 'prev', 'prev']) {
    await Promise.all([page.waitForNavigation(), page.click(`.turns [rel=${rel}]`)]);
    seen.push(page.url());
  }

  expect(new Set(seen).size).toBe(3);
  expect(seen.slice(3)).toEqual([seen[1], seen[0]]);
  await page.close();
});

test('without JavaScript everything is there to read', async () => {
  const page = await newTab(browser());
  await page.setJavaScriptEnabled(false);
  await page.goto(`${url()}/docs/api/issue-gift-card.html`);
  const shown = await page.$$eval('nav a, .panel, table', (each) => each.length);

  expect(shown).toBeGreaterThan(20);
  expect(await page.$eval('main', (part) => Object(part).innerText)).toContain('IDEMPOTENCY_KEY_REUSED');
  await page.close();
});
