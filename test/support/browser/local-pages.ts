import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type Running, startLocalServer } from '../http/local-server.ts';
import { startBrowser, type Visit, visit } from './browser.ts';

interface LocalPages {
  /** Base URL of the server. */
  url(): string;
  browser(): Browser;
  /** Opens a page by its path, on a screen so many pixels wide. */
  open(path: string, width?: number): Promise<Visit>;
}

/** A local server of a test file's own, and a browser that looks at it; its tests are skipped where none runs. */
export function localPages(): LocalPages {
  let server: Running;
  let started: Browser | undefined;
  beforeAll(async () => {
    [server, started] = await Promise.all([startLocalServer(), startBrowser()]);
  });
  afterAll(() => Promise.all([server.stop(), started?.close()]));
  beforeEach(({ skip }) => {
    skip(!started, 'No browser runs here: set CHROME_PATH to a Chrome');
  });
  const browser = () => {
    if (!started) throw new Error('No browser');
    return started;
  };
  return { url: () => server.url, browser, open: (path, width) => visit(browser(), server.url + path, width) };
}
