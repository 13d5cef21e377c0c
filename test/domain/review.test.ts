import { describe, expect, test } from 'vitest';
import type { Standing } from '../../lib/contract/operator.ts';
import {
  authorName,
  authorView,
  editReview,
  followVariant,
  hideReview,
  newReview,
  ratingMove,
  renamesVariants,
  says,
  showReview,
  statusOf,
  view,
} from '../../lib/domain/review.ts';

const [now, later] = ['2026-01-02T03:04:05Z', '2026-02-02T03:04:05Z'];
const product = { id: 'pro_1', variants: [{ id: 'prv_1', name: 'Large' }] };

const reviewBy = (standing: Standing, rating = 4) =>
  newReview(
    { rating, title: 'Pours well' },
    {
      id: 'rev_1',
      now,
      customer: { id: 'cus_1', first_name: 'Ada', last_name: 'Lovelace', standing },
      product,
      variant_id: 'prv_1',
    },
  );

const hide = (review: ReturnType<typeof reviewBy>) =>
  hideReview(review, { reason: 'spam', note: 'Advertisement' }, later);

test.each([
  ['Ada', 'Lovelace', 'Ada L.'],
  [' Ada ', ' lovelace', 'Ada l.'],
  ['Ada', '', 'Ada'],
  ['', 'Lovelace', 'L.'],
  ['', ' ', ''],
  ['Ada', 'E\u0301mile', 'Ada \u00c9.'],
  ['Ada', '𠮷田', 'Ada 𠮷.'],
])('the author %j %j is named %j', (first_name, last_name, name) => {
  expect(authorName({ first_name, last_name })).toBe(name);
});

test.each([
  ['good', 'published'],
  ['shadowbanned', 'shadowbanned'],
  ['banned', 'banned'],
] as const)('by an author in standing %s: %s, unless hidden', (standing, status) => {
  const review = reviewBy(standing);
  expect(statusOf(review)).toBe(status);
  expect(statusOf(hide(review))).toBe('hidden');
  expect(showReview(hide(review))).toEqual(review);
});

describe("what a product's rating moves by", () => {
  const [four, one] = [reviewBy('good'), reviewBy('good', 1)];

  test.each([
    ['posted', undefined, four, { review_count: 1, rating_sum: 4 }],
    ['posted by a shadowbanned author', undefined, reviewBy('shadowbanned'), { review_count: 0, rating_sum: 0 }],
    ['edited', four, one, { review_count: 0, rating_sum: -3 }],
    ['hidden', four, hide(four), { review_count: -1, rating_sum: -4 }],
    ['edited while hidden', hide(four), hide(one), { review_count: 0, rating_sum: 0 }],
    ['shown', hide(four), four, { review_count: 1, rating_sum: 4 }],
    ['banned', four, reviewBy('banned'), { review_count: -1, rating_sum: -4 }],
    ['deleted', four, undefined, { review_count: -1, rating_sum: -4 }],
    ['deleted while banned', reviewBy('banned'), undefined, { review_count: 0, rating_sum: 0 }],
  ])('%s', (_, before, after, move) => {
    expect(ratingMove(before, after)).toEqual(move);
  });
});

test('an edit replaces all that it says, and only an edit moves updated_at', () => {
  const review = reviewBy('good');
  expect(editReview(review, { rating: 2 }, later)).toEqual({ ...review, rating: 2, title: '', updated_at: later });
  expect(hide(review).updated_at).toBe(now);
});

test('an absent title or body says the same as an empty one', () => {
  const review = reviewBy('good');
  expect(says(review, { rating: 4, title: 'Pours well', body: '' })).toBe(true);
  expect(says(review, { rating: 4, title: 'Pours well', body: null })).toBe(true);
  expect(says(review, { rating: 4 })).toBe(false);
});

test('a review has the name of its variant, none where the product no longer has it', () => {
  const review = reviewBy('good');
  const named = { variants: [{ id: 'prv_1', name: 'Six cups' }] };
  expect(review.variant_name).toBe('Large');
  expect(followVariant(review, named).variant_name).toBe('Six cups');
  expect(followVariant(review, { variants: [] }).variant_name).toBe('');
  expect(renamesVariants(product, named)).toBe(true);
  expect(renamesVariants(product, { variants: [] })).toBe(true);
  expect(renamesVariants(product, { variants: [...product.variants, { id: 'prv_2', name: 'Small' }] })).toBe(false);
});

test('the author is shown neither a shadowban nor the note of the store', () => {
  expect(view(reviewBy('shadowbanned')).status).toBe('shadowbanned');
  expect(authorView(reviewBy('shadowbanned')).status).toBe('published');
  expect(view(hide(reviewBy('good'))).hidden_note).toBe('Advertisement');
  expect(authorView(hide(reviewBy('good')))).toMatchObject({
    status: 'hidden',
    hidden_reason: 'spam',
    hidden_note: null,
  });
});
