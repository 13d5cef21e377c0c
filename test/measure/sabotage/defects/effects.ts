/** Effects at the wrong moment: before a commit that may fail, or only after one that the function may not outlive. */
import { planted } from './planted.ts';

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
test/resources/digital-files test/contract/exactly-once.test.ts
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
    - await sendMail(announcement.mail);
    -   await commit(announcement.sent);
    + await commit(announcement.sent);
    +   await sendMail(announcement.mail);
test/background/mails.test.ts test/resources/gift-cards/codes.test.ts
  lib/resources/gift-cards/records.ts
    a mail is sent for a card that was never committed
    - card: card && hasCode(card, code) ? card : undefined, mailed
    + card, mailed
test/resources/waitlist/restocks.test.ts test/background
  lib/queue/waitlist-queue.ts
    shoppers are notified only where the function outlives its commit
    - before: [() => queueWork(work, certainlyCommittedSeconds)],
    + before: [],
test/lib/work/reconcile-count.test.ts
  lib/work/reconcile-count.ts
    what a dying function has counted aside is never ranked
    - before: [() => queue(work, { earliest: certainlyCommittedSeconds, delays: [certainlyCommittedSeconds + 10] })],
    + before: [],
`;
