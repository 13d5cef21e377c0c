/** Public files that show what they must not show, or lead a reader to nothing. */
import { planted } from './planted.ts';

export const publicReviews = planted`
test/resources/public-reviews/public-files.test.ts
  lib/objects/public-objects.ts
    an older file overwrites a newer one
    - ...(etag === undefined ? { IfNoneMatch: '*' } : { IfMatch: etag }),
  lib/work/write-public-files.ts
    a page that is no longer needed keeps its reviews
    - stored.has(name) && !current.has(name)
    + false && stored.has(name) && !current.has(name)
    the last review of a product stays in its files
    - published.newest.length > 0 || folder.stored.size > 0
    + published.newest.length > 0
    a rebuild keeps a file that the service does not write
    - await deletePublic(strange.map(
    + await deletePublic([].map(
    the product of a lost message is not reviewed again after a switch
    - public_version > 0 || review_count > 0;
    + public_version > 0 && review_count > 2;
    a file that cannot be put stays as it was, and the message ends well
    - version, ...content }, etag);
    + version, ...content }, etag).catch(() => undefined);
    a writer that meets another one gives up
    - if (!(error instanceof Conflict) || attempt === attemptsAtMost) throw error;
    + if (error instanceof Conflict) return { ...nothing, left_out: [] };
    + if (attempt === attemptsAtMost) throw error;
    reviews.json is written only once
    - await Promise.all(all.slice(-1).map(put));
    + if (stored.size === 0) await Promise.all(all.slice(-1).map(put));
    a stored file is never replaced
    - if (!hasContent(etag, content.body)) await
    + if (etag === undefined) await
  lib/work/rebuild-public.ts
    a rebuild keeps the files of an unknown product
    - known[index] === undefined
    + known[index] === undefined && index > 0
  lib/work/switch-public-files.ts
    an upload that ends late leaves a file of a site that is off
    - if (removed === 0 && isOver && !isShort(time))
    + if (removed === 0)
    the new language of a site is in no file
    - if (record.files === 'kept' && !isChanged) return 0;
    + if (record.files === 'kept') return 0;
  lib/resources/reviews/records.ts
    a new text or reply is in no file
    - isShownDifferently(read, next));
    + ratingMove(read, next).review_count !== 0);
  lib/resources/reviews/rules.ts
    the fields of a reply come in any order
    - reply: review.reply && show(reply, review.reply)
    + reply: review.reply
    a ban is forgotten
    - review && statusOf(review) === 'published' ? storefrontView(review)
    + review && review.hidden_at === null ? storefrontView(review)
  lib/resources/catalog/product-records.ts
    the new name of a product is in no file
    - ...(isShownDifferently(existing, product) ? { public_version: 1 } : {}),
    a change that leaves the rating as it is is in no file
    - if (isNone(move)) return { public_version: 1 };
    + if (isNone(move)) return {};
    a new rating is in no file
    - stars_version: 1, public_version: 1 };
    + stars_version: 1 };
    the new name of a variant is in no file
    - added: isShown ? { public_version: 1 } : {},
    + added: {},
  lib/resources/public-reviews/site-records.ts
    two stores write the files of one site
    -     if (owner !== undefined) throw foreign();
    +     if (owner !== undefined) return [];
    SERVICE_REVIEWS=false leaves all files
    - && !isOff('SERVICE_REVIEWS')
  lib/work/queue-public-files.ts
    a review that goes leaves the files as they are
    - was?.public_version !== is?.public_version
    + Number(was?.review_count ?? 0) < Number(is?.review_count ?? 0)
    the switch of a site waits for the sweep
    - (was?.public_reviews || is?.public_reviews)
    + was?.public_reviews && is?.public_reviews
test/resources/public-reviews/file-rules.test.ts
  lib/resources/public-reviews/fields.ts
    a public file has the ids of the authors
    - shownOf(withoutAuthorId(storefrontFields))
    + shownOf(storefrontFields)
test/resources/public-reviews/html-rules.test.ts
  lib/schema/text.ts
    a paragraph may turn the direction of what follows it
    - .replaceAll(misleadingInParagraphs, '')
    + .replaceAll('', '')
test/resources/public-reviews/structured-data-rules.test.ts
  lib/runtime/html.ts
    a review ends the script element that the structured data is in
    - /[<>&\u2028\u2029]/g
    + /[>&\u2028\u2029]/g
test/lib/work/meta-product-reviews.test.ts
  lib/work/meta-product-reviews.ts
    a spreadsheet runs a review of Meta's feed as a formula
    - stringify([cells.map(escapeFormulas)],
    + stringify([cells],
test/resources/catalog/import-records.test.ts
  lib/schema/values.ts
    a product is imported with a wrong check digit
    - ? 3 : 1), 0) % 10 ===
    + ? 3 : 1), 0) % 5 ===
    the check digit of a product is wrong unless it has 14 digits
    - gtin.padStart(14, '0')
    + gtin
  lib/resources/catalog/product-records.ts
    an import that omits the identifiers of a product leaves the stored ones
    - product[name] ?? absentOfProduct[name]
    + product[name]
test/resources/catalog/get-product.test.ts
  lib/resources/catalog/rules.ts
    a product is shown without its identifiers
    -     ...filled(productIdentifiers, product),
    +     ...filled(productIdentifiers, {}),
test/resources/public-reviews/feeds.test.ts
  lib/work/request-feeds.ts
    a deleted customer's review stays in the feeds until the next day
    - (after === undefined || isDeleted(after))
    + after !== undefined && isDeleted(after)
    the hidden review of a deleted customer stays in the feeds until the next day
    -   before.sk === 'REVIEW' && !isDeleted(before)
    +   before.sk === 'REVIEW' && !isDeleted(before) && Object(before).status === 'published'
  lib/work/write-feeds.ts
    a feed is shown before it is written to its end
    -   const states = await Promise.all(feeds.map((feed) => feed.pause()));
    +   const states = await Promise.all(feeds.map((feed) => feed.pause()));
    +   for (const feed of feeds) await feed.keep();
    what the end of a turn leaves is lost
    - Promise.all(feedNames.map((name, index) => openFeed(name, site, pauses[index])))
    + Promise.all(feedNames.map((name) => openFeed(name, site, undefined)))
    feeds that were requested while a run wrote them are not written again
    -   const { requests, started_at: at } = run;
    +   const { started_at: at } = run;
    +   const [requests = 0] = await records.countRequests([store]);
    a function that was late takes the run of another one
    -       if (read?.claimed_by !== claimed_by) return { writes: [], reply: false };
    +       if (read === undefined) return { writes: [], reply: false };
    the feeds of a site that was switched off are shown
    -   if (!site || !publicSites.isPublic(site)) {
    +   if (!site) {
    what the last pause left is kept
    -   if (isRecorded) await removePaused(run);
    +   if (isRecorded) await Promise.resolve(run);
  lib/resources/public-reviews/feed-rules.ts
    two functions write the same feeds
    - claimed_until > now || !areDue
    + !areDue
    a run that fails again and again never begins anew
    -  && (run.failures ?? 0) < failuresAtMost
    the parts of a run that S3 has deleted are waited for
    - ageOf(run.started_at, now) < runSeconds
    + ageOf(run.started_at, now) < 2 * feedSeconds
    feeds are written every second day
    - ageOf(written.at, now) >= feedSeconds
    + ageOf(written.at, now) >= 2 * feedSeconds
  lib/resources/public-reviews/feed-review-records.ts
    the reviews after the first page of a product are missing
    -     if (last === undefined) return;
    +     return;
  lib/objects/object-writer.ts
    a continued upload writes over its parts
    -     this.#partNumber = begun.parts.length;
  lib/work/rebuild-public.ts
    a rebuild leaves the feeds as they are
    -   if (after === undefined) await requestFeedsOf(store);
  lib/work/switch-public-files.ts
    a site that is switched on again has no feeds until the next day
    -   await requestFeedsOf(record.store_id);
`;
