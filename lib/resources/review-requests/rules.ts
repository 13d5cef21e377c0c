/** The emails that ask for reviews of an order: when they are due, and when they are dropped (Storefront parts page, 4). */
import { secondsBefore, toSeconds, toTimestamp } from '../../schema/times.ts';
import { unitsLeft } from '../orders/rules.ts';
import { type Bought, productsOf } from '../shopper-tokens/reviewable-rules.ts';

/** How a site asks buyers for reviews: days after the order is fulfilled and after the first email, and the shop's own page. */
export interface ReviewRequestSettings {
  enabled: boolean;
  delay_days: number;
  /** Null without a reminder. */
  remind_after_days: number | null;
  /** Null for the page of this service. */
  page_url: string | null;
}

export type Step = 'request' | 'reminder';

/** Why the emails of an order are dropped. */
export type DropReason = 'off' | 'author' | 'refunded' | 'reviewed' | 'unsubscribed';

/** The emails of one order. */
export interface ReviewRequest {
  id: string;
  order_id: string;
  /** The next email, and when it is due; absent if none is to come. */
  step?: Step | undefined;
  send_at?: string | undefined;
  /** When the emails were sent, or committed as sent; null before. */
  requested_at: string | null;
  reminded_at: string | null;
  dropped?: DropReason | undefined;
  /** Set once the link in one of the emails has unsubscribed its reader. */
  unsubscribed?: { step: Step; at: string };
}

const daysAfter = (time: string, days: number): string => secondsBefore(time, -days * 86_400);

/** The emails of an order that was fulfilled at a time; undefined if its site does not ask for reviews. */
export function planned(
  { id, order_id, fulfilled_at }: { id: string; order_id: string; fulfilled_at: string },
  settings: ReviewRequestSettings | undefined,
): ReviewRequest | undefined {
  if (!settings?.enabled) return undefined;
  const send_at = daysAfter(fulfilled_at, settings.delay_days);
  return { id, order_id, step: 'request', send_at, requested_at: null, reminded_at: null };
}

/** Whether an email is to come and due now. */
export const isDue = ({ step, send_at = '' }: ReviewRequest, now: string): boolean =>
  step !== undefined && send_at <= now;

/** After its next email. A reminder counts from the request. */
export function afterSending(
  request: ReviewRequest,
  { remind_after_days }: ReviewRequestSettings,
  now: string,
): ReviewRequest {
  if (request.step === 'reminder') return { ...request, reminded_at: now, step: undefined, send_at: undefined };
  const next =
    remind_after_days === null
      ? { step: undefined, send_at: undefined }
      : ({ step: 'reminder', send_at: daysAfter(now, remind_after_days) } as const);
  return { ...request, requested_at: now, ...next };
}

/** Without its emails to come. */
export const drop = (request: ReviewRequest, dropped: DropReason): ReviewRequest => ({
  ...request,
  dropped,
  step: undefined,
  send_at: undefined,
});

type Line = Parameters<typeof unitsLeft>[0];

/** The products of an order of which some units are not refunded. */
export const keptProducts = (order: { id: string; lines: readonly Line[] }): Bought[] =>
  productsOf({ ...order, lines: order.lines.filter((line) => unitsLeft(line) > 0) });

/** The week of a time in UTC, as ISO 8601 names it: `2026-W48`. */
export function weekOf(time: string): string {
  const midnight = toSeconds(`${time.slice(0, 10)}T00:00:00Z`);
  const weekday = (new Date(midnight * 1000).getUTCDay() + 6) % 7;
  // A week belongs to the year of its Thursday.
  const thursday = midnight + (3 - weekday) * 86_400;
  const year = toTimestamp(thursday * 1000).slice(0, 4);
  const days = (thursday - toSeconds(`${year}-01-01T00:00:00Z`)) / 86_400;
  return `${year}-W${String(Math.floor(days / 7) + 1).padStart(2, '0')}`;
}
