/** Events about webhooks, and the rule that makes them. */
import * as z from 'zod/mini';
import type { Rule } from '../../events/item.ts';
import { type EventObject, event } from '../../schema/event.ts';
import { field, shownOf } from '../../schema/field.ts';
import { updateWebhook } from './functions.ts';
import type { Webhook } from './rules.ts';

export const object: EventObject = {
  resource: 'webhook',
  title: 'Webhook events',
  text: 'Sent when a webhook is disabled. Other changes of webhooks send no event, but `sequence` counts them too.',
};

const reason = z.enum(['gone', 'failing', 'operator']);

export const eventTypes = {
  'webhook.disabled': event({
    when: 'a webhook was disabled',
    text: 'The receiver responded with 410 or failed for five days, or an operator disabled the webhook. The event is delivered to the other webhooks of the store.',
    by: [updateWebhook],
    data: shownOf({
      disabled_reason: field({
        shown: reason,
        words: {
          text: 'Why the webhook was disabled.',
          values: {
            gone: 'The receiver responded with 410.',
            failing: 'No delivery succeeded for five days.',
            operator: 'An operator disabled it.',
          },
        },
        example: 'operator',
      }),
    }),
    example: { id: 'whk_01khdq50168v3k5x9w2t6r0ybn', sequence: 2 },
  }),
};

export const rule: Rule<Webhook, typeof eventTypes> = {
  isAt: ({ partition: [of], sort: [kind] }) => of === 'WEBHOOKS' && kind === 'WEBHOOK',

  toEvents(before, after) {
    const wasDisabled = before?.status === 'disabled';
    if (!after?.disabled_reason || wasDisabled) return [];
    return [{ type: 'webhook.disabled', id: after.id, data: { disabled_reason: after.disabled_reason } }];
  },
};
