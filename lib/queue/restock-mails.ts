/**
 * Mails that tell shoppers of a restock. They are queued before the commit that makes them due, a batch at a time; the
 * batch's record (`keys.restockBatch`) is the proof of that commit, and mails whose batch has none are never sent.
 */
import type { Effect } from '../store/unit-of-work.ts';
import { send } from './send.ts';

export interface RestockMail {
  mail: 'restock';
  store_id: string;
  product_id: string;
  variant_id: string;
  restock_id: string;
  batch: string;
  recipient: string;
}

/** Time for the commit, before the sender looks for its proof. */
const commitSeconds = 5;

export const queueRestockMails = (mails: readonly RestockMail[]): Effect[] =>
  mails.length > 0 ? [() => send('mail', mails, commitSeconds)] : [];
