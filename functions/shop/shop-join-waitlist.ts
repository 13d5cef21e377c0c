import { committing } from '../../lib/chain/function.ts';
import { shopJoinWaitlist } from '../../lib/resources/waitlist/shop-calls.ts';
import { shopFunction } from '../../lib/shop/shop-call.ts';
import { joinOnce } from '../../lib/work/join-waitlist.ts';

export const handler = shopFunction(shopJoinWaitlist, { work: () => committing(joinOnce) });
