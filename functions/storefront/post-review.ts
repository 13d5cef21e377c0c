import { storefrontCommand } from '../../lib/chain/storefront.ts';
import { postReview } from '../../lib/resources/reviews/functions.ts';
import { postOnce } from '../../lib/work/write-reviews.ts';

export const handler = storefrontCommand(postReview, postOnce);
