/** What each kind of mail says in a language. */

import type { GiftCardRecord } from '../resources/gift-cards/rules.ts';
import { formatMoney } from '../schema/money.ts';
import type { Wording } from './language.ts';
import type { Letter, Sender } from './render.ts';

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

interface RestockedProduct {
  /** With the name of the variant. */
  name: string;
  url?: string | null | undefined;
}

/** What the mail of a restock says. */
export function restockLetter({ name, url }: RestockedProduct, sender: Sender, { language, texts }: Wording): Letter {
  const { headline, subject, see, why } = texts.restock;
  return {
    language,
    subject: subject(name),
    blocks: [
      { heading: headline },
      { emphasis: name },
      ...(url ? [{ link: see(sender.name), url }] : []),
      { paragraph: why },
    ],
  };
}
