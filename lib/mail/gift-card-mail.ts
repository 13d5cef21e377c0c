/** The email of a gift card: when it is due, and what it contains. */
import { writing } from '../once/unit-of-work.ts';
import * as sites from '../resources/catalog/site-records.ts';
import * as customers from '../resources/customers/records.ts';
import * as giftCards from '../resources/gift-cards/records.ts';
import { type GiftCardRecord, unscheduled } from '../resources/gift-cards/rules.ts';
import * as stores from '../resources/stores/records.ts';
import { normaliseEmail } from '../resources/waitlist/rules.ts';
import type { Write } from '../table/items.ts';
import { wordingOf } from './language.ts';
import { giftCardLetter } from './letters.ts';
import type { GiftCardMessage } from './queue.ts';
import { headerText } from './render.ts';
import { type Announcement, senderOf } from './send.ts';

/**
 * Reads, strongly consistently, what a message announces. It is committed if the card has this code, because a decision
 * that runs again creates another code. A replaced code is not sent, and neither is the code of a card that a refund took back.
 */
export async function readGiftCardMail(message: GiftCardMessage, now: string): Promise<Announcement> {
  const { store_id, gift_card_id, code } = message;
  const { card, mailed } = await giftCards.findForMail(store_id, gift_card_id, code);
  if (!card) return { state: 'uncommitted' };
  const isTakenBack = card.taken_back_by !== undefined && card.balance === 0;
  if (mailed || isTakenBack || card.recipient_email === null) return { state: 'done' };

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
    failed: writing([giftCards.recordMailFailed(store_id, card, now)]),
  };
}

/** The buyer's name, unless the card is the buyer's own. */
function giverOf(buyer: customers.CustomerRecord | undefined, recipient: string): string | undefined {
  if (!buyer || customers.isDeleted(buyer) || normaliseEmail(buyer.email) === normaliseEmail(recipient)) {
    return undefined;
  }
  return headerText(`${buyer.first_name} ${buyer.last_name}`) || undefined;
}

/** Ends a card's schedule once its email is sent, unless the card has received another code since. */
async function endOfDay(store: string, mailed: GiftCardRecord, now: string): Promise<Write[]> {
  if (mailed.unsent_code_hash === undefined) return [];
  const card = await giftCards.find(store, mailed.id);
  return card?.code_hash === mailed.code_hash
    ? giftCards.replace(store, card, { next: unscheduled(card, now) }, now)
    : [];
}
