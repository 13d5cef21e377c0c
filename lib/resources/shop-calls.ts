/** The calls with a shopper token. They are not part of the published API. */
import type { ShopCall } from '../schema/shop-call.ts';
import type { Routed } from '../schema/shopper-page.ts';
import { shopGetBalance } from './gift-cards/shop-calls.ts';
import { shopEditReview, shopListReviewable, shopPostReview } from './reviews/shop-calls.ts';
import { shopJoinWaitlist } from './waitlist/shop-calls.ts';

export const shopCalls: readonly ShopCall[] = [
  shopPostReview,
  shopEditReview,
  shopListReviewable,
  shopJoinWaitlist,
  shopGetBalance,
];

/** Every route of the calls, each with one for the preflight request of a browser. */
export const shopRoutes: readonly Routed[] = shopCalls.flatMap(({ name, path, method }) =>
  [method, 'OPTIONS' as const].map((each) => ({ name, method: each, path })),
);
