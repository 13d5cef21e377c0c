/** Commits that are not held to what was decided on, and effects at the wrong moment: before a commit that may fail, or only after one that the function may not outlive. */
import { planted } from './planted.ts';

export const conditions = planted`
test/contract/once.test.ts test/contract/adversity/failing-calls.test.ts test/contract/adversity/at-once.test.ts
  lib/table/items.ts
    a new item takes the place of one that stands
    - ConditionExpression: 'attribute_not_exists(pk)',
    a deletion is not held to what was read
    - Key: { pk: key.pk, sk: key.sk }, ...unchangedSince(read) },
    + Key: { pk: key.pk, sk: key.sk } },
test/resources/gift-cards test/resources/customer-addresses
  lib/table/items.ts
    a replacement is not held to the version that was read
    - version: read.version + 1, ...key }, ...unchangedSince(read) },
    + version: read.version + 1, ...key } },
test/contract/changed-meanwhile.test.ts
  lib/table/items.ts
    what lies under the same key again is taken for what was read
    - conditionExpression({ unchanged: { version, ...(id === undefined ? {} : { id }) } });
    + conditionExpression({ unchanged: { version } });
  functions/api/customer-addresses/create-customer-address.ts
    an address is created for a customer who is deleted meanwhile
    - addresses.create(store.id, customer.id, address), customers.check(store.id, customer)],
    + addresses.create(store.id, customer.id, address)],
  lib/resources/customers/records.ts
    a customer who was deleted and imported again counts as the same
    - { exists: true, without: ['deleted_at'], unchanged: { deletions } }
    + { exists: true, without: ['deleted_at'] }
  lib/resources/gift-cards/checkout-records.ts
    two holds of one checkout on two cards both stay
    - items.createOrChange(keys.checkout(store, checkout_id), was, {
    + items.overwrite(keys.checkout(store, checkout_id), { ...was, version: (was?.version ?? 0) + 1,
  lib/resources/stores/api-key-records.ts
    of two revocations at once the later one takes the place of the other
    - items.change(itemKey, read, next));
    + items.overwrite(itemKey, { ...next, version: (read.version ?? 0) + 1 }));
  lib/work/write-reviews.ts
    a review is posted by who is banned meanwhile
    - product), customers.raiseVersion(store.id, customer)],
    + product)],
  lib/resources/reviews/records.ts
    a review has the name of a variant that is renamed meanwhile
    - products.moveRatingOf(store, product, ratingMove(undefined, review)),
    + ...products.moveRating(store, product.id, ratingMove(undefined, review), true),
  lib/resources/digital-files/records.ts
    a file is given to a variant that is gone
    - products.checkVariants(store, product),
test/resources/reviews/storefront-reviews.test.ts
  lib/resources/reviews/records.ts
    an edit overwrites the copy of the author's next review
    - unchanged: { id: read.id },
    + unchanged: {},
test/contract/exactly-once.test.ts test/contract/adversity/failing-calls.test.ts test/contract/adversity/at-once.test.ts
  lib/once/idempotency-record.ts
    two requests with one idempotency key both commit
    - ConditionExpression: 'attribute_not_exists(pk) OR expires_at <= :now',
    -         ExpressionAttributeValues: { ':now': now },
test/contract/exactly-once.test.ts test/lib/chain test/contract/adversity/failing-calls.test.ts test/contract/adversity/at-once.test.ts
  lib/once/idempotency-record.ts
    a record of yesterday stands in the way for ever
    - 'attribute_not_exists(pk) OR expires_at <= :now',
    + 'attribute_not_exists(pk) OR expires_at <= :now AND attribute_not_exists(pk)',
test/resources/gift-options/gift-options.test.ts test/resources/gift-options
  lib/resources/gift-options/records.ts
    the names of a site are replaced whatever they are by now
    - items.createOrChange(keys.giftOptionNames(store, site), stored, { names });
    + items.overwrite(keys.giftOptionNames(store, site), { names, version: (stored?.version ?? 0) + 1 });
test/resources/store-credits/deletion.test.ts
  lib/work/delete-customer.ts
    a concurrent duplicate of a deletion begins again with a finished credit
    - isLast ? storeCredits.disown(store, credit) : storeCredits.checkOwned(store, credit),
    + ...(isLast ? [storeCredits.disown(store, credit)] : []),
test/resources/customers/delete-customer.test.ts
  lib/work/forget.ts
    a concurrent duplicate of a deletion begins again with a finished order
    - isLast ? orders.disown(store, order) : orders.checkOwned(store, order),
    + ...(isLast ? [orders.disown(store, order)] : []),
test/lib/work/delete-customer.test.ts
  lib/work/delete-customer.ts
    a late twin of a deletion takes what was imported since
    - writes: [customers.checkSweep(store, customer), ...step.writes]
    + writes: [...step.writes]
  lib/resources/customers/records.ts
    a customer is imported while their deletion is in progress
    - without: ['sweeping'],
test/lib/work/drop-waitlists.test.ts
  lib/resources/waitlist/records.ts
    a shopper joins the waitlist of a variant that is gone
    - { ...countedIn(entry), by: 1, place, heldToVariants: true }
    + { ...countedIn(entry), by: 1, place }
    who joins again is dropped with a variant that has come back
    - { by: -entries.length, variant_id, part, place, heldToVariants: true }
    + { by: -entries.length, variant_id, part, place }
  lib/resources/waitlist/variant-count-records.ts
    the counts of a variant that comes back are removed
    - unchanged: { [name]: onProduct, variants_round },
    + exists: true,
    the counts of a variant that is gone stay in the shards
    - ...inShards.flatMap((count, part) =>
    + ...inShards.slice(shards.length).flatMap((count, part) =>
test/lib/table test/resources/waitlist/waitlist-rush.test.ts
  lib/resources/waitlist/waiting-count-records.ts
    two reconciliations take the same joins over
    - unchanged: { waiting_aside: ranked },
test/lib/work/rename-variants.test.ts
  lib/resources/catalog/product-records.ts
    two imports of a product rename by what either has read
    - unchanged: existing ? { version: existing.version, found_by: existing.found_by } : {},
test/resources/digital-files
  functions/api/digital-files/complete-digital-file-upload.ts
    a finished upload stays open
    - createOrReplace(store.id, variantFile, file), unownedObjects.claim(completion.upload)],
    + createOrReplace(store.id, variantFile, file)],
`;

export const effects = planted`
test/resources/gift-options
  functions/api/gift-options/delete-gift-option.ts
    a photo is deleted before its option is
    - import { discarding } from '../../../lib/objects/discard.ts';
    + import { discarding as sound } from '../../../lib/objects/discard.ts';
    + const discarding: typeof sound = (...args) => {
    +   const { after: before = [], ...decision } = sound(...args);
    +   return { ...decision, before };
    + };
test/resources/digital-files test/contract/exactly-once.test.ts test/contract/adversity/failing-calls.test.ts test/contract/adversity/at-once.test.ts
  functions/api/digital-files/upload-digital-file.ts
    a file is deleted before another takes its place
    - import { discarding } from '../../../lib/objects/discard.ts';
    + import { discarding as sound } from '../../../lib/objects/discard.ts';
    + const discarding: typeof sound = (...args) => {
    +   const { after: before = [], ...decision } = sound(...args);
    +   return { ...decision, before };
    + };
  lib/objects/discard.ts
    an upload is deleted before it is given up
    - after: [() => deleteObjects(upload)],
    - });
    + after: [],
    +   before: [() => deleteObjects(upload)],
    + });
test/resources/digital-files
  lib/objects/discard.ts
    an unowned object is deleted while someone may still claim it
    - const writes = unowned && !unowned.ended ? [unownedObjects.end(unowned, timestampNow())] : [];
    + const writes = unowned?.ended ? [unownedObjects.end(unowned, timestampNow())] : [];
test/resources/gift-options/photos.test.ts
  functions/api/gift-options/set-gift-option-image.ts
    a replaced photo is never deleted
    - giftOptions.photosOf(option), {
    + [], {
  lib/objects/objects.ts
    a copied photo takes the place of one that stands
    - return copy.ETag === from.etag;
    + return true;
test/resources/gift-cards/gift-cards.test.ts
  functions/api/gift-cards/issue-gift-card.ts
    the mail of a card is queued only after its commit
    - before: recipient_email ?
    + after: recipient_email ?
test/background/mails.test.ts
  lib/work/send-queued-mail.ts
    a mail is noted as sent before it is
    - await send(announcement, { commit, isLast });
    -   await commit(announcement.sent);
    + await commit(announcement.sent);
    +   await send(announcement, { commit, isLast });
test/background/mails.test.ts test/resources/gift-cards/codes.test.ts
  lib/resources/gift-cards/records.ts
    a mail is sent for a card that was never committed
    - card: card && hasCode(card, code) ? card : undefined, mailed
    + card, mailed
test/resources/waitlist/restocks.test.ts test/background
  lib/queue/send.ts
    shoppers are notified only where the function outlives its commit
    - before: [() => queueWork(work, certainlyCommittedSeconds)],
    + before: [],
test/lib/work/reconcile-count.test.ts
  lib/work/reconcile-count.ts
    what a dying function has counted aside is never ranked
    - before: [() => queue(work, { earliest: certainlyCommittedSeconds, delays: [certainlyCommittedSeconds + 10] })],
    + before: [],
`;
