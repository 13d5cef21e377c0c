import { sweepDueUploads } from '../../lib/objects/sweep.ts';

export const handler = sweepDueUploads;
