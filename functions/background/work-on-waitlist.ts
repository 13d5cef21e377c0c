import { queueFunction } from '../../lib/chain/background.ts';
import { queueWork, type WaitlistWork } from '../../lib/queue/send.ts';
import { reconcile } from '../../lib/resources/waitlist/waiting-count-records.ts';
import { dropWaitlists } from '../../lib/work/drop-waitlists.ts';
import { leaveWaitlists } from '../../lib/work/leave-waitlists.ts';
import { notifyLongestWaiting, notifyShoppers } from '../../lib/work/notify-shoppers.ts';

export const handler = queueFunction<WaitlistWork>(
  'work-on-waitlist',
  async ({ message, commit }) => {
    switch (message.work) {
      case 'notify':
        return notifyShoppers(commit, message);
      case 'notify-longest-waiting':
        return notifyLongestWaiting(commit, message);
      case 'drop':
        return dropWaitlists(commit, message);
      case 'leave':
        return leaveWaitlists(commit, message);
      case 'reconcile': {
        const { store_id, product_id } = message;
        return commit({ decide: async () => ({ writes: await reconcile(store_id, product_id), reply: undefined }) });
      }
      default:
        // Work of a later release: the message ends in the dead-letter queue, and can be redriven after the next upgrade.
        throw new Error(`Unknown work: ${(message as { work?: unknown }).work}`);
    }
  },
  { queueAgain: (message) => queueWork([message]) },
);
