/** The page of events as people use it, in a real browser. */
import type { Page } from 'puppeteer-core';
import { expect, test, vi } from 'vitest';
import { demo } from '../../bin/local/demo.ts';
import { faultsIn, holds, showAs, viewsOf } from '../support/browser/browser.ts';
import { localPages } from '../support/browser/local-pages.ts';
import { invokeAt } from '../support/http/local-server.ts';
import { startReceiver } from '../support/world/webhooks.ts';

const local = localPages();

const open = () => local.open('/events/', 390);

const send = async (path: string, body: object): Promise<{ id: string }> => {
  const response = await fetch(`${local.url()}/api/v1/gift-cards/${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${demo.writeKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return response.json() as never;
};

/** Invokes a function for the demo store. */
const runOperator = (name: string, payload: object): Promise<unknown> =>
  invokeAt(local.url(), name, { store_id: demo.store.store_id, ...payload });

/** What the rows say, from the top. */
const rows = (page: Page) => page.$$eval('#events summary', (all) => all.map(({ textContent }) => textContent ?? ''));
const rowsOf = async (page: Page, id: string) => (await rows(page)).filter((row) => row.includes(id));
const isShown = (page: Page, id: string, count: number) =>
  holds(
    page,
    `[...document.querySelectorAll('#events summary')].filter((row) => row.textContent.includes('${id}')).length === ${count}`,
  );
const count = (page: Page) => page.$eval('#count', ({ textContent }) => textContent);

test('an event appears at the top unasked, is found by type and object, and shows its JSON at a click', async () => {
  const { page, faults } = await open();
  const { id } = await send('', { value: 500 });
  await isShown(page, id, 1);
  expect(await rowsOf(page, id)).toEqual([expect.stringContaining('gift_card.issued')]);

  await send(`${id}/adjustments/`, { amount: -20 });
  await isShown(page, id, 2);
  expect(await rowsOf(page, id)).toEqual([
    expect.stringContaining('gift_card.adjusted'),
    expect.stringContaining('gift_card.issued'),
  ]);

  await page.type('[name=object]', id);
  expect(await rows(page)).toHaveLength(2);
  await page.type('[name=type]', 'adjusted');
  expect(await rows(page)).toEqual([expect.stringContaining('gift_card.adjusted')]);
  expect(await count(page)).toMatch(/^1 of \d+ events$/);

  await page.click('#events summary');
  const shown = await page.$eval('#events details[open] pre', ({ textContent }) => textContent);
  expect(JSON.parse(String(shown))).toMatchObject({ detail: { object: { id }, data: { amount: -20, balance: 480 } } });

  await send(`${id}/adjustments/`, { amount: 5 });
  await isShown(page, id, 2);
  expect(await page.$('#events details[open] pre')).not.toBeNull();
  expect(faults).toEqual([]);
  await page.close();
});

test('deliveries are shown with their state, and one is sent again by a button', async () => {
  const { url, received, behaviour } = await startReceiver(500);
  const { page, faults } = await open();
  const { webhook_id } = (await runOperator('create-webhook', { url })) as { webhook_id: string };
  const { id } = await send('', { value: 700 });
  await isShown(page, id, 1);
  const texts = () => page.$$eval('#events details:first-child td', (all) => all.map((cell) => cell.textContent ?? ''));
  await page.click('#events summary');
  await vi.waitFor(async () => expect(await texts()).toContain('The receiver answered 500'), { timeout: 150_000 });
  expect((await texts()).slice(1, 3)).toEqual([webhook_id, expect.stringMatching(/^[1-9]$/)]);
  expect(await page.$eval('#events summary', ({ textContent }) => textContent)).toContain('delivered to 0 of 1');

  behaviour.answer = 204;
  const before = received.length;
  await page.click('#events details:first-child button');
  await vi.waitFor(async () => expect(await texts()).toContain('Delivered (204)'), { timeout: 150_000 });
  expect(received.length).toBeGreaterThan(before);
  await holds(page, `document.querySelector('#events summary').textContent.includes('delivered to 1 of 1')`);
  expect(await faultsIn(page, viewsOf(390, 1280))).toEqual([]);
  expect(faults).toEqual([]);
  await runOperator('delete-webhook', { webhook_id });
  await page.close();
});

test('can be read on phones and desks, by day and night: contrast, no sideways scrolling, an event’s JSON included', async () => {
  const { page, faults } = await open();
  await page.waitForSelector('#events summary');
  await page.click('#events summary');

  expect(await faultsIn(page, viewsOf(390, 1280))).toEqual([]);
  for (const width of [390, 1280]) {
    await showAs(page, { width, dark: false });
    const wide = await page.$eval('#events pre', ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect({ width, wide }).toEqual({ width, wide: 0 });
  }
  expect(faults).toEqual([]);
  await page.close();
});
