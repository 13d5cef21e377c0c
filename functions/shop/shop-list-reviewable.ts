import { shopListReviewable } from '../../lib/resources/reviews/shop-calls.ts';
import { shopRead } from '../../lib/shop/shop-call.ts';
import { listReviewable } from '../../lib/work/list-reviewable.ts';

export const handler = shopRead(shopListReviewable, listReviewable);
