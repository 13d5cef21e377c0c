import { randomBytes } from 'node:crypto';
import type { DeliveredEvent } from '../resources/webhooks/rules.ts';

/** The event of a test: it reports no change, and goes to only one webhook. */
export const testEvent = (store: string, webhook: string, now: string): DeliveredEvent => ({
  ...{
    id: `evt_${randomBytes(20).toString('hex')}`,
    type: 'webhook.test',
    store_id: store,
    created_at: now,
    sequence: 1,
  },
  object: { type: 'webhook', id: webhook },
  data: {},
});
