/** Pages of a shop with the elements in a real browser, and a service at another origin that answers as the test says. */

import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { elementsFiles } from '../../../bin/elements/files.ts';
import { filesOf } from '../../../lib/resources/public-reviews/file-rules.ts';
import type { ReviewRecord } from '../../../lib/resources/reviews/rules.ts';
import { listen } from '../http/servers.ts';
import { productWith, publishedFrom, site } from '../public-reviews.ts';
import { newTab, showAs, startBrowser } from './browser.ts';

/** A call of `/shop/v1/` as it arrived. */
export interface Call {
  path: string;
  authorization: string | undefined;
  body: unknown;
}

interface Answered {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

interface View {
  width?: number;
  dark?: boolean;
  /** Language of the page. */
  lang?: string;
  script?: boolean;
  /** Runs in the page before anything else. */
  before?: string;
}

const style =
  ':root { color-scheme: light dark } body { color: CanvasText; background: Canvas; font-family: sans-serif } .high { height: 300vh }';

const script = elementsFiles().get('v1.js')?.body ?? '';

export function shopPages() {
  const files = new Map<string, string>();
  const calls: Call[] = [];
  const read: string[] = [];
  const state = {
    /** Answer to a call, by its number. */
    answer: (_call: Call, _number: number): Answered => ({ status: 200, body: {} }),
    /** What the script or a file waits for, by its path. */
    hold: async (_path: string): Promise<unknown> => undefined,
    /** Status of a file that is not there. */
    missing: 404,
  };
  let browser: Browser | undefined;
  let html = '';

  const service = createServer((request, response) => {
    // A page that is closed meanwhile is gone.
    serve(request, response).catch(() => response.destroy());
  });
  const shop = createServer((request, response) => {
    if (request.url?.startsWith('/shop/')) {
      calls.push({ path: urls.shop + request.url, authorization: request.headers.authorization, body: undefined });
    }
    // As a backend does for the page that a visitor has open.
    if (request.url?.startsWith('/shopper-token')) return void response.end(`made for ${request.url}`);
    const isStyle = request.url === '/shop.css';
    response.writeHead(200, {
      'Content-Type': isStyle ? 'text/css' : 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; script-src ${[urls.service, ...inlineScriptsIn(html)].join(' ')}; style-src ${urls.shop}; connect-src ${urls.service} ${urls.shop}`,
    });
    response.end(isStyle ? style : html);
  });
  const urls = { service: '', shop: '' };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url = '', headers } = request;
    response.setHeader('Access-Control-Allow-Origin', '*');
    if (method === 'OPTIONS') {
      response.setHeader('Access-Control-Allow-Headers', 'Authorization, Content-Type');
      return void response.writeHead(204).end();
    }
    if (url.startsWith('/shop/')) {
      const call = { path: url, authorization: headers.authorization, body: await json(request) };
      calls.push(call);
      const { status, body, headers: more } = state.answer(call, calls.length);
      response.writeHead(status, { 'Content-Type': 'application/json', ...more });
      return void response.end(JSON.stringify(body));
    }
    const isScript = url === '/elements/v1.js';
    if (!isScript) read.push(url.replace(/^.*\//, ''));
    await state.hold(url);
    if (isScript) return void response.setHeader('Content-Type', 'text/javascript').end(script);
    const file = files.get(url);
    response.writeHead(file === undefined ? state.missing : 200, { 'Content-Type': 'application/json' }).end(file);
  }

  beforeAll(async () => {
    [urls.service, urls.shop, browser] = await Promise.all([listen(service), listen(shop), startBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    for (const server of [service, shop]) {
      server.close();
      server.closeAllConnections();
    }
  });
  beforeEach(async ({ skip }) => {
    skip(!browser, 'No browser runs here: set CHROME_PATH to a Chrome');
    // A request that the page of the test before sent as it was closed may still be on its way, and the browser may send it again.
    service.closeAllConnections();
    shop.closeAllConnections();
    await sleep(100);
    files.clear();
    calls.length = 0;
    read.length = 0;
    Object.assign(state, { answer: () => ({ status: 200, body: {} }), hold: async () => undefined, missing: 404 });
  });

  return {
    /** Calls of `/shop/v1/`, in their order; those to the shop's own origin have it in their path. */
    calls,
    /** Names of the public files that were read, in their order. */
    read,
    state,
    urls,

    /** Publishes the files of a product. Returns its `reviews.html`. */
    publish(version: number, reviews: readonly ReviewRecord[], product = 'pro_1', of = site.id): string {
      const made = filesOf(version, site, productWith(reviews, { id: product }), publishedFrom(reviews));
      for (const { name, body } of made) files.set(`/public/${of}/products/${product}/${name}`, body);
      return made.find(({ name }) => name === 'reviews.html')?.body ?? '';
    },

    /** Attributes of an element for a product. */
    attributes: (product = 'pro_1') =>
      `src="${urls.service}" store="sto_1" site="${site.id}" product="${product}" variant="prv_1"`,

    /** Opens a page of the shop with this in its body. */
    async open(body: string, { width = 800, dark = false, lang = 'en', script = true, before = '' }: View = {}) {
      if (!browser) throw new Error('No browser');
      const page = await newTab(browser);
      await page.setJavaScriptEnabled(script);
      const faults: string[] = [];
      page.on('console', (message) => faults.push(message.text()));
      page.on('pageerror', (error) => faults.push(String(error)));
      page.on('dialog', (dialog) => {
        faults.push(`dialog: ${dialog.message()}`);
        void dialog.dismiss();
      });
      await page.evaluateOnNewDocument(watchShifts + before);
      await showAs(page, { width, dark });
      html = `<!doctype html><html lang="${lang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Teapot</title>
<link rel="stylesheet" href="/shop.css"><script type="module" src="${urls.service}/elements/v1.js"></script>
<main><h1>Teapot</h1>${body}</main><footer>Teapots</footer></html>`;
      await page.goto(urls.shop);
      return { page, faults };
    },
  };
}

/** Sources of the scripts in a page, as a policy allows them. */
const inlineScriptsIn = (html: string): string[] =>
  [...html.matchAll(/<script[^>]*>([^<][\s\S]*?)<\/script>/g)].map(
    ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  );

/** Adds up how far the page moved without a visitor's doing. */
export const watchShifts = `
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
`;

/** How far the page has moved so far: the sum of its layout shifts. */
export const shifted = async (page: Page): Promise<number> => {
  // Reported after the frame.
  await page.evaluate('new Promise((resolve) => setTimeout(resolve, 100))');
  return Number(await page.evaluate('window.shifted'));
};
