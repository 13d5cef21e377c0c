/** A site, a product and its published reviews, as public files show them. */
import type { FeedProduct } from '../../lib/resources/public-reviews/feed-rules.ts';
import type { PublishedReviews } from '../../lib/resources/public-reviews/file-rules.ts';
import type { PublicProduct, PublicSite } from '../../lib/resources/public-reviews/rules.ts';
import type { ReviewRecord } from '../../lib/resources/reviews/rules.ts';
import { addRatings, newestFirst, newReview, noRating, ratingMove } from '../../lib/resources/reviews/rules.ts';

export const site: PublicSite = { id: 'sit_1', name: 'Teapots', url: 'https://teapots.example', locale: 'en' };

/** A published review; a higher number is newer, and its stars go from 1 to 5 and again. */
export const reviewOf = (number: number, change: Partial<ReviewRecord> = {}): ReviewRecord => ({
  ...newReview(
    { rating: (number % 5) + 1, title: `Title ${number}`, body: `Text ${number}` },
    {
      id: `rev_${String(number).padStart(6, '0')}`,
      now: '2026-02-14T23:30:00Z',
      customer: { id: `cus_${number}`, first_name: 'Ada', last_name: 'Lovelace', standing: 'good' },
      product: { id: 'pro_1', variants: [{ id: 'prv_1', name: 'Large' }] },
      variant_id: 'prv_1',
    },
  ),
  ...change,
});

/** So many reviews, newest first. */
export const reviewsUpTo = (count: number): ReviewRecord[] =>
  Array.from({ length: count }, (_, index) => reviewOf(index)).toSorted(newestFirst);

/** The product with the rating that these reviews give it. */
export const productWith = (reviews: readonly ReviewRecord[], change: Partial<PublicProduct> = {}): PublicProduct => ({
  id: 'pro_1',
  name: 'Teapot',
  url: 'https://teapots.example/teapot',
  rating: reviews.reduce((sum, review) => addRatings(sum, ratingMove(undefined, review)), noRating),
  ...change,
});

/** The product with every identifier that a feed can have. */
export const feedProduct: FeedProduct = {
  id: 'pro_1',
  name: 'Teapot',
  url: 'https://teapots.example/teapot',
  gtin: '4006381333931',
  mpn: 'TP-1',
  brand: 'Aria',
  sku: 'teapot-1',
  image_url: 'https://teapots.example/teapot.jpg',
};

/** What is shown of all published reviews of a product. */
export function publishedFrom(reviews: readonly ReviewRecord[]): PublishedReviews {
  const ofStars = (stars: number) => reviews.filter(({ rating }) => rating === stars).slice(0, 50);
  return {
    newest: reviews.slice(0, 1000),
    byStars: { 1: ofStars(1), 2: ofStars(2), 3: ofStars(3), 4: ofStars(4), 5: ofStars(5) },
  };
}

/** What a hostile author may try in a text. */
export const hostileTexts: readonly string[] = [
  '</script><script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload="alert(1)">',
  "' onmouseover='alert(1)",
  '<!-- --!> <![CDATA[ x ]]> &lt;b&gt; &#60;',
  '</section></article></li></ol>',
  'abc\u202Ecba\u2066\u2068',
  'a\u2028b\u2029c\u0085d\u0007e',
  '👩‍👩‍👧‍👦 🇩🇪 é 𠮷',
  'one\rtwo\r\nthree\nfour\n\n\nfive',
  '\r\r\n\n',
  '\u202E',
];
