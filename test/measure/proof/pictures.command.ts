/** `npm run measure -- pictures`: takes the pictures again that the README, the start page and the guides show. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { commandOptions } from '../../../bin/command-line/options.ts';
import { demo } from '../../../bin/local/demo.ts';
import { sampleLetters, sampleSender } from '../../../bin/reference/emails-page.ts';
import { toHtml } from '../../../lib/mail/html.ts';
import { showAs, startBrowser } from '../../support/browser/browser.ts';
import { parts } from '../../support/browser/console-page.ts';
import { startLocalServer } from '../../support/http/local-server.ts';
import { playFullDay, shown } from './full-day.ts';
import { smallPng } from './small-png.ts';

commandOptions({
  command: 'npm run measure -- pictures',
  summary: "Draws the demo store's photo, and takes the pictures of its pages into bin/reference/pictures.",
  options: {},
});

interface Picture {
  path: string;
  width: number;
  height: number;
  /** The element that shows that the page has loaded. */
  ready: string;
  /** Also taken in the dark theme, as `NAME-dark`. */
  isInBoth?: boolean;
  /** What a person types into the search box of the console, for its results. */
  search?: string;
}

/** A page of the console that is as wide as the others. */
const consolePage = (path: string, height: number, ready: string) => ({
  ...{ path: `/console/${path}`, width: 1200, height, ready },
});

const figures = 'main .figures';

const pictures: Readonly<Record<string, Picture>> = {
  operation: { path: '/docs/api/issue-gift-card.html', width: 1280, height: 760, ready: '.tablist' },
  'console-home': consolePage('', 800, figures),
  'console-search': { ...consolePage('reviews/', 480, parts.review), search: 'grace@example.com' },
  'console-reviews': consolePage('reviews/', 720, parts.review),
  'console-gift-card': { ...consolePage('gift-cards/gcd_00birthday/', 720, parts.row), isInBoth: true },
  'console-customer': consolePage(`customers/${shown.customer}/`, 760, parts.address),
  'console-order': consolePage(`orders/${shown.order}/`, 860, parts.row),
  'console-waitlist': consolePage(`waitlist/${shown.waitedProduct}/`, 600, parts.row),
  'console-gift-options': consolePage('gift-options/', 600, `${parts.option} img`),
};

const root = resolve(import.meta.dirname, '../../..');
const folder = join(root, 'bin/reference/pictures');

/** Seconds by which the server's clock has been moved. */
let passed = 0;

const browser = await openBrowser();
const page = await browser.newPage();
await drawPhoto(page);
// The server reads the photo when it starts.
const server = await startLocalServer();
try {
  await useCard();
  await playFullDay(server.url, advance);
  // The browser's clock is that of the server.
  await page.evaluateOnNewDocument(`const since = Date.now; Date.now = () => since() + ${passed * 1000}`);
  await page.goto(`${server.url}/console/`);
  await page.evaluate((key) => sessionStorage.setItem('console.key', key), demo.writeKey);
  for (const [name, picture] of Object.entries(pictures)) {
    await take(page, name, picture);
    if (picture.isInBoth) await take(page, `${name}-dark`, picture);
  }
  for (const name of ['email', 'email-dark'] as const) await takeEmail(name);
} finally {
  await browser.close();
  await server.stop();
}

async function openBrowser(): Promise<Browser> {
  const found = await startBrowser();
  if (!found) throw new Error('No browser runs here: set CHROME_PATH to a Chrome');
  return found;
}

async function drawPhoto(page: Page): Promise<void> {
  await page.setViewport({ width: 560, height: 420 });
  const drawing = readFileSync(join(root, 'bin/local/demo-photo.svg'), 'utf8');
  await page.setContent(`<style>body { margin: 0 } svg { display: block; height: 100vh }</style>${drawing}`);
  await page.screenshot({ path: join(root, 'bin/local/demo-photo.png') });
}

async function post(path: string, body: object): Promise<object> {
  const headers = { Authorization: `Bearer ${demo.writeKey}`, 'Content-Type': 'application/json' };
  const response = await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`POST ${path}: ${await response.text()}`);
  return (await response.json()) as object;
}

/** Moves the server's clock. */
async function advance(seconds: number): Promise<void> {
  await post('/clock/', { advance_seconds: seconds });
  passed += seconds;
}

/** Lets weeks pass in which the birthday card is used, for its chart. */
async function useCard(): Promise<void> {
  for (const [days, amount, note] of [
    [5, -700, 'A cup, paid at the counter'],
    [9, -850, 'A tin of Assam, paid at the counter'],
    [4, 500, 'Sorry for the chipped saucer'],
  ] as const) {
    await advance(days * 86_400);
    await post('/api/v1/gift-cards/gcd_00birthday/adjustments/', { amount, note });
  }
  await advance(3 * 86_400);
}

async function take(page: Page, name: string, picture: Picture): Promise<void> {
  const { path, width, height, ready, search } = picture;
  await showAs(page, { width, dark: name.endsWith('-dark') });
  await page.setViewport({ width, height });
  await page.goto(server.url + path, { waitUntil: 'networkidle0' });
  await page.waitForSelector(ready);
  await page.evaluate('document.fonts.ready');
  // Samples contain the origin of their page: this server has another port each time.
  await page.$$eval(
    '.token',
    (tokens, origin) => {
      for (const token of tokens) token.textContent = token.textContent?.replace(origin, 'http://localhost:3000') ?? '';
    },
    server.url,
  );
  if (search !== undefined) await searchFor(page, search);
  save(name, await page.screenshot());
}

async function searchFor(page: Page, query: string): Promise<void> {
  await page.keyboard.press('/');
  await page.keyboard.type(query);
  await page.waitForSelector('[role=option]');
  await page.waitForNetworkIdle();
}

function save(name: string, png: Uint8Array): void {
  writeFileSync(join(folder, `${name}.png`), smallPng(Buffer.from(png)));
  console.log(`${name}.png`);
}

/** A gift card's email, as a phone shows it. */
async function takeEmail(name: 'email' | 'email-dark'): Promise<void> {
  const letter = sampleLetters().get('gift-card en');
  if (!letter) throw new Error('There is no sample of a gift card email');
  // The policy of the console would refuse the styles of the email.
  const page = await browser.newPage();
  await showAs(page, { width: 420, dark: name === 'email-dark' });
  await page.setViewport({ width: 420, height: 600 });
  await page.setContent(toHtml(letter, sampleSender));
  save(name, await page.screenshot({ fullPage: true }));
}
