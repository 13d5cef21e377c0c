/** The hosted pages and the elements in a real browser, against the local server: nothing stands in for the service. */
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pageWords } from '../../bin/hosted-pages/browser/words.ts';
import { demo } from '../../bin/local/demo.ts';
import { wordingOf } from '../../lib/client/elements/wording.ts';
import { demoStore } from '../../lib/resources/demo-store.ts';
import { newId } from '../../lib/runtime/ids.ts';
import { languageNames } from '../../lib/schema/languages.ts';
import { accessibilityFaults, faultsIn, holds, newTab, viewsOf } from '../support/browser/browser.ts';
import { tabTo } from '../support/browser/console-page.ts';
import { localPages } from '../support/browser/local-pages.ts';
import { invokeAt } from '../support/http/local-server.ts';
import { otherCode } from '../support/world/move-in.ts';

const pages = localPages();
const { store, site, products } = demoStore;
const en = { ...wordingOf('en'), ...pageWords.en };

const invoke = <T = object>(name: string, payload: object) =>
  invokeAt<T>(pages.url(), name, { store_id: store, ...payload });

const tokenOf = async (fields: object): Promise<string> =>
  (await invoke<{ token: string }>('create-shopper-token', fields)).token;

const line = (product_id: string, variant_id: string) => ({ product_id, variant_id, quantity: 1, unit_price: 1000 });

const hostile = `<img src=x onerror="alert('x')"><script>alert(1)</script>`;

/** A customer who has just bought these products, and a token for the order as an email has it. */
async function buyer(lines: readonly object[]) {
  const [customer_id, order_id] = [newId('customer'), newId('order')];
  const customer = { id: customer_id, email: `${customer_id}@example.com`, email_verified: true };
  await invoke('import-records', { customers: [{ ...customer, first_name: 'Radia', last_name: 'Perlman' }] });
  await invoke('record-order', {
    order: { id: order_id, site_id: site, customer_id, status: 'paid', currency: 'USD', lines },
  });
  const token = await tokenOf({ customer_id, order_id, scopes: ['review'] });
  return { customer_id, order_id, token };
}

/** A product of the demo store of its own. */
async function newProduct(fields: object = {}) {
  const [id, variant] = [newId('product'), newId('variant')];
  const dates = { created_at: '2026-01-01T09:00:00Z', updated_at: '2026-01-01T09:00:00Z' };
  const product = { id, name: 'Tea strainer', status: 'active', delivery: 'physical', ...dates };
  await invoke('import-records', { products: [{ ...product, variants: [{ id: variant, name: 'One' }], ...fields }] });
  return { id, line: line(id, variant) };
}

const reviewsOf = async (customer_id: string) =>
  (
    await invoke<{ data: { rating: number; title: string; body: string; product_id: string }[] }>(
      'list-customer-reviews',
      { customer_id },
    )
  ).data;

/** Opens a page in a language. Its faults include dialogs. */
async function open(path: string, { lang = 'en', width = 800 } = {}) {
  const { page, faults } = await pages.open(path.replace('#', `?lang=${lang}#`), width);
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return { page, faults };
}

const says = (page: Page, text: string) =>
  holds(
    page,
    `[...document.querySelectorAll('[role=status], .error')].some(({ textContent }) => textContent === ${JSON.stringify(text)})`,
  );

const texts = (page: Page, selector: string): Promise<string[]> =>
  page.$$eval(selector, (found) => found.map(({ textContent }) => textContent ?? ''));

/** What the fields of a line contain. */
const written = (page: Page, index: number) =>
  page.evaluate(`(() => {
    const data = new FormData(document.querySelector('form'));
    return ['rating', 'title', 'body'].map((name) => data.get(name + '-${index}'));
  })()`);

const send = 'form > button';

describe('the page for reviews', () => {
  test('a shopper reviews two products of an order by keyboard, and changes one after a reload', async () => {
    const strainer = await newProduct();
    const { token, customer_id } = await buyer([line(products.cup, 'prv_cup'), strainer.line]);
    const { page, faults } = await open(`/review/#t=${token}`);
    await page.waitForSelector('.line');
    expect(await texts(page, 'h1, h2')).toEqual([en.reviewTitle, 'Porcelain cup', 'Tea strainer']);
    expect(await page.$$eval('img', (found) => found.map(({ src }) => src))).toEqual([
      'https://teapots.example/cup.jpg',
    ]);

    for (const [index, stars, title] of [
      [0, 4, 'Light <b>'],
      [1, 2, 'Leaves pass'],
    ] as const) {
      await tabTo(page, `[name=rating-${index}]`);
      await page.keyboard.press('Space');
      for (let star = 1; star < stars; star += 1) await page.keyboard.press('ArrowRight');
      await tabTo(page, `[name=title-${index}]`);
      await page.keyboard.type(title);
    }
    await tabTo(page, '[name=body-1]');
    await page.keyboard.type('One.');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Two.');
    await tabTo(page, send);
    await page.keyboard.press('Enter');
    await holds(
      page,
      `[...document.querySelectorAll('.line [role=status]')].every(({ textContent }) => textContent === ${JSON.stringify(en.posted)})`,
    );
    expect(await reviewsOf(customer_id)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ product_id: products.cup, rating: 4, title: 'Light <b>', body: '' }),
        expect.objectContaining({ product_id: strainer.id, rating: 2, title: 'Leaves pass', body: 'One.\nTwo.' }),
      ]),
    );

    await page.reload();
    await page.waitForSelector('.line');
    expect([await written(page, 0), await written(page, 1)]).toEqual([
      ['4', 'Light <b>', ''],
      ['2', 'Leaves pass', 'One.\nTwo.'],
    ]);
    await page.click(send);
    await says(page, en.nothingToSend);
    await tabTo(page, '[name=rating-1][value="2"]');
    await page.keyboard.press('ArrowRight');
    await tabTo(page, send);
    await page.keyboard.press('Enter');
    await says(page, en.saved);
    const ratings = (await reviewsOf(customer_id)).map(({ product_id, rating }) => [product_id, rating]);
    expect(Object.fromEntries(ratings)).toEqual({ [products.cup]: 4, [strainer.id]: 3 });
    // The host of the picture does not exist.
    expect(faults.filter((fault) => !/^request to https:.*teapots\.example|net::ERR/.test(fault))).toEqual([]);
    await page.close();
  });

  test('a token without an order posts on the site of each order', async () => {
    const { customer_id } = await buyer([(await newProduct()).line]);
    const { page } = await open(`/review/#t=${await tokenOf({ customer_id, scopes: ['review'] })}`);
    await (await page.waitForSelector('[value="5"]'))?.click();
    await page.click(send);
    await says(page, en.posted);
    expect(await reviewsOf(customer_id)).toMatchObject([{ rating: 5 }]);
    await page.close();
  });

  test('the page keeps what was written until it is stored: over a lost connection and a reload', async () => {
    const { token, customer_id } = await buyer([(await newProduct()).line]);
    const { page } = await open(`/review/#t=${token}`);
    await (await page.waitForSelector('[value="3"]'))?.click();
    await page.type('[name=title-0]', 'Kept');
    await page.setOfflineMode(true);
    await page.click(send);
    await says(page, en.failed);
    expect(await written(page, 0)).toEqual(['3', 'Kept', '']);
    await page.setOfflineMode(false);
    await page.reload();
    await page.waitForSelector('.line');
    expect(await written(page, 0)).toEqual(['3', 'Kept', '']);
    await page.click(send);
    await says(page, en.posted);
    expect(await reviewsOf(customer_id)).toMatchObject([{ rating: 3, title: 'Kept' }]);
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
    await page.close();
  });

  test('a review that the page does not know of is replaced when the shopper sends again', async () => {
    const strainer = await newProduct();
    const { token, customer_id } = await buyer([strainer.line]);
    const { page } = await open(`/review/#t=${token}`);
    await (await page.waitForSelector('[value="3"]'))?.click();
    await invoke('post-review', { site_id: site, customer_id, product_id: strainer.id, rating: 1, title: 'First' });
    await page.click(send);
    await says(page, en.replaceReview);
    expect(await written(page, 0)).toEqual(['3', '', '']);
    await page.click(send);
    await says(page, en.saved);
    expect(await reviewsOf(customer_id)).toMatchObject([{ rating: 3, title: '' }]);
    await page.close();
  });

  test('an error is shown at its field, which has the focus', async () => {
    const { token } = await buyer([(await newProduct()).line]);
    const { page } = await open(`/review/#t=${token}`);
    await page.waitForSelector('.line');
    await page.type('[name=title-0]', 'No stars');
    await page.click(send);
    await says(page, en.chooseStars);
    expect(await page.evaluate('document.activeElement.name')).toBe('rating-0');
    expect(await page.$eval('fieldset', (each) => each.nextElementSibling?.textContent)).toBe(en.chooseStars);
    expect(await accessibilityFaults(page)).toEqual([]);

    await page.click('[value="3"]');
    await page.evaluate(`document.querySelector('[name=title-0]').removeAttribute('maxlength')`);
    await page.evaluate(`document.querySelector('[name=title-0]').value = 'x'.repeat(121)`);
    await page.click(send);
    await says(page, en.invalid);
    expect(await page.evaluate(`[document.activeElement.name, document.activeElement.ariaInvalid]`)).toEqual([
      'title-0',
      'true',
    ]);
    expect(await texts(page, '.error')).toEqual([en.invalid]);
    await page.close();
  });

  test('hostile markup in the name of a product and in a review is shown as text', async () => {
    const { id, line: bought } = await newProduct({ name: hostile });
    const { token, customer_id } = await buyer([bought]);
    await invoke('post-review', {
      site_id: site,
      customer_id,
      product_id: id,
      rating: 2,
      title: hostile,
      body: `</textarea>${hostile}`,
    });
    const { page, faults } = await open(`/review/#t=${token}`);
    await page.waitForSelector('.line');

    expect(await texts(page, 'h2')).toEqual([hostile]);
    expect(await written(page, 0)).toEqual(['2', hostile, `</textarea>${hostile}`]);
    expect(await page.$$eval('img, main script', (found) => found.length)).toBe(0);
    expect(faults).toEqual([]);
    await page.close();
  });

  test('a link that does not work says so in a sentence: forged, without a token, for something else', async () => {
    const balance = await tokenOf({ visitor: 'v', scopes: ['balance'] });
    const { token } = await buyer([(await newProduct()).line]);
    for (const fragment of ['', '#t=', '#t=sht1.e30.x', `#t=${token}x`, `#t=${balance}`]) {
      const { page } = await open(`/review/${fragment || '#'}`);
      await says(page, en.invalidLink);
      expect(await texts(page, 'form')).toEqual([]);
      await page.close();
    }
  });

  test('another link in the same tab opens its own page', async () => {
    const [one, other] = [
      await buyer([(await newProduct()).line]),
      await buyer([(await newProduct({ name: 'Kettle' })).line]),
    ];
    const { page } = await open(`/review/#t=${one.token}`);
    await page.waitForSelector('.line');
    await page.evaluate(`location.hash = 't=${other.token}'`);
    await holds(page, `document.querySelector('h2')?.textContent === 'Kettle'`);
    await page.close();
  });
});

describe('the page for balances', () => {
  const ask = async (page: Page, code: string) => {
    await page.$eval('input', (input) => {
      input.value = '';
    });
    await tabTo(page, 'input');
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
  };

  test('a shopper sees the balance of a card by keyboard, and that a code is unknown', async () => {
    const issued = await fetch(`${pages.url()}/api/v1/gift-cards/`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${demo.writeKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ value: 6000, expires_at: '2090-01-01T00:00:00Z' }),
    });
    const { code } = (await issued.json()) as { code: string };
    const { page, faults } = await open(
      `/balance/#t=${await tokenOf({ visitor: newId('customer'), scopes: ['balance'] })}`,
    );
    await page.waitForSelector('form');
    await ask(page, code.toLowerCase());
    await says(page, 'Balance: $60.00 · Valid until December 31, 2089');
    await ask(page, 'TEAP-TTEA');
    await says(page, en.unknownCode);
    expect(faults.filter((fault) => !fault.includes('404'))).toEqual([]);
    await page.close();
  });

  test('an expired token is refused in a sentence, and the code stays', async () => {
    const token = await tokenOf({ visitor: newId('customer'), scopes: ['balance'], expires_in: 1 });
    const { page } = await open(`/balance/#t=${token}`);
    await page.waitForSelector('form');
    await new Promise((resolve) => setTimeout(resolve, 2000));
    await ask(page, 'TEAP-TTEA');
    await says(page, en.invalidLink);
    expect(await page.$eval('input', ({ value }) => value)).toBe('TEAP-TTEA');
    await page.close();
  });
});

describe('both pages', () => {
  let review: string;
  let balance: string;
  beforeAll(async () => {
    const lines = [(await newProduct()).line, (await newProduct({ name: 'Kettle' })).line];
    review = (await buyer(lines)).token;
    balance = await tokenOf({ visitor: 'languages', scopes: ['balance'] });
  });

  test.each(languageNames)(
    'in %s they have all words and contrast, and axe finds nothing, light and dark',
    async (lang) => {
      const wording = wordingOf(lang);
      const words = pageWords[lang];
      for (const [path, title] of [
        [`/review/#t=${review}`, words.reviewTitle],
        [`/balance/#t=${balance}`, wording.check],
      ] as const) {
        const { page, faults } = await open(path, { lang });
        await page.waitForSelector('form');
        expect(await faultsIn(page, viewsOf(320, 1280))).toEqual([]);
        expect(
          await page.evaluate('[document.title, document.documentElement.lang, document.documentElement.dir]'),
        ).toEqual([title, lang, wording.direction]);
        expect(await texts(page, send)).toEqual([wording.send]);
        expect(faults).toEqual([]);
        await page.close();
      }
    },
  );

  test('without a language in the link they have the one of the browser', async () => {
    const page = await newTab(pages.browser());
    await page.evaluateOnNewDocument(`Object.defineProperty(navigator, 'languages', { value: ['fi', 'pl-PL', 'de'] })`);
    for (const [query, lang] of [
      ['', 'pl'],
      ['?lang=xx', 'pl'],
      ['?lang=sv', 'sv'],
    ] as const) {
      await page.goto(`${pages.url()}/balance/${query}#t=${balance}`);
      await page.waitForSelector('form');
      expect(await page.evaluate('document.documentElement.lang')).toBe(lang);
    }
    await page.close();
  });

  test('without scripts they say what they need', async () => {
    const page = await newTab(pages.browser());
    await page.setJavaScriptEnabled(false);
    for (const path of ['/review/', '/balance/']) {
      await page.goto(pages.url() + path);
      expect(await page.content()).toContain('This page needs JavaScript.');
    }
    await page.close();
  });
});

describe('the elements', () => {
  test('all five work with the service itself', async () => {
    const { customer_id } = await buyer([line(products.book, 'prv_book')]);
    const token = await tokenOf({ customer_id, scopes: ['review', 'waitlist', 'balance'] });
    const { page } = await pages.open('/review/');
    const attributes = `src="${pages.url()}" store="${store}" site="${site}" product="${products.teapot}" variant="prv_teapotlarge"`;
    await page.evaluate(`(async () => {
      document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(
        `${['rating', 'reviews', 'notify-me', 'gift-card-balance']
          .map((name) => `<store-${name} ${attributes}></store-${name}>`)
          .join('')}<store-review-form ${attributes.replace(products.teapot, products.book)}></store-review-form>`,
      )});
      await import('/elements/v1.js');
      for (const name of ['notify-me', 'gift-card-balance', 'review-form']) document.querySelector('store-' + name).token = '${token}';
    })()`);
    const inside = (name: string, selector: string) =>
      `document.querySelector('store-${name}').shadowRoot.querySelector('${selector}')`;
    const reads = (name: string, text: string) =>
      holds(page, `${inside(name, '[role=status]')}.textContent.includes(${JSON.stringify(text)})`);

    await holds(
      page,
      `document.querySelector('store-rating .store-reviews-count') && document.querySelector('store-reviews .store-review-title')`,
    );
    await page.evaluate(`${inside('notify-me', 'button')}.click()`);
    await reads('notify-me', en.joined);
    await page.evaluate(
      `${inside('gift-card-balance', 'input')}.value = '${demoStore.giftCardCode}'; ${inside('gift-card-balance', '[part=submit]')}.click()`,
    );
    await reads('gift-card-balance', 'Balance: ');
    await page.evaluate(
      `${inside('review-form', '[value="4"]')}.click(); ${inside('review-form', '[part=submit]')}.click()`,
    );
    await reads('review-form', en.posted);
    expect(await reviewsOf(customer_id)).toMatchObject([{ product_id: products.book, rating: 4 }]);
    await page.close();
  });
});

describe('guesses on the page for balances', () => {
  /** Moves the clock of the server. */
  const advance = (advance_seconds: number) =>
    fetch(`${pages.url()}/clock/`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ advance_seconds }),
    });

  // An hour later the limits of other tests begin again.
  beforeAll(() => advance(3700));
  afterAll(() => advance(3700));

  test('of 100 codes, each under a new token of a new visitor, 10 are looked up', async () => {
    const statuses: Record<number, number> = {};
    for (let round = 0; round < 2; round += 1) {
      const tokens = await Promise.all(
        Array.from({ length: 50 }, (_, each) => tokenOf({ visitor: `guesser ${round} ${each}`, scopes: ['balance'] })),
      );
      const { page } = await open(`/balance/#t=${tokens[0]}`);
      const guesses = tokens.map((token) => ({ token, code: otherCode() }));
      const answered = (await page.evaluate(`(async () => {
        const statuses = [];
        for (const { token, code } of ${JSON.stringify(guesses)}) {
          const { status } = await fetch('/shop/v1/${store}/balance/', {
            method: 'POST',
            headers: { Authorization: 'Shopper ' + token, 'Content-Type': 'application/json' },
            body: JSON.stringify({ code }),
          });
          statuses.push(status);
        }
        return statuses;
      })()`)) as number[];
      for (const status of answered) statuses[status] = (statuses[status] ?? 0) + 1;
      await page.close();
      // The limit of calls a minute is not what stops them.
      await advance(120);
    }
    expect(statuses).toEqual({ 404: 10, 429: 90 });

    const { page } = await open(`/balance/#t=${await tokenOf({ visitor: 'someone', scopes: ['balance'] })}`);
    await page.type('input', demoStore.giftCardCode);
    await page.keyboard.press('Enter');
    await says(page, en.wait);
    await page.close();
  });
});
