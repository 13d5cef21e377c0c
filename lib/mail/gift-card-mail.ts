/** The mail that brings a gift card's code to its recipient; it never shows the store's note. */

import * as sites from '../resources/catalog/site-records.ts';
import * as giftCards from '../resources/gift-cards/records.ts';
import type { GiftCardRecord } from '../resources/gift-cards/rules.ts';
import * as stores from '../resources/stores/records.ts';
import { formatMoney } from '../schema/money.ts';
import { type Wording, wordingOf } from './language.ts';
import type { GiftCardMessage } from './message.ts';
import type { Letter, Sender } from './render.ts';
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

type AnnouncedCard = Pick<GiftCardRecord, 'balance' | 'initial_value' | 'currency' | 'message' | 'expires_at'> & {
  /** In its groups, as it is shown. */
  code: string;
};

/** What the mail of a card says. */
export function giftCardLetter(
  card: AnnouncedCard,
  { name, url }: Sender,
  { language, locale, texts }: Wording,
): Letter {
  const { balance, initial_value, currency, message, expires_at, code } = card;
  const { title, rest, enterCode, shop, lastDay } = texts.giftCard;
  return {
    language,
    subject: title(name),
    blocks: [
      { heading: title(name) },
      { amount: formatMoney(balance, currency, locale) },
      // Of a card whose code was replaced some may have been spent.
      ...(balance === initial_value ? [] : [{ paragraph: rest }]),
      ...(message ? [{ quotation: message }] : []),
      { paragraph: enterCode },
      { code },
      ...(url ? [{ link: shop(name), url }] : []),
      ...(expires_at ? [{ paragraph: lastDay(lastDayOf(expires_at, locale)) }] : []),
    ],
  };
}

/** The day of the last second before it expires. Days are counted everywhere as they are in UTC. */
const lastDayOf = (expires_at: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC', calendar: 'gregory' }).format(
    Date.parse(expires_at) - 1000,
  );
