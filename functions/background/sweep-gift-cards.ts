import { scheduledFunction } from '../../lib/chain/background.ts';
import { sweepGiftCards } from '../../lib/work/sweep-gift-cards.ts';

export const handler = scheduledFunction('sweep-gift-cards', sweepGiftCards);
