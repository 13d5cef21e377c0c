/** The rules of the attempts that are listed, and of events that can be delivered again (Webhooks page). */
import { notFound } from '../../schema/errors.ts';
import { clockSkewSeconds, secondsBefore, toSeconds } from '../../schema/times.ts';
import type { DeliveredEvent, Webhook } from './rules.ts';

/** An attempt that was made: the webhook was called. */
export interface AttemptRecord {
  id: string;
  event_id: string;
  type: string;
  /** From 1; a replay and a redelivery start at 1 again. */
  attempt: number;
  /** When it ended. */
  at: string;
  /** HTTP status of the receiver; null without an answer. */
  status: number | null;
  milliseconds: number;
  /** What went wrong, in our words; null if the attempt succeeded. */
  message: string | null;
  /** When the next attempt is due, as planned after this one; null if no attempt follows. */
  next_at: string | null;
}

const keptFor = 30 * 86_400;

/** When the record of an attempt or of an event with this time may be deleted, in seconds since 1970. */
export const expiryOf = (time: string): number => toSeconds(time) + keptFor + clockSkewSeconds;

const isKept = (made_at: string, now: string): boolean => made_at >= secondsBefore(now, keptFor);

/**
 * Whether an attempt is listed for a webhook: it was made within 30 days, and not to an earlier webhook with the same id,
 * which was deleted.
 */
export const isListed = (
  { at: made_at }: Pick<AttemptRecord, 'at'>,
  { created_at }: Pick<Webhook, 'created_at'>,
  now: string,
) => isKept(made_at, now) && made_at >= secondsBefore(created_at, clockSkewSeconds);

/** The event, if it can be delivered again. Throws `NOT_FOUND` if it is unknown or older than 30 days. */
export function redeliverable(event: DeliveredEvent | undefined, now: string): DeliveredEvent {
  if (!event || !isKept(event.created_at, now)) throw notFound();
  return event;
}
