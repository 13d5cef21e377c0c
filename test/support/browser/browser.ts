/** A real browser: the one that npm brings, or the machine's own. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import chromium from '@sparticuz/chromium';
import { buildSync } from 'esbuild';
import { type Browser, launch, type Page } from 'puppeteer-core';

const installed = [
  process.env.CHROME_PATH ?? '',
  '/usr/bin/google-chrome',
  '/usr/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Starts it; undefined where neither runs on this machine. */
export async function startBrowser(): Promise<Browser | undefined> {
  const paths = [
    ...(process.platform === 'linux' && process.arch === 'x64' ? [await chromium.executablePath()] : []),
    ...installed.filter((path) => existsSync(path)),
  ];
  for (const executablePath of paths) {
    const browser = await launch({ executablePath, headless: 'shell', args: ['--no-sandbox'] }).catch(() => undefined);
    if (browser) return browser;
  }
  return undefined;
}

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
    // What is clicked stands still.
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ]);
}

/** Opens a page. */
export async function visit(browser: Browser, url: string, width = 1600): Promise<Visit> {
  const page = await browser.newPage();
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

const { outputFiles } = buildSync({
  entryPoints: [join(resolve(import.meta.dirname), 'page-faults.ts')],
  bundle: true,
  format: 'iife',
  globalName: 'checks',
  write: false,
});

/** What is wrong with the page as it is shown. */
export async function pageFaults(page: Page): Promise<string[]> {
  const faults = await page.evaluate(`(() => { ${outputFiles[0]?.text}; return checks.pageFaults(); })()`);
  return Array.isArray(faults) ? faults.map(String) : ['nothing was checked'];
}
