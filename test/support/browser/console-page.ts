/** A page of the console as staff find and use it: by role, name and text, as a screen reader does, regardless of its look. */
import type { Page } from 'puppeteer-core';
import { holds } from './browser.ts';

export const button = (name: string) => `::-p-aria([name="${name}"][role="button"])`;
export const heading = (text: string) => `::-p-aria([name="${text}"][role="heading"])`;

const itemsOf = (list: string) => `[aria-label="${list}"] > li`;

export const parts = {
  review: itemsOf('Reviews'),
  waitedFor: itemsOf('Waitlist'),
  option: itemsOf('Gift options'),
  address: itemsOf('List of addresses'),
  row: 'tbody tr',
  loading: '[role=status][aria-label=Loading]',
  error: '[role=alert]',
  stranded: '[aria-label="Calls without a response"]',
  selectAll: '::-p-text(Select all)',
  toolbar: '[role=toolbar]',
  /** The button that a dialog is for. */
  submit: 'dialog [type=submit]',
  /** The first reason for hiding a review. */
  reason: 'dialog [name=reason]',
  reply: '[aria-label="Reply of the store"]',
  code: 'dialog code',
  file: 'input[type=file]',
  uploaded: '[aria-label="Present file"]',
  picker: (label: string) => `[role=combobox][aria-label="${label}"]`,
  /** What a picker offers. */
  choice: '[role=option]',
};

/** Waits until the page shows a text. */
export const shows = (page: Page, text: string) =>
  holds(page, `document.body.innerText.includes(${JSON.stringify(text)})`);

/** Waits until the page has so many of a part. */
export const has = (page: Page, count: number, part: string) =>
  holds(page, `document.querySelectorAll(${JSON.stringify(part)}).length === ${count}`);

/** What a part says, once it is there. */
export const text = async (page: Page, part: string) =>
  (await page.waitForSelector(part))?.evaluate(({ textContent }) => textContent);

/** Presses the button that is called so. */
export async function press(page: Page, name: string): Promise<void> {
  const found = await page.waitForSelector(button(name), { visible: true });
  await found?.click();
}

/** Moves the focus only by Tab until it is on the first match. */
export async function tabTo(page: Page, selector: string): Promise<void> {
  for (let pressed = 0; pressed < 60; pressed += 1) {
    const wanted = await page.waitForSelector(selector);
    if (await wanted?.evaluate((element) => element.matches(':focus'))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab leads nowhere to ${selector}`);
}

/** Presses Enter where the focus is led by Tab. */
export async function enterAt(page: Page, selector: string): Promise<void> {
  await tabTo(page, selector);
  await page.keyboard.press('Enter');
}

/** Reloads the page as if its last request had been sent 8 hours ago: what it still sends before the reload does not count. */
export async function reloadAfter8Hours(page: Page): Promise<void> {
  await page.evaluate(
    (at) => {
      sessionStorage.setItem('console.key.used', String(at));
      Storage.prototype.setItem = () => undefined;
    },
    Date.now() - 8.1 * 3_600_000,
  );
  await page.reload();
}
