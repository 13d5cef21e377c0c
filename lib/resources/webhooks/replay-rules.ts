/** The rules of replays: events of a past period that are delivered again to one webhook (Webhooks page). */
import { invalidField } from '../../schema/errors.ts';
import { toSeconds } from '../../schema/times.ts';
import type { Webhook } from './rules.ts';

/** EventBridge runs one at a time: the others wait here. */
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

/** How long the archive keeps events. */
const archivedFor = 30 * day;

/** How long the archive may take to store an event. */
const archivedWithin = 10 * minute;

/** How long a repeated request gets the same replay. */
const sameFor = 3600;

/** Refuses a period for which the archive does not have all events. */
export function refuseTimes({ from, to }: Pick<Replay, 'from' | 'to'>, now: string): void {
  if (toSeconds(from) >= toSeconds(to)) throw invalidField('from must be before to', 'from', 'to');
  if (toSeconds(now) - toSeconds(from) > archivedFor) {
    throw invalidField('from must be within the last 30 days', 'from');
  }
  if (toSeconds(now) - toSeconds(to) < archivedWithin) {
    throw invalidField('to must be at least 10 minutes ago', 'to');
  }
}

/** Refuses a test or a replay for a webhook that gets no deliveries. */
export function refuseDisabled({ status }: Pick<Webhook, 'status'>): void {
  if (status === 'disabled') throw invalidField('The webhook is disabled');
}

/** Whether a request for the same period gets this replay. */
export const isSameRequest = ({ created_at }: Pick<Replay, 'created_at'>, now: string): boolean =>
  toSeconds(now) - toSeconds(created_at) < sameFor;

/** EventBridge's state of a replay, in our terms. Any state but an ended one is running. */
export const statusOf = (state: string): ReplayStatus => {
  if (state === 'COMPLETED') return 'completed';
  return state === 'FAILED' || state === 'CANCELLED' ? 'failed' : 'running';
};
