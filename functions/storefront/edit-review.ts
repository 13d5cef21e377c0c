import { storefrontCommand } from '../../lib/chain/storefront.ts';
import { editReview } from '../../lib/resources/reviews/functions.ts';
import { editOnce } from '../../lib/work/write-reviews.ts';

export const handler = storefrontCommand(editReview, editOnce);
