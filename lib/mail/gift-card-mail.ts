/** The mail that brings a gift card's code to its recipient; it never shows the store's note. */

import * as sites from '../resources/catalog/site-records.ts';
import * as giftCards from '../resources/gift-cards/records.ts';
import * as stores from '../resources/stores/records.ts';
import { wordingOf } from './language.ts';
import { giftCardLetter } from './letters.ts';
import type { GiftCardMessage } from './message.ts';
import { type Announcement, senderOf } from './send.ts';

/**
 * The announcement is committed when the card has this code, since a decision that runs again makes another code. A replaced code is not
 * sent.
 */
export async function readGiftCardMail(message: GiftCardMessage, now: string): Promise<Announcement> {
  const { store_id, gift_card_id, code } = message;
  const { card, mailed } = await giftCards.findForMail(store_id, gift_card_id, code);
  if (!card) return { state: 'uncommitted' };
  if (mailed || card.recipient_email === null) return { state: 'done' };

  const [store, site] = await Promise.all([
    stores.find(store_id),
    card.site_id === null ? undefined : sites.find(store_id, card.site_id),
  ]);
  const sender = senderOf(site, store?.name ?? '');
  const wording = wordingOf([...card.locales, site?.locale]);
  return {
    state: 'due',
    mail: { to: card.recipient_email, sender, ...giftCardLetter({ ...card, code }, sender, wording) },
    sent: [giftCards.recordMailed(store_id, card, now)],
  };
}
