/** Effects at the wrong moment: before a commit that may fail, or only after one that the function may not outlive. */
import type { Defect } from './defect.ts';

/** The function's `discarding`, by which objects are deleted before the commit. */
const deletingFirst = `import { discarding as sound } from '../../../lib/objects/discard.ts';
const discarding: typeof sound = (...args) => {
  const { after: before = [], ...decision } = sound(...args);
  return { ...decision, before };
};
`;

export const effects: readonly Defect[] = [
  {
    name: 'a photo is deleted before its option is',
    file: 'functions/api/gift-options/delete-gift-option.ts',
    from: "import { discarding } from '../../../lib/objects/discard.ts';\n",
    to: deletingFirst,
    tests: ['test/resources/gift-options'],
  },
  {
    name: 'a file is deleted before another takes its place',
    file: 'functions/api/digital-files/upload-digital-file.ts',
    from: "import { discarding } from '../../../lib/objects/discard.ts';\n",
    to: deletingFirst,
    tests: ['test/resources/digital-files', 'test/contract/exactly-once.test.ts'],
  },
  {
    name: 'an upload is deleted before it is given up',
    file: 'lib/objects/discard.ts',
    from: '  after: [() => deleteObjects(upload)],\n});',
    to: '  after: [],\n  before: [() => deleteObjects(upload)],\n});',
    tests: ['test/resources/digital-files', 'test/contract/exactly-once.test.ts'],
  },
  {
    name: 'an unowned object is deleted while somebody may still claim it',
    file: 'lib/objects/discard.ts',
    from: 'const writes = unowned && !unowned.ended ? [unownedObjects.end(unowned, timestampNow())] : [];',
    to: 'const writes = unowned?.ended ? [unownedObjects.end(unowned, timestampNow())] : [];',
    tests: ['test/resources/digital-files'],
  },
  {
    name: 'a replaced photo is never deleted',
    file: 'functions/api/gift-options/set-gift-option-image.ts',
    from: 'giftOptions.photosOf(option), {',
    to: '[], {',
    tests: ['test/resources/gift-options/set-gift-option-image.test.ts'],
  },
  {
    name: 'the mail of a card is queued only after its commit',
    file: 'functions/api/gift-cards/issue-gift-card.ts',
    from: '    before: recipient_email ?',
    to: '    after: recipient_email ?',
    tests: ['test/resources/gift-cards/issue-gift-card.test.ts'],
  },
  {
    name: 'a mail is noted as sent before it is',
    file: 'functions/background/send-mail.ts',
    from: '  await sendMail(announcement.mail);\n  await commit(writing(announcement.sent));\n',
    to: '  await commit(writing(announcement.sent));\n  await sendMail(announcement.mail);\n',
    tests: ['test/background/send-mail.test.ts'],
  },
  {
    name: 'a mail is sent for a card that was never committed',
    file: 'lib/resources/gift-cards/records.ts',
    from: 'card: card && hasCode(card, code) ? card : undefined, mailed',
    to: 'card, mailed',
    tests: ['test/background/send-mail.test.ts', 'test/resources/gift-cards/gift-card-codes.test.ts'],
  },
  {
    name: 'shoppers are notified only where the function outlives its commit',
    file: 'lib/queue/waitlist-queue.ts',
    from: '  before: [() => queueWork(work, certainlyCommittedSeconds)],\n',
    to: '  before: [],\n',
    tests: ['test/resources/waitlist/restock-variant.test.ts', 'test/background'],
  },
  {
    name: 'what a dying function has counted aside is never ranked',
    file: 'lib/work/reconcile-count.ts',
    from: '    before: [() => queue(work, { earliest: certainlyCommittedSeconds, delays: [certainlyCommittedSeconds + 10] })],\n',
    to: '    before: [],\n',
    tests: ['test/lib/work/reconcile-count.test.ts'],
  },
  {
    name: 'a copied photo takes the place of one that stands',
    file: 'lib/objects/objects.ts',
    from: 'return copy.ETag === from.etag;',
    to: 'return true;',
    tests: ['test/resources/gift-options/complete-gift-option-image-upload.test.ts'],
  },
];
