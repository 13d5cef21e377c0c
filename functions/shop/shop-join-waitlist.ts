import { committing } from '../../lib/chain/function.ts';
import * as customers from '../../lib/resources/customers/records.ts';
import { customerIn } from '../../lib/resources/shopper-tokens/rules.ts';
import { shopJoinWaitlist } from '../../lib/resources/waitlist/shop-calls.ts';
import { shopFunction } from '../../lib/shop/shop-call.ts';
import { joinOnce } from '../../lib/work/join-waitlist.ts';

export const handler = shopFunction(shopJoinWaitlist, {
  work: ({ claims }) =>
    committing({
      async decide(request) {
        const id = customerIn(claims);
        const [customer, { writes, ...decision }] = await Promise.all([
          id === undefined ? undefined : customers.get(claims.store_id, id),
          joinOnce.decide(request),
        ]);
        // A deletion removes what waits with the customer's address: nothing joins after it.
        const present = customer && writes.length > 0 ? [customers.checkPresent(claims.store_id, customer)] : [];
        return { ...decision, writes: [...writes, ...present] };
      },
    }),
});
