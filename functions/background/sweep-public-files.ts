import { scheduledFunction } from '../../lib/chain/background.ts';
import { sweepPublicFiles } from '../../lib/work/switch-public-files.ts';

export const handler = scheduledFunction('sweep-public-files', sweepPublicFiles);
