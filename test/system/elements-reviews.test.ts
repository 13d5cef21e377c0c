/** The elements that show reviews, in a real browser, on a page of a shop with a strict policy. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { filesOf } from '../../lib/resources/public-reviews/file-rules.ts';
import { reviewWords } from '../../lib/resources/public-reviews/words.ts';
import { languageNames } from '../../lib/schema/languages.ts';
import { accessibilityFaults, holds, pageFaults, showAs } from '../support/browser/browser.ts';
import { shifted, shopPages } from '../support/browser/shop-page.ts';
import { hostileTexts, productWith, publishedFrom, reviewOf, reviewsUpTo, site } from '../support/public-reviews.ts';

const shop = shopPages();

const reply = { body: 'Thank you', created_at: '2026-02-15T08:00:00Z', updated_at: '2026-02-15T08:00:00Z' };

const reviews = (content = '', product = 'pro_1') =>
  `<store-reviews ${shop.attributes(product)}>${content}</store-reviews>`;

const rating = (content = '', product = 'pro_1') =>
  `<store-rating ${shop.attributes(product)}>${content}</store-rating>`;

const filter = `document.querySelector('store-reviews').shadowRoot.querySelector('select')`;
const more = `document.querySelector('store-reviews').shadowRoot.querySelector('button')`;
const status = `document.querySelector('store-reviews').shadowRoot.querySelector('[role=status]')`;

/** Titles of the reviews, as the page has them. */
const titles = `[...document.querySelectorAll('.store-review-title')].map((title) => title.textContent)`;

const titlesOf = (numbers: readonly number[]) => numbers.map((number) => `Title ${number}`);
const countDown = (from: number, count: number) => Array.from({ length: count }, (_, index) => from - index);

describe('reviews that the server rendered', () => {
  test.each([320, 390, 1280])(
    'the page does not move on a screen of %d pixels when the elements start',
    async (width) => {
      const markup = shop.publish(3, reviewsUpTo(60));
      shop.state.hold = () => sleep(300);
      const summary = /<p class="store-reviews-summary">.*<\/p>/.exec(markup)?.[0] ?? '';
      const { page, faults } = await shop.open(
        `${rating(summary)}
<store-notify-me ${shop.attributes()}><button>Notify me</button></store-notify-me>
<store-gift-card-balance ${shop.attributes()}><a href="/balance">Balance</a></store-gift-card-balance>
<store-review-form ${shop.attributes()}><a href="/review">Write a review</a></store-review-form>
${reviews(markup)}`,
        { width },
      );
      await holds(page, `!${filter}.hidden && !${more}.hidden`);

      expect(await shifted(page)).toBe(0);
      expect(await page.evaluate(titles)).toEqual(titlesOf(countDown(59, 50)));
      expect(faults).toEqual([]);
      // A watch that sees nothing would find this too.
      await page.evaluate(`document.querySelector('h1').after(document.createElement('hr'))`);
      await holds(page, 'window.shifted > 0');
      await page.close();
    },
  );

  test.each(languageNames)('the page does not move on a phone in %s', async (lang) => {
    shop.publish(3, reviewsUpTo(60));
    const file = filesOf(3, { ...site, locale: lang }, productWith(reviewsUpTo(60)), publishedFrom(reviewsUpTo(60)));
    shop.state.hold = () => sleep(100);
    const { page } = await shop.open(reviews(file.find(({ name }) => name === 'reviews.html')?.body), {
      width: 390,
      lang,
    });
    await holds(page, `!${filter}.hidden && !${more}.hidden`);

    expect(await shifted(page)).toBe(0);
    expect(await page.evaluate(`document.querySelector('h2').textContent`)).toBe(reviewWords[lang].heading);
    await page.close();
  });

  test('the element keeps the nodes of the server if the version is the same', async () => {
    const markup = shop.publish(3, reviewsUpTo(3));
    const { page } = await shop.open(reviews(markup), {
      before: `document.addEventListener('DOMContentLoaded', () => { window.first = document.querySelector('.store-review'); });`,
    });
    await holds(page, `!${filter}.hidden`);

    expect(await page.evaluate(`window.first.isConnected`)).toBe(true);
    await page.close();
  });

  test.each([403, 404])('the HTML of the server stays, without controls, if the files answer %d', async (missing) => {
    const markup = shop.publish(3, reviewsUpTo(3), 'pro_other');
    shop.state.missing = missing;
    const { page } = await shop.open(`${reviews(markup)}${rating('<b>4 of 5</b>')}<div id="empty">${rating()}</div>`);
    await page.waitForNetworkIdle();

    expect(await page.evaluate(titles)).toEqual(titlesOf([2, 1, 0]));
    expect(await page.evaluate(`[${filter}.hidden, ${more}.hidden, ${status}.textContent]`)).toEqual([true, true, '']);
    expect(await page.evaluate(`document.querySelector('store-rating').textContent`)).toBe('4 of 5');
    expect(await page.evaluate(`document.querySelector('#empty').textContent`)).toBe('');
    await page.close();
  });

  test('visitors without JavaScript read the reviews, and their links work', async () => {
    const markup = shop.publish(3, reviewsUpTo(3));
    const { page } = await shop.open(
      `${reviews(markup)}<store-review-form ${shop.attributes()}><a href="/review">Write a review</a></store-review-form>`,
      { script: false },
    );

    const shown = await page.$eval('main', (main) => ('innerText' in main ? String(main.innerText) : ''));
    expect(shown).toContain('Title 2');
    expect(shown).toContain('3 out of 5 stars');
    await Promise.all([page.waitForNavigation(), page.click('a')]);
    expect(page.url()).toBe(`${shop.urls.shop}/review`);
    expect(shop.read).toEqual([]);
    await page.close();
  });

  test('an older version is replaced at once if the list is out of sight', async () => {
    const markup = shop.publish(3, reviewsUpTo(3));
    shop.publish(4, reviewsUpTo(4));
    const { page } = await shop.open(`<div class="high"></div>${reviews(markup)}`);
    await holds(page, `document.querySelector('[data-version]').dataset.version === '4'`);

    expect(await page.evaluate(titles)).toEqual(titlesOf([3, 2, 1, 0]));
    expect(await shifted(page)).toBe(0);
    await page.close();
  });

  test('an older version stays while a reader sees the list', async () => {
    const markup = shop.publish(3, reviewsUpTo(3));
    shop.publish(4, reviewsUpTo(4));
    const { page } = await shop.open(`${reviews(markup)}<div class="high"></div>`);
    await holds(page, `!${filter}.hidden`);
    expect(await shifted(page)).toBe(0);
    expect(await page.evaluate(titles)).toEqual(titlesOf([2, 1, 0]));

    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    await holds(page, `document.querySelector('[data-version]').dataset.version === '4'`);
    expect(await page.evaluate(titles)).toEqual(titlesOf([3, 2, 1, 0]));
    await page.close();
  });
});

describe('reviews that the element renders itself', () => {
  const all = hostileTexts.map((text, number) =>
    reviewOf(number, {
      ...{ title: text, body: text, author_name: text, variant_name: text },
      ...(number % 2 === 0 && { reply: { ...reply, body: text } }),
    }),
  );
  all.push(reviewOf(50, { author_name: '', title: '', body: '', variant_name: '', verified_purchase: false }));

  test('the element renders the same HTML as reviews.html, with hostile markup as text', async () => {
    const markup = shop.publish(3, all.toReversed()).replaceAll('<bdi>Teapots</bdi>', '<bdi>127.0.0.1</bdi>');
    const { page, faults } = await shop.open(reviews());
    await holds(page, `document.querySelector('.store-reviews-list')`);

    const same = await page.evaluate(
      `(() => {
        const made = document.querySelector('.store-reviews');
        const template = document.createElement('template');
        template.innerHTML = ${JSON.stringify(markup)};
        const compact = (root) => {
          const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
          const blank = [];
          while (walker.nextNode()) if (walker.currentNode.data.startsWith('\\n')) blank.push(walker.currentNode);
          for (const node of blank) node.remove();
          return root.outerHTML;
        };
        return [compact(made), compact(template.content.firstElementChild)];
      })()`,
    );
    const [made, rendered] = same as [string, string];
    expect(made).toBe(rendered);
    expect(made).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(await page.$$('main :is(img, svg, script)')).toEqual([]);
    expect(faults).toEqual([]);
    await page.close();
  });

  test('a rating is rendered in an empty element and in HTML of the server', async () => {
    shop.publish(3, all);
    const { page } = await shop.open(
      `${rating()}<p>${rating('<span class="store-reviews-none">No reviews yet</span>')}</p>`,
    );
    await holds(page, `document.querySelectorAll('.store-reviews-count').length === 2`);

    const summary = '★★★☆☆ 2.62 out of 5 stars 13 reviews';
    expect(await page.$$eval('store-rating', (found) => found.map(({ textContent }) => textContent))).toEqual([
      summary,
      summary,
    ]);
    await page.close();
  });

  test('the reviews of a product are removed when the product changes, even if the next one has no files', async () => {
    shop.publish(3, reviewsUpTo(3));
    shop.publish(1, [reviewOf(9)], 'pro_2');
    const { page } = await shop.open(`${reviews()}${rating()}`);
    await holds(page, `document.querySelectorAll('.store-reviews-summary').length === 2`);

    const change = (product: string) =>
      page.evaluate(
        `for (const each of document.querySelectorAll('main > *')) each.setAttribute('product', '${product}')`,
      );
    await change('pro_2');
    await holds(page, `document.querySelector('store-rating').textContent.includes('1 review')`);
    await holds(page, `document.querySelectorAll('.store-review').length === 1`);
    expect(await page.evaluate(titles)).toEqual(['Title 9']);

    await change('pro_3');
    await holds(page, `document.querySelector('store-reviews').textContent === ''`);
    expect(await page.evaluate(`document.querySelector('store-rating').textContent`)).toBe('');
    await page.close();
  });

  test('reviews that arrive after the product has changed are ignored', async () => {
    shop.publish(3, reviewsUpTo(3));
    shop.publish(1, [reviewOf(9)], 'pro_2');
    const { promise, resolve: answer } = Promise.withResolvers<void>();
    shop.state.hold = async (path) => (path.includes('/pro_1/') ? promise : undefined);
    const { page } = await shop.open(`<div class="high"></div>${reviews()}`);
    await expect.poll(() => shop.read).toContain('reviews.json');
    await page.evaluate(`document.querySelector('store-reviews').setAttribute('product', 'pro_2')`);
    await holds(page, `document.querySelectorAll('.store-review').length === 1`);
    answer();
    await page.waitForNetworkIdle();

    expect(await page.evaluate(titles)).toEqual(['Title 9']);
    await page.close();
  });

  test('newer reviews that wait for the list to be out of sight are dropped when the product changes', async () => {
    const markup = shop.publish(3, reviewsUpTo(3));
    shop.publish(4, reviewsUpTo(4));
    const { page } = await shop.open(reviews(markup));
    await holds(page, `!${filter}.hidden`);
    await page.evaluate(`(() => {
      const element = document.querySelector('store-reviews');
      element.setAttribute('product', 'pro_none');
      element.hidden = true;
    })()`);
    await page.waitForNetworkIdle();
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 200))');

    expect(await page.evaluate(`document.querySelector('store-reviews').textContent`)).toBe('');
    await page.close();
  });
});

describe('more reviews', () => {
  test('the button for more moves the focus to the first new review, and a screen reader gets the number of reviews', async () => {
    const markup = shop.publish(3, reviewsUpTo(120));
    const { page } = await shop.open(reviews(markup));
    await holds(page, `!${more}.hidden`);
    expect(shop.read).toEqual(['reviews.json']);

    await page.evaluate(`${more}.focus()`);
    await page.keyboard.press('Enter');
    await holds(page, `document.querySelectorAll('.store-review').length === 100`);
    expect(await page.evaluate(`document.activeElement.matches('.store-reviews-item')`)).toBe(true);
    expect(await page.evaluate(`document.activeElement.querySelector('h3').textContent`)).toBe('Title 69');
    expect(await page.evaluate(`${status}.textContent`)).toBe('100 reviews');

    await page.evaluate(`${more}.focus()`);
    await page.keyboard.press('Space');
    await holds(page, `document.querySelectorAll('.store-review').length === 120`);
    expect(await page.evaluate(titles)).toEqual(titlesOf(countDown(119, 120)));
    expect(await page.evaluate(`${more}.hidden`)).toBe(true);
    expect(shop.read).toEqual(['reviews.json', 'reviews-2.json', 'reviews-3.json']);
    await page.close();
  });

  test('reading starts again from the first file if there is a newer version', async () => {
    const markup = shop.publish(3, reviewsUpTo(60));
    const { page } = await shop.open(reviews(markup));
    await holds(page, `!${more}.hidden`);
    shop.publish(4, reviewsUpTo(61));

    await page.evaluate(`${more}.click()`);
    await holds(page, `document.querySelectorAll('.store-review').length === 61`);

    expect(await page.evaluate(titles)).toEqual(titlesOf(countDown(60, 61)));
    expect(await page.evaluate(`document.querySelector('[data-version]').dataset.version`)).toBe('4');
    expect(await page.evaluate(`document.querySelector('.store-reviews-count').textContent`)).toBe('61 reviews');
    expect(shop.read).toEqual(['reviews.json', 'reviews-2.json', 'reviews.json', 'reviews-2.json']);
    await page.close();
  });

  test('a failed read has a message, and the button works again', async () => {
    const markup = shop.publish(3, reviewsUpTo(60));
    const { page } = await shop.open(reviews(markup));
    await holds(page, `!${more}.hidden`);
    shop.state.hold = () => Promise.reject(new Error('The connection breaks'));
    await page.evaluate(`${more}.click()`);
    await holds(page, `${status}.textContent === 'That did not work. Please try again.'`);
    expect(await page.evaluate(`${status}.checkVisibility() && ${status}.offsetHeight > 10`)).toBe(true);

    shop.state.hold = async () => undefined;
    await page.evaluate(`${more}.click()`);
    await holds(page, `document.querySelectorAll('.store-review').length === 60`);
    await page.close();
  });
});

describe('the filter', () => {
  test('a choice by keyboard shows the file of these stars, and then all reviews again', async () => {
    const markup = shop.publish(3, reviewsUpTo(20));
    const { page } = await shop.open(reviews(markup));
    await holds(page, `!${filter}.hidden`);
    expect(await page.evaluate(`[...${filter}.options].map(({ text }) => text)`)).toEqual([
      'All reviews',
      '5 out of 5 stars (4)',
      '4 out of 5 stars (4)',
      '3 out of 5 stars (4)',
      '2 out of 5 stars (4)',
      '1 out of 5 stars (4)',
    ]);

    await page.evaluate(`${filter}.focus()`);
    // To "4 out of 5 stars", as screen readers and keyboards do.
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await holds(page, `${status}.textContent === '4 reviews'`);
    await holds(page, `document.querySelector('.store-review-title').textContent === 'Title 18'`);
    expect(await page.evaluate(titles)).toEqual(titlesOf([18, 13, 8, 3]));
    expect(shop.read).toContain('stars-4.json');

    await page.keyboard.press('Home');
    await holds(page, `document.querySelectorAll('.store-review').length === 20`);
    expect(await page.evaluate(titles)).toEqual(titlesOf(countDown(19, 20)));
    expect(shop.read.filter((name) => name === 'reviews.json')).toHaveLength(1);
    await page.close();
  });

  test('the button for more is hidden while a number of stars is chosen', async () => {
    const markup = shop.publish(3, reviewsUpTo(60));
    const { page } = await shop.open(reviews(markup));
    await holds(page, `!${more}.hidden`);
    await page.evaluate(`${filter}.value = '5'; ${filter}.dispatchEvent(new Event('change'))`);
    await holds(page, `${more}.hidden`);
    expect(await page.evaluate(titles)).toHaveLength(12);
    await page.evaluate(`${filter}.value = '0'; ${filter}.dispatchEvent(new Event('change'))`);
    await holds(page, `!${more}.hidden && document.querySelectorAll('.store-review').length === 50`);
    await page.close();
  });

  test('a moved element shows all reviews again', async () => {
    const markup = shop.publish(3, reviewsUpTo(20));
    const { page } = await shop.open(`${reviews(markup)}<div id="there"></div>`);
    await holds(page, `!${filter}.hidden`);
    await page.evaluate(`${filter}.value = '5'; ${filter}.dispatchEvent(new Event('change'))`);
    await holds(page, `document.querySelectorAll('.store-review').length === 4`);

    await page.evaluate(`document.querySelector('#there').append(document.querySelector('store-reviews'))`);
    await holds(page, `document.querySelectorAll('.store-review').length === 20`);
    expect(await page.evaluate(`${filter}.value`)).toBe('0');
    await page.close();
  });
});

test('the reviews have contrast and no sideways scroll, and axe finds nothing, light and dark, in both directions', async () => {
  for (const lang of ['en', 'ar']) {
    shop.publish(3, reviewsUpTo(60));
    const { page } = await shop.open(`${rating()}${reviews()}`, { lang });
    await holds(page, `!${more}.hidden`);
    for (const dark of [false, true]) {
      for (const width of [320, 1280]) {
        await showAs(page, { width, dark });
        expect(await pageFaults(page)).toEqual([]);
      }
      expect(await accessibilityFaults(page)).toEqual([]);
    }
    expect(await page.evaluate(`${more}.dir`)).toBe(lang === 'ar' ? 'rtl' : 'ltr');
    await page.close();
  }
});

test('custom properties and parts of the page set the look', async () => {
  shop.publish(3, reviewsUpTo(60));
  const { page } = await shop.open(reviews());
  await holds(page, `!${more}.hidden`);
  await page.evaluate(`(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('store-reviews { --store-star-color: rgb(1, 2, 3); --store-radius: 7px } store-reviews::part(more) { color: rgb(4, 5, 6) }');
    document.adoptedStyleSheets.push(sheet);
  })()`);
  const computed = (element: string, property: string) => page.evaluate(`getComputedStyle(${element}).${property}`);

  expect(await computed(`document.querySelector('.store-review-stars')`, 'color')).toBe('rgb(1, 2, 3)');
  expect(await computed(more, 'color')).toBe('rgb(4, 5, 6)');
  expect(await computed(more, 'borderRadius')).toBe('7px');
  await page.close();
});
