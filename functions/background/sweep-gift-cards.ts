import { sweepGiftCards } from '../../lib/mail/sweep-gift-cards.ts';

export const handler = async () => sweepGiftCards();
