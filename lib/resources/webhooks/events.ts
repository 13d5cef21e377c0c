/** Events about webhooks, and how they are told. */
import * as z from 'zod/mini';
import type { Rule } from '../../events/item.ts';
import { type EventObject, event } from '../../schema/event.ts';
import { field, shownOf } from '../../schema/field.ts';
import { updateWebhook } from './functions.ts';
import type { Webhook } from './rules.ts';

export const object: EventObject = {
  resource: 'webhook',
  title: 'Webhook events',
  text: 'A webhook that is disabled. Other changes of webhooks have no event. `sequence` counts the changes of the webhook, also those that have none.',
};

const reason = z.enum(['gone', 'failing', 'operator']);

export const eventTypes = {
  'webhook.disabled': event({
    when: 'nothing is delivered to a webhook any more',
    text: 'The receiver answered 410, failed for five days, or an operator disabled the webhook. It is delivered to the other webhooks of the store.',
    by: [updateWebhook],
    data: shownOf({
      disabled_reason: field({
        shown: reason,
        words: {
          text: 'Why it is disabled.',
          values: {
            gone: 'The receiver answered 410.',
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

  tell(before, after) {
    const wasDisabled = before?.status === 'disabled';
    if (!after?.disabled_reason || wasDisabled) return [];
    return [{ type: 'webhook.disabled', id: after.id, data: { disabled_reason: after.disabled_reason } }];
  },
};
