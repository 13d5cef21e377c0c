/** What staff do in the console, with only the keyboard, and by touch. */
import { expect, test } from 'vitest';
import { button, enterAt, has, parts, press, shows, tabTo, text } from '../support/browser/console-page.ts';
import { keys, staffConsole } from '../support/browser/staff-console.ts';

const local = staffConsole();

const newCard = async (note: string) =>
  (await local.ask('gift-cards/', { method: 'POST', body: { value: 5000, note } })).body;

test('the first page of the local server leads to the console', async () => {
  const page = await local.newTab();
  await page.goto(local.url());
  await page.click('a[href="/console/"]');
  await page.waitForSelector('[name=api_key]');
});

test('by keyboard: signs in, is remembered by a reload and another tab, and is forgotten where that is asked for', async () => {
  const page = await local.newTab();
  await page.goto(`${local.url()}/console/reviews/?status=hidden`);
  await tabTo(page, '[name=api_key]');
  await page.keyboard.type('sk_demo_nobody');
  await page.keyboard.press('Enter');
  await shows(page, 'This is not an API key of this service.');
  await page.keyboard.down('Control');
  await page.keyboard.press('a');
  await page.keyboard.up('Control');
  await page.keyboard.type(keys.read);
  await page.keyboard.press('Enter');
  await page.waitForSelector(parts.review);

  expect(page.url()).toBe(`${local.url()}/console/reviews/?status=hidden`);
  await page.reload();
  await page.waitForSelector(parts.review);
  const other = await local.newTab();
  await other.goto(`${local.url()}/console/gift-cards/`);
  await other.waitForSelector(parts.row);
  await enterAt(page, button('Sign out'));
  await other.waitForSelector('[name=api_key]');

  await tabTo(other, '[name=username]');
  await other.keyboard.type('ada');
  await tabTo(other, '[name=api_key]');
  await other.keyboard.type(keys.read);
  await tabTo(other, '[name=keep]');
  await other.keyboard.press('Space');
  await enterAt(other, '[type=submit]');
  await other.waitForSelector(parts.review);
  expect(await other.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
  await page.reload();
  await other.reload();
  await page.waitForSelector('[name=api_key]');
  await other.waitForSelector('[name=api_key]');
});

test('by keyboard: signs in to another store beside the first, and switches between them', async () => {
  await local.invoke('create-store', { store_id: 'sto_second', name: 'Second', currency: 'EUR', sites: [] });
  const second = await local.invoke('create-api-key', { store_id: 'sto_second', name: 'Ada', permission: 'Read' });
  const page = await local.open('reviews/', { ready: parts.review });
  const choose = async (store: string) => {
    await tabTo(page, 'select[aria-label=Store]');
    await page.select('select[aria-label=Store]', store);
  };
  await choose(' ');
  await shows(page, 'Sign in to another store');
  await enterAt(page, button('Cancel'));
  await page.waitForSelector(parts.review);
  await choose(' ');
  await tabTo(page, '[name=api_key]');
  await page.keyboard.type(second.api_key);
  await page.keyboard.press('Enter');
  await page.waitForFunction(`document.title === 'Reviews · Second'`);
  await choose('sto_demo');
  await page.waitForFunction(`document.title === 'Reviews · Demo store'`);
  await page.waitForSelector(parts.review);
  await press(page, 'Sign out');
  await page.waitForSelector('[name=api_key]');
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
});

test('the form of the sign-in is one that password managers fill', async () => {
  const page = await local.newTab();
  await page.goto(`${local.url()}/console/`);
  await page.waitForSelector('[name=api_key]');
  const fields = await page.$$eval('form input:not([type=checkbox])', (all) =>
    all.map((each) => ['name', 'type', 'autocomplete'].map((name) => each.getAttribute(name))),
  );

  expect(fields).toEqual([
    ['username', 'text', 'username'],
    ['api_key', 'password', 'current-password'],
  ]);
});

test('a key for a server is refused, and not kept', async () => {
  const page = await local.newTab();
  await page.goto(`${local.url()}/console/`);
  await tabTo(page, '[name=api_key]');
  await page.keyboard.type(keys.storefront);
  await enterAt(page, '[type=submit]');
  await shows(page, 'This key is for a server.');

  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
});

test('by keyboard: a review is found with j and k, hidden with a reason and a note, and shown again by Undo', async () => {
  const page = await local.open('reviews/?product=pro_teapot', { ready: parts.review });
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await page.keyboard.press('h');
  await page.waitForSelector('dialog[open]');
  await page.keyboard.press('ArrowDown');
  await tabTo(page, 'dialog textarea');
  await page.keyboard.type('Rude');
  await enterAt(page, parts.submit);
  await shows(page, 'Review hidden.');
  const id = String(await page.evaluate('document.activeElement.dataset.id'));
  expect((await local.ask(`reviews/${id}/`)).body).toMatchObject({ hidden_reason: 'offensive', hidden_note: 'Rude' });

  await enterAt(page, button('Undo'));
  await shows(page, 'Review shown again.');
  expect((await local.ask(`reviews/${id}/`)).body).toMatchObject({ status: 'published', hidden_note: null });
});

test('Undo is there for 10 seconds', async () => {
  const page = await local.open('reviews/?product=pro_teapot', { ready: parts.review });
  await page.keyboard.press('j');
  await page.keyboard.press('h');
  await press(page, 'Hide');
  const hidden = Date.now();
  await page.waitForSelector(button('Undo'));
  await page.waitForSelector(button('Undo'), { hidden: true });

  expect((Date.now() - hidden) / 1000).toBeGreaterThan(9);
  await page.keyboard.press('s');
  await shows(page, 'Review shown again.');
});

test('filters are in the URL, which shows a colleague the same', async () => {
  const page = await local.open('reviews/', { ready: parts.review });
  await press(page, 'Hidden');
  await page.type('[placeholder^=Customer]', 'cus_grace');
  await page.keyboard.press('Enter');
  await has(page, 1, parts.review);
  expect(page.url()).toBe(`${local.url()}/console/reviews/?status=hidden&customer=cus_grace`);

  const colleague = await local.open('reviews/?status=hidden&customer=cus_grace');
  await has(colleague, 1, parts.review);
});

test('by keyboard: a gift card is issued, its code copied, its balance adjusted, its note changed, disabled, enabled', async () => {
  const page = await local.open('gift-cards/');
  await enterAt(page, button('Issue a gift card'));
  await page.keyboard.type('20.5');
  await tabTo(page, '[name=note]');
  await page.keyboard.type('By keyboard');
  await enterAt(page, parts.submit);
  expect(await text(page, parts.code)).toMatch(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){6}$/);
  await enterAt(page, button('Done'));
  await shows(page, '$20.50');
  const id = String(/gcd_\w+/.exec(page.url()));

  await enterAt(page, button('Adjust balance'));
  await page.keyboard.type('-0.50');
  await shows(page, 'New balance: $20.00');
  await enterAt(page, parts.submit);
  await shows(page, 'Balance adjusted.');
  await enterAt(page, button('Expiry and note'));
  await tabTo(page, '[name=note]');
  await page.keyboard.press('End');
  await page.keyboard.type('!');
  await enterAt(page, parts.submit);
  await shows(page, 'Expiry and note saved.');
  await enterAt(page, button('Disable'));
  await shows(page, 'Card disabled.');
  expect((await local.ask(`gift-cards/${id}/`)).body).toMatchObject({
    ...{ balance: 2000, note: 'By keyboard!', status: 'disabled' },
  });
  await enterAt(page, button('Enable'));
  await shows(page, 'Card enabled.');

  expect((await local.ask(`gift-cards/${id}/`)).body).toMatchObject({ status: 'active' });
  const { data } = (await local.ask(`gift-cards/${id}/transactions/`)).body;
  expect(data.map(({ type }: { type: string }) => type)).toEqual(['enabled', 'disabled', 'adjusted', 'issued']);
  await page.waitForSelector('svg[aria-label*="$20.50"]');
});

test('by keyboard: store credit is granted to a customer, adjusted, its expiry changed, disabled, enabled', async () => {
  const page = await local.open('store-credits/');
  await tabTo(page, '[name=id]');
  await page.keyboard.type('cus_margaret');
  await page.keyboard.press('Enter');
  await shows(page, 'No store credit here');
  await enterAt(page, button('Grant credit'));
  await page.keyboard.type('20.5');
  await tabTo(page, '[name=reason]');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await tabTo(page, '[name=note]');
  await page.keyboard.type('By keyboard');
  await enterAt(page, parts.submit);
  await shows(page, '$20.50');
  expect(page.url()).toMatch(/\/console\/store-credits\/cus_margaret\/scr_\w+\/$/);

  await enterAt(page, button('Adjust balance'));
  await page.keyboard.type('-0.50');
  await shows(page, 'New balance: $20.00');
  await enterAt(page, parts.submit);
  await shows(page, 'Balance adjusted.');
  await enterAt(page, button('Disable'));
  await shows(page, 'Credit disabled.');
  const credits = async () => (await local.ask('customers/cus_margaret/store-credits/')).body.data;
  expect(await credits()).toMatchObject([
    { reason: 'promotion', initial_value: 2050, balance: 2000, note: 'By keyboard', status: 'disabled' },
  ]);
  await enterAt(page, button('Enable'));
  await shows(page, 'Credit enabled.');
  await enterAt(page, button('Expiry and note'));
  await tabTo(page, '[name=note]');
  await page.keyboard.press('End');
  await page.keyboard.type('!');
  await enterAt(page, parts.submit);
  await shows(page, 'Expiry and note saved.');

  expect(await credits()).toMatchObject([{ status: 'active', note: 'By keyboard!' }]);
  await enterAt(page, `a[href="/console/store-credits/cus_margaret/"]`);
  await has(page, 1, parts.row);
});

test('a lost code is replaced: the new one is shown once, and the card keeps its balance', async () => {
  const { id, last4 } = await newCard('lost code');
  const page = await local.open(`gift-cards/${id}/`);
  await press(page, 'Replace code');
  await page.click(parts.submit);
  const code = await text(page, parts.code);
  await press(page, 'Done');

  expect((await local.ask(`gift-cards/${id}/`)).body).toMatchObject({ balance: 5000, last4: code?.slice(-4) });
  expect(code?.slice(-4)).not.toBe(last4);
  expect(await page.evaluate('document.body.innerText')).not.toContain(code);
  await page.reload();
  await shows(page, '$50.00');
  expect(await page.$(parts.code)).toBeNull();
});

test('a refusal of the service is shown in the form, at the field, and the form keeps its input', async () => {
  const { id } = await newCard('refused');
  const page = await local.open(`gift-cards/${id}/`);
  await press(page, 'Adjust balance');
  await page.type('[name=amount]', 'much');
  await press(page, 'Adjust');
  await shows(page, 'Enter an amount such as 25.00.');
  await page.click('[name=amount]', { count: 3 });
  await page.type('[name=amount]', '-500');
  await press(page, 'Adjust');

  expect(await text(page, parts.error)).toMatch(/balance.*Copy details$/i);
  expect(await page.$eval('[name=amount]', (input) => Object(input).value)).toBe('-500');
});

test('by keyboard: an address is added, edited, and deleted after a question', async () => {
  const page = await local.open('customer-addresses/');
  await tabTo(page, '[name=id]');
  await page.keyboard.type('cus_margaret');
  await page.keyboard.press('Enter');
  await enterAt(page, button('Add an address'));
  for (const [name, value] of Object.entries({ first_name: 'Margaret', last_name: 'H', street1: '1 Apollo Way' })) {
    await tabTo(page, `[name=${name}]`);
    await page.keyboard.type(value);
  }
  await tabTo(page, '[name=city]');
  await page.keyboard.type('Houston');
  await tabTo(page, '[name=state]');
  await page.keyboard.type('TX');
  await page.keyboard.press('Enter');
  await shows(page, 'Address added.');
  await enterAt(page, button('Edit'));
  await tabTo(page, '[name=street2]');
  await page.keyboard.type('Floor 2');
  await page.keyboard.press('Enter');
  await shows(page, 'Address saved.');
  const list = async () => (await local.ask('customers/cus_margaret/addresses/')).body.data;
  expect(await list()).toMatchObject([{ first_name: 'Margaret', street2: 'Floor 2', zip: null }]);

  await enterAt(page, button('Delete…'));
  await shows(page, 'It cannot be brought back.');
  await enterAt(page, parts.submit);
  await shows(page, 'No addresses');
  expect(await list()).toEqual([]);
});

test('by touch, on a phone: opens the menu, hides and shows a review, adjusts a card', async () => {
  const { id } = await newCard('by touch');
  const page = await local.open('gift-cards/');
  await page.setViewport({ width: 390, height: 844, hasTouch: true, isMobile: true });
  await page.waitForSelector(parts.row);
  await page.tap(button('Menu'));
  await page.tap('nav a[href="/console/reviews/"]');
  await page.waitForSelector(parts.review);
  await page.tap(`${parts.review}:last-child button`);
  await page.waitForSelector('dialog[open]');
  await page.tap(parts.submit);
  await page.waitForSelector(button('Undo'));
  await page.tap(button('Undo'));
  await shows(page, 'Review shown again.');

  await page.goto(`${local.url()}/console/gift-cards/${id}/`);
  await page.waitForSelector(button('Adjust balance'));
  await page.tap(button('Adjust balance'));
  await page.type('[name=amount]', '1');
  await page.tap(parts.submit);
  await shows(page, '$51.00');
});
