/** A real browser: the one that npm brings, or the machine's own. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import chromium from '@sparticuz/chromium';
import type { AxeResults } from 'axe-core';
import { buildSync } from 'esbuild';
import { type Browser, launch, type Page } from 'puppeteer-core';
import type { Deed } from './deed.ts';

const installed = [
  process.env.CHROME_PATH ?? '',
  '/usr/bin/google-chrome',
  '/usr/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** One process for the pages of all tabs, and none for drawing: half the CPU time. */
const frugal = ['--renderer-process-limit=1', '--disable-gpu', '--in-process-gpu'];

/** Starts it with these options of its own; undefined if neither runs on this machine. */
export async function startBrowser(...options: readonly string[]): Promise<Browser | undefined> {
  const paths = [
    ...(process.platform === 'linux' && process.arch === 'x64' ? [await chromium.executablePath()] : []),
    ...installed.filter((path) => existsSync(path)),
  ];
  for (const executablePath of paths) {
    const browser = await launch({
      executablePath,
      headless: 'shell',
      args: ['--no-sandbox', ...frugal, ...options],
      timeout: 150_000,
    }).catch(() => undefined);
    if (browser) return browser;
  }
  return undefined;
}

/**
 * Waits until an expression is true in the page. It asks by the clock: asking at each frame makes the browser draw one, and
 * a busy machine may draw none for minutes.
 */
export const holds = (page: Page, expression: string) => page.waitForFunction(expression, { polling: 50 });

export interface Visit {
  page: Page;
  /** What went wrong while the page was loaded and used: messages of its console, requests to other hosts. */
  faults: string[];
  /** Bytes that came over the wire. */
  bytes(): Promise<number>;
}

interface View {
  width: number;
  dark: boolean;
}

/** Shows a page as readers of such a screen see it. */
export async function showAs(page: Page, { width, dark }: View): Promise<void> {
  await page.setViewport({ width, height: 900 });
  await page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' },
    // A clicked element does not move.
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ]);
}

/** An empty tab. It waits long enough for a busy machine. */
export async function newTab(browser: Browser): Promise<Page> {
  const page = await browser.newPage();
  page.setDefaultTimeout(150_000);
  return page;
}

/** Opens a page in a tab of its own. */
export const visit = async (browser: Browser, url: string, width = 1600): Promise<Visit> =>
  visitIn(await newTab(browser), url, width);

/** Opens a page in a tab that has shown none. */
export async function visitIn(page: Page, url: string, width = 1600): Promise<Visit> {
  const faults: string[] = [];
  const received: Promise<number>[] = [];
  page.on('console', (message) => faults.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => faults.push(`error: ${String(error)}`));
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol !== 'data:' && origin !== new URL(url).origin) faults.push(`request to ${request.url()}`);
  });
  page.on('response', (response) =>
    received.push(
      response.buffer().then(
        ({ length }) => length,
        () => 0,
      ),
    ),
  );
  await showAs(page, { width, dark: false });
  await page.goto(url);
  return { page, faults, bytes: async () => (await Promise.all(received)).reduce((sum, size) => sum + size, 0) };
}

const codeOf = (file: string): string => {
  const entryPoints = [join(resolve(import.meta.dirname), file)];
  const { outputFiles } = buildSync({ entryPoints, bundle: true, format: 'iife', globalName: 'checks', write: false });
  return outputFiles.map(({ text }) => text).join('');
};

const codes = { pageFaults: codeOf('page-faults.ts'), attack: codeOf('attack.ts') };

async function inPage(page: Page, name: keyof typeof codes, ...given: readonly unknown[]): Promise<string[]> {
  const call = `checks.${name}(${given.map((each) => JSON.stringify(each)).join(', ')})`;
  const answer = await page.evaluate(`(() => { ${codes[name]}; return ${call}; })()`);
  return Array.isArray(answer) ? answer.map(String) : ['nothing was checked'];
}

/** What is wrong with the page as it is shown. */
export const pageFaults = (page: Page): Promise<string[]> => inPage(page, 'pageFaults');

/** Lets a page try what it can on a server. Returns all that it got except refusals. */
export const attackFrom = (page: Page, base: string, deeds: readonly Deed[], patience = 5000): Promise<string[]> =>
  inPage(page, 'attack', base, deeds, patience);

/** The minified file of axe-core: a browser loads it in two thirds of the time. */
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * What axe finds on the page as it is shown, as `rule: element`; what emails show in frames is not the page's. Its check of contrast takes
 * the most time: omit it only after `pageFaults`, which measures the contrast of each text outside shadow roots. `except` is a selector of
 * a part that another page has too, and that is checked there: it is removed, as axe would read it only to leave it out.
 */
export async function accessibilityFaults(page: Page, { contrast = true, except = '' } = {}): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe);
  if (except !== '') await page.evaluate(`document.querySelector(${JSON.stringify(except)})?.remove()`);
  // Without these options axe describes every element that passes, which takes longer than its checks.
  const { violations } = (await page.evaluate(
    `axe.run({ iframes: false, resultTypes: ["violations"], rules: { "color-contrast": { enabled: ${contrast} } } })
      .then(({ violations }) => ({ violations }))`,
  )) as Pick<AxeResults, 'violations'>;
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}

/** Widths of screens in pixels, by day and by night. */
export const viewsOf = (...widths: readonly number[]): View[] =>
  [false, true].flatMap((dark) => widths.map((width) => ({ width, dark })));

/**
 * What is wrong with a page in these views. Its structure is the same in all: axe looks at the last one, except at `except`. Not for pages with
 * shadow roots: only axe measures their contrast.
 */
export async function faultsIn(page: Page, views: readonly View[], { except = '' } = {}): Promise<string[]> {
  const found: string[] = [];
  for (const view of views) {
    await showAs(page, view);
    for (const fault of await pageFaults(page)) found.push(`${view.width} pixels, dark ${view.dark}: ${fault}`);
  }
  return [...found, ...(await accessibilityFaults(page, { contrast: false, except }))];
}
