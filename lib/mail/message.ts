/** What the mail queue carries: enough to find what is announced, and the one thing that is kept nowhere else. */

/** Announces a gift card. Its code exists only here, under the queue's own encryption. */
export interface GiftCardMessage {
  type: 'gift-card';
  store_id: string;
  gift_card_id: string;
  code: string;
}

/** Announces a restock to one shopper of a batch, whose entry that batch takes away. The address is under the shopper alone. */
export interface RestockMessage {
  type: 'restock';
  store_id: string;
  product_id: string;
  variant_id: string;
  restock_id: string;
  batch: string;
  /** What stands for the address in keys. */
  shopper: string;
  /** The id that the entry had. */
  entry: string;
}

export type MailMessage = GiftCardMessage | RestockMessage;

/** A message in the queue; `queued_at` in milliseconds since 1970. */
export type QueuedMail<M extends MailMessage = MailMessage> = M & { queued_at: number };
