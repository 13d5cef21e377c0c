/** What staff do in the console, with only the keyboard, and by touch. */
import { expect, test } from 'vitest';
import { holds } from '../support/browser/browser.ts';
import { button, enterAt, has, heading, parts, press, shows, tabTo, text } from '../support/browser/console-page.ts';
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
  // It asks the other tabs for their key, which a busy one may give too late.
  await expect
    .poll(async () => {
      await other.goto(`${local.url()}/console/gift-cards/`);
      await other.waitForSelector(`${parts.row}, [name=api_key]`);
      return other.$('[name=api_key]');
    })
    .toBeNull();
  await enterAt(page, button('Sign out'));
  await other.waitForSelector('[name=api_key]');

  await tabTo(other, '[name=username]');
  await other.keyboard.type('ada');
  await tabTo(other, '[name=api_key]');
  await other.keyboard.type(keys.read);
  await tabTo(other, '[name=keep]');
  await other.keyboard.press('Space');
  await enterAt(other, '[type=submit]');
  await other.waitForSelector(heading('Home'));
  expect(await other.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
  await page.reload();
  await other.reload();
  await page.waitForSelector('[name=api_key]');
  await other.waitForSelector('[name=api_key]');
});

test('the guide opens in a new tab, and a session that is only in memory stays', async () => {
  const page = await local.newTab();
  await page.goto(`${local.url()}/console/`);
  await (await page.waitForSelector('[name=api_key]'))?.type(keys.read);
  await page.click('[name=keep]');
  await page.keyboard.press('Enter');
  await page.waitForSelector(heading('Home'));
  for (const [words, path] of [
    ['Guide to the console', '/docs/guides/console.html'],
    ['Keys for staff', '/docs/guides/console-keys.html'],
  ]) {
    const isGuide = (target: { url(): string }) => target.url() === local.url() + path;
    const opens = page.browser().waitForTarget(isGuide, { timeout: 150_000 });
    await page.click(`::-p-aria([name="${words}"][role="link"])`);
    const guide = await (await opens).page();
    await expect.poll(() => guide?.evaluate('opener').catch(() => 'not loaded yet')).toBeNull();
    await guide?.close();
  }

  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
  await page.click(`nav a[href="/console/reviews/"]`);
  await page.waitForSelector(parts.review);
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
  await holds(page, `document.title === 'Home · Second'`);
  await choose('sto_demo');
  await holds(page, `document.title === 'Home · Demo store'`);
  await page.waitForSelector(heading('Newest reviews'));
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

test('by keyboard: a review is found with j and k, hidden with a reason and a note, and shown again with s', async () => {
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

  await page.keyboard.press('s');
  await shows(page, 'Review shown again.');
  expect((await local.ask(`reviews/${id}/`)).body).toMatchObject({ status: 'published', hidden_note: null });
});

test('by keyboard: no reason is chosen for the person, and the dialog shows the review that it hides', async () => {
  const page = await local.open('reviews/?product=pro_teapot', { ready: parts.review });
  await page.keyboard.press('j');
  await page.keyboard.press('h');
  await page.waitForSelector('dialog[open]');
  const title = await page.$eval(`${parts.review} h2`, (heading) => heading.textContent);
  expect(await text(page, 'dialog blockquote')).toContain(title);
  await enterAt(page, parts.submit);
  expect(await page.$eval('dialog form', (form) => Object(form).checkValidity())).toBe(false);

  await page.keyboard.press('Escape');
  await page.waitForSelector('dialog', { hidden: true });
  expect((await local.ask('reviews/?product=pro_teapot&status=hidden')).body.data).toEqual([]);
});

test('by keyboard: a review is answered with r, the answer is changed, removed, and restored by Undo', async () => {
  const page = await local.open('reviews/?product=pro_teapot&replied=false', { ready: parts.review });
  const [id] = await page.$$eval(parts.review, (rows) => rows.map((row) => row.getAttribute('data-id')));
  const answer = async () => (await local.ask(`reviews/${id}/?expand=reply,actor`)).body;
  const published = `Reply to “${(await answer()).title}” published.`;
  await page.keyboard.press('j');
  await page.keyboard.press('r');
  await page.waitForSelector('[name=reply]:focus');
  await page.keyboard.type('Thank you, j k');
  await page.keyboard.down('Control');
  await page.keyboard.press('Enter');
  await page.keyboard.up('Control');
  await shows(page, published);
  expect(await answer()).toMatchObject({ reply: { body: 'Thank you, j k' }, actor: { name: 'Demo write key' } });
  // The row leaves the list of reviews without an answer.
  await page.waitForSelector(`[data-id=${id}]`, { hidden: true });

  await page.goto(`${local.url()}/console/reviews/?product=pro_teapot&replied=true`);
  await enterAt(page, button('Edit reply'));
  await page.waitForSelector('[name=reply]:focus');
  await page.keyboard.down('Control');
  await page.keyboard.press('End');
  await page.keyboard.up('Control');
  await page.keyboard.type('!');
  await enterAt(page, button('Save reply'));
  await shows(page, 'Reply saved.');
  expect(await text(page, parts.reply)).toContain('Thank you, j k!');
  await enterAt(page, button('Remove reply'));
  await shows(page, 'Reply removed.');
  expect((await answer()).reply).toBeNull();
  await enterAt(page, button('Undo'));
  await shows(page, published);
  expect((await answer()).reply).toMatchObject({ body: 'Thank you, j k!' });
  await local.ask(`reviews/${id}/reply/`, { method: 'DELETE' });
});

test('an author is banned after a question that says what follows, and restored by Undo', async () => {
  const page = await local.open('reviews/?customer=cus_ada', { ready: parts.review });
  const standing = async () => (await local.ask('customers/cus_ada/')).body.standing;
  await press(page, 'Ban author… Ada Lovelace');
  await shows(page, 'They cannot write reviews.');
  await page.click('dialog [value=banned]');
  await press(page, 'Change standing');
  await shows(page, 'Standing changed.');
  await shows(page, 'Author banned');
  expect(await standing()).toBe('banned');
  await press(page, 'Undo');
  await holds(page, `!document.body.innerText.includes('Author banned')`);
  await expect.poll(standing).toBe('good');
});

test('a hidden review leaves the list of published ones; several are shown again by one Undo', async () => {
  const page = await local.open('reviews/?status=published&customer=cus_ada', { ready: parts.review });
  const count = (await page.$$(parts.review)).length;
  expect(count).toBeGreaterThan(1);
  await page.click(parts.selectAll);
  await page.click(`${parts.toolbar} button`);
  await page.click(parts.reason);
  await press(page, 'Hide');
  await shows(page, `${count} reviews hidden.`);
  await page.waitForSelector(heading('No reviews match your filters'));
  await press(page, 'Undo');
  await has(page, count, parts.review);
  expect((await local.ask('reviews/?status=hidden&customer=cus_ada')).body.data).toEqual([]);
});

test('reviews are found by stars, by answer, and by the names of the listed products and customers', async () => {
  const page = await local.open('reviews/', { ready: parts.review });
  await page.type('[placeholder=Product]', 'Stoneware teapot');
  await page.keyboard.press('Enter');
  await has(page, 2, parts.review);
  await page.type('[placeholder=Customer]', 'Ada Lovelace');
  await page.keyboard.press('Enter');
  await has(page, 1, parts.review);
  await page.select('[aria-label=Rating]', '5');
  await page.select('[aria-label=Answered]', 'false');
  await has(page, 1, parts.review);
  expect(new URL(page.url()).search).toBe('?product=pro_teapot&customer=cus_ada&rating=5&replied=false');
  await page.select('[aria-label=Rating]', '1');
  await press(page, 'Clear filters');
  await has(page, 4, parts.review);
});

test('by keyboard: a gift card is issued, its code copied, its balance adjusted, its note changed, disabled, enabled', async () => {
  const page = await local.open('gift-cards/');
  await enterAt(page, button('Issue a gift card'));
  await page.keyboard.type('20.5');
  await tabTo(page, '[name=note]');
  await page.keyboard.type('By keyboard');
  await enterAt(page, parts.submit);
  expect(await text(page, parts.code)).toMatch(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){6}$/);
  await shows(page, 'Gift card of $20.50 issued.');
  await enterAt(page, button('Done'));
  await shows(page, '$20.50');
  const id = String(/gcd_\w+/.exec(page.url()));

  await enterAt(page, button('Adjust balance'));
  await page.keyboard.type('0.50');
  await shows(page, 'New balance: $21.00');
  await page.keyboard.down('Shift');
  await tabTo(page, 'dialog [name=change]');
  await page.keyboard.up('Shift');
  await page.keyboard.press('ArrowRight');
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
  await tabTo(page, parts.picker('Customer'));
  await page.keyboard.type('cus_margaret');
  await page.keyboard.press('Enter');
  await shows(page, 'No store credit here');
  await page.waitForSelector(heading('Store credit of Margaret Hamilton'));
  await enterAt(page, button('Grant credit'));
  await page.keyboard.type('20.5');
  await tabTo(page, '[name=reason]');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await tabTo(page, '[name=note]');
  await page.keyboard.type('By keyboard');
  await enterAt(page, parts.submit);
  await shows(page, '$20.50 granted to Margaret Hamilton.');
  expect(page.url()).toMatch(/\/console\/store-credits\/cus_margaret\/scr_\w+\/$/);

  await enterAt(page, button('Adjust balance'));
  await page.keyboard.type('0.50');
  await shows(page, 'New balance: $21.00');
  await page.keyboard.down('Shift');
  await tabTo(page, 'dialog [name=change]');
  await page.keyboard.up('Shift');
  await page.keyboard.press('ArrowRight');
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

test('a card gets a new code by email, and its page shows the state of the email', async () => {
  const body = { value: 5000, recipient_email: 'grace@example.com' };
  const { id, last4 } = (await local.ask('gift-cards/', { method: 'POST', body })).body;
  const page = await local.open(`gift-cards/${id}/`);
  await press(page, 'Send a new code…');
  await shows(page, 'the email has a new code');
  await page.click(parts.submit);
  await shows(page, 'This code is being emailed to grace@example.com. You need to copy it only for another use');
  expect((await text(page, parts.code))?.slice(-4)).not.toBe(last4);
  await press(page, 'Done');
  await holds(page, `/Email\\s+(Being sent|Sent)/.test(document.body.innerText)`);
  const mailStatus = async () => (await local.ask(`gift-cards/${id}/?expand=mail`)).body.mail.status;
  await expect.poll(mailStatus).toBe('sent');
  await holds(page, `/Email\\s+Sent/.test(document.body.innerText)`);
  await page.waitForSelector('a[href$="/console.html#find-out-why-an-email-did-not-arrive"]');
});

test('a large amount is confirmed, in the way people write it', async () => {
  const page = await local.open('gift-cards/');
  await press(page, 'Issue a gift card');
  await page.waitForSelector('dialog [name=site_id]');
  const sites = await page.$$eval('dialog [name=site_id] option', (all) => all.map(({ textContent }) => textContent));
  expect(sites).toEqual(['Teapots & Co', 'Teapots Outlet']);
  await page.type('dialog [name=value]', '5,000');
  await press(page, 'Issue');
  await shows(page, '$5,000.00 is a large amount.');
  await page.click(parts.submit);
  await press(page, 'Done');
  await shows(page, '$5,000.00');
});

test('the list is saved as CSV, in which no cell is a formula', async () => {
  await newCard('=1+1');
  const page = await local.open('gift-cards/', { ready: parts.row });
  await page.evaluate(`URL.createObjectURL = (blob) => {
    blob.text().then((text) => { window.saved = text; });
    return 'data:,';
  }`);
  await press(page, 'Export CSV');
  await holds(page, 'window.saved');
  const saved = String(await page.evaluate('window.saved'));
  expect(saved).toContain('id,last4,status,currency,balance,original_value,');
  expect(saved).toMatch(/^gcd_\w+,\w{4},active,USD,50\.00,50\.00,,none,,,'=1\+1,/m);
});

test('the chart of a card shows the balance of the time under the pointer', async () => {
  const page = await local.open('gift-cards/gcd_00birthday/', { ready: parts.row });
  await page.hover('figure svg');
  expect(await text(page, 'figcaption b')).toMatch(/: \$55\.00$/);
});

test('a lost code is replaced: the new one is shown once, and the card keeps its balance', async () => {
  const { id, last4 } = await newCard('lost code');
  const page = await local.open(`gift-cards/${id}/`);
  await shows(page, 'no recipient');
  await press(page, 'Replace code');
  await shows(page, '“Send a new code…” emails it.');
  await page.click(parts.submit);
  const code = await text(page, parts.code);
  await shows(page, 'Copy this code now.');
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
  await page.type('[name=amount]', '500');
  await page.click('dialog .check:last-of-type');
  await press(page, 'Adjust');

  expect(await text(page, parts.error)).toMatch(/balance.*Copy details$/i);
  expect(await page.$eval('[name=amount]', (input) => Object(input).value)).toBe('500');
});

test('a customer has a page with all that the key may see, which leads to orders, credit and reviews', async () => {
  const page = await local.open('customers/cus_ada/', { ready: parts.address });
  await page.waitForSelector('[aria-label=Orders] tbody tr');
  for (const name of ['Addresses', 'Orders', 'Gift cards', 'Store credit', 'Reviews', 'Waiting for']) {
    await page.waitForSelector(`section[aria-label="${name}"]`);
  }
  await shows(page, 'ada@example.com');
  await shows(page, 'Porcelain cup');
  await enterAt(page, 'a[href="/console/orders/ord_demo/"]');
  await shows(page, 'the-art-of-tea.pdf');
  await shows(page, 'Stoneware teapot');
  await shows(page, 'payment card $50.00, gift cards $15.00');
  await shows(page, 'Partly refunded');
  await shows(page, 'Gift card ····DEM2');
  await holds(page, `/Payment card\\s+\\$50\\.00\\s+\\$50\\.00 refunded/.test(document.body.innerText)`);
  await shows(page, 'Ada Lovelace');

  const recipient = await local.open('customers/cus_grace/', { ready: 'section[aria-label="Gift cards"] tbody tr' });
  expect(await text(recipient, 'section[aria-label="Gift cards"]')).toContain('DEM2');

  const limited = await local.invoke('create-api-key', { name: 'Bob', permission: 'Write', areas: ['customers'] });
  const other = await local.open('customers/cus_ada/', { key: limited.api_key, ready: parts.address });
  await other.waitForSelector('section[aria-label="Waiting for"]');
  expect(await other.$('section[aria-label="Reviews"]')).toBeNull();
  expect(await other.$(button('Grant credit'))).toBeNull();
});

test('by keyboard: an address is added, edited, and deleted after a question', async () => {
  const page = await local.open('customers/');
  await tabTo(page, parts.picker('Customer'));
  await page.keyboard.type('cus_margaret');
  await page.keyboard.press('Enter');
  await enterAt(page, button('Add an address'));
  await tabTo(page, '[name=street1]');
  await page.keyboard.type('1 Apollo Way');
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
  expect(await list()).toMatchObject([
    { first_name: 'Margaret', last_name: 'Hamilton', street2: 'Floor 2', zip: null },
  ]);

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
  await page.waitForSelector('nav a[href="/console/reviews/"]', { visible: true });
  await page.tap('nav a[href="/console/reviews/"]');
  await page.waitForSelector(parts.review);
  await page.tap(`${parts.review}:last-child button`);
  await page.waitForSelector('dialog[open]');
  await page.tap(parts.reason);
  await page.tap(parts.submit);
  await page.waitForSelector(button('Undo'));
  await page.tap(button('Undo'));
  await shows(page, 'Review shown again.');

  await page.goto(`${local.url()}/console/gift-cards/${id}/`);
  await page.waitForSelector(button('Adjust balance'));
  const lineOf = `getComputedStyle(document.querySelector('.apart')).display`;
  expect(await page.evaluate(lineOf)).toBe('contents');
  await page.tap(button('Adjust balance'));
  await shows(page, 'your team sees it under Activity');
  await page.type('[name=amount]', '1');
  await page.tap(parts.submit);
  await shows(page, '$51.00');
});
