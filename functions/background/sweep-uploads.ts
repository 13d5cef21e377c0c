import { scheduledFunction } from '../../lib/invoke/background.ts';
import { sweepUploads } from '../../lib/work/sweep-uploads.ts';

export const handler = scheduledFunction('sweep-uploads', sweepUploads);
