/** What becomes of replays: events of a past time that are delivered again to one webhook (Webhooks page). */
import { invalidField } from '../../schema/errors.ts';
import { toSeconds } from '../../schema/times.ts';
import type { Webhook } from './rules.ts';

/** EventBridge runs one at a time here: the others wait. */
export type ReplayStatus = 'waiting' | 'running' | 'completed' | 'failed';

export interface Replay {
  id: string;
  store_id: string;
  webhook_id: string;
  from: string;
  to: string;
  status: ReplayStatus;
  created_at: string;
}

const day = 86_400;
const minute = 60;

/** So long the archive keeps events. */
const archivedFor = 30 * day;

/** So long the archive may take to have an event. */
const archivedWithin = 10 * minute;

/** For so long the same request gets the same replay. */
const sameFor = 3600;

/** Refuses a time of which the archive does not have all events. */
export function refuseTimes({ from, to }: Pick<Replay, 'from' | 'to'>, now: string): void {
  if (toSeconds(from) >= toSeconds(to)) throw invalidField('from must be before to', 'from', 'to');
  if (toSeconds(now) - toSeconds(from) > archivedFor) {
    throw invalidField('from must be within the last 30 days', 'from');
  }
  if (toSeconds(now) - toSeconds(to) < archivedWithin) {
    throw invalidField('to must be at least 10 minutes ago', 'to');
  }
}

/** Refuses a test or a replay of a webhook to which nothing is delivered. */
export function refuseDisabled({ status }: Pick<Webhook, 'status'>): void {
  if (status === 'disabled') throw invalidField('The webhook is disabled');
}

/** Whether a request for the same time is answered with this replay. */
export const isSameRequest = ({ created_at }: Pick<Replay, 'created_at'>, now: string): boolean =>
  toSeconds(now) - toSeconds(created_at) < sameFor;

/** What EventBridge says of a replay, in our words. Anything but an end is running. */
export const statusOf = (state: string): ReplayStatus => {
  if (state === 'COMPLETED') return 'completed';
  return state === 'FAILED' || state === 'CANCELLED' ? 'failed' : 'running';
};
