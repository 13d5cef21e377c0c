import { scheduledFunction } from '../../lib/invoke/schedule.ts';
import { sweepDueUploads } from '../../lib/objects/sweep.ts';

export const handler = scheduledFunction('sweep-uploads', sweepDueUploads);
