/** Tells whoever listens in this process of each attempt; nobody does on AWS. */
import { channel } from 'node:diagnostics_channel';

/** How an attempt went, and when the next one is due. */
export interface AttemptMade {
  store_id: string;
  webhook_id: string;
  event_id: string;
  /** From 1. */
  attempt: number;
  at: string;
  /** HTTP status of the receiver; null without an answer. */
  status: number | null;
  /** What went wrong, in words of ours; null where the attempt succeeded. */
  failure: string | null;
  /** Null where there is none: it succeeded, or the event is given up. */
  next_at: string | null;
}

export const attempts = channel('store-commerce-api:delivery-attempts');

export const tellOfAttempt = (made: AttemptMade): void => attempts.publish(made);
