import { queueFunction } from '../../lib/invoke/queue.ts';
import { queueWork, type WaitlistWork } from '../../lib/queue/waitlist-queue.ts';
import { reconcile } from '../../lib/resources/waitlist/waiting-count-records.ts';
import { dropWaitlists } from '../../lib/work/drop-waitlists.ts';
import { notifyShoppers } from '../../lib/work/notify-shoppers.ts';

export const handler = queueFunction<WaitlistWork>(
  'work-on-waitlist',
  async ({ message, commit }) => {
    if (message.work === 'notify') return notifyShoppers(commit, message);
    if (message.work === 'drop') return dropWaitlists(commit, message);

    const { store_id, product_id } = message;
    return commit({ decide: async () => ({ writes: await reconcile(store_id, product_id), reply: undefined }) });
  },
  { queueAgain: (message) => queueWork([message]) },
);
