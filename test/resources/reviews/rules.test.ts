import { describe, expect, test } from 'vitest';
import type { Standing } from '../../../lib/resources/customers/fields.ts';
import { review } from '../../../lib/resources/reviews/fields.ts';
import {
  authorName,
  authorView,
  editReview,
  eligiblePurchase,
  followVariant,
  hideReview,
  newestFirst,
  newReview,
  noRating,
  ratingMove,
  refuseBanned,
  renamesVariants,
  says,
  showReview,
  statusOf,
  view,
} from '../../../lib/resources/reviews/rules.ts';

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

const actor = { type: 'api_key', name: 'Ada, support' } as const;

const hide = (review: ReturnType<typeof reviewBy>) =>
  hideReview(review, { reason: 'spam', note: 'Advertisement' }, { now: later, actor });

describe('who may review', () => {
  const purchase = { variant_id: 'prv_1' };
  const buyer = {
    site: { reviews_enabled: true },
    customer: { email_verified: true, standing: 'good' as Standing },
    purchase,
  };

  test('a customer with a verified email who bought the product, shadowbanned or not', () => {
    expect(eligiblePurchase(buyer)).toBe(purchase);
    const shadowbanned = { email_verified: true, standing: 'shadowbanned' } as const;
    expect(eligiblePurchase({ ...buyer, customer: shadowbanned })).toBe(purchase);
    expect(() => refuseBanned('shadowbanned')).not.toThrow();
  });

  test.each([
    [{ site: { reviews_enabled: false } }, 'The site takes no reviews'],
    [{ customer: { email_verified: false, standing: 'good' } }, "The customer's email is not verified"],
    [{ customer: { email_verified: true, standing: 'banned' } }, 'The customer is banned'],
    [{ purchase: undefined }, 'The customer has not bought the product in a paid order'],
  ] as const)('no customer with %j may: the refusal names the rule', (fields, message) => {
    expect(() => eligiblePurchase({ ...buyer, ...fields })).toThrow(
      expect.objectContaining({ code: 'FORBIDDEN', message }),
    );
  });
});

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
  expect(showReview(hide(review), actor)).toEqual({ ...review, moderated_by: actor });
});

describe("what a product's rating moves by", () => {
  const four = () => reviewBy('good');
  const one = () => reviewBy('good', 1);
  const hidden = () => hide(four());
  const none = () => undefined;

  test.each([
    ['posted', none, four, { review_count: 1, rating_sum: 4, stars_4: 1 }],
    ['posted by a shadowbanned author', none, () => reviewBy('shadowbanned'), {}],
    ['edited', four, one, { rating_sum: -3, stars_4: -1, stars_1: 1 }],
    ['hidden', four, hidden, { review_count: -1, rating_sum: -4, stars_4: -1 }],
    ['edited while hidden', hidden, () => hide(one()), {}],
    ['shown', hidden, four, { review_count: 1, rating_sum: 4, stars_4: 1 }],
    ['banned', four, () => reviewBy('banned'), { review_count: -1, rating_sum: -4, stars_4: -1 }],
    ['deleted', four, none, { review_count: -1, rating_sum: -4, stars_4: -1 }],
    ['deleted while banned', () => reviewBy('banned'), none, {}],
  ])('%s', (_, before, after, move) => {
    expect(ratingMove(before(), after())).toEqual({ ...noRating, ...move });
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

test.each([
  { rating: 5, title: 'Pours well', body: '' },
  { rating: 4, title: 'Pours', body: '' },
  { rating: 4, title: 'Pours well', body: 'And looks well' },
])('%j says something else', (content) => {
  expect(says(reviewBy('good'), content)).toBe(false);
});

test('reviews come newest first, by their ids', () => {
  const ids = ['rev_b', 'rev_d', 'rev_a', 'rev_c'];
  expect(
    ids
      .map((id) => ({ id }))
      .toSorted(newestFirst)
      .map(({ id }) => id),
  ).toEqual(['rev_d', 'rev_c', 'rev_b', 'rev_a']);
});

test('a review has the name of its variant, none where the product no longer has it', () => {
  const review = reviewBy('good');
  const small = { id: 'prv_2', name: 'Small' };
  const named = { variants: [small, { id: 'prv_1', name: 'Six cups' }] };
  expect(review.variant_name).toBe('Large');
  expect(followVariant(review, named).variant_name).toBe('Six cups');
  expect(followVariant(review, { variants: [] }).variant_name).toBe('');
  expect(renamesVariants(product, named)).toBe(true);
  expect(renamesVariants(product, { variants: [] })).toBe(true);
  expect(renamesVariants(product, { variants: [small, ...product.variants] })).toBe(false);
  expect(renamesVariants({ variants: [small, ...product.variants] }, named)).toBe(true);
});

test('a review is shown with the fields of the contract, and that its purchase is verified', () => {
  const shown = view(hide(reviewBy('good')));
  expect(Object.keys(shown).toSorted()).toEqual(Object.keys(review.shape).toSorted());
  expect(shown).toMatchObject({
    id: 'rev_1',
    product_id: 'pro_1',
    variant_name: 'Large',
    customer_id: 'cus_1',
    author_name: 'Ada L.',
    rating: 4,
    title: 'Pours well',
    body: '',
    verified_purchase: true,
    status: 'hidden',
    hidden_at: later,
    hidden_reason: 'spam',
    hidden_note: 'Advertisement',
    created_at: now,
    updated_at: now,
  });
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
