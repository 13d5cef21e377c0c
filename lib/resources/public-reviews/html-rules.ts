/**
 * The first page of reviews as HTML, which a shop includes in the page of its product. It has no script, style or external resource. Its
 * class names stay the same, because the shop's style sheet and scripts rely on them.
 */
import { escaped } from '../../runtime/html.ts';
import { directionOf, type Language, readingOf } from '../../schema/languages.ts';
import { limits } from '../../schema/limits.ts';
import { plainParagraphs } from '../../schema/text.ts';
import { ratingAverage, type StarRating } from '../catalog/rules.ts';
import type { Reply } from '../reviews/fields.ts';
import type { ReviewRecord } from '../reviews/rules.ts';
import { lineOf, type PublicProduct, type PublicSite } from './rules.ts';
import { outOf, type ReviewWords, reviewWords } from './words.ts';

/** The reviews of a product as one section, in the site's language. */
export function markupOf(
  version: number,
  site: PublicSite,
  product: PublicProduct,
  reviews: readonly ReviewRecord[],
): string {
  const { language, locale } = readingOf([site.locale]);
  const wording = wordingIn(language, locale);
  const { heading } = wording.words;
  return [
    `<section class="store-reviews" lang="${language}" dir="${directionOf(language)}" aria-label="${heading}"` +
      ` data-product="${escaped(product.id)}" data-version="${version}">`,
    `<h2 class="store-reviews-heading">${heading}</h2>`,
    summary(product.rating, wording),
    ...(reviews.length === 0
      ? []
      : ['<ol class="store-reviews-list">', ...reviews.map((review) => item(review, site, wording)), '</ol>']),
    '</section>\n',
  ].join('\n');
}

/** The words of a language, and how it writes numbers and days. */
interface Wording {
  words: ReviewWords;
  /** A number of stars in words. */
  stars(value: number): string;
  day(timestamp: string): string;
  /** The number of reviews in the plural form that it needs. */
  count(reviews: number): string;
}

function wordingIn(language: Language, locale: string): Wording {
  const words = reviewWords[language];
  const [numbers, plurals] = [new Intl.NumberFormat(locale), new Intl.PluralRules(locale)];
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC', calendar: 'gregory' });
  const formOf = (reviews: number) => words.reviews[plurals.select(reviews)] ?? words.reviews.other;
  return {
    words,
    stars: (value) => outOf[language](numbers.format(value), numbers.format(limits.rating)),
    day: (timestamp) => days.format(Date.parse(timestamp)),
    count: (reviews) => formOf(reviews).replace('#', numbers.format(reviews)),
  };
}

function summary(rating: StarRating, wording: Wording): string {
  const average = ratingAverage(rating);
  if (average === null) return `<p class="store-reviews-none">${wording.words.none}</p>`;
  const count = `<span class="store-reviews-count">${wording.count(rating.review_count)}</span>`;
  return `<p class="store-reviews-summary">${starsOf(average, wording, 'store-reviews')} ${count}</p>`;
}

/** Stars for the eye, and their number in words. */
function starsOf(value: number, { stars }: Wording, block: string): string {
  const full = Math.round(value);
  return (
    `<span class="${block}-stars" aria-hidden="true">${'★'.repeat(full)}${'☆'.repeat(limits.rating - full)}</span> ` +
    `<span class="${block}-rating">${stars(value)}</span>`
  );
}

function item(review: ReviewRecord, { name }: PublicSite, wording: Wording): string {
  const { words, day } = wording;
  const [author, title, variant] = [review.author_name, review.title, review.variant_name].map(lineOf);
  const facts = [
    `<span class="store-review-author" dir="auto">${author ? escaped(author) : words.anonymous}</span>`,
    `<time class="store-review-date" datetime="${review.created_at}">${day(review.created_at)}</time>`,
    ...(variant ? [`<span class="store-review-variant">${words.variant(isolated(variant))}</span>`] : []),
    ...(review.verified_purchase ? [`<span class="store-review-verified">${words.verified}</span>`] : []),
  ];
  return [
    `<li class="store-reviews-item"><article class="store-review" data-review="${escaped(review.id)}">`,
    ...(title ? [`<h3 class="store-review-title" dir="auto">${escaped(title)}</h3>`] : []),
    `<p class="store-review-stars-line">${starsOf(review.rating, wording, 'store-review')}</p>`,
    `<p class="store-review-facts">${facts.join(' ')}</p>`,
    ...written('store-review-body', review.body),
    ...(review.reply ? [replyOf(review.reply, name, wording)] : []),
    '</article></li>',
  ].join('\n');
}

const replyOf = ({ body, created_at }: Reply, shop: string, { words, day }: Wording): string =>
  [
    '<div class="store-review-reply">',
    `<p class="store-review-reply-heading">${words.reply(isolated(lineOf(shop)))}` +
      ` <time class="store-review-reply-date" datetime="${created_at}">${day(created_at)}</time></p>`,
    ...written('store-review-reply-body', body),
    '</div>',
  ].join('\n');

/** A name within a text of the language: it may have another direction. */
const isolated = (name: string): string => `<bdi>${escaped(name)}</bdi>`;

/** A text with its paragraphs and line breaks; nothing for an empty one. */
function written(block: string, text: string): string[] {
  const paragraphs = plainParagraphs(text).map((lines) => `<p dir="auto">${lines.map(escaped).join('<br>')}</p>`);
  return paragraphs.length === 0 ? [] : [`<div class="${block}">${paragraphs.join('')}</div>`];
}
