/** The staff console in a real browser, and a network that loses chosen requests. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { HTTPRequest, Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, onTestFinished } from 'vitest';
import { demo } from '../../../bin/local/demo.ts';
import { seeded } from '../../../bin/local/seed.ts';
import { type Running, startLocalServer } from '../http/local-server.ts';
import { succeeded } from '../world/world.ts';
import { holds, newTab as newBrowserTab, showAs, startBrowser } from './browser.ts';

export const keys = {
  write: demo.writeKey,
  read: demo.readKey,
  storefront: demo.storefrontKey,
  seeded: seeded.writeKey,
};

interface OpenOptions {
  key?: string;
  /** What is there once the page has been read. */
  ready?: string;
  width?: number;
  dark?: boolean;
}

/** Offers Undo for ten minutes instead of ten seconds: a busy machine is no slow person. */
const moreTimeToUndo = `
  const later = window.setTimeout;
  window.setTimeout = (act, milliseconds, ...given) => later(act, milliseconds === 10000 ? 600000 : milliseconds, ...given);
`;

/** Records the open requests of a page. Returns a function that lists them with the text of the page, for a test that fails. */
function watch(page: Page): () => Promise<string> {
  const open = new Set<HTTPRequest>();
  page.on('request', (request) => open.add(request));
  for (const end of ['requestfinished', 'requestfailed'] as const) page.on(end, (request) => open.delete(request));
  return async () => {
    const shown = page.evaluate('document.body.innerText').catch(String);
    const requests = [...open].map((request) => `${request.method()} ${request.url()}`);
    return [
      `${page.url()} waits for ${requests.join(', ') || 'no request'} and shows:`,
      await Promise.race([shown, sleep(5000, 'nothing within 5 seconds')]),
    ].join('\n');
  };
}

/** A local server with a browser before it; its tests are skipped where no browser runs. */
export function staffConsole(...args: readonly string[]) {
  let server: Running;
  let browser: Awaited<ReturnType<typeof startBrowser>>;
  beforeAll(async () => {
    [server, browser] = await Promise.all([startLocalServer(...args), startBrowser()]);
  });
  afterAll(() => Promise.all([server.stop(), browser?.close()]));
  beforeEach(({ skip }) => {
    skip(!browser, 'No browser runs here: set CHROME_PATH to a Chrome');
  });

  /** An empty tab, which ends with the test. */
  async function newTab({ width = 1280, dark = false }: OpenOptions = {}): Promise<Page> {
    if (!browser) throw new Error('No browser');
    const page = await newBrowserTab(browser);
    const stateOfPage = watch(page);
    onTestFinished(async ({ task }) => {
      if (task.result?.state === 'fail') console.error(await stateOfPage());
      await page.close();
    });
    await page.evaluateOnNewDocument(moreTimeToUndo);
    await showAs(page, { width, dark });
    return page;
  }

  return {
    url: () => server.url,
    newTab,

    /** A page of the console, signed in with a key that the tab keeps. */
    async open(path: string, { key = keys.write, ready = 'nav', ...view }: OpenOptions = {}): Promise<Page> {
      const page = await newTab(view);
      // The tab has its key before the console's script runs, which would ask the other tabs for theirs. Later loads set none.
      const { identifier } = await page.evaluateOnNewDocument(
        (kept) => sessionStorage.setItem('console.key', kept),
        key,
      );
      await page.goto(`${server.url}/console/${path}`);
      await page.removeScriptToEvaluateOnNewDocument(identifier);
      await page.waitForSelector(ready);
      return page;
    },

    /** What the API answers to a request without the console. */
    async ask(path: string, { key = keys.write, method = 'GET', body = undefined as object | undefined } = {}) {
      const response = await fetch(`${server.url}/api/v1/${path}`, {
        method,
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      // biome-ignore lint/suspicious/noExplicitAny: a test asserts what it expects of a body
      return { status: response.status, body: (text ? JSON.parse(text) : undefined) as any };
    },

    /** The object ids of the events of a type. */
    async eventsOf(type: string): Promise<string[]> {
      const events = (await (await fetch(`${server.url}/events/messages.json`)).json()) as {
        'detail-type': string;
        detail: { object: { id: string } };
      }[];
      return events.filter((event) => event['detail-type'] === type).map(({ detail }) => detail.object.id);
    },

    /** Invokes a function for the demo store, which does not refuse it. */
    async invoke(name: string, payload: object) {
      const path = `/2015-03-31/functions/StoreCommerceApi-${name}/invocations`;
      const body = JSON.stringify({ store_id: demo.store.store_id, ...payload });
      // biome-ignore lint/suspicious/noExplicitAny: a test asserts what it expects of a result
      return succeeded((await fetch(server.url + path, { method: 'POST', body })).json() as Promise<any>);
    },
  };
}

/** What a page gets in place of the service's answer: `lost` breaks the connection, and `never` keeps it waiting. */
export type Answer = { status?: number; headers?: Record<string, string>; body: object } | 'lost' | 'never' | 'real';

/** Stands between a page and the service for requests to the addresses of a pattern. */
export async function answerInstead(
  page: Page,
  address: RegExp,
  answerTo: (request: HTTPRequest) => Answer | Promise<Answer>,
): Promise<void> {
  const answer = async (request: HTTPRequest) => {
    const given = address.test(request.url()) ? await answerTo(request) : 'real';
    if (given === 'real') return request.continue();
    if (given === 'lost') return request.abort('connectionreset');
    if (given === 'never') return undefined;
    return request.respond({ ...given, contentType: 'application/json', body: JSON.stringify(given.body) });
  };
  await page.setRequestInterception(true);
  // The page may have given up a request before its answer.
  page.on('request', (request) => void answer(request).catch(() => undefined));
}

export const searches = /\/api\/v1\/search\/$/;

/** What a search is for. */
export const queryOf = (request: HTTPRequest): string => JSON.parse(request.postData() ?? '{}').query;

/** The queries that a page sends, in their order. */
export function queriesOf(page: Page): string[] {
  const queries: string[] = [];
  page.on('request', (request) => {
    if (searches.test(request.url())) queries.push(queryOf(request));
  });
  return queries;
}

export interface Network {
  /** Requests that write, as they were sent. */
  sent: { method: string; path: string; idempotencyKey: string | undefined }[];
  /** Decides the outcome of the nth request that writes. */
  fate(number: number): 'answered' | 'answer lost' | 'held';
}

/** Stands between a page and the service: what writes is done, and its answer may be lost. */
export async function stealAnswers(page: Page, fate: Network['fate']): Promise<Network> {
  const network: Network = { sent: [], fate };
  await page.setRequestInterception(true);
  page.on('request', (request) => void pass(request, network));
  return network;
}

async function pass(request: HTTPRequest, network: Network): Promise<void> {
  const { pathname } = new URL(request.url());
  const writes = request.method() !== 'GET' && pathname.startsWith('/api/v1/');
  if (!writes) return request.continue();
  const headers = request.headers();
  network.sent.push({ method: request.method(), path: pathname, idempotencyKey: headers['idempotency-key'] });
  const fate = network.fate(network.sent.length);
  if (fate === 'answered') return request.continue();
  const body = await request.fetchPostData();
  await fetch(request.url(), { method: request.method(), headers, ...(body !== undefined && { body }) });
  if (fate === 'answer lost') await request.abort('connectionreset').catch(() => undefined);
}

/** Lets the page begin to store a call and never end, until it is reloaded. Returns a function that waits for the beginning. */
export async function holdKeeping(page: Page): Promise<() => Promise<unknown>> {
  await page.evaluate(() => {
    crypto.subtle.encrypt = () => {
      Object.assign(globalThis, { isKeeping: true });
      return new Promise(() => undefined);
    };
  });
  return () => holds(page, 'globalThis.isKeeping');
}
