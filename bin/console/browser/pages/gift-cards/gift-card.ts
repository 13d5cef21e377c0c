/** A gift card, and what staff call what it has. */
import type { StoreCommerce } from '../../../../../lib/client/store-commerce.ts';
import type { About } from '../../state/open-calls.ts';

export type GiftCard = Awaited<ReturnType<StoreCommerce['giftCards']['get']>>;

/** The subject of a call that changes a card. */
export const about = (verb: string, { id, last4 }: GiftCard): About => ({
  what: `${verb} the gift card ending in ${last4}`,
  where: `gift-cards/${id}`,
});
