/** What the staff console shows by state and key, and how: widths, themes, assistive technology, hostile data. */
import type { Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { accessibilityFaults, faultsIn, holds, pageFaults, showAs, viewsOf } from '../support/browser/browser.ts';
import { button, has, heading, parts, press, shows } from '../support/browser/console-page.ts';
import { contrast } from '../support/browser/contrast.ts';
import { leftEdgeOf, pixelOf } from '../support/browser/pixels.ts';
import { type Answer, answerInstead, keys, staffConsole } from '../support/browser/staff-console.ts';
import { newCustomer, newProduct } from '../support/world/world.ts';

const local = staffConsole();

/** Every page with a list, with a dialog of it, and what is there once it has been read. */
const lists = [
  { path: 'reviews/', ready: parts.review, dialog: 'Hide…' },
  { path: 'gift-cards/', ready: parts.row, dialog: 'Issue a gift card' },
  { path: 'gift-cards/gcd_00birthday/', ready: parts.row, dialog: 'Adjust balance' },
  { path: 'store-credits/cus_ada/', ready: parts.row, dialog: 'Grant credit' },
  { path: 'store-credits/cus_ada/scr_00goodwill/', ready: parts.row, dialog: 'Adjust balance' },
  { path: 'waitlist/', ready: parts.waitedFor, dialog: undefined },
  { path: 'gift-options/sit_demo/', ready: parts.option, dialog: 'Add an option' },
  { path: 'customers/cus_ada/', ready: parts.address, dialog: 'Add an address' },
  { path: 'orders/ord_demo/', ready: parts.row, dialog: undefined },
];

const others = [
  { path: '', ready: '[aria-label="Newest reviews"] tbody tr', dialog: undefined },
  { path: 'reviews/?status=banned', ready: heading('No reviews match your filter'), dialog: undefined },
  { path: 'gift-cards/gcd_nobody/', ready: heading('Not found'), dialog: undefined },
  { path: 'digital-files/', ready: heading('Choose a product'), dialog: undefined },
  { path: 'digital-files/pro_book/prv_book/', ready: parts.file, dialog: 'Delete…' },
  { path: 'waitlist/pro_cup/', ready: parts.row, dialog: 'Email shoppers… White' },
  { path: 'customers/', ready: heading('Find a customer'), dialog: undefined },
  { path: 'orders/', ready: heading('Find an order'), dialog: undefined },
  { path: 'store-credits/', ready: heading('Find a customer'), dialog: undefined },
  {
    path: 'store-credits/cus_ada/?status=disabled',
    ready: heading('No store credits match your filter'),
    dialog: undefined,
  },
  { path: 'store-credits/cus_ada/scr_nobody/', ready: heading('Not found'), dialog: undefined },
];

/** Every other width by night: how wide a page is does not depend on its colors. */
const views = [320, 390, 768, 1024, 1280, 1600].map((width, index) => ({ width, dark: index % 2 === 1 }));

describe.each([...lists, ...others])('/console/$path', ({ path, ready, dialog }) => {
  test('has no fault that axe finds, enough contrast and no scroll to the side, from 320 to 1,600 pixels, light and dark', async () => {
    const page = await local.open(path, { ready });
    expect(await faultsIn(page, views)).toEqual([]);
    if (dialog === undefined) return;
    await press(page, dialog);
    await page.waitForSelector('dialog[open]');
    expect(await faultsIn(page, viewsOf(320))).toEqual([]);
  });
});

test('the sign-in has no fault that axe finds either', async () => {
  const page = await local.newTab();
  await page.goto(`${local.url()}/console/`);
  await page.waitForSelector('[name=api_key]');

  expect(await faultsIn(page, viewsOf(320))).toEqual([]);
});

test.each([
  ['light', false],
  ['dark', true],
])('the chosen tab and the progress of a bar stand out in the %s theme', async (_, dark) => {
  const page = await local.open('reviews/?status=published', { ready: parts.review, dark });
  const ring = await pixelOf(page, '.tabs', await leftEdgeOf(page, '.tabs button[aria-pressed=true]'));
  expect(contrast(ring, await pixelOf(page, '.tabs', 0))).toBeGreaterThan(3);

  await page.evaluate(
    `document.querySelector('main').innerHTML = '<progress value=0 max=1></progress><progress value=1 max=2></progress>'`,
  );
  const track = await pixelOf(page, 'progress:last-child', 0.75);
  expect(contrast(await pixelOf(page, 'progress:last-child', 0.25), track)).toBeGreaterThan(3);
  expect(await pixelOf(page, 'progress', 0.25)).toEqual(track);
});

test('columns stay and buttons keep their width down to 640 pixels', async () => {
  const page = await local.open('gift-cards/', { ready: parts.row, width: 660 });
  const columns = () => page.$$eval('th', (all) => all.filter((each) => Object(each).checkVisibility()).length);
  expect(await columns()).toBe(7);
  await showAs(page, { width: 600, dark: false });
  expect(await columns()).toBe(3);
  await page.goto(`${local.url()}/console/customers/cus_ada/`);
  await showAs(page, { width: 820, dark: false });
  const edit = await (await page.waitForSelector(button('Edit')))?.boundingBox();
  expect(edit?.width).toBeLessThan(100);
});

test('an empty list under a filter says so, and is cleared of it', async () => {
  const page = await local.open('waitlist/?search=zzzz', { ready: heading('No products match your filter') });
  await press(page, 'Clear filter');
  await page.waitForSelector(parts.waitedFor);
  expect(page.url()).toBe(`${local.url()}/console/waitlist/`);
});

test('an empty list of reviews without a reply says that all are answered, unless another filter limits it', async () => {
  const page = await local.open('customers/');
  await answerInstead(page, /\/api\/v1\/reviews\/\?/, () => ({ body: { data: [], has_more: false } }));
  for (const filters of ['replied=false', 'status=published&replied=false']) {
    await page.goto(`${local.url()}/console/reviews/?${filters}`);
    await page.waitForSelector(heading('All reviews are answered'));
  }
  await page.goto(`${local.url()}/console/reviews/?replied=false&rating=1`);
  await page.waitForSelector(heading('No reviews match your filters'));
});

/** Answers the reads of a page in place of the service. */
const answerReads = (page: Page, answer: () => Answer) => answerInstead(page, /\/api\/v1\/(?!key\/$)/, answer);

test('while a page is read it shows how it will look, and nothing that is there moves', async () => {
  const page = await local.open('customers/');
  let answer: 'never' | 'real' = 'never';
  await answerReads(page, () => answer);
  await page.goto(`${local.url()}/console/reviews/`);
  await page.waitForSelector(parts.loading);
  const topOf = (selector: string) =>
    page.$eval(selector, (element) => Math.round(element.getBoundingClientRect().top));
  const filters = await topOf('search');
  expect(await accessibilityFaults(page)).toEqual([]);
  answer = 'real';
  await page.reload();
  await page.waitForSelector(parts.review);

  expect(await topOf('search')).toBe(filters);
});

test('an error is shown in the words of the API with its request, and tried again by a button', async () => {
  const page = await local.open('customers/');
  let isBroken = true;
  await answerReads(page, () =>
    isBroken
      ? {
          status: 400,
          headers: { 'X-Request-Id': 'req-1' },
          body: { error: 'status must be published, hidden, shadowbanned, or banned', code: 'INVALID_FIELD' },
        }
      : 'real',
  );
  await page.goto(`${local.url()}/console/reviews/`);
  await shows(page, 'status must be published, hidden, shadowbanned, or banned.');
  expect(await page.evaluate('document.body.innerText')).not.toContain('req-1');
  await page.evaluate('navigator.clipboard.writeText = async (text) => { window.copied = text; }');
  await press(page, 'Copy details');
  await shows(page, '400 INVALID_FIELD, request req-1');
  expect(await page.evaluate('window.copied')).toContain('400 INVALID_FIELD, request req-1');
  isBroken = false;
  await press(page, 'Try again');
  await page.waitForSelector(parts.review);
});

const refusedByRate = { status: 429, body: { error: 'Rate limit exceeded', code: 'RATE_LIMIT_EXCEEDED' } };

test('over the rate limit the console says how long it waits, and continues without help', async () => {
  const page = await local.open('customers/');
  let isLimited = true;
  const limited = { ...refusedByRate, headers: { 'Retry-After': '3' } };
  await answerReads(page, () => (isLimited ? limited : 'real'));
  await page.goto(`${local.url()}/console/reviews/`);
  await shows(page, 'The console continues automatically in 3 s.');
  isLimited = false;
  await page.waitForSelector(parts.review);
  await holds(page, `!document.body.innerText.includes('The console continues automatically')`);
});

test('a list with empty first pages continues after the rate limit where it was', async () => {
  const page = await local.open('customers/');
  const asked: string[] = [];
  // The client itself tries five times.
  let refusals = 5;
  const limited = { ...refusedByRate, headers: { 'Retry-After': '1' } };
  await answerInstead(page, /\/api\/v1\/reviews\/\?/, (request) => {
    const after = new URL(request.url()).searchParams.get('after') ?? '';
    asked.push(after);
    if (after === '') return { body: { data: [], has_more: true, next_after: 'rev_2' } };
    return refusals-- > 0 ? limited : 'real';
  });
  await page.goto(`${local.url()}/console/reviews/`);
  await page.waitForSelector(parts.review);

  expect(asked).toEqual(['', ...Array.from({ length: 6 }, () => 'rev_2')]);
});

test('a page that was asked for under an earlier filter is not added to the list of the next one', async () => {
  const page = await local.open('customers/');
  const [card] = (await local.ask('gift-cards/?expand=order,mail')).body.data;
  const pageOf = (id: string) => ({ body: { data: [{ ...card, id }], has_more: true } });
  const late = Promise.withResolvers<Answer>();
  await answerInstead(page, /\/api\/v1\/gift-cards\/\?/, (request) => {
    const { searchParams } = new URL(request.url());
    return searchParams.has('after') ? late.promise : pageOf(searchParams.has('status') ? 'gcd_disabled' : 'gcd_first');
  });
  await page.goto(`${local.url()}/console/gift-cards/`);
  await has(page, 1, parts.row);
  const next = page.waitForRequest((request) => request.url().includes('after='));
  await press(page, 'Show more');
  await next;
  await press(page, 'Disabled');
  const rows = () => page.$$eval(`${parts.row} a`, (links) => links.map((link) => link.getAttribute('href')));
  const hrefs = ['/console/gift-cards/gcd_disabled/'];
  await expect.poll(rows).toEqual(hrefs);
  late.resolve(pageOf('gcd_late'));
  await page.waitForNetworkIdle();
  expect(await rows()).toEqual(hrefs);
});

test('where the next window begins in more than a minute, the console waits for it as well', async () => {
  const page = await local.open('customers/');
  await answerReads(page, () => ({ ...refusedByRate, headers: { 'Retry-After': '90' } }));
  await page.goto(`${local.url()}/console/reviews/`);
  await holds(page, `/continues automatically in [89]\\d s\\./.test(document.body.innerText)`);

  expect(await page.$(parts.loading)).not.toBeNull();
});

test('offline the console says so, and again when it is back', async () => {
  const page = await local.open('reviews/', { ready: parts.review });
  await page.setOfflineMode(true);
  await shows(page, 'You are offline.');
  await press(page, 'Hidden');
  await shows(page, 'No response');
  await page.setOfflineMode(false);
  await page.waitForSelector('::-p-text(You are offline.)', { hidden: true });
  await press(page, 'Try again');
  await page.waitForSelector(parts.review);
});

test('of many reviews that are hidden, those that fail are listed with the reason', async () => {
  const page = await local.open('reviews/?status=published', { ready: parts.review });
  const [failing] = await page.$$eval(parts.review, (rows) => rows.map((row) => row.getAttribute('data-id')));
  const notFound = { status: 404, body: { error: 'Resource not found', code: 'NOT_FOUND' } };
  await answerInstead(page, new RegExp(`/${failing}/hide/$`), () => notFound);
  await page.click(parts.selectAll);
  await page.click(`${parts.toolbar} button`);
  await page.click(parts.reason);
  await press(page, 'Hide');
  await shows(page, '1 failed');
  await holds(page, `/\\d of \\d reviews hidden\\./.test(document.body.innerText)`);
  await shows(page, 'Resource not found.');

  expect((await local.ask(`reviews/${failing}/`)).body.status).toBe('published');
  await press(page, 'Close');
  await page.waitForSelector('[aria-label=Progress]', { hidden: true });
});

describe('while the service fails', () => {
  const failures = [
    { status: 500, body: { error: 'Internal server error', code: 'INTERNAL_ERROR' } },
    { status: 503, body: { message: 'Service Unavailable' } },
    { status: 504, body: { message: 'Endpoint request timed out' } },
    'lost',
  ] satisfies Answer[];

  test.each(lists.map((list, index) => ({ ...list, failure: failures[index % failures.length] ?? 'lost' })))(
    '/console/$path says so, and shows its content when it is asked to try again',
    async ({ path, ready, failure }) => {
      const page = await local.open('reviews/', { ready: parts.review });
      // Without a pause before the client's own retries.
      await page.evaluateOnNewDocument(() => {
        Math.random = () => 0;
      });
      let answer: Answer = failure;
      await answerReads(page, () => answer);
      await page.goto(`${local.url()}/console/${path}`);
      await page.waitForSelector(button('Try again'));
      expect(await page.$(parts.loading)).toBeNull();
      answer = 'real';
      await press(page, 'Try again');
      await page.waitForSelector(ready);
    },
  );
});

test('of reviews that are chosen, only those that are not hidden are hidden, and only hidden ones are shown', async () => {
  const of = 'reviews/?limit=50';
  const listed = async (status = ''): Promise<{ id: string }[]> => (await local.ask(of + status)).body.data;
  const hidden = () => listed('&status=hidden');
  for (const { id } of await hidden()) await local.ask(`reviews/${id}/unhide/`, { method: 'POST' });
  const [first] = await listed('&status=published');
  await local.ask(`reviews/${first?.id}/hide/`, { method: 'POST', body: { reason: 'spam' } });
  const all = (await listed()).length;
  const page = await local.open('reviews/', { ready: parts.review });
  await page.click(parts.selectAll);
  await shows(page, `${all} selected`);
  await pressOfChosen(page, 'Hide…');
  await shows(page, `Hide ${all - 1} reviews?`);
  await shows(page, '1 is hidden already.');
  await page.click(parts.reason);
  await press(page, 'Hide');
  await shows(page, `${all - 1} reviews hidden.`);
  expect([all > 2, (await hidden()).length]).toEqual([true, all]);

  await page.click(parts.selectAll);
  await pressOfChosen(page, 'Show');
  await shows(page, `${all} reviews shown again.`);
  expect(await hidden()).toEqual([]);
});

/** Presses a button of the toolbar for what is chosen. */
const pressOfChosen = (page: Page, name: string) =>
  page.$eval(`${parts.toolbar} ${button(name)}`, (each) => Object(each).click());

test('a Read key sees everything and gets no button that writes', async () => {
  const page = await local.open('', { key: keys.read });
  for (const { path, ready } of lists) {
    await page.goto(`${local.url()}/console/${path}`);
    await page.waitForSelector(ready);
    await page.keyboard.press('h');

    const buttons = await page.$$eval(
      'main button:not([aria-pressed], [data-reads]), main input[type=checkbox], dialog',
      (all) => all.map(({ outerHTML }) => outerHTML),
    );
    expect({ path, buttons }).toEqual({ path, buttons: [] });
  }
});

const hostile = `"><img src=x onerror="window.stolen='yes'"><script>window.stolen='yes'</script>{{7*7}}${'W'.repeat(60)}`;

test('markup in any text shown runs no script and breaks no layout', async () => {
  const name = hostile.slice(0, 250);
  const ada = { first_name: name, last_name: name, street1: name, street2: name, city: name, state: name, zip: name };
  const customer = newCustomer({ id: 'cus_hostile', first_name: name });
  const product = newProduct({ id: 'pro_hostile', name, variants: [{ id: 'prv_hostile', name }] });
  await local.invoke('import-records', { customers: [customer], products: [product] });
  await local.ask('customers/cus_hostile/addresses/', { method: 'POST', body: { ...ada, country_id: 1 } });
  const { body: card } = await local.ask('gift-cards/', {
    method: 'POST',
    body: { value: 100, recipient_email: 'a@example.com', message: hostile, note: hostile },
  });
  await local.ask(`gift-cards/${card.id}/adjustments/`, { method: 'POST', body: { amount: 1, note: hostile } });
  const { body: credit } = await local.ask('customers/cus_hostile/store-credits/', {
    method: 'POST',
    body: { value: 100, reason: 'goodwill', note: hostile },
  });
  await local.ask('sites/sit_outlet/gift-options/', {
    method: 'POST',
    body: { name, description: hostile, enabled: true },
  });
  await local.invoke('join-waitlist', { product_id: 'pro_hostile', variant_id: 'prv_hostile', email: 'a@example.com' });
  const line = { product_id: 'pro_hostile', variant_id: 'prv_hostile', quantity: 1, unit_price: 100 };
  const placed = { site_id: 'sit_demo', customer_id: 'cus_hostile', status: 'paid', currency: 'USD' };
  await local.invoke('record-order', { order: { id: 'ord_hostile', ...placed, lines: [line], gift_note: hostile } });
  const { data } = (await local.ask('reviews/')).body;
  await local.ask(`reviews/${data[0].id}/hide/`, { method: 'POST', body: { reason: 'other', note: hostile } });
  await local.ask(`reviews/${data[0].id}/reply/`, { method: 'PUT', body: { body: hostile } });
  const { api_key } = await local.invoke('create-api-key', { name, permission: 'Write' });

  for (const [path, ready] of [
    ['reviews/', parts.review],
    [`gift-cards/${card.id}/`, parts.row],
    ['store-credits/cus_hostile/', parts.row],
    [`store-credits/cus_hostile/${credit.id}/`, parts.row],
    ['customers/cus_hostile/', parts.address],
    ['orders/ord_hostile/', parts.row],
    ['gift-options/sit_outlet/', parts.option],
    ['waitlist/?search=onerror', parts.waitedFor],
    ['waitlist/pro_hostile/', parts.row],
    ['digital-files/pro_hostile/prv_hostile/', parts.file],
    [`gift-cards/${encodeURIComponent(name)}/`, parts.error],
  ] as const) {
    const page = await local.open(path, { key: api_key, ready });
    for (const width of [320, 1280]) {
      await showAs(page, { width, dark: false });
      expect({ path, width, faults: await pageFaults(page) }).toEqual({ path, width, faults: [] });
    }
    expect(await page.evaluate('window.stolen')).toBeUndefined();
    expect(await page.$$('main script, main img')).toEqual([]);
  }
});

test('the policy of the page forbids scripts and styles that are written into it, and requests to others', async () => {
  const page = await local.open('reviews/');
  const refused = await page.evaluate(async () => {
    const violations: string[] = [];
    const scope = globalThis as never as {
      document: {
        addEventListener(type: string, texts: (event: { effectiveDirective: string }) => void): void;
        body: { insertAdjacentHTML(place: string, html: string): void };
      };
    };
    scope.document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
      violations.push(effectiveDirective),
    );
    scope.document.body.insertAdjacentHTML(
      'beforeend',
      '<img src=x onerror="window.stolen=1"><p style="color:red"></p>',
    );
    await fetch('https://example.com/').catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 500));
    return violations.toSorted();
  });

  expect(refused).toEqual(['connect-src', 'script-src-attr', 'style-src-attr']);
  expect(await page.evaluate('window.stolen')).toBeUndefined();
});

test('the API key is in no address, log, error and lasting storage', async () => {
  const page = await local.newTab();
  const texts: string[] = [];
  page.on('console', (message) => texts.push(message.text()));
  page.on('request', (request) => texts.push(request.url(), request.headers().referer ?? ''));
  await page.goto(`${local.url()}/console/`);
  await page.waitForSelector('[name=api_key]');
  await page.type('[name=api_key]', keys.write);
  await page.click('[name=keep]');
  await press(page, 'Sign in');
  await page.waitForSelector(heading('Home'));
  await page.goto(`${local.url()}/console/gift-cards/gcd_nobody/`);
  await page.waitForSelector('[name=api_key]');
  await page.type('[name=api_key]', `${keys.write}x`);
  await press(page, 'Sign in');
  await page.waitForSelector(parts.error);
  texts.push(String(await page.evaluate('document.body.innerText')));
  texts.push(JSON.stringify(await page.evaluate(() => [{ ...localStorage }, { ...sessionStorage }])));

  expect(texts.length).toBeGreaterThan(10);
  expect(texts.filter((each) => each.includes(keys.write))).toEqual([]);
});
