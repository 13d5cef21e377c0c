/** Reviews, ratings and replies that are listed, counted or stored wrongly. */
import { planted } from './planted.ts';

export const reviews = planted`
test/resources/reviews/filter-reviews.test.ts
  lib/work/delete-customer.ts
    reviews of a deleted customer stay in the lists by stars and by reply
    - reviews.removeCopy(store, review),
    + ...[],
  lib/resources/reviews/records.ts
    a list shows the earlier of two states of a review
    - { ...copyOf(store, next), version: read.version + 1 }
    + copyOf(store, next)
    a review is listed as if it had a reply
    - byReply(reply !== null)
    + byReply(true)
    a review with other stars stays in the list of its first ones
    - keys.ratedReviewFeed(store, status, rating, part),
    + keys.ratedReviewFeed(store, status, 5, part),
  lib/work/change-reviews.ts
    the lists by stars and by reply keep the status from before a ban
    - reviews.replace(store, read, moved)
    + [reviews.replaceItem(store, read, moved)]
  lib/table/reads.ts
    a page ends the list if nothing on it matches
    - if (items.length > 0 || isEnd || left <= 0) {
    + if (items.length >= 0) {
    an empty page does not contain where the list continues
    - has_more: true, next_after: next }
    + has_more: true }
  lib/resources/reviews/migration-records.ts
    the migration writes reviews that are listed already
    - review && (await reviews.hasMisplacedCopy(store, review)) ?
    + review ?
test/resources/reviews/product-ratings.test.ts
  lib/resources/catalog/product-records.ts
    a move of the rating leaves the counts by stars
    - rating_version: 1, stars_version: 1, public_version: 1 }
    + rating_version: 1, public_version: 1 }
    the migration takes counts for those of a rating that has moved since
    - unchanged: { rating_version },
    + unchanged: {},
  lib/resources/catalog/rules.ts
    counts of some of the reviews are reported
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
    a repeated id is reported twice
    - [...new Set(payload.product_ids)]
    + payload.product_ids
  lib/work/migrate.ts
    what functions of the last release wrote meanwhile stays
    - repeated_at === undefined &&
    + repeated_at !== undefined &&
test/resources/reviews/audit-ratings.test.ts
  lib/work/audits.ts
    wrong stars are no drift
    - (isSameByStars(stored, counted) || !movedStars(stored))
    + true
    stars of an older release are a drift
    - (isSameByStars(stored, counted) || !movedStars(stored))
    + isSameByStars(stored, counted)
test/resources/reviews/replies.test.ts
  lib/resources/reviews/rules.ts
    the body that is there already counts as a change
    - if (reply?.body === body) return { ...review, reply };
    + if (reply === null && body === '') return { ...review, reply: { body, created_at: now, updated_at: now } };
    a changed reply forgets when it was made
    - created_at: reply?.created_at ?? now, updated_at: now }
    + created_at: now, updated_at: now }
    a list shows no reply
    - { ...authorView(review), reply: review.reply && show(reply, review.reply) }
    + { ...authorView(review), reply: null }
  lib/resources/reviews/events.ts
    a changed reply is not reported
    - if (old.reply?.body !== next.reply?.body) return
    + if (!old.reply !== !next.reply) return
  lib/resources/reviews/records.ts
    a reply is not kept with the author's copy
    - 'author_standing',
    -   'reply',
    + 'author_standing',
test/lib/table/list-matching.test.ts
  lib/table/reads.ts
    a request reads on until something matches
    - left -= size;
    + left -= 0;
test/resources/reviews/expand-reviews.test.ts
  lib/resources/reviews/expansion-records.ts
    a customer who is being deleted is shown
    - customer && !customers.isDeleted(customer) ?
    + customer ?
    the customers are read after the products
    - await Promise.all([
    -     Promise.all(ofProducts.map(({ product_id }) => products.find(store, product_id))),
    -     Promise.all(ofCustomers.map(({ customer_id }) => customers.findRecord(store, customer_id))),
    -   ]);
    + [
    +     await Promise.all(ofProducts.map(({ product_id }) => products.find(store, product_id))),
    +     await Promise.all(ofCustomers.map(({ customer_id }) => customers.findRecord(store, customer_id))),
    +   ];
  lib/chain/authentication.ts
    a key that is limited to other areas expands their objects
    - (names.includes(name) ? [area] : [])
    + (names.includes(name) ? [] : [])
`;
