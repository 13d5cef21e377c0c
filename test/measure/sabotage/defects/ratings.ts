/** The histogram of a product is wrong, or a list by stars lacks a review or shows one too many. */
import { planted } from './planted.ts';

export const ratings = planted`
test/resources/reviews/product-ratings.test.ts
  lib/resources/catalog/product-records.ts
    a move of the rating leaves the counts by stars
    - rating_version: 1, stars_version: 1 }
    + rating_version: 1 }
    the migration takes counts for those of a rating that has moved since
    - unchanged: { rating_version },
    + unchanged: {},
  lib/resources/catalog/rules.ts
    counts of some of the reviews are told
    - movedStars(product) && starNames.reduce
    + movedStars(product) || starNames.reduce
  lib/resources/reviews/records.ts
    a hidden review stays in the list by stars
    - const isListed = statusOf(review) === 'published';
    + const isListed = true;
    a place that an older release left is shown
    - statusOf(review) === 'published' && review.rating === stars
    + statusOf(review) === 'published'
    a page is not filled
    - if (listed.length >= limit || page.length < limit) return
    + if (listed.length >= 0) return
  functions/storefront/list-product-reviews.ts
    a viewer's own review is in the list of each number of stars
    - own.filter(({ rating }) => !stars || rating === stars)
    + own.filter(() => true)
  functions/storefront/get-product-ratings.ts
    a repeated id is told twice
    - [...new Set(payload.product_ids)]
    + payload.product_ids
  lib/work/migrate.ts
    what functions of the last release wrote meanwhile stays
    - repeated_at === undefined &&
    + repeated_at !== undefined &&
test/resources/reviews/audit-ratings.test.ts
  lib/work/audit-ratings.ts
    wrong stars are no drift
    - (isSameByStars(stored, counted) || !movedStars(stored))
    + true
    stars of an older release are a drift
    - (isSameByStars(stored, counted) || !movedStars(stored))
    + isSameByStars(stored, counted)
`;
