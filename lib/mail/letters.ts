/** The text of each kind of email in a language. */

import { writing } from '../once/unit-of-work.ts';
import * as products from '../resources/catalog/product-records.ts';
import * as sites from '../resources/catalog/site-records.ts';
import * as customers from '../resources/customers/records.ts';
import * as giftCards from '../resources/gift-cards/records.ts';
import { type GiftCardRecord, unscheduled } from '../resources/gift-cards/rules.ts';
import * as stores from '../resources/stores/records.ts';
import type { Notice } from '../resources/waitlist/records.ts';
import * as restocks from '../resources/waitlist/restock-records.ts';
import { normaliseEmail } from '../resources/waitlist/rules.ts';
import { formatMoney } from '../schema/money.ts';
import type { Write } from '../table/items.ts';
import { type Wording, wordingOf } from './language.ts';
import type { GiftCardMessage, MailMessage, RestockMessage } from './queue.ts';
import { headerText, type Letter, type Sender } from './render.ts';
import { type Announcement, type Mail, senderOf } from './send.ts';

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
}

/** The letter of a restock's email. */
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

/**
 * The announcement is committed when the card has this code, since a decision that runs again makes another code. A replaced code is not
 * sent.
 */
async function readGiftCardMail(message: GiftCardMessage, now: string): Promise<Announcement> {
  const { store_id, gift_card_id, code } = message;
  const { card, mailed } = await giftCards.findForMail(store_id, gift_card_id, code);
  if (!card) return { state: 'uncommitted' };
  if (mailed || card.recipient_email === null) return { state: 'done' };

  const [store, site, buyer] = await Promise.all([
    stores.find(store_id),
    card.site_id === null ? undefined : sites.find(store_id, card.site_id),
    card.customer_id === undefined ? undefined : customers.findRecord(store_id, card.customer_id),
  ]);
  const sender = senderOf(site, store?.name ?? '');
  const wording = wordingOf([...card.locales, site?.locale]);
  const giver = giverOf(buyer, card.recipient_email);
  return {
    state: 'due',
    mail: { to: card.recipient_email, sender, ...giftCardLetter({ ...card, code, giver }, sender, wording) },
    sent: {
      decide: async () => ({
        writes: [giftCards.recordMailed(store_id, card, now), ...(await endOfDay(store_id, card, now))],
        reply: undefined,
      }),
    },
  };
}

/** The buyer's name, unless the card is the buyer's own. */
function giverOf(buyer: customers.CustomerRecord | undefined, recipient: string): string | undefined {
  if (!buyer || customers.isDeleted(buyer) || normaliseEmail(buyer.email) === normaliseEmail(recipient)) {
    return undefined;
  }
  return headerText(`${buyer.first_name} ${buyer.last_name}`) || undefined;
}

/** Ends a card's schedule once its email is sent, unless it has another code again. */
async function endOfDay(store: string, mailed: GiftCardRecord, now: string): Promise<Write[]> {
  if (mailed.unsent_code_hash === undefined) return [];
  const card = await giftCards.find(store, mailed.id);
  return card?.code_hash === mailed.code_hash
    ? giftCards.replace(store, card, { next: unscheduled(card, now) }, now)
    : [];
}

/** The email is due if its batch is committed: a decision made again notifies another batch. */
async function readRestockMail(message: RestockMessage): Promise<Announcement> {
  const { committed, notice } = await restocks.findForMail(message.store_id, message);
  if (!committed) return { state: 'uncommitted' };
  if (!notice) return { state: 'done' };
  return {
    state: 'due',
    mail: await mailOf(message, notice),
    sent: writing([restocks.recordMailed(message.store_id, message)]),
  };
}

/** In the name of the site that was joined from, else of the store's first. */
async function mailOf({ store_id, product_id, variant_id }: RestockMessage, notice: Notice): Promise<Mail> {
  const [store, product, siteId] = await Promise.all([
    stores.find(store_id),
    products.find(store_id, product_id),
    notice.site_id ?? sites.findFirstId(store_id),
  ]);
  const site = siteId === undefined ? undefined : await sites.find(store_id, siteId);
  const sender = senderOf(site, store?.name ?? '');
  const variant = product?.variants.find(({ id }) => id === variant_id);
  const name = [product?.name, variant?.name].filter(Boolean).join(', ');
  const letter = restockLetter({ name, url: product?.url }, sender, wordingOf([notice.locale, site?.locale]));
  return { to: notice.email, sender, ...letter };
}

/** Reads, strongly consistently, what a message announces. */
export function readAnnouncement(message: MailMessage, now: string): Promise<Announcement> {
  switch (message.type) {
    case 'gift-card':
      return readGiftCardMail(message, now);
    case 'restock':
      return readRestockMail(message);
  }
}
