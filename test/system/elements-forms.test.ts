/** The elements that send what a visitor enters, in a real browser, on a page of a shop with a strict policy. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { wordingOf } from '../../lib/client/elements/wording.ts';
import { languageNames } from '../../lib/schema/languages.ts';
import { accessibilityFaults, holds, pageFaults, showAs } from '../support/browser/browser.ts';
import { type Call, shifted, shopPages } from '../support/browser/shop-page.ts';
import { reviewsUpTo } from '../support/public-reviews.ts';

const shop = shopPages();

const names = ['store-review-form', 'store-notify-me', 'store-gift-card-balance'] as const;
type Name = (typeof names)[number];

const element = (name: Name, content = '', more = '') => `<${name} ${shop.attributes()} ${more}>${content}</${name}>`;

const inside = (name: Name, selector: string) =>
  `document.querySelector('${name}').shadowRoot.querySelector('${selector}')`;

const statusOf = (name: Name) => inside(name, '[role=status]');

/** The shop answers each question for a token with the next of these, and then always with the last one. */
const giving = (...tokens: readonly (string | null)[]) => `
  window.asked = [];
  document.addEventListener('store-token-needed', (event) => {
    const tokens = ${JSON.stringify(tokens)};
    const token = tokens[Math.min(asked.length, tokens.length - 1)];
    asked.push(event.detail.scope);
    event.detail.respondWith(Promise.resolve(token));
  });`;

const refused = (status: number, code: string) => ({ status, body: { error: 'An error', code } });

const customersFirst = (call: Call) =>
  Object(call.body).email ? { status: 200, body: { waiting: true } } : refused(400, 'MISSING_FIELD');

const balance = {
  ...{ gift_card_id: 'gcd_1', last4: 'DEM2', currency: 'USD', balance: 6000, available: 5500 },
  ...{ status: 'active', expires_at: '2030-01-01T00:00:00Z' },
};

/** Opens the form of an element by its button. */
async function openForm(page: Page, name: Name): Promise<void> {
  await holds(
    page,
    `customElements.get('${name}') && document.querySelector('${name}').shadowRoot.querySelector('form')`,
  );
  await page.evaluate(`(document.querySelector('${name} :is(a, button)') ?? ${inside(name, 'button')}).click()`);
  await holds(page, `!${inside(name, 'form')}.hidden`);
}

const says = (page: Page, name: Name, text: string) =>
  holds(page, `${statusOf(name)}.textContent === ${JSON.stringify(text)}`);

describe('<store-review-form>', () => {
  const name = 'store-review-form';

  test('a visitor posts a review by keyboard, and the shop gives the token when it is needed', async () => {
    const { page, faults } = await shop.open(element(name, '<a href="/review">Write one</a>'), {
      before: giving('tok_1'),
    });
    await holds(page, `customElements.get('${name}') && ${inside(name, 'form')}`);
    expect(await page.evaluate(`${inside(name, 'form')}.checkVisibility()`)).toBe(false);
    expect(await page.evaluate(`document.querySelector('a').ariaExpanded`)).toBe('false');

    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await holds(page, `${inside(name, 'form')}.checkVisibility()`);
    expect(await page.evaluate(`document.querySelector('a').ariaExpanded`)).toBe('true');
    expect(await page.evaluate('window.asked')).toEqual([]);
    // The focus is on the first star.
    await page.keyboard.press('Space');
    for (let star = 1; star < 4; star += 1) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Pours <b>well</b>');
    await page.keyboard.press('Tab');
    await page.keyboard.type('And stays warm.');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await says(page, name, 'Thank you for your review.');

    expect(shop.calls).toEqual([
      {
        path: '/shop/v1/sto_1/reviews/',
        authorization: 'Shopper tok_1',
        body: { site_id: 'sit_1', product_id: 'pro_1', rating: 4, title: 'Pours <b>well</b>', body: 'And stays warm.' },
      },
    ]);
    expect(await page.evaluate('window.asked')).toEqual(['review']);
    expect(await page.evaluate('location.pathname')).toBe('/');
    expect(faults).toEqual([]);
    await page.close();
  });

  test('the form sends nothing without stars', async () => {
    const { page } = await shop.open(element(name), { before: giving('tok_1') });
    await openForm(page, name);
    await page.evaluate(`${inside(name, '[part=submit]')}.click()`);

    expect(await page.evaluate(`${inside(name, ':invalid:not(fieldset, form)')}.name`)).toBe('rating');
    expect(shop.calls).toEqual([]);
    await page.close();
  });

  const post = async (page: Page) => {
    await openForm(page, name);
    await page.evaluate(`${inside(name, '[value="5"]')}.click(); ${inside(name, '[part=submit]')}.click()`);
  };

  test.each([
    [refused(409, 'DUPLICATE'), 'You have already reviewed this product.'],
    [refused(403, 'FORBIDDEN'), 'You cannot review this product.'],
    [refused(429, 'RATE_LIMIT_EXCEEDED'), 'Too many attempts. Please try again later.'],
    [refused(400, 'INVALID_FIELD'), 'Please check what you entered.'],
    [refused(404, 'NOT_FOUND'), 'That did not work. Please try again.'],
    [refused(500, 'INTERNAL_ERROR'), 'That did not work. Please try again.'],
    [{ status: 502, body: '<html>' }, 'That did not work. Please try again.'],
    [{ status: 400, body: null }, 'That did not work. Please try again.'],
  ])('the answer %j reads: %s', async (answer, text) => {
    shop.state.answer = () => answer;
    const { page } = await shop.open(element(name), { before: giving('tok_1') });
    await post(page);
    await says(page, name, text);

    expect(await page.evaluate(`${statusOf(name)}.part.value`)).toBe('status error');
    expect(shop.calls).toHaveLength(1);
    await page.close();
  });

  test('the form asks the visitor to sign in if the shop gives no token', async () => {
    for (const before of ['', giving(null)]) {
      const { page } = await shop.open(element(name), { before });
      await post(page);
      await says(page, name, 'Please sign in first.');
      await page.close();
    }
    expect(shop.calls).toEqual([]);
  });

  test('the form sends a review again with a new token if the first one has expired, and not a third time', async () => {
    shop.state.answer = ({ authorization }) =>
      authorization === 'Shopper new' ? { status: 200, body: {} } : refused(401, 'UNAUTHORIZED');
    const { page } = await shop.open(element(name), { before: giving('old', 'new', 'old') });
    await post(page);
    await says(page, name, 'Thank you for your review.');
    expect(shop.calls.map(({ authorization }) => authorization)).toEqual(['Shopper old', 'Shopper new']);

    shop.state.answer = () => refused(401, 'UNAUTHORIZED');
    await page.evaluate(`${inside(name, '[part=submit]')}.click()`);
    await says(page, name, 'Please sign in first.');
    expect(shop.calls).toHaveLength(4);
    await page.close();
  });

  test('the form sends a review once if the button is pressed three times', async () => {
    const { page } = await shop.open(element(name), { before: giving('tok_1') });
    await openForm(page, name);
    await page.evaluate(`${inside(name, '[value="5"]')}.click()`);
    await page.evaluate(`for (let press = 0; press < 3; press += 1) ${inside(name, '[part=submit]')}.click()`);
    await says(page, name, 'Thank you for your review.');

    expect(shop.calls).toHaveLength(1);
    await page.close();
  });

  test('the form shows an error if no answer comes', async () => {
    shop.state.answer = () => {
      throw new Error('The connection breaks');
    };
    const { page } = await shop.open(element(name), { before: giving('tok_1') });
    await post(page);
    await says(page, name, 'That did not work. Please try again.');
    await page.close();
  });
});

describe('a token', () => {
  const name = 'store-gift-card-balance';

  const ask = (page: Page) =>
    page.evaluate(`${inside(name, 'input')}.value = 'DEMO'; ${inside(name, '[part=submit]')}.click()`);

  test('a page can set the property before or after the element is defined', async () => {
    shop.state.answer = () => ({ status: 200, body: balance });
    const { page } = await shop.open(element(name), {
      before: `${giving('asked')}
        document.addEventListener('DOMContentLoaded', () => { document.querySelector('${name}').token = 'early'; });`,
    });
    await openForm(page, name);
    await ask(page);
    await says(page, name, 'Balance: $60.00 · Valid until December 31, 2029');
    await page.evaluate(`document.querySelector('${name}').token = 'late'`);
    await ask(page);
    await holds(page, `${inside(name, 'form')}.ariaBusy === null`);
    await expect.poll(() => shop.calls.length).toBe(2);

    expect(shop.calls.map(({ authorization }) => authorization)).toEqual(['Shopper early', 'Shopper late']);
    expect(await page.evaluate('window.asked')).toEqual([]);
    expect(await page.evaluate(`document.querySelector('${name}').outerHTML`)).not.toMatch(/early|late/);
    await page.close();
  });

  test.each([
    ['src', () => shop.urls.shop],
    ['store', () => 'sto_2'],
  ])('a token is not used after %s has changed', async (attribute, value) => {
    shop.state.answer = () => ({ status: 200, body: balance });
    const { page } = await shop.open(element(name), { before: giving('second') });
    await openForm(page, name);
    await page.evaluate(`document.querySelector('${name}').token = 'first'`);
    await page.evaluate(`document.querySelector('${name}').setAttribute('${attribute}', '${value()}')`);

    expect(await page.evaluate(`document.querySelector('${name}').token`)).toBeNull();
    await holds(page, `!${inside(name, 'form')}.hidden`);
    await ask(page);
    await holds(page, `${statusOf(name)}.textContent !== ''`);
    expect(shop.calls.map(({ path, authorization }) => [path, authorization])).toEqual([
      attribute === 'src'
        ? [`${shop.urls.shop}/shop/v1/sto_1/balance/`, 'Shopper second']
        : ['/shop/v1/sto_2/balance/', 'Shopper second'],
    ]);
    await page.close();
  });

  test('a token that comes after the store has changed is not sent', async () => {
    const { page } = await shop.open(element(name), {
      before: `document.addEventListener('store-token-needed', (event) => {
        event.detail.respondWith(new Promise((resolve) => { window.give = resolve; }));
      });`,
    });
    await openForm(page, name);
    await ask(page);
    await holds(page, 'window.give');
    await page.evaluate(`document.querySelector('${name}').setAttribute('store', 'sto_2'); give('for-sto-1')`);
    await holds(page, `${inside(name, 'form')}.ariaBusy === null`);
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 200))');

    expect(shop.calls).toEqual([]);
    expect(await page.evaluate(`document.querySelector('${name}').token`)).toBeNull();
    await page.close();
  });

  test('a redirect to another origin gets neither the token nor what was entered', async () => {
    shop.state.answer = () => ({ status: 307, body: {}, headers: { Location: `${shop.urls.shop}/shop/v1/` } });
    const { page } = await shop.open(element(name), { before: giving('tok_1') });
    await openForm(page, name);
    await ask(page);
    await says(page, name, 'That did not work. Please try again.');

    expect(shop.calls.map(({ path }) => path)).toEqual(['/shop/v1/sto_1/balance/']);
    await page.close();
  });

  test('the form shows an error if the shop fails to create a token', async () => {
    const { page } = await shop.open(element(name), {
      before: `document.addEventListener('store-token-needed', (event) => {
        event.detail.respondWith(Promise.reject(new Error('Down')));
      });`,
    });
    await openForm(page, name);
    await ask(page);
    await says(page, name, 'That did not work. Please try again.');
    expect(shop.calls).toEqual([]);
    await page.close();
  });
});

describe('<store-notify-me>', () => {
  const name = 'store-notify-me';

  test('one click adds a customer to the waitlist if the token has an email address', async () => {
    shop.state.answer = () => ({ status: 200, body: { waiting: true } });
    const { page } = await shop.open(element(name, '<button>Tell me</button>', 'lang="de-AT"'), {
      before: giving('tok_1'),
    });
    await openForm(page, name);
    await says(page, name, 'Wir schreiben Ihnen, wenn es verfügbar ist.');

    expect(shop.calls).toEqual([
      {
        path: '/shop/v1/sto_1/waitlist/',
        authorization: 'Shopper tok_1',
        body: { site_id: 'sit_1', product_id: 'pro_1', variant_id: 'prv_1', locale: 'de-AT' },
      },
    ]);
    expect(await page.evaluate(`${inside(name, 'input')}.checkVisibility({ visibilityProperty: true })`)).toBe(false);
    await page.close();
  });

  test('a visitor enters an email address, and nothing moves while the service is asked', async () => {
    shop.state.answer = customersFirst;
    const { page } = await shop.open(`${element(name, '<button>Notify me</button>')}<p>Below</p>`, {
      before: giving('tok_1'),
    });
    await holds(page, `customElements.get('${name}')`);
    await page.click('button');
    await holds(page, `document.activeElement?.shadowRoot?.activeElement?.name === 'email'`);
    expect(await page.evaluate(`${statusOf(name)}.textContent`)).toBe('');
    await page.keyboard.type('ada@example.com');
    await page.keyboard.press('Enter');
    await says(page, name, 'We will email you when it is available.');

    expect(shop.calls.map(({ body }) => Object(body).email)).toEqual([undefined, 'ada@example.com']);
    expect(await shifted(page)).toBe(0);
    await page.close();
  });

  test('a visitor can join the waitlist of another variant', async () => {
    const { page } = await shop.open(element(name), { before: giving('tok_1') });
    await openForm(page, name);
    await says(page, name, 'We will email you when it is available.');
    await page.evaluate(`document.querySelector('${name}').setAttribute('variant', 'prv_2')`);
    await holds(page, `${statusOf(name)}.textContent === ''`);
    await page.evaluate(`${inside(name, 'button')}.click()`);
    await page.evaluate(`${inside(name, 'button')}.click()`);
    await says(page, name, 'We will email you when it is available.');

    expect(shop.calls.map(({ body }) => Object(body).variant_id)).toEqual(['prv_1', 'prv_2']);
    await page.close();
  });
});

describe('<store-gift-card-balance>', () => {
  const name = 'store-gift-card-balance';

  test.each<[object, string]>([
    [{}, 'Balance: $60.00 · Valid until December 31, 2029'],
    [{ expires_at: null, currency: 'JPY' }, 'Balance: ¥6,000'],
    [{ status: 'disabled', expires_at: null }, 'Balance: $60.00 · This gift card cannot be used.'],
  ])('the balance of a card with %j reads: %s', async (change, text) => {
    shop.state.answer = () => ({ status: 200, body: { ...balance, ...change } });
    const { page } = await shop.open(element(name), { before: giving('tok_1') });
    await openForm(page, name);
    await page.evaluate(`${inside(name, 'input')}.focus()`);
    await page.keyboard.type('demo-dem2');
    await page.keyboard.press('Enter');
    await says(page, name, text);

    expect(shop.calls).toEqual([
      { path: '/shop/v1/sto_1/balance/', authorization: 'Shopper tok_1', body: { code: 'demo-dem2' } },
    ]);
    await page.close();
  });

  test('an unknown code has a message of its own', async () => {
    shop.state.answer = () => refused(404, 'NOT_FOUND');
    const { page } = await shop.open(element(name), { before: giving('tok_1') });
    await openForm(page, name);
    await page.evaluate(`${inside(name, 'input')}.value = 'X'; ${inside(name, '[part=submit]')}.click()`);
    await says(page, name, 'No gift card has this code.');
    await page.close();
  });
});

describe('every form', () => {
  test('a form keeps its content when the element is moved, and one click closes it', async () => {
    const { page } = await shop.open(`${names.map((name) => element(name)).join('')}<div id="there"></div>`, {
      before: giving('tok_1'),
    });
    shop.state.answer = customersFirst;
    for (const name of names) {
      await openForm(page, name);
      await page.evaluate(`${inside(name, 'input:not([type=radio])')}.value = 'kept'`);
      for (let moves = 0; moves < 3; moves += 1) {
        await page.evaluate(`document.querySelector('#there').append(document.querySelector('${name}'))`);
      }
      await page.evaluate('new Promise((resolve) => setTimeout(resolve, 50))');
      expect(await page.evaluate(`${inside(name, 'input:not([type=radio])')}.value`)).toBe('kept');
      await page.evaluate(`${inside(name, '[part=open]')}.click()`);
      expect(await page.evaluate(`${inside(name, 'form')}.hidden`)).toBe(true);
      expect(await page.evaluate(`${inside(name, '[part=open]')}.ariaExpanded`)).toBe('false');
    }
    await page.close();
  });

  test('a link can be opened in a new tab', async () => {
    const { page } = await shop.open(element('store-review-form', '<a href="/review">Write one</a>'));
    await holds(page, `customElements.get('store-review-form') && ${inside('store-review-form', 'form')}`);
    const isLeft = await page.evaluate(
      `document.querySelector('a').dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true, cancelable: true, ctrlKey: true }))`,
    );

    expect(isLeft).toBe(true);
    expect(await page.evaluate(`${inside('store-review-form', 'form')}.hidden`)).toBe(true);
    await page.close();
  });

  test.each(languageNames)(
    'the forms in %s have all words and contrast, and axe finds nothing, open and closed, light and dark',
    async (lang) => {
      shop.state.answer = customersFirst;
      const { page } = await shop.open(names.map((name) => element(name)).join(''), { lang, before: giving('tok_1') });
      await holds(page, `customElements.get('${names[2]}')`);
      const words = wordingOf(lang);
      expect(await accessibilityFaults(page)).toEqual([]);
      for (const name of names) await openForm(page, name);
      await holds(page, `!${inside('store-notify-me', 'form')}.classList.contains('asking')`);
      for (const dark of [false, true]) {
        for (const width of [320, 1280]) {
          await showAs(page, { width, dark });
          expect(await pageFaults(page)).toEqual([]);
        }
        expect(await accessibilityFaults(page)).toEqual([]);
      }

      const shown = names.map((name) =>
        page.evaluate(
          `[...document.querySelector('${name}').shadowRoot.querySelectorAll('button, legend, [part=label]')].map(({ textContent }) => textContent)`,
        ),
      );
      expect(await Promise.all(shown)).toEqual([
        [words.write, words.rating, words.title, words.body, words.send],
        [words.notify, words.email, words.send],
        [words.check, words.code, words.send],
      ]);
      expect(await page.evaluate(`${inside(names[0], 'form')}.dir`)).toBe(words.direction);
      await page.close();
    },
  );
});

test('the code of the guide works as pasted', async () => {
  const guide = readFileSync(resolve(import.meta.dirname, '../../bin/reference/guides/10.1-elements.md'), 'utf8');
  const pasted = [...guide.matchAll(/^```html\n([\s\S]*?)^```$/gm)].map(([, html = '']) => html);
  shop.publish(1, reviewsUpTo(3), 'pro_teapot', 'sit_demo');
  const { page, faults } = await shop.open(pasted.join('').replaceAll('http://localhost:3000', shop.urls.service));
  await holds(page, `document.querySelectorAll('.store-reviews-count').length === 2`);
  for (const name of names) await openForm(page, name);
  await says(page, 'store-notify-me', 'We will email you when it is available.');

  expect(shop.calls).toEqual([
    {
      path: '/shop/v1/sto_demo/waitlist/',
      authorization: 'Shopper made for /shopper-token?scope=waitlist',
      body: { site_id: 'sit_demo', product_id: 'pro_teapot', variant_id: 'prv_teapotsmall', locale: 'en' },
    },
  ]);
  expect(faults).toEqual([]);
  await page.close();
});
