import { describe, expect, test } from 'vitest';
import { markupOf } from '../../../lib/resources/public-reviews/html-rules.ts';
import { outOf, reviewWords } from '../../../lib/resources/public-reviews/words.ts';
import { languageNames } from '../../../lib/schema/languages.ts';
import { hostileTexts, productWith, reviewOf, site } from '../../support/public-reviews.ts';

const time = '2026-02-15T00:00:00Z';

test('the markup has the rating, and each review with its reply', () => {
  const reply = { body: 'Thank you!\nThe shop', created_at: time, updated_at: time };
  const full = reviewOf(4, { body: 'Pours well.\n\nNever drips,\r\nnever breaks.', reply });
  const bare = reviewOf(3, { title: '', body: '', author_name: '', variant_name: '', verified_purchase: false });

  expect(markupOf(7, site, productWith([full, bare]), [full, bare])).toBe(
    `<section class="store-reviews" lang="en" dir="ltr" aria-label="Customer reviews" data-product="pro_1" data-version="7">
<h2 class="store-reviews-heading">Customer reviews</h2>
<p class="store-reviews-summary"><span class="store-reviews-stars" aria-hidden="true">★★★★★</span> <span class="store-reviews-rating">4.5 out of 5 stars</span> <span class="store-reviews-count">2 reviews</span></p>
<ol class="store-reviews-list">
<li class="store-reviews-item"><article class="store-review" data-review="rev_000004">
<h3 class="store-review-title" dir="auto">Title 4</h3>
<p class="store-review-stars-line"><span class="store-review-stars" aria-hidden="true">★★★★★</span> <span class="store-review-rating">5 out of 5 stars</span></p>
<p class="store-review-facts"><span class="store-review-author" dir="auto">Ada L.</span> <time class="store-review-date" datetime="2026-02-14T23:30:00Z">February 14, 2026</time> <span class="store-review-variant">Variant: <bdi>Large</bdi></span> <span class="store-review-verified">Verified purchase</span></p>
<div class="store-review-body"><p dir="auto">Pours well.</p><p dir="auto">Never drips,<br>never breaks.</p></div>
<div class="store-review-reply">
<p class="store-review-reply-heading">Reply from <bdi>Teapots</bdi> <time class="store-review-reply-date" datetime="${time}">February 15, 2026</time></p>
<div class="store-review-reply-body"><p dir="auto">Thank you!<br>The shop</p></div>
</div>
</article></li>
<li class="store-reviews-item"><article class="store-review" data-review="rev_000003">
<p class="store-review-stars-line"><span class="store-review-stars" aria-hidden="true">★★★★☆</span> <span class="store-review-rating">4 out of 5 stars</span></p>
<p class="store-review-facts"><span class="store-review-author" dir="auto">Anonymous</span> <time class="store-review-date" datetime="2026-02-14T23:30:00Z">February 14, 2026</time></p>
</article></li>
</ol>
</section>
`,
  );
});

test('a product without reviews shows so in one line', () => {
  expect(markupOf(1, site, productWith([]), [])).toBe(
    `<section class="store-reviews" lang="en" dir="ltr" aria-label="Customer reviews" data-product="pro_1" data-version="1">
<h2 class="store-reviews-heading">Customer reviews</h2>
<p class="store-reviews-none">No reviews yet</p>
</section>
`,
  );
});

/** The tags of markup, in their order. */
const tagsOf = (markup: string): string[] => markup.match(/<[^>]*>/g) ?? [];

/** What a reader sees of markup. */
const textOf = (markup: string): string =>
  markup
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(
      /&(lt|gt|quot|amp|#39);/g,
      (_, name) => ({ lt: '<', gt: '>', quot: '"', amp: '&' })[String(name)] ?? "'",
    );

describe.each(hostileTexts.filter((text) => text.trim().length > 1))('with the text %j', (text) => {
  const reply = { body: text, created_at: time, updated_at: time };
  const markupWith = (written: string) => {
    const texts = { title: written, body: written, author_name: written, variant_name: written };
    const review = reviewOf(1, { ...texts, reply: { ...reply, body: written } });
    return markupOf(1, { ...site, name: written }, productWith([review]), [review]);
  };
  const markup = markupWith(text);

  test('the markup has no tag beyond those of a harmless text', () => {
    const ofParagraphs = /^<br>$|^<p dir="auto">$|^<\/p>$/;
    const [hostile, harmless] = [markup, markupWith('harmless')].map((each) =>
      tagsOf(each).filter((tag) => !ofParagraphs.test(tag)),
    );
    expect(hostile).toEqual(harmless);
  });

  test('each text shows its words, without characters that turn or break lines', () => {
    const line = text.replaceAll(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, ' ').trim();
    const shown = textOf(markup);
    for (const beginning of ['', 'Variant: ', 'Reply from ']) expect(shown).toContain(`${beginning}${line}`);
    expect(markup).not.toMatch(/[\p{Bidi_Control}\u2028\u2029]|(?!\n)\p{Cc}/u);
  });
});

test.each([
  ['one\rtwo\r\nthree\nfour', '<p dir="auto">one<br>two<br>three<br>four</p>'],
  ['one\n\n\r\n two \u2029\u2029three', '<p dir="auto">one</p><p dir="auto">two</p><p dir="auto">three</p>'],
  ['\n\na\u2028b\n', '<p dir="auto">a<br>b</p>'],
  ['a \u200f(b)\u061c', '<p dir="auto">a \u200f(b)\u061c</p>'],
])('the text %j keeps its paragraphs and lines', (body, paragraphs) => {
  const review = reviewOf(1, { body });
  expect(markupOf(1, site, productWith([review]), [review])).toContain(
    `<div class="store-review-body">${paragraphs}</div>`,
  );
});

test.each(['\r\r\n\n', '\u202e', ' \t'])('the text %j shows nothing', (blank) => {
  const review = reviewOf(1, { title: blank, body: blank, author_name: blank, variant_name: blank });
  const markup = markupOf(1, site, productWith([review]), [review]);

  expect(markup).not.toMatch(/store-review-(?:title|body|variant)/);
  expect(markup).toContain('<span class="store-review-author" dir="auto">Anonymous</span>');
});

describe('the language', () => {
  test.each([
    ['de-AT', '<section class="store-reviews" lang="de" dir="ltr" aria-label="Kundenbewertungen"'],
    ['ar-EG', '<section class="store-reviews" lang="ar" dir="rtl" aria-label="تقييمات العملاء"'],
    ['ko', '<section class="store-reviews" lang="en" dir="ltr" aria-label="Customer reviews"'],
  ])('of a site with the locale %s is that of the section', (locale, start) => {
    expect(markupOf(1, { ...site, locale }, productWith([]), [])).toContain(start);
  });

  const reviewCounted = (count: number, locale: string) => {
    const rating = { ...productWith([reviewOf(3)]).rating, review_count: count, rating_sum: count * 4 - 1 };
    const markup = markupOf(1, { ...site, locale }, productWith([], { rating }), [reviewOf(3)]);
    return {
      count: /store-reviews-count">([^<]*)/.exec(markup)?.[1],
      rating: /store-reviews-rating">([^<]*)/.exec(markup)?.[1],
      day: /store-review-date" [^>]*>([^<]*)/.exec(markup)?.[1],
    };
  };

  test.each([
    ['en', 1, '1 review'],
    ['en-US', 1200, '1,200 reviews'],
    ['de', 1200, '1.200 Bewertungen'],
    ['fr', 1_000_000, '1\u202f000\u202f000 d’avis'],
    ['pl', 2, '2 opinie'],
    ['pl', 5, '5 opinii'],
    ['ja', 3, 'レビュー3件'],
    ['ar-EG', 2, 'تقييمان'],
    ['ar-EG', 3, '٣ تقييمات'],
    ['ar-EG', 11, '١١ تقييمًا'],
  ])('%s writes the count %d as %s', (locale, count, text) => {
    expect(reviewCounted(count, locale).count).toBe(text);
  });

  test.each([
    ['de-AT', '3,67 von 5 Sternen', '14. Februar 2026'],
    ['en-GB', '3.67 out of 5 stars', '14 February 2026'],
    ['ja-JP-u-ca-japanese', '5つ星のうち3.67', '2026年2月14日'],
    ['ar-EG', '٣٫٦٧ من ٥ نجوم', '١٤ فبراير ٢٠٢٦'],
  ])('%s writes averages and days in its own way', (locale, rating, day) => {
    expect(reviewCounted(3, locale)).toMatchObject({ rating, day });
  });
});

describe.each(languageNames)('in %s', (language) => {
  const { reviews, ...words } = reviewWords[language];
  const texts = [
    ...[words.heading, words.none, words.anonymous, words.verified],
    ...[outOf[language]('4', '5'), words.variant('Large'), words.reply('Teapots'), ...Object.values(reviews)],
  ];

  test('each plural form of the language has its words', () => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    expect(Object.keys(reviews).toSorted()).toEqual(pluralCategories.toSorted());
  });

  test('no text is empty or has a character that HTML gives a meaning', () => {
    for (const text of texts) expect(text).toMatch(/^[^<>&"']{2,}$/);
    expect(outOf[language]('4', '5')).toMatch(/4.*5|5.*4/);
    expect(words.variant('Large')).toContain('Large');
    expect(words.reply('Teapots')).toContain('Teapots');
  });

  test('the words are its own', () => {
    for (const name of languageNames.filter((each) => each !== language)) {
      const other = reviewWords[name];
      expect([other.heading, other.none, other.reply('')]).not.toContain(words.heading);
      expect(other.none).not.toBe(words.none);
      expect(outOf[name]('', '')).not.toBe(outOf[language]('', ''));
    }
  });
});
