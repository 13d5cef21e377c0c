import { scheduledFunction } from '../../lib/invoke/background.ts';
import { sweepGiftCards } from '../../lib/work/sweep-gift-cards.ts';

export const handler = scheduledFunction('sweep-gift-cards', sweepGiftCards);
