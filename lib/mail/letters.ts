/** The text of each kind of email in a language. */

import type { GiftCardRecord } from '../resources/gift-cards/rules.ts';
import type { Step } from '../resources/review-requests/rules.ts';
import { formatMoney } from '../schema/money.ts';
import type { Wording } from './language.ts';
import type { Letter, Sender } from './render.ts';

type AnnouncedCard = Pick<GiftCardRecord, 'balance' | 'initial_value' | 'currency' | 'message' | 'expires_at'> & {
  /** In its groups, as it is shown. */
  code: string;
  /** The name of the customer who bought the card for the recipient, if known. */
  giver: string | undefined;
};

/** The letter of a card's email. */
export function giftCardLetter(
  card: AnnouncedCard,
  { name, url }: Sender,
  { language, locale, texts }: Wording,
): Letter {
  const { balance, initial_value, currency, message, expires_at, code, giver } = card;
  const { title, titleFrom, rest, enterCode, shop, spend, lastDay, mistake, ...words } = texts.giftCard;
  const heading = giver === undefined ? title(name) : titleFrom(giver, name);
  const amount = formatMoney(balance, currency, locale);
  return {
    language,
    subject: words.subject(heading, amount),
    blocks: [
      { heading },
      // A card with a replaced code may be partly spent.
      { amount, label: balance === initial_value ? words.balance : rest },
      ...(message ? [{ quotation: message }] : []),
      { paragraph: enterCode },
      { code },
      ...(url ? [{ link: shop(name), url }] : []),
      { paragraph: [spend, ...(expires_at ? [lastDay(lastDayOf(expires_at, locale))] : [])].join('\n') },
      { note: mistake },
    ],
  };
}

/** The day of the last second before it expires, in UTC. */
const lastDayOf = (expires_at: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC', calendar: 'gregory' }).format(
    Date.parse(expires_at) - 1000,
  );

interface RestockedProduct {
  /** With the name of the variant. */
  name: string;
  url?: string | null | undefined;
  /** Where the shopper leaves all waitlists of the store. */
  unsubscribe_url: string;
}

/** The letter of a restock's email. */
export function restockLetter(
  { name, url, unsubscribe_url }: RestockedProduct,
  sender: Sender,
  { language, texts }: Wording,
): Letter {
  const { headline, subject, see, why, leave } = texts.restock;
  return {
    language,
    subject: subject(name),
    blocks: [
      { heading: headline },
      { emphasis: name },
      ...(url ? [{ link: see(sender.name), url }] : []),
      { paragraph: why },
      { smallLink: leave, url: unsubscribe_url },
    ],
  };
}

interface ReviewableOrder {
  step: Step;
  /** With the names of their variants. */
  names: readonly string[];
  /** The page for reviews, with its token. */
  url: string;
  unsubscribe_url: string;
}

/** The letter that asks for reviews of an order. */
export function reviewRequestLetter(
  { step, names, url, unsubscribe_url }: ReviewableOrder,
  { name }: Sender,
  { language, texts }: Wording,
): Letter {
  const { headline, ask, write, why, whyReminded, leave, ...subjects } = texts.reviewRequest;
  const isReminder = step === 'reminder';
  return {
    language,
    subject: (isReminder ? subjects.reminder : subjects.subject)(name),
    blocks: [
      { heading: headline },
      { list: names },
      { paragraph: ask },
      { link: write, url },
      { note: (isReminder ? whyReminded : why)(name) },
      { smallLink: leave, url: unsubscribe_url },
    ],
  };
}
