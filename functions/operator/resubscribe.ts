import { storeCommand } from '../../lib/chain/function.ts';
import { resubscribe } from '../../lib/resources/review-requests/functions.ts';
import * as unsubscriptions from '../../lib/resources/review-requests/unsubscription-records.ts';
import { shopperOf } from '../../lib/resources/waitlist/records.ts';

export const handler = storeCommand(resubscribe, {
  async decide({ store, payload }) {
    const shopper = shopperOf(payload.email);
    const found = await unsubscriptions.find(store.id, shopper);
    return {
      writes: found ? [await unsubscriptions.remove(store.id, shopper, found)] : [],
      reply: { resubscribed: found !== undefined },
    };
  },
});
