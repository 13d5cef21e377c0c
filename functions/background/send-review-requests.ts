import { scheduledFunction } from '../../lib/chain/background.ts';
import { sendReviewRequests } from '../../lib/work/send-review-requests.ts';

export const handler = scheduledFunction('send-review-requests', sendReviewRequests);
