/** A gift card, and what staff call what it has. */
import type { StoreCommerce } from '../../../../../lib/client/store-commerce.ts';
import type { About } from '../../state/open-calls.ts';

/** A card with the order that bought it and the state of its email. */
export type GiftCard = Awaited<ReturnType<StoreCommerce['giftCards']['get']>>;

/** What each card is read with. */
export const expand = 'order,mail';

type MailStatus = NonNullable<GiftCard['mail']>['status'];

export const mailStates: Readonly<Record<MailStatus, { words: string; tone: 'good' | 'bad' | 'quiet' | 'warn' }>> = {
  none: { words: 'No email', tone: 'quiet' },
  scheduled: { words: 'Scheduled', tone: 'warn' },
  queued: { words: 'Being sent', tone: 'warn' },
  sent: { words: 'Sent', tone: 'good' },
  failed: { words: 'Failed', tone: 'bad' },
};

/** The subject of a call that changes a card. */
export const about = (verb: string, { id, last4 }: GiftCard): About => ({
  what: `${verb} the gift card ending in ${last4}`,
  where: `gift-cards/${id}`,
});
