import { scheduledFunction } from '../../lib/invoke/schedule.ts';
import { sweepDueUploads } from '../../lib/work/sweep-uploads.ts';

export const handler = scheduledFunction('sweep-uploads', sweepDueUploads);
