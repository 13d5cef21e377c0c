/** Each email in each language as a browser shows it: on phones, by day and night, with and without pictures. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { remsOf } from '../../bin/local/pages/mail-page.ts';
import { sampleLetters, sampleSender } from '../../bin/reference/emails-page.ts';
import { toHtml } from '../../lib/mail/html.ts';
import { languages } from '../../lib/mail/language.ts';
import { toText } from '../../lib/mail/render.ts';
import { pageHeaders } from '../../lib/pages/document.ts';
import { donePage, questionPage, refusalPage } from '../../lib/pages/unsubscribe-page.ts';
import { ApiError } from '../../lib/schema/errors.ts';
import type { Language } from '../../lib/schema/languages.ts';
import { faultsIn, newTab, pageFaults, showAs, startBrowser } from '../support/browser/browser.ts';

let browser: Browser | undefined;

beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser?.close());
beforeEach(({ skip }) => {
  skip(!browser, 'No browser runs here: set CHROME_PATH to a Chrome');
});

/** One tab shows the emails one after the other: a tab for each takes three times as long. */
let tab: Page | undefined;

/** Opens an email. No picture comes. */
async function open(html: string): Promise<Page> {
  if (!browser) throw new Error('No browser');
  if (!tab) {
    tab = await newTab(browser);
    await tab.setOfflineMode(true);
  }
  // The window stays the same, so axe is loaded once.
  await tab.setContent(html);
  return tab;
}

const views = [
  { width: 320, dark: false },
  { width: 390, dark: false },
  { width: 390, dark: true },
  { width: 1024, dark: true },
];

/** The first color has contrast by day, the second by night, the third never. */
const sites = ['#123c7a', '#ffcc00', '#777777'].map((color) => ({
  ...sampleSender,
  logo_url: 'https://cdn.example/logo.png',
  color,
}));

const mails = [
  ...[...sampleLetters()].map(([name, letter]) => ({ name, letter, sender: sampleSender })),
  ...sites.flatMap((sender) =>
    [...sampleLetters(sender)]
      .filter(([, { language }]) => language === 'en' || language === 'ar')
      .map(([name, letter]) => ({ name: `${name} with the color ${sender.color}`, letter, sender })),
  ),
];

test.each(mails)('$name reads well: nothing axe finds, contrast, no sideways scrolling', async ({ letter, sender }) => {
  expect(await faultsIn(await open(toHtml(letter, sender)), views)).toEqual([]);
});

const store = 'Teapots & Co';

const pages = (Object.keys(languages) as Language[]).flatMap((language) => [
  ...(['restock', 'review'] as const).flatMap((list) => [
    { name: `${language}, with a question about a ${list}`, html: questionPage({ list, language, store }) },
    { name: `${language}, once a ${list} is answered`, html: donePage({ list, language, store }) },
  ]),
  { name: `${language}, with a link that is not valid`, html: refusalPage(new ApiError('UNAUTHORIZED', ''), language) },
  { name: `${language}, with a failure`, html: refusalPage(new ApiError('INTERNAL_ERROR', ''), language) },
]);

test.each(pages)(
  'the unsubscribe page in $name reads well: nothing axe finds, contrast, no sideways scrolling',
  async ({ html }) => {
    expect(await faultsIn(await open(html), views)).toEqual([]);
  },
);

test('the unsubscribe page of a store with a long name fits on a phone', async () => {
  const page = await open(questionPage({ list: 'review', language: 'de', store: 'Teekannenmanufaktur'.repeat(12) }));
  await showAs(page, { width: 320, dark: false });

  expect(await pageFaults(page)).toEqual([]);
});

test('the policy of the unsubscribe page lets its own style in, and no script', async () => {
  const server = createServer((_, response) => {
    const html = questionPage({ list: 'restock', language: 'en', store }).replace(
      '</main>',
      '<script>document.title = "ran"</script></main>',
    );
    response.writeHead(200, pageHeaders).end(html);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const page = browser && (await newTab(browser));
  const faults: string[] = [];
  page?.on('console', (message) => faults.push(message.text()));
  await page?.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const width = await page?.evaluate(`getComputedStyle(document.querySelector('main')).maxWidth`);
  const title = await page?.title();
  await page?.close();
  server.close();

  expect(width).toBe('520px');
  expect(title).toBe('Leave all waitlists of Teapots & Co?');
  expect(faults.join()).toMatch(/^[^,]*inline script/i);
});

const codes = [...sampleLetters()].filter(([name]) => name.startsWith('gift-card'));

test.each(codes)('%s has its code on one line on a phone, as it is typed', async (_, letter) => {
  const page = await open(toHtml(letter, sampleSender));
  for (const { width, dark } of views) {
    await showAs(page, { width, dark });
    // As many tops as lines.
    const tops = await page.$$eval('.code span', (groups) => groups.map((each) => each.getBoundingClientRect().top));
    const lefts = await page.$$eval('.code span', (groups) => groups.map((each) => each.getBoundingClientRect().left));

    expect(new Set(tops).size, String(width)).toBe(1);
    expect(lefts).toEqual(lefts.toSorted((a, b) => a - b));
  }
  expect(await page.$eval('.code', (code) => code.textContent)).toBe('J28R-SCQ2-33Q6-V7S5-PM4S-H2U7-E9CL');
});

test('a code has one line on a phone with an email program that ignores style sheets', async () => {
  for (const [, letter] of codes) {
    const page = await open(toHtml(letter, sampleSender).replace(/<style>.*?<\/style>/gs, ''));
    await showAs(page, { width: 320, dark: false });
    expect(await pageFaults(page)).toEqual([]);
    const { codeWidth, textWidth } = await page.$eval('.code', (code) => ({
      codeWidth: code.clientWidth,
      textWidth: code.scrollWidth,
    }));
    expect(textWidth).toBeGreaterThan(200);
    expect(textWidth).toBeLessThanOrEqual(codeWidth);
  }
});

test.each([...sampleLetters()])('the local list of sent emails shows %s whole on a phone', async (_, letter) => {
  const page = await open(toHtml(letter, sampleSender));
  // A phone of 390 pixels, less the margins of the list.
  await showAs(page, { width: 356, dark: false });

  const height = await page.$eval('body', (body) => body.getBoundingClientRect().height);

  expect(height).toBeGreaterThan(200);
  expect(height).toBeLessThanOrEqual(remsOf(toText(letter, sampleSender)) * 16);
});

test('an email in Arabic begins on the right, one in German on the left', async () => {
  const sides = async (name: string) => {
    const letter = sampleLetters().get(name);
    if (!letter) throw new Error(`There is no sample ${name}`);
    const page = await open(toHtml(letter, sampleSender));
    await showAs(page, { width: 390, dark: false });
    const { left, right } = await page.$eval('.button', (button) => button.getBoundingClientRect().toJSON());
    return { left, right };
  };

  expect((await sides('restock ar')).right).toBe(390 - 12 - 16);
  expect((await sides('restock de')).left).toBe(12 + 16);
});

test('an email without a style sheet has its light colors', async () => {
  const letter = sampleLetters().get('gift-card en');
  if (!letter) throw new Error('There is no sample');
  const page = await open(toHtml(letter, sampleSender).replace(/<style>.*?<\/style>/s, ''));
  await showAs(page, { width: 390, dark: true });

  expect(await pageFaults(page)).toEqual([]);
  expect(await page.evaluate(`getComputedStyle(document.querySelector('.letter')).backgroundColor`)).toBe(
    'rgb(255, 255, 255)',
  );
});
