/** Shoppers who wait are counted or notified wrongly. */
import { planted } from './planted.ts';

export const waitlist = planted`
test/resources/waitlist/create-restock.test.ts
  functions/api/waitlist/create-restock.ts
    all restocks through the API are one restock
    - now, name }) => {
    + now }) => {
    +   const name = 'one';
test/resources/waitlist/restocks-of-a-few.test.ts
  lib/resources/waitlist/rules.ts
    of shoppers who joined in the same second the last comes first
    - (a.id < b.id ? -1 : 1)
    + (a.id < b.id ? 1 : -1)
  lib/resources/waitlist/longest-waiting-records.ts
    who joined in the same second as the last that is known is not read
    - 'joined_at <= :latest'
    + 'joined_at < :latest'
    shoppers are taken as they are read
    - this.#turns.toSorted(inOrderOfTurns).slice(0, this.#limit);
    + this.#turns.slice(0, this.#limit).toSorted(inOrderOfTurns);
    a restock of a few takes whom it has taken before
    - notified_by !== restock_id));
    + notified_by !== ''));
  lib/resources/waitlist/restock-rules.ts
    a restock of a few forgets how many it has notified
    - (restock.notify_at_most ?? 0) - (progress?.notified ?? 0);
    + (restock.notify_at_most ?? 0) - Math.min(0, progress?.notified ?? 0);
  lib/resources/waitlist/records.ts
    who leaves and joins again keeps their turn
    - isWaiting(entry) && entry.id === turns[index]?.id,
    + isWaiting(entry) && turns[index] !== undefined,
    who joins again is not known to have been notified
    - { ...entry, notified_by: read?.notified_by }
    + entry
    who leaves once more is not known to have been notified
    -   notified_by,
    -   left_at: toSeconds(now)
    +   left_at: toSeconds(now)
    who was notified by a restock of a few cannot be imported
    - left?.imported === true && left.left_at
    + left !== undefined && left.left_at
  lib/resources/waitlist/restock-records.ts
    a restock id answers for another number
    - notify_at_most === asked.notify_at_most);
    + asked.notify_at_most !== undefined);
  functions/operator/get-restock.ts
    a restock of a few is never done
    - restocks.isOfFew(found.restock) ? 1 : allParts.length;
    + allParts.length;
  functions/background/work-on-waitlist.ts
    work that only a later release knows is lost
    - throw new Error(
    + return String(
test/resources/catalog/get-product.test.ts
  lib/resources/waitlist/waiting-count-records.ts
    a variant is counted only in the shards of its product
    - { ...rankingBy(by), ...ofVariantBy(variant_id, by) }
    + rankingBy(by)
  lib/resources/waitlist/variant-count-records.ts
    the migration counts a shopper who joins meanwhile as if they had not
    - unchanged: { waiting_count, waiting_changes },
    + exists: true,
    counts of variants that an earlier release has changed are shown
    - return all === sumOf(product, shards) ? counts : undefined;
    + return counts;
    counts of variants from before the second run of the migration are shown
    - if (!product.counted_by_variant) return undefined;
    + if (product.name === '') return undefined;
  lib/resources/waitlist/variant-waiting-records.ts
    a product reads the longest-waiting shoppers of variants without waiting shoppers
    - (counts.get(id) ?? 0) > 0);
    + counts.size >= 0 || id === '');
    a product reads the longest-waiting shoppers of all variants at once
    - await sideBySide(waited, waitedVariants.size,
    + await sideBySide(waited, waited.length,
test/lib/work/waiting-by-variant.test.ts
  lib/resources/waitlist/variant-count-records.ts
    the first run of the migration makes the counts of variants certain
    - isRepeat && !product.counted_by_variant ?
    + !product.counted_by_variant ?
  lib/resources/waitlist/migration-records.ts
    the migration reads all entries of a product in a rush again for each attempt
    - if (attempt > attemptsAtCounting) {
    + if (attempt > 8 * attemptsAtCounting) {
    a product that no run has counted does not count as failed
    - if (isRepeat) throw new Error(message);
    + log('info', message);
  lib/work/migrate.ts
    each run of a migration is its first one
    - filter((name) => progressOf(state, name).done_at !== null),
    + filter((name) => progressOf(state, name).done_at === ''),
`;
