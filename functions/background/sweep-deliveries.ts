import { scheduledFunction } from '../../lib/chain/background.ts';
import { sweepDeliveries } from '../../lib/work/sweep-deliveries.ts';

export const handler = scheduledFunction('sweep-deliveries', sweepDeliveries);
