import { scheduledFunction } from '../../lib/chain/background.ts';
import { sweepUploads } from '../../lib/work/sweep-uploads.ts';

export const handler = scheduledFunction('sweep-uploads', sweepUploads);
