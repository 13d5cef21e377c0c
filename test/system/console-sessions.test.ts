/** Every way out of the staff console leaves nothing of one person for the next who signs in to the same tab. */
import type { Page } from 'puppeteer-core';
import { expect, test } from 'vitest';
import type { Area } from '../../lib/schema/operation.ts';
import { holds } from '../support/browser/browser.ts';
import { button, parts, press, reloadAfter8Hours, shows, text } from '../support/browser/console-page.ts';
import { type Network, staffConsole, stealAnswers } from '../support/browser/staff-console.ts';

const local = staffConsole();

async function signIn(page: Page, apiKey: string, { keep = false } = {}): Promise<void> {
  await page.waitForSelector('[name=api_key]');
  await page.type('[name=api_key]', apiKey);
  if (!keep) await page.click('[name=keep]');
  await press(page, 'Sign in');
  await page.waitForSelector('nav');
}

/** Waits for the sign-in. A page that signs out replaces its document: a wait that began in the old one might not end. */
const asksForKey = (page: Page) => expect.poll(() => page.$('[name=api_key]').catch(() => null)).not.toBeNull();

const issued = {
  value: '73.19',
  recipient_email: 'ada.secret@example.com',
  message: 'Secret words',
  note: 'Secret note',
};

async function issueCard(page: Page): Promise<void> {
  await press(page, 'Issue a gift card');
  for (const [name, value] of Object.entries(issued)) await page.type(`dialog [name=${name}]`, value);
  await press(page, 'Issue');
}

/** A person at work: one call without an answer, one in flight, a notice, and a code on the screen. */
async function personAtWork(keep: boolean) {
  const { api_key, key_id } = await local.invoke('create-api-key', { name: 'Ada Secret', permission: 'Write' });
  const page = await local.newTab();
  await page.goto(`${local.url()}/console/gift-cards/`);
  await signIn(page, api_key, { keep });
  await shows(page, 'Ada Secret');
  const network = await stealAnswers(page, () => 'answer lost');
  await issueCard(page);
  await shows(page, 'Connection lost. Try again');
  await page.keyboard.press('Escape');
  network.fate = () => 'held';
  await press(page, 'Try again');
  await expect.poll(() => network.sent.length).toBeGreaterThan(5);
  network.fate = () => 'answered';
  const { body: card } = await local.ask('gift-cards/', { method: 'POST', body: { value: 100 } });
  await page.evaluate(`history.pushState(null, '', '/console/gift-cards/${card.id}/')`);
  await page.evaluate(`dispatchEvent(new PopStateEvent('popstate'))`);
  // What is searched for stays in the field, and the card is one of the recent records.
  await page.type('[aria-label=Search]', 'Secret');
  await press(page, 'Replace code');
  await press(page, 'Replace code');
  const code = String(await text(page, parts.code));
  await page.evaluate('window.isOfAda = true');
  return { page, network, key_id, api_key, traces: ['Secret', 'secret@', 'Ada', api_key, code, card.id, key_id] };
}

type AtWork = Awaited<ReturnType<typeof personAtWork>>;

/** What a tab holds that a person or a script could read. */
const contentOf = async (page: Page): Promise<string> =>
  String(
    await page.evaluate(`JSON.stringify([
      document.documentElement.outerHTML,
      document.title,
      location.href,
      [...document.querySelectorAll('input')].map(({ value }) => value),
      { ...sessionStorage },
      { ...localStorage },
      document.cookie,
      window.name,
      history.state,
    ])`),
  );

const tracesIn = async ({ page, traces }: AtWork): Promise<string[]> => {
  const content = await contentOf(page);
  return traces.filter((trace) => content.includes(trace));
};

const revoke = ({ key_id }: AtWork) => local.invoke('revoke-api-key', { key_id });

/** Another 8 hours on the page's clock. */
const pass8Hours = ({ page }: AtWork) =>
  page.evaluate(`
    const now = Date.now.bind(Date);
    Date.now = () => now() + ${8.1 * 3_600_000};
    document.dispatchEvent(new Event('visibilitychange'));
  `);

const waysOut: readonly { way: string; keep: boolean; farewell: string; leave(work: AtWork): Promise<unknown> }[] = [
  {
    ...{ way: 'the button', keep: false, farewell: '' },
    async leave({ page }) {
      await press(page, 'Done');
      await press(page, 'Sign out');
      await page.click(`dialog ${button('Sign out')}`);
    },
  },
  {
    ...{ way: 'a refused request', keep: true, farewell: 'Your API key has expired or was revoked.' },
    async leave(work) {
      await revoke(work);
      // Not the link to Home: the browser keeps the document if the new address is the same.
      const open = work.page.$eval('nav a[href="/console/reviews/"]', (link) =>
        (link as unknown as { click(): void }).click(),
      );
      // The page also reads the figures now and then: it may be signed out already.
      await open.catch(() => undefined);
    },
  },
  {
    ...{ way: 'a refused key at a reload', keep: true, farewell: 'Your API key has expired or was revoked.' },
    async leave(work) {
      await revoke(work);
      await work.page.reload();
    },
  },
  {
    ...{ way: '8 hours with the page open', keep: false, farewell: 'You were signed out after 8 hours' },
    leave: pass8Hours,
  },
  {
    ...{ way: '8 hours before a reload', keep: true, farewell: 'You were signed out after 8 hours' },
    leave: ({ page }) => reloadAfter8Hours(page),
  },
  { ...{ way: 'a reload', keep: false, farewell: '' }, leave: ({ page }) => page.goto(`${local.url()}/console/`) },
];

test.each(waysOut)('after $way the next person finds nothing of the one before', async ({ keep, farewell, leave }) => {
  const work = await personAtWork(keep);
  const { page, network } = work;
  expect(await tracesIn(work)).not.toEqual([]);

  await leave(work);
  await asksForKey(page);
  await shows(page, farewell);
  expect(await tracesIn(work)).toEqual([]);
  expect(await page.evaluate('window.isOfAda')).toBeUndefined();

  await local.invoke('create-store', { store_id: 'sto_next', name: 'Next', currency: 'EUR', sites: [] });
  const next = await local.invoke('create-api-key', { store_id: 'sto_next', name: 'Bob', permission: 'Read' });
  const sent = network.sent.length;
  await signIn(page, next.api_key);
  await shows(page, 'No reviews yet.');
  expect(await tracesIn(work)).toEqual([]);
  expect(await page.$$('dialog, .banners section, .banners [role=status] > *, .notices > *')).toEqual([]);
  expect(network.sent).toHaveLength(sent);

  await page.goBack();
  await asksForKey(page);
  expect(await page.evaluate('window.isOfAda')).toBeUndefined();
  expect((await page.content()).includes('Ada')).toBe(false);
});

test('after a forced sign-out the same key finishes the open call, once', async () => {
  const work = await personAtWork(false);
  await pass8Hours(work);
  await signIn(work.page, work.api_key);
  await work.page.waitForSelector(parts.code);

  const { data } = (await local.ask('gift-cards/?limit=100')).body;
  const keysOf = ({ sent }: Network) =>
    sent.filter(({ path }) => path.endsWith('/gift-cards/')).map((each) => each.idempotencyKey);
  expect(new Set(keysOf(work.network)).size).toBe(1);
  expect(data.filter((card: { initial_value: number }) => card.initial_value === 7319).length).toBeGreaterThan(0);
});

test('an address that is no page of the console says so', async () => {
  const page = await local.open('customers/');
  const faults: unknown[] = [];
  page.on('pageerror', (error) => faults.push(error));
  for (const path of ['%', '%E0%A4%A/', 'constructor/', '__proto__/', 'toString/', 'reviews%2F../']) {
    await page.goto(`${local.url()}/console/${path}`);
    await shows(page, 'Page not found');
  }

  expect(faults).toEqual([]);
});

/** Every page, with the only area that it needs. */
const pageOfArea: readonly (readonly [area: Area, path: string, titles: readonly string[]])[] = [
  ['reviews', '', ['Home', 'Reviews']],
  ['gift_options', '', ['Home', 'Gift options']],
  ['reviews', 'reviews/', ['Home', 'Reviews']],
  ['gift_cards', 'gift-cards/', ['Home', 'Gift cards', 'Orders']],
  ['gift_cards', 'gift-cards/gcd_00birthday/', ['Home', 'Gift cards', 'Orders']],
  ['gift_cards', 'orders/ord_demo/', ['Home', 'Gift cards', 'Orders']],
  ['store_credits', 'store-credits/cus_ada/', ['Home', 'Store credit']],
  ['store_credits', 'store-credits/cus_ada/scr_00goodwill/', ['Home', 'Store credit']],
  ['waitlist', 'waitlist/', ['Home', 'Waitlist']],
  ['gift_options', 'gift-options/', ['Home', 'Gift options']],
  ['customers', 'customers/cus_ada/', ['Home', 'Customers']],
  ['waitlist', 'waitlist/pro_cup/', ['Home', 'Waitlist']],
  ['digital_files', 'digital-files/pro_book/prv_book/', ['Home', 'Digital files']],
];

const linksOf = (page: Page) =>
  page.$$eval('nav[aria-label=Pages] a', (links) => links.map((link) => link.firstChild?.textContent));

const keyOf = async (...own: Area[]): Promise<string> =>
  (await local.invoke('create-api-key', { name: 'Bob', permission: 'Write', areas: own })).api_key;

test('a key of some areas opens their pages and no other', async () => {
  const page = await local.open('', { key: await keyOf('waitlist', 'gift_cards') });

  expect(await linksOf(page)).toEqual(['Home', 'Gift cards', 'Orders', 'Waitlist']);
  await holds(page, `document.title === 'Home · Demo store'`);
  await page.goto(`${local.url()}/console/reviews/`);
  await shows(page, 'Your key has no access to this page');
});

test.each(pageOfArea)('with the area %s the page %s needs no other area', async (area, path, titles) => {
  const page = await local.open(path, { key: await keyOf(area) });
  const statuses: number[] = [];
  page.on('response', (response) => void statuses.push(response.status()));

  await page.reload({ waitUntil: 'networkidle0' });
  await page.waitForSelector('nav');

  expect(await linksOf(page)).toEqual(titles);
  expect(statuses.filter((status) => status >= 400)).toEqual([]);
});
