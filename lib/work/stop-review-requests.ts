/** Unsubscribes an email address from the emails of a store that ask for reviews, by the link in one of them. */
import type { UnsubscribeClaims } from '../mail/unsubscribe-token.ts';
import type { Commit } from '../once/unit-of-work.ts';
import * as requests from '../resources/review-requests/records.ts';
import * as unsubscriptions from '../resources/review-requests/unsubscription-records.ts';

type Claims = Extract<UnsubscribeClaims, { list: 'review' }>;

/** A link that is used again changes nothing more. */
export const stopReviewRequests = (commit: Commit, { store_id, shopper, order_id, step }: Claims): Promise<void> =>
  commit({
    async decide({ now }) {
      const [known, request] = await Promise.all([
        unsubscriptions.find(store_id, shopper),
        requests.find(store_id, order_id),
      ]);
      if (known) return { writes: [], reply: undefined };
      return {
        writes: [
          await unsubscriptions.create(store_id, shopper, now),
          ...(request ? [requests.replace(store_id, request, { ...request, unsubscribed: { step, at: now } })] : []),
        ],
        reply: undefined,
      };
    },
  });
