/** How staff pick customers, products, orders and gift cards by what they know of them, and see names in place of ids. */
import type { Page } from 'puppeteer-core';
import { expect, test } from 'vitest';
import { accessibilityFaults, faultsIn, holds, viewsOf } from '../support/browser/browser.ts';
import { button, enterAt, has, heading, parts, press, shows, tabTo, text } from '../support/browser/console-page.ts';
import { answerInstead, keys, queriesOf, queryOf, searches, staffConsole } from '../support/browser/staff-console.ts';
import { newCustomer, newProduct } from '../support/world/world.ts';

const local = staffConsole();

const pathOf = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search;

/** Types a text at once: a search is sent where typing pauses, which a busy machine may do after any character. */
const typeAtOnce = async (page: Page, label: string, text: string) => {
  await page.focus(parts.picker(label));
  await page.keyboard.sendCharacter(text);
};

/** What a picker offers. */
const choicesOf = async (page: Page) => {
  await page.waitForSelector(parts.choice);
  return page.$$eval(parts.choice, (all) => all.map(({ textContent }) => textContent));
};

test('by keyboard: a customer is found by name with one search, chosen with the arrows, and their name stands where their id was', async () => {
  const grace = { id: 'cus_hopperb', first_name: 'Grace', last_name: 'Hopperbourne', email: 'g2@example.com' };
  await local.invoke('import-records', { customers: [newCustomer(grace)] });
  const page = await local.open('customers/', { key: keys.read });
  const queries = queriesOf(page);
  await tabTo(page, parts.picker('Customer'));
  await page.keyboard.sendCharacter('hopper');
  expect(await choicesOf(page)).toEqual(['Grace Hopper grace@example.com', 'Grace Hopperbourne g2@example.com']);
  await page.keyboard.press('ArrowDown');
  expect(await text(page, `${parts.choice}[aria-selected=true]`)).toContain('Hopperbourne');
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(queries).toEqual(['hopper']);
  await page.keyboard.press('Enter');
  await page.waitForSelector(heading('Grace Hopperbourne Good standing'));
  expect(pathOf(page)).toBe('/console/customers/cus_hopperb/');

  const isId = `document.querySelector('main').innerText.includes('cus_hopperb')`;
  expect(await page.evaluate(isId)).toBe(false);
  await page.evaluate('navigator.clipboard.writeText = async (text) => { window.copied = text; }');
  await enterAt(page, button('Copy id'));
  await page.waitForSelector(button('Copied'));
  expect(await page.evaluate(`[window.copied, ${isId}]`)).toEqual(['cus_hopperb', true]);
});

test('a query with a digit waits for Enter, except a whole id or email address; Escape shows again what is picked', async () => {
  const page = await local.open('store-credits/cus_ada/', { ready: parts.row });
  const queries = queriesOf(page);
  const field = parts.picker('Customer');
  const shown = () => page.$eval(field, (input) => Object(input).value);
  await expect.poll(shown).toBe('Ada Lovelace');
  await page.click(field);
  await page.keyboard.sendCharacter('TEAP-2');
  await shows(page, 'Press Enter to search.');
  await page.keyboard.press('Enter');
  await shows(page, 'No customer found for “TEAP-2”.');
  expect(queries).toEqual(['TEAP-2']);
  await page.keyboard.press('Escape');
  expect(await shown()).toBe('Ada Lovelace');

  await page.keyboard.type('grace@example.com');
  expect(await choicesOf(page)).toEqual(['Grace Hopper grace@example.com']);
  await page.keyboard.press('Enter');
  await page.waitForSelector(heading('Store credit of Grace Hopper'));
});

test('an answer that comes late is not shown for another query', async () => {
  const page = await local.open('customers/');
  const late = Promise.withResolvers<'real'>();
  await answerInstead(page, searches, (request) => (queryOf(request) === 'hopper' ? late.promise : 'real'));
  const sent = page.waitForRequest((request) => searches.test(request.url()));
  await typeAtOnce(page, 'Customer', 'hopper');
  await shows(page, 'Searching…');
  await sent;
  await page.click(parts.picker('Customer'), { count: 3 });
  await page.keyboard.type('lovelace');
  expect(await choicesOf(page)).toEqual(['Ada Lovelace ada@example.com']);
  late.resolve('real');
  await page.waitForNetworkIdle();
  expect(await choicesOf(page)).toEqual(['Ada Lovelace ada@example.com']);
});

test('Enter before the answer picks the only customer that it finds', async () => {
  const page = await local.open('customers/');
  const answer = Promise.withResolvers<'real'>();
  await answerInstead(page, searches, () => answer.promise);
  const sent = page.waitForRequest((request) => searches.test(request.url()));
  await typeAtOnce(page, 'Customer', 'lovelace');
  await page.keyboard.press('Enter');
  await sent;
  answer.resolve('real');
  await page.waitForSelector(heading('Ada Lovelace Good standing'));
});

test('orders are found by the email address of their customer, gift cards by their last four characters', async () => {
  const page = await local.open('orders/');
  await tabTo(page, parts.picker('Order'));
  await page.keyboard.type('ada@example.com');
  expect((await choicesOf(page)).length).toBeGreaterThan(0);
  await page.keyboard.press('Enter');
  await page.waitForSelector(parts.row);
  expect(pathOf(page)).toMatch(/^\/console\/orders\/ord_\w+\/$/);

  await page.goto(`${local.url()}/console/gift-cards/`);
  await page.waitForSelector(parts.row);
  await page.type(parts.picker('Find a card'), 'dem2');
  expect(await choicesOf(page)).toEqual(['···· DEM2 Active, $55.00']);
  await page.click(parts.choice);
  await holds(page, `location.pathname === '/console/gift-cards/gcd_00birthday/'`);
});

test('on the page of orders, the name of a customer leads to the page with their orders', async () => {
  const page = await local.open('orders/', { key: keys.read });
  await page.type(parts.picker('Order'), 'lovelace');
  expect(await choicesOf(page)).toEqual(['Ada Lovelace ada@example.com']);
  await page.keyboard.press('Enter');
  await page.waitForSelector(heading('Ada Lovelace Good standing'));
  expect(pathOf(page)).toBe('/console/customers/cus_ada/');
  await page.goto(`${local.url()}/console/orders/`);
  await page.waitForSelector(parts.picker('Order'));
  await page.type(parts.picker('Order'), 'nothing is called so');
  await shows(page, 'No order and no customer found for “nothing is called so”.');
});

test('reviews are filtered by products and customers that are not in the list, and the filter ends with its field or its button', async () => {
  const page = await local.open('reviews/?product=pro_teapot', { ready: parts.review });
  const product = parts.picker('Product');
  await expect.poll(() => page.$eval(product, (input) => Object(input).value)).toBe('Stoneware teapot');
  await page.click(product);
  await page.keyboard.type('the art');
  expect(await choicesOf(page)).toEqual(['The art of tea Active, 3 variants']);
  await page.keyboard.press('Enter');
  await page.waitForSelector(heading('No reviews match your filter'));
  expect(pathOf(page)).toBe('/console/reviews/?product=pro_book');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Enter');
  await has(page, 4, parts.review);
  expect(pathOf(page)).toBe('/console/reviews/');

  await typeAtOnce(page, 'Customer', 'lovelace');
  await page.waitForSelector(parts.choice);
  expect(await faultsIn(page, viewsOf(390, 700, 1280))).toEqual([]);
  await page.keyboard.press('Enter');
  await page.waitForSelector(button('Clear Customer'));
  expect(pathOf(page)).toBe('/console/reviews/?customer=cus_ada');
  await press(page, 'Clear Customer');
  await has(page, 4, parts.review);
});

test('by keyboard: store credit is granted to a customer who is found by name, and expires at the end of a day', async () => {
  const page = await local.open('store-credits/');
  await page.emulateTimezone('America/New_York');
  await page.reload();
  await enterAt(page, button('Grant credit'));
  await tabTo(page, 'dialog [name=value]');
  await page.keyboard.type('5');
  await enterAt(page, parts.submit);
  await shows(page, 'Choose a customer.');
  await page.waitForSelector(`dialog ${parts.picker('Customer')}:focus`);
  await page.keyboard.type('turing');
  await page.waitForSelector(parts.choice);
  await page.keyboard.press('Enter');
  await tabTo(page, 'dialog [name=expires_at]');
  await page.keyboard.type('03052030');
  await shows(page, 'at the end of that day, America/New York');
  await enterAt(page, parts.submit);
  await holds(page, `location.pathname.startsWith('/console/store-credits/cus_alan/scr_')`);
  const expiry = async () => (await local.ask('customers/cus_alan/store-credits/')).body.data[0].expires_at;
  expect(await expiry()).toBe('2030-03-06T04:59:59Z');

  const credit = String(/scr_\w+/.exec(page.url()));
  const expires_at = '2030-03-05T15:00:00Z';
  await local.ask(`customers/cus_alan/store-credits/${credit}/`, { method: 'PUT', body: { expires_at } });
  await page.reload();
  await press(page, 'Expiry and note');
  expect(await page.$eval('dialog [name=expires_at]', (input) => Object(input).value)).toBe('2030-03-05');
  await page.type('dialog [name=note]', 'x');
  await page.click(parts.submit);
  await shows(page, 'Expiry and note saved.');
  expect(await expiry()).toBe(expires_at);
});

test('store credit is not granted to the customer who was picked before another text was typed', async () => {
  const page = await local.open('store-credits/');
  const field = `dialog ${parts.picker('Customer')}`;
  await press(page, 'Grant credit');
  await page.type(field, 'lovelace');
  await page.waitForSelector(parts.choice);
  await page.keyboard.press('Enter');
  await page.waitForSelector(heading('Grant store credit to Ada Lovelace'));
  await page.type('dialog [name=value]', '5');
  await page.click(field);
  await page.keyboard.type('grace hopper');
  await page.waitForSelector(parts.choice);
  await page.click(parts.submit);
  await shows(page, 'Choose a customer.');
  expect(await page.$eval(field, (input) => Object(input).value)).toBe('grace hopper');
  await page.waitForSelector(heading('Grant store credit'));
  await page.click(parts.choice);
  await page.click(parts.submit);
  await holds(page, `location.pathname.startsWith('/console/store-credits/cus_')`);
  expect(pathOf(page)).toMatch(/^\/console\/store-credits\/cus_grace\/scr_\w+\/$/);
});

test('a picker says that the names of products are found by their start, and how many characters a code has', async () => {
  const page = await local.open('digital-files/', { key: keys.read });
  await page.type(parts.picker('Product'), 'teapot');
  await shows(page, 'No product’s name begins with “teapot”. Names are found by their start.');

  await page.goto(`${local.url()}/console/gift-cards/`);
  await page.waitForSelector(parts.row);
  await page.type(parts.picker('Find a card'), 'JNT3 Y5D4');
  await shows(page, 'Press Enter to search. A gift card code has 28 characters, and these are 8.');
});

test('a key without the area of customers picks by id, and searches nothing', async () => {
  const areas = ['reviews', 'store_credits', 'digital_files'];
  const { api_key } = await local.invoke('create-api-key', { name: 'Bob', permission: 'Write', areas });
  const page = await local.open('store-credits/', { key: api_key });
  const queries = queriesOf(page);
  await tabTo(page, parts.picker('Customer'));
  await page.keyboard.type('lovelace');
  await shows(page, 'Type the id of the customer, cus_…, and press Enter.');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.keyboard.type('cus_ada');
  await page.keyboard.press('Enter');
  await page.waitForSelector(heading('Store credit of cus_ada'));
  await page.waitForSelector(parts.row);

  await page.goto(`${local.url()}/console/reviews/`);
  await page.waitForSelector(parts.review);
  await page.type(parts.picker('Customer'), 'ada');
  expect((await choicesOf(page)).length).toBeGreaterThan(0);
  expect(queries).toEqual([]);
  await page.goto(`${local.url()}/console/digital-files/`);
  await page.waitForSelector(parts.picker('Product'));
  await page.type(parts.picker('Product'), 'the art');
  expect(await choicesOf(page)).toEqual(['The art of tea Active, 3 variants']);
});

test('names that are markup are shown as text by a picker, on a phone and in both themes', async () => {
  const name = `Zz"><img src=x onerror="window.stolen='yes'">${'W'.repeat(60)}`;
  await local.invoke('import-records', { products: [newProduct({ id: 'pro_zz', name })] });
  const page = await local.open('digital-files/', { width: 320 });
  await page.type(parts.picker('Product'), 'zz"');
  expect((await choicesOf(page))[0]).toContain(name);
  expect(await faultsIn(page, viewsOf(320))).toEqual([]);
  await page.click(parts.choice);
  await page.waitForSelector('nav[aria-label=Variants]');
  expect(await page.$$('main img')).toEqual([]);
  expect(await page.evaluate('window.stolen')).toBeUndefined();
});
