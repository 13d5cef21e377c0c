/** Reviews as nodes: the same as `reviews.html` has them, so that one style sheet of the page serves both. */
import type { PublicReviews } from '../../resources/public-reviews/fields.ts';
import { plainLine, plainParagraphs } from '../../schema/text.ts';
import { around, node } from './nodes.ts';
import type { Wording } from './wording.ts';

type Review = PublicReviews['data'][number];

const lineOf = (text: string): string => plainLine(text, ' ').trim();

/** Stars for the eye, and their number in words. */
function starsOf(value: number, wording: Wording, block: string): (Node | string)[] {
  const full = Math.round(value);
  return [
    node('span', { class: `${block}-stars`, 'aria-hidden': 'true' }, '★'.repeat(full) + '☆'.repeat(5 - full)),
    ' ',
    node('span', { class: `${block}-rating` }, wording.stars(value)),
  ];
}

/** The rating of a product in one line; `name` is the name of its element. */
export function summaryOf(
  { rating_average, review_count }: PublicReviews,
  wording: Wording,
  name: 'p' | 'span',
): HTMLElement {
  if (rating_average === null) return node(name, { class: 'store-reviews-none' }, wording.review.none);
  const count = node('span', { class: 'store-reviews-count' }, wording.count(review_count));
  const stars = starsOf(rating_average, wording, 'store-reviews');
  return node(name, { class: 'store-reviews-summary' }, ...stars, ' ', count);
}

/** One review as an item of the list. `shop` is the name above its reply. */
export function itemOf(review: Review, shop: string, wording: Wording): HTMLElement {
  const { review: words, day } = wording;
  const [author, title, variant] = [review.author_name, review.title, review.variant_name].map(lineOf);
  const facts = [
    node('span', { class: 'store-review-author', dir: 'auto' }, author || words.anonymous),
    node('time', { class: 'store-review-date', datetime: review.created_at }, day(review.created_at)),
    variant && node('span', { class: 'store-review-variant' }, ...around(words.variant, variant)),
    review.verified_purchase && node('span', { class: 'store-review-verified' }, words.verified),
  ];
  return node(
    'li',
    { class: 'store-reviews-item' },
    node(
      'article',
      { class: 'store-review', 'data-review': review.id },
      title ? node('h3', { class: 'store-review-title', dir: 'auto' }, title) : undefined,
      node('p', { class: 'store-review-stars-line' }, ...starsOf(review.rating, wording, 'store-review')),
      node('p', { class: 'store-review-facts' }, ...facts.flatMap((fact) => (fact ? [fact, ' '] : [])).slice(0, -1)),
      written('store-review-body', review.body),
      review.reply ? replyOf(review.reply, shop, wording) : undefined,
    ),
  );
}

const replyOf = (
  { body, created_at }: NonNullable<Review['reply']>,
  shop: string,
  { review, day }: Wording,
): HTMLElement =>
  node(
    'div',
    { class: 'store-review-reply' },
    node(
      'p',
      { class: 'store-review-reply-heading' },
      ...around(review.reply, shop),
      ' ',
      node('time', { class: 'store-review-reply-date', datetime: created_at }, day(created_at)),
    ),
    written('store-review-reply-body', body),
  );

/** A text with its paragraphs and line breaks; nothing for an empty one. */
function written(block: string, text: string): HTMLElement | undefined {
  const paragraphs = plainParagraphs(text).map((lines) =>
    node('p', { dir: 'auto' }, ...lines.flatMap((line) => [node('br'), line]).slice(1)),
  );
  return paragraphs.length === 0 ? undefined : node('div', { class: block }, ...paragraphs);
}
