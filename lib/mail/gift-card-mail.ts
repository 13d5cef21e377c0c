/** The mail that brings a gift card's code to its recipient; it never shows the store's note. */
import { formatMoney } from '../domain/money.ts';
import * as stores from '../table/accounts/stores.ts';
import * as sites from '../table/catalog/sites.ts';
import * as giftCards from '../table/checkout/gift-cards.ts';
import type { Announcement } from './announcement.ts';
import type { GiftCardMessage } from './message.ts';
import type { Block } from './render.ts';
import { senderOf } from './send.ts';

/** The card is committed where it is there with this code: a decision made again issues another card under another code. */
export async function readGiftCardMail(message: GiftCardMessage, now: string): Promise<Announcement> {
  const { store_id, gift_card_id, code } = message;
  const { card, mailed } = await giftCards.findForMail(store_id, gift_card_id);
  if (card?.code_hash !== giftCards.hashCode(code)) return { state: 'uncommitted' };
  if (mailed || card.recipient_email === null) return { state: 'done' };

  const [store, site] = await Promise.all([
    stores.find(store_id),
    card.site_id === null ? undefined : sites.find(store_id, card.site_id),
  ]);
  const sender = senderOf(site, store?.name ?? '');
  return {
    state: 'due',
    mail: {
      to: card.recipient_email,
      sender,
      subject: `Your gift card from ${sender.name}`,
      blocks: blocksOf(card, code),
    },
    sent: [giftCards.recordMailed(store_id, gift_card_id, now)],
  };
}

function blocksOf(card: giftCards.GiftCardRecord, code: string): Block[] {
  return [
    { paragraph: `Here is a gift card worth ${formatMoney(card.initial_value, card.currency)}. Its code:` },
    { emphasis: code },
    ...(card.message ? [{ quotation: card.message }] : []),
    { paragraph: 'Enter the code at checkout.' },
    ...(card.expires_at ? [{ paragraph: `It can be used until ${card.expires_at.slice(0, 10)} (UTC).` }] : []),
  ];
}
