/** How staff find records, pages and actions in the console: the search box, the palette and the list of keys. */
import type { Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { accessibilityFaults, faultsIn, holds, pageFaults, showAs, viewsOf } from '../support/browser/browser.ts';
import { button, has, heading, parts, press, shows } from '../support/browser/console-page.ts';
import {
  type Answer,
  answerInstead,
  keys,
  queriesOf,
  queryOf,
  searches,
  staffConsole,
} from '../support/browser/staff-console.ts';
import { newCustomer, newProduct } from '../support/world/world.ts';

const local = staffConsole();

const field = '[role=combobox][aria-label=Search]';
const option = '[role=option]';
const marked = `${option}[aria-selected=true]`;

const titles = (page: Page): Promise<(string | null)[]> =>
  page.$$eval(option, (options) => options.map((each) => each.querySelector('span')?.textContent ?? null));

async function searchFor(page: Page, query: string): Promise<void> {
  await page.keyboard.press('/');
  await page.waitForSelector(`${field}:focus`);
  await page.keyboard.type(query);
}

async function pressControlK(page: Page): Promise<void> {
  await page.keyboard.down('Control');
  await page.keyboard.press('k');
  await page.keyboard.up('Control');
}

async function openPalette(page: Page): Promise<void> {
  await pressControlK(page);
  await page.waitForSelector('dialog [role=combobox]:focus');
}

const focused = (page: Page) => page.evaluate('document.activeElement.id || document.activeElement.ariaLabel');

test('by keyboard: / leads to the search, arrows mark a result, and Enter opens its page', async () => {
  const page = await local.open('reviews/', { ready: parts.review });
  await searchFor(page, 'a');
  await has(page, 2, option);
  expect(await titles(page)).toEqual(['Ada Lovelace', 'Alan Turing']);
  const markedText = () => page.$eval(marked, ({ textContent }) => textContent);
  expect(await markedText()).toContain('Ada Lovelace');
  await page.keyboard.press('ArrowDown');
  expect(await markedText()).toContain('Alan Turing');
  const pointed = await page.$eval(field, (each) => each.getAttribute('aria-activedescendant'));
  expect(pointed).toBe(await page.$eval(marked, ({ id }) => id));
  await page.keyboard.press('ArrowDown');
  expect(await markedText()).toContain('Ada Lovelace');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.waitForSelector(heading('Alan Turing Good standing'));

  expect(page.url()).toBe(`${local.url()}/console/customers/cus_alan/`);
  expect(await page.$eval(field, (each) => Object(each).value)).toBe('');
  expect(await focused(page)).toBe('content');
});

test('by keyboard: Escape clears the search and then leaves it; a / in a field is a character', async () => {
  const page = await local.open('reviews/', { ready: parts.review });
  await searchFor(page, 'ada');
  await has(page, 1, option);
  await page.keyboard.press('Escape');
  await has(page, 0, option);
  expect(await focused(page)).toBe('Search');
  await page.keyboard.type('a/b?');
  expect(await page.$eval(field, (each) => Object(each).value)).toBe('a/b?');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  expect(await focused(page)).toBe('content');
  await page.keyboard.press('j');
  expect(await page.evaluate('document.activeElement.dataset.id')).toMatch(/^rev_/);
});

test('an input method keeps Escape and Ctrl-K; with Caps Lock Ctrl-K opens the palette, and ⌘K does so only on a Mac', async () => {
  const page = await local.open('reviews/', { ready: parts.review });
  const pressed = (key: string, given: object) =>
    page.evaluate(`document.activeElement.dispatchEvent(
      new KeyboardEvent('keydown', ${JSON.stringify({ key, bubbles: true, ...given })}),
    )`);
  await searchFor(page, 'ada');
  await has(page, 1, option);
  await pressed('Escape', { isComposing: true });
  await pressed('k', { ctrlKey: true, isComposing: true });
  await pressed('k', { metaKey: true });
  expect(await page.$eval(field, (each) => Object(each).value)).toBe('ada');
  expect(await page.$('dialog')).toBeNull();
  await pressed('K', { ctrlKey: true });
  await page.waitForSelector('dialog [role=combobox]:focus');
});

test('a record of each type is found, under the name of its type, and leads to its page', async () => {
  const { body: card } = await local.ask('gift-cards/', { method: 'POST', body: { value: 4711 } });
  const review = (await local.ask('reviews/?customer=cus_ada')).body.data[0];
  const found: readonly (readonly [query: string, group: string, path: string, shown: string])[] = [
    ['grace hop', 'Customers', 'customers/cus_grace/', 'grace@example.com'],
    ['ADA@example.com', 'Customers', 'customers/cus_ada/', 'ada@example.com'],
    ['stonew', 'Products', 'waitlist/pro_teapot/', 'Stoneware teapot'],
    ['ord_demo', 'Orders', 'orders/ord_demo/', 'Order ord_demo'],
    [card.last4.toLowerCase(), 'Gift cards', `gift-cards/${card.id}/`, '$47.11'],
    [card.code.replaceAll('-', ' '), 'Gift cards', `gift-cards/${card.id}/`, '$47.11'],
    [review.id, 'Reviews', `reviews/?review=${review.id}`, review.title],
    ['scr_00goodwill', 'Store credit', 'store-credits/cus_ada/scr_00goodwill/', 'Goodwill'],
  ];
  const page = await local.open('gift-options/', { ready: parts.option });
  for (const [query, group, path, shown] of found) {
    await searchFor(page, query);
    await page.waitForSelector(`[role=listbox] fieldset[aria-label="${group}"] ${marked}`);
    expect(await page.$eval(marked, ({ textContent }) => textContent)).not.toMatch(/\d{4}-\d\d-\d\dT| USD\b|active/);
    await page.keyboard.press('Enter');
    await holds(page, `location.pathname + location.search === '/console/${path}'`);
    await shows(page, shown);
  }
  await page.goto(`${local.url()}/console/reviews/?review=${review.id}`);
  await has(page, 1, parts.review);
  await page.click('.back a');
  await has(page, 4, parts.review);
});

test('a query is in no address, history entry, storage and log', async () => {
  const page = await local.open('reviews/', { ready: parts.review });
  const texts: string[] = [];
  page.on('console', (message) => texts.push(message.text()));
  page.on('request', (request) => texts.push(request.url(), request.headers().referer ?? ''));
  await searchFor(page, 'lovelace');
  await has(page, 1, option);
  await page.keyboard.press('Enter');
  await page.waitForSelector(parts.address);
  texts.push(
    String(
      await page.evaluate(
        `JSON.stringify([location.href, document.title, history.state, { ...sessionStorage }, { ...localStorage }])`,
      ),
    ),
  );

  expect(texts.length).toBeGreaterThan(5);
  expect(texts.filter((each) => each.includes('lovelace'))).toEqual([]);
});

test('a part of a code is sent only with Enter, and a whole one as soon as typing pauses', async () => {
  const { body: card } = await local.ask('gift-cards/', { method: 'POST', body: { value: 100 } });
  const code = `A2${String(card.code).slice(2)}`;
  const page = await local.open('reviews/', { ready: parts.review });
  const queries = queriesOf(page);
  await searchFor(page, '');
  for (const character of code) {
    await page.keyboard.type(character);
    await new Promise((resolve) => setTimeout(resolve, 330));
  }
  // What is sent or answered is not sent again.
  await page.keyboard.press('Enter');
  await shows(page, 'No gift card has this code.');
  await page.keyboard.press('Enter');
  await page.keyboard.type('x');
  await shows(page, 'Press Enter to search for');
  await page.keyboard.press('Backspace');
  await shows(page, 'No gift card has this code.');
  await page.waitForNetworkIdle();
  // The first character has no digit, and the first four may be the last four of a code.
  const harmless = ['A', code.slice(0, 4)];
  expect(queries.filter((each) => !harmless.includes(each))).toEqual([code]);

  await page.keyboard.press('Escape');
  await page.keyboard.type('A2B3 C4D5');
  await shows(page, 'Press Enter to search for “A2B3 C4D5”');
  await shows(page, 'A gift card code has 28 characters, and these are 8.');
  await page.keyboard.press('Enter');
  await shows(page, 'Nothing is found for “A2B3 C4D5”.');
  expect(queries.at(-1)).toBe('A2B3 C4D5');
  await page.keyboard.type('x');
  await shows(page, 'Press Enter to search for “A2B3 C4D5x”');
  await page.keyboard.press('Backspace');
  await shows(page, 'Nothing is found for “A2B3 C4D5”.');
  await page.waitForNetworkIdle();
  expect(queries.filter((each) => each === 'A2B3 C4D5')).toHaveLength(1);
});

test('an older answer never replaces a newer one, and Enter opens no result of an older query', async () => {
  const page = await local.open('reviews/', { ready: parts.review });
  await answerInstead(page, searches, (request) => (['ada', 'grace'].includes(queryOf(request)) ? 'real' : 'never'));
  await searchFor(page, 'ada');
  await has(page, 1, option);
  await page.keyboard.type('x');
  await shows(page, 'Searching…');
  await page.hover(option);
  await page.mouse.move(0, 0, { steps: 2 });
  await page.hover(option);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.click(option);
  expect(await page.$(marked)).toBeNull();
  expect(page.url()).toBe(`${local.url()}/console/reviews/`);
  await page.keyboard.press('Escape');
  await page.keyboard.type('grace');
  await holds(page, `document.querySelector('${option} span')?.textContent === 'Grace Hopper'`);
});

test('Enter before the answer opens the only result of exactly this query; of several, the first is marked', async () => {
  const page = await local.open('reviews/', { ready: parts.review });
  const answers = new Map<string, (answer: 'real') => void>();
  await answerInstead(page, searches, (request) => new Promise((resolve) => answers.set(queryOf(request), resolve)));
  const answer = async (query: string) => {
    await expect.poll(() => answers.has(query)).toBe(true);
    answers.get(query)?.('real');
  };
  await searchFor(page, 'a');
  await page.keyboard.press('Enter');
  await answer('a');
  await has(page, 2, option);
  expect(await page.$eval(marked, ({ textContent }) => textContent)).toContain('Ada Lovelace');
  await page.keyboard.press('Escape');

  await page.keyboard.type('grac');
  await page.keyboard.press('Enter');
  await page.keyboard.type('e');
  await answer('grace');
  await has(page, 1, marked);
  expect(page.url()).toBe(`${local.url()}/console/reviews/`);
  await page.keyboard.press('Escape');

  await page.keyboard.type('grace h');
  await page.keyboard.press('Enter');
  await answer('grace h');
  await page.waitForSelector(heading('Grace Hopper Good standing'));
  expect(await page.$eval(field, (each) => Object(each).value)).toBe('');
});

describe('in place of results', () => {
  test('the list says what can be searched for where nothing is found', async () => {
    const page = await local.open('reviews/', { ready: parts.review });
    await searchFor(page, 'zzzz zzzz');
    await shows(page, 'Nothing is found for “zzzz zzzz”.');
    await shows(page, 'Search for the start of a name of a customer or product, an email address, a gift card code');
  });

  test('an error is shown in the words of the API, and Enter tries again', async () => {
    const page = await local.open('reviews/', { ready: parts.review });
    await page.evaluate('Math.random = () => 0');
    const error = 'Too many unknown gift card codes';
    let answer: Answer = 'lost';
    await answerInstead(page, searches, () => answer);
    await searchFor(page, 'ada');
    await shows(page, 'No response. Check your connection.');
    answer = { status: 500, body: { error: 'Internal server error', code: 'INTERNAL_ERROR' } };
    await page.keyboard.press('Enter');
    await shows(page, 'Internal server error.');
    answer = { status: 429, headers: { 'Retry-After': '1800' }, body: { error, code: 'RATE_LIMIT_EXCEEDED' } };
    await page.keyboard.press('Enter');
    await shows(page, `${error}. Try again after `);
    expect(await accessibilityFaults(page)).toEqual([]);
    answer = 'real';
    await page.keyboard.press('Enter');
    await page.waitForSelector('[role=listbox] fieldset[aria-label=Customers]');
  });

  test('over the rate limit the search waits, and continues without help', async () => {
    const page = await local.open('reviews/', { ready: parts.review });
    const body = { error: 'Rate limit exceeded', code: 'RATE_LIMIT_EXCEEDED' };
    let isLimited = true;
    const limited = { status: 429, headers: { 'Retry-After': '2' }, body };
    await answerInstead(page, searches, () => (isLimited ? limited : 'real'));
    await searchFor(page, 'ada');
    await shows(page, 'The search waits for the rate limit of your API key.');
    isLimited = false;
    await has(page, 1, option);
  });

  test('offline the list says so', async () => {
    const page = await local.open('reviews/', { ready: parts.review });
    await page.setOfflineMode(true);
    await searchFor(page, 'ada');
    await shows(page, 'You are offline.');
    await page.setOfflineMode(false);
  });
});

test('by touch: a result is opened, and with a digit the search is sent by the line that says so', async () => {
  const page = await local.newTab({ width: 390 });
  await page.setViewport({ width: 390, height: 800, hasTouch: true, isMobile: true });
  await page.goto(`${local.url()}/console/console.css`);
  await page.evaluate((key) => sessionStorage.setItem('console.key', key), keys.read);
  await page.goto(`${local.url()}/console/reviews/`);
  await (await page.waitForSelector(field))?.tap();
  await page.waitForSelector(`${field}:focus`);
  await page.keyboard.type('7 cups');
  await (await page.waitForSelector(`::-p-text(Press Enter to search for “7 cups”)`))?.tap();
  await shows(page, 'Nothing is found for “7 cups”.');
  await page.$eval(field, (each) => Object(each).select());
  await page.keyboard.type('porcelain');
  await (await page.waitForSelector('fieldset[aria-label=Products] [role=option]'))?.tap();
  await holds(page, `location.pathname === '/console/waitlist/pro_cup/'`);
});

test('a key of some areas finds only what it has a page for', async () => {
  const { api_key } = await local.invoke('create-api-key', { name: 'Bob', permission: 'Read', areas: ['gift_cards'] });
  const page = await local.open('gift-cards/', { key: api_key, ready: parts.row });
  await searchFor(page, 'stoneware');
  await shows(page, 'Nothing is found for “stoneware”.');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await openPalette(page);
  expect(await titles(page)).toEqual(expect.arrayContaining(['Gift cards', 'Orders', 'Sign out']));
  expect(await titles(page)).not.toContain('Reviews');
});

test('by keyboard: the palette lists recent records by their names, also after a reload, and opens them', async () => {
  const page = await local.open('customers/cus_ada/', { ready: parts.address });
  await page.goto(`${local.url()}/console/waitlist/pro_cup/`);
  await page.waitForSelector(heading('Porcelain cup'));
  await openPalette(page);
  await expect.poll(async () => (await titles(page)).slice(0, 2)).toEqual(['Porcelain cup', 'Ada Lovelace']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForSelector(heading('Ada Lovelace Good standing'));
  expect(await page.$('dialog')).toBeNull();
  await page.reload();
  await page.waitForSelector(parts.address);
  const lists = async (recent: readonly string[]) => {
    await openPalette(page);
    await expect.poll(async () => (await titles(page)).slice(0, 2)).toEqual(recent);
    await pressControlK(page);
    await page.waitForSelector('dialog', { hidden: true });
  };
  await lists(['Ada Lovelace', 'Porcelain cup']);
  const kept = await page.evaluate(`JSON.stringify({ ...sessionStorage })`);
  expect(kept).toContain('console.recents');
  expect(kept).not.toMatch(/lovelace|ada|cus_|porcelain/i);

  await answerInstead(page, /\/api\/v1\/customers\/cus_ada\/$/, () => ({
    status: 404,
    body: { error: 'x', code: 'NOT_FOUND' },
  }));
  await page.reload();
  await page.waitForSelector(heading('Not found'));
  await lists(['Porcelain cup', 'Home']);
});

test('the palette keeps the last ten records, each once', async () => {
  const ids = Array.from({ length: 12 }, (_, index) => `cus_recent${index}`);
  const customers = ids.map((id) => newCustomer({ id, first_name: id, last_name: '' }));
  await local.invoke('import-records', { customers });
  const page = await local.open('customers/', { ready: heading('Find a customer') });
  for (const id of [...ids, 'cus_recent5']) {
    await page.evaluate(`history.pushState(null, '', '/console/customers/${id}/')`);
    await page.evaluate(`dispatchEvent(new PopStateEvent('popstate'))`);
    await page.waitForSelector(heading(`${id} Good standing`));
  }
  await openPalette(page);
  const recent = () =>
    page.$$eval('fieldset[aria-label=Recent] [role=option] span', (all) => all.map(({ textContent }) => textContent));

  await expect.poll(recent).toEqual([5, 11, 10, 9, 8, 7, 6, 4, 3, 2].map((number) => `cus_recent${number}`));
});

test('by keyboard: the palette does what the page offers, switches the theme, shows the keys and signs out', async () => {
  const page = await local.open('gift-cards/', { ready: parts.row });
  const run = async (typed: string) => {
    await openPalette(page);
    await page.keyboard.type(typed);
    await page.keyboard.press('Enter');
  };
  await run('issue a gift');
  await page.waitForSelector('dialog [name=value]:focus');
  await pressControlK(page);
  expect(await page.$$('dialog')).toHaveLength(1);
  await page.keyboard.press('Escape');
  await page.waitForSelector('dialog', { hidden: true });
  const theme = () => page.evaluate('document.documentElement.dataset.theme');
  await run('switch to dark');
  await expect.poll(theme).toBe('dark');
  await run('switch to light');
  await expect.poll(theme).toBe('light');
  await run('show the keys');
  await shows(page, 'Open the palette of pages');
  await page.keyboard.press('Escape');
  await page.waitForSelector('dialog', { hidden: true });
  await run('gift opt');
  await page.waitForSelector(parts.option);
  await run('sign out');
  await page.waitForSelector('[name=api_key]');
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
});

test('the palette finds records as well, and no record twice', async () => {
  const page = await local.open('customers/cus_ada/', { ready: parts.address });
  await openPalette(page);
  await page.keyboard.type('ada');
  await shows(page, 'Ada Lovelace');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await holds(page, `document.querySelector('dialog').innerText.includes('Alan Turing')`);

  expect((await titles(page)).filter((title) => title === 'Ada Lovelace')).toHaveLength(1);
});

test('in the palette, a person with the name of an action comes before it, and nothing signs out unless it is typed or chosen', async () => {
  const grant = newCustomer({ id: 'cus_grant', first_name: 'Ulysses', last_name: 'Grant', email: 'us@example.com' });
  await local.invoke('import-records', { customers: [grant] });
  const page = await local.open('customers/cus_alan/', { ready: button('Grant credit') });
  const type = async (query: string) => {
    await page.$eval('dialog [role=combobox]', (each) => Object(each).select());
    await page.keyboard.type(query);
  };
  const first = async () => (await titles(page))[0];
  await openPalette(page);
  await type('credit');
  await expect.poll(first).toBe('Grant credit');
  await type('rant');
  await shows(page, 'Nothing is found for “rant”.');
  expect(await titles(page)).toEqual([]);
  await type('sign');
  await shows(page, 'Sign out');
  await page.keyboard.press('Enter');
  await page.waitForNetworkIdle();
  await page.keyboard.press('Enter');
  expect(await titles(page)).toEqual(['Sign out']);
  await type('grant');
  await expect.poll(first).toBe('Ulysses Grant');
  expect(await titles(page)).toContain('Grant credit');
  await page.keyboard.press('Enter');
  await page.waitForSelector(heading('Ulysses Grant Good standing'));
});

test('the palette lists the buttons of a page that is read after the palette is opened', async () => {
  const page = await local.open('reviews/', { ready: parts.review });
  const answer = Promise.withResolvers<'real'>();
  await answerInstead(page, /\/api\/v1\/customers\/cus_alan\/$/, () => answer.promise);
  const read = page.waitForRequest((request) => request.url().endsWith('/api/v1/customers/cus_alan/'));
  await page.goto(`${local.url()}/console/customers/cus_alan/`);
  await read;
  await openPalette(page);
  expect(await titles(page)).not.toContain('Grant credit');
  answer.resolve('real');
  await page.waitForSelector('fieldset[aria-label="On this page"]');
  expect(await titles(page)).toContain('Grant credit');
});

test('? lists the keys of the page and of the console', async () => {
  const ofEveryPage = ['/', '?', expect.stringMatching('K'), expect.stringMatching('Enter'), 'Escape'];
  const page = await local.open('reviews/', { ready: parts.review });
  await page.keyboard.press('?');
  const listed = async () => {
    await page.waitForSelector('dialog kbd');
    return page.$$eval('dialog kbd', (all) => all.map(({ textContent }) => textContent));
  };
  expect(await listed()).toEqual(['j', 'k', 'r', 'h', 's', ...ofEveryPage]);
  await press(page, 'Close');
  await page.goto(`${local.url()}/console/gift-cards/`);
  await page.waitForSelector(parts.row);
  await page.keyboard.press('?');
  expect(await listed()).toEqual(ofEveryPage);
});

const hostile = `"><img src=x onerror="window.stolen='yes'"><script>window.stolen='yes'</script>{{7*7}}${'W'.repeat(60)}`;

test('markup in what is found, recent or typed runs no script and breaks no layout', async () => {
  const name = `hostile${hostile}`.slice(0, 250);
  await local.invoke('import-records', {
    customers: [newCustomer({ id: 'cus_hostile', first_name: name, last_name: name })],
    products: [newProduct({ id: 'pro_hostile', name, variants: [{ id: 'prv_hostile', name }] })],
  });
  const page = await local.open('customers/cus_hostile/');
  await shows(page, 'hostile"><img');
  for (const width of [320, 1280]) {
    await showAs(page, { width, dark: false });
    await searchFor(page, 'hostile');
    await has(page, 2, option);
    expect(await pageFaults(page)).toEqual([]);
    await page.keyboard.type(hostile.slice(0, 200));
    await page.keyboard.press('Enter');
    expect(await pageFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await openPalette(page);
    await shows(page, 'hostile"><img');
    expect(await pageFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog', { hidden: true });
  }
  expect(await page.evaluate('window.stolen')).toBeUndefined();
});

test('the search, the palette and the keys have no fault that axe finds, enough contrast and no scroll to the side, light and dark', async () => {
  const page = await local.open('customers/cus_ada/', { ready: parts.address });
  const scenes: readonly (() => Promise<unknown>)[] = [
    async () => {
      await searchFor(page, 'a');
      await has(page, 2, option);
    },
    () => searchFor(page, '12 3'),
    () => openPalette(page),
    async () => {
      await page.keyboard.press('?');
      await page.waitForSelector('dialog kbd');
    },
  ];
  for (const open of scenes) {
    await open();
    expect(await faultsIn(page, viewsOf(320, 390, 820, 1280, 1600))).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog', { hidden: true });
  }
});
