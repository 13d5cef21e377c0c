/** The first page of the console, and the count of unanswered reviews in its menu. */
import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'puppeteer-core';
import { expect, test } from 'vitest';
import type { Area } from '../../lib/schema/operation.ts';
import { faultsIn, holds, viewsOf } from '../support/browser/browser.ts';
import { button, enterAt, has, heading, parts, press, shows } from '../support/browser/console-page.ts';
import { answerInstead, staffConsole } from '../support/browser/staff-console.ts';

const local = staffConsole();

const newest = '[aria-label="Newest reviews"] tbody tr';
const waited = '[aria-label="Most waited for"] tbody tr';
const badge = 'nav[aria-label=Pages] .badge';

const overview = async () => (await local.ask('overview/')).body;

const figuresOf = (page: Page): Promise<(string | null)[]> =>
  page.$$eval('.figures a', (links) => links.map((link) => link.getAttribute('aria-label')));

const dollars = (cents: number): string =>
  (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });

/** The figures that the API gives, with the page that each leads to. */
async function figuresOfApi(): Promise<readonly (readonly [figure: string, path: string])[]> {
  const { reviews, liability, waiting, scheduled_cards, failed_emails } = await overview();
  return [
    [`Unanswered reviews: ${reviews.unanswered}`, 'reviews/?status=published&replied=false'],
    [`Hidden reviews: ${reviews.hidden}`, 'reviews/?status=hidden'],
    [`Gift card liability: ${dollars(liability)}`, 'gift-cards/'],
    [`Cards to be emailed: ${scheduled_cards}`, 'gift-cards/'],
    [`Card emails that failed: ${failed_emails}`, 'gift-cards/'],
    [`Waiting for a restock: ${waiting}`, 'waitlist/'],
  ];
}

test('by keyboard: the figures of the store are those of the API, and each leads to its page', async () => {
  const page = await local.open('', { ready: '.figures a' });
  let figures = await figuresOfApi();
  // The service may still count what the demo store was given.
  const areSame = async () => {
    figures = await figuresOfApi();
    await page.reload();
    await page.waitForSelector('.figures a');
    return isDeepStrictEqual(
      await figuresOf(page),
      figures.map(([figure]) => figure),
    );
  };
  await expect.poll(areSame).toBe(true);
  for (const [figure, path] of figures) {
    await enterAt(page, `.figures a[aria-label="${figure}"]`);
    await holds(page, `location.pathname + location.search === '/console/${path}'`);
    await page.goBack();
    await page.waitForSelector('.figures a');
  }
});

test('the count of failed emails shows what to look for in the list of gift cards', async () => {
  const page = await local.open('customers/');
  const figures = { ...(await overview()), failed_emails: 2 };
  await answerInstead(page, /\/api\/v1\/overview\/$/, () => ({ body: figures }));
  await page.goto(`${local.url()}/console/`);
  await shows(page, 'Look for “Failed” in the column Email.');
  expect(await faultsIn(page, viewsOf(320, 820, 1280))).toEqual([]);
});

test('the newest reviews and the products with the longest waitlists lead to their pages', async () => {
  const page = await local.open('', { ready: newest });
  const { data } = (await local.ask('reviews/?limit=5')).body;
  await has(page, data.length, newest);
  await page.waitForSelector('.figures a');
  await page.click(`${newest} a`);
  await has(page, 1, parts.review);
  expect(page.url()).toBe(`${local.url()}/console/reviews/?review=${data[0].id}`);
  await page.goBack();
  for (const part of [waited, newest, '.figures a']) await page.waitForSelector(part);
  const [first] = (await local.ask('products/waitlisted/?limit=5')).body.data;
  await page.click(`${waited} a`);
  await page.waitForSelector(heading(first.name));
});

test('the menu shows how many reviews are unanswered, and a reply changes it within a minute', async () => {
  const page = await local.open('reviews/?product=pro_teapot&replied=false', { ready: parts.review });
  const count = async () => Number.parseInt(String(await page.$eval(badge, ({ textContent }) => textContent)), 10);
  await page.waitForSelector(badge);
  const before = await count();
  await expect.poll(async () => (await overview()).reviews.unanswered).toBe(before);
  const [id] = await page.$$eval(parts.review, (rows) => rows.map((row) => row.getAttribute('data-id')));
  await page.keyboard.press('j');
  await page.keyboard.press('r');
  await page.waitForSelector('[name=reply]:focus');
  await page.keyboard.type('Thank you');
  await enterAt(page, button('Reply'));
  await shows(page, `Reply to “${(await local.ask(`reviews/${id}/`)).body.title}” published.`);
  await expect.poll(count).toBe(before - 1);
  await local.ask(`reviews/${id}/reply/`, { method: 'DELETE' });
});

const keyOf = async (...areas: Area[]): Promise<string> =>
  (await local.invoke('create-api-key', { name: 'Bob', permission: 'Read', areas })).api_key;

test('a key of some areas sees only their figures and lists', async () => {
  const page = await local.open('', { key: await keyOf('waitlist'), ready: waited });
  await page.waitForSelector('.figures a');
  expect((await figuresOf(page)).map((figure) => figure?.split(':')[0])).toEqual(['Waiting for a restock']);
  expect([await page.$(newest), await page.$(badge)]).toEqual([null, null]);

  const other = await local.open('', { key: await keyOf('gift_options') });
  await shows(other, 'No figures for your key');
});

test('while the service fails, each part of the page says so and is read again by its button', async () => {
  const page = await local.open('customers/', { ready: heading('Find a customer') });
  await page.evaluateOnNewDocument(() => {
    Math.random = () => 0;
  });
  let isBroken = true;
  const failure = { status: 500, body: { error: 'Internal server error', code: 'INTERNAL_ERROR' } };
  await answerInstead(page, /\/api\/v1\/(overview|reviews|products\/waitlisted)\//, () =>
    isBroken ? failure : 'real',
  );
  await page.goto(`${local.url()}/console/`);
  await holds(page, `document.querySelectorAll('main .state[role=alert]').length === 3`);
  isBroken = false;
  await press(page, 'Try again');
  await page.waitForSelector('.figures a');
  await press(page, 'Try again');
  await page.waitForSelector(newest);
  await press(page, 'Try again');
  await page.waitForSelector(waited);
});
