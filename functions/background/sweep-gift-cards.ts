import { sweepGiftCards } from '../../lib/gift-cards/sweep.ts';
import { scheduledFunction } from '../../lib/invoke/schedule.ts';

export const handler = scheduledFunction('sweep-gift-cards', sweepGiftCards);
