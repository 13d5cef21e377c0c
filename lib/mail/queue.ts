/** Queues emails before the commit that makes them due. An email is sent only once that commit is done. */
import type { Effect } from '../once/unit-of-work.ts';
import { send } from '../queue/send.ts';

/** By then almost every commit has ended; otherwise the message is checked again. */
const delaySeconds = 5;

/** The effects that queue these emails, to be done before the commit that makes them due. */
export const queueMails = (messages: readonly MailMessage[]): Effect[] =>
  (['mail', 'restockMail'] as const).flatMap((queue) => {
    const own = messages.filter(({ type }) => queueOf[type] === queue);
    return own.length === 0 ? [] : [() => send(queue, own.map(queuedNow), delaySeconds)];
  });

const queueOf = { 'gift-card': 'mail', restock: 'restockMail' } as const satisfies Record<MailMessage['type'], string>;

const queuedNow = (message: MailMessage): QueuedMail => ({ ...message, queued_at: Date.now() });

/** Announces a gift card. Its code exists only here, under the queue's own encryption. */
export interface GiftCardMessage {
  type: 'gift-card';
  store_id: string;
  gift_card_id: string;
  code: string;
}

/** Announces a restock to one shopper of a batch, which removes their entry. The email address is stored only under the shopper. */
export interface RestockMessage {
  type: 'restock';
  store_id: string;
  product_id: string;
  variant_id: string;
  restock_id: string;
  batch: string;
  /** The address's digest, used in keys. */
  shopper: string;
  /** The id that the entry had. */
  entry: string;
}

export type MailMessage = GiftCardMessage | RestockMessage;

/** A message in the queue; `queued_at` in milliseconds since 1970. */
export type QueuedMail<M extends MailMessage = MailMessage> = M & { queued_at: number };
