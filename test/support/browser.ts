/** A real browser, and pages for it. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';

const isBundledFor = process.platform === 'linux' && process.arch === 'x64';

/** Whether this machine has one: the packaged one is made for Linux x64, elsewhere `CHROME_PATH` names it. */
export const hasBrowser = isBundledFor || process.env.CHROME_PATH !== undefined;

async function executablePath(): Promise<string> {
  if (process.env.CHROME_PATH !== undefined) return process.env.CHROME_PATH;
  const { default: chromium } = await import('@sparticuz/chromium');
  return chromium.executablePath();
}

/** An empty page of an origin of its own in a browser that ends with the test. */
export async function openPage() {
  const { launch } = await import('puppeteer-core');
  const site = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end('<!doctype html>'));
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  const browser = await launch({
    executablePath: await executablePath(),
    headless: 'shell',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  onTestFinished(async () => {
    await browser.close();
    site.close();
  });
  const address = site.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const page = await browser.newPage();
  await page.goto(origin);
  return { page, origin };
}
