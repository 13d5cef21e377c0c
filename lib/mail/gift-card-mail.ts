/** The mail that brings a gift card's code to its recipient; it never shows the store's note. */

import * as sites from '../resources/catalog/site-records.ts';
import * as giftCards from '../resources/gift-cards/records.ts';
import type { GiftCardRecord } from '../resources/gift-cards/rules.ts';
import * as stores from '../resources/stores/records.ts';
import { formatMoney } from '../schema/money.ts';
import type { GiftCardMessage } from './message.ts';
import type { Block, Sender } from './render.ts';
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
  return {
    state: 'due',
    mail: {
      to: card.recipient_email,
      sender,
      subject: `Your gift card from ${sender.name}`,
      blocks: blocksOf(card, code, sender),
    },
    sent: [giftCards.recordMailed(store_id, card, now)],
  };
}

function blocksOf(card: GiftCardRecord, code: string, { name, url }: Sender): Block[] {
  const { balance, initial_value, currency, message, expires_at } = card;
  return [
    { heading: `Your gift card from ${name}` },
    { amount: formatMoney(balance, currency) },
    // Of a card whose code was replaced some may have been spent.
    ...(balance === initial_value ? [] : [{ paragraph: 'This is the balance that is left on the card.' }]),
    ...(message ? [{ quotation: message }] : []),
    { paragraph: 'Enter this code at checkout:' },
    { code },
    ...(url ? [{ link: `Shop at ${name}`, url }] : []),
    ...(expires_at ? [{ paragraph: lastDayOf(expires_at) }] : []),
  ];
}

/** The day of the last second before it expires. */
function lastDayOf(expires_at: string): string {
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  return `You can use it until ${day.format(Date.parse(expires_at) - 1000)} (UTC).`;
}
