import { scheduledFunction } from '../../lib/invoke/schedule.ts';
import { sweepUploads } from '../../lib/work/sweep-uploads.ts';

export const handler = scheduledFunction('sweep-uploads', sweepUploads);
