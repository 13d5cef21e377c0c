/** Webhooks page: functions for webhooks of a store. */
import { duplicateWhen, notFoundWhen } from '../../schema/errors.ts';
import { inputOf } from '../../schema/field.ts';
import { invocable, reads } from '../../schema/invocable.ts';
import { listOf, payloadPage } from '../../schema/paging.ts';
import { storeId } from '../stores/fields.ts';
import {
  createdWebhook,
  deletedWebhook,
  deliveryAttempt,
  listedDeliveries,
  namedWebhook,
  redeliveredEvent,
  redelivery,
  replay,
  replayedTime,
  rotatedWebhook,
  rotation,
  testedWebhook,
  webhook,
  webhookChange,
  webhookInput,
} from './fields.ts';

const unknown = notFoundWhen('the store has no such webhook');

const urlErrors = [
  { code: 'INVALID_FIELD', message: 'url must be https', when: 'the URL is not https' },
  {
    code: 'INVALID_FIELD',
    message: 'url must lead to public addresses only',
    when: 'the host is, or resolves to, an address that is not public',
  },
  {
    code: 'INVALID_FIELD',
    message: 'types must be names or prefixes of events: shop.opened is none',
    when: 'a name or prefix matches no event type',
  },
] as const;

export const createWebhook = invocable({
  name: 'create-webhook',
  group: 'operator',
  summary: 'Create a webhook',
  words:
    'Creates a webhook for a store: events of the store are delivered to its URL, signed with its secret. Only this response contains the secret. A store can have at most 16 webhooks.',
  same: 'With the same `webhook_id` and payload, the call returns the current webhook, without its secret; with another payload it is refused with `DUPLICATE`. Without a `webhook_id`, each call creates a webhook.',
  payload: webhookInput,
  result: createdWebhook,
  errors: [
    ...urlErrors,
    { code: 'INVALID_FIELD', message: 'A store has at most 16 webhooks', when: 'the store already has 16 webhooks' },
    duplicateWhen('the webhook exists with different content'),
  ],
  afterLostAnswer:
    'With a webhook_id, invoke the function again with the same payload, then rotate the secret; without one, list the webhooks first',
  reach: ['PutItem', 'GetSecretValue key'],
});

export const listWebhooks = invocable({
  name: 'list-webhooks',
  group: 'operator',
  summary: 'List webhooks',
  words: 'Returns the webhooks of a store, newest first, without their secrets.',
  same: reads,
  payload: inputOf({ store_id: storeId, ...payloadPage({ resource: 'webhook' }) }),
  result: listOf(webhook, { of: 'webhooks, newest first' }),
  errors: [],
  readOnly: true,
  reach: ['Query'],
});

export const updateWebhook = invocable({
  name: 'update-webhook',
  group: 'operator',
  summary: 'Update a webhook',
  words:
    'Changes the URL, types or description of a webhook, or enables or disables it. A new URL is used from the next attempt on, also for events that are being retried.',
  same: 'Sending the same fields again changes nothing.',
  payload: webhookChange,
  result: webhook,
  errors: [...urlErrors, unknown],
  reach: ['PutItem'],
});

export const rotateWebhookSecret = invocable({
  name: 'rotate-webhook-secret',
  group: 'operator',
  summary: 'Rotate the secret of a webhook',
  words:
    'Gives a webhook a new signing secret. Secrets replaced within the last 24 hours also sign deliveries, so a receiver that knows either secret can verify them.',
  same: 'With the same `rotation_id`, the call returns the same secret for an hour; after that it is refused with `DUPLICATE`.',
  payload: rotation,
  result: rotatedWebhook,
  errors: [unknown, duplicateWhen('the rotation was made more than an hour ago')],
  reach: ['PutItem', 'GetSecretValue key'],
});

export const deleteWebhook = invocable({
  name: 'delete-webhook',
  group: 'operator',
  summary: 'Delete a webhook',
  words: 'Deletes a webhook. No more events are delivered to it; queued events are dropped.',
  same: 'Deleting the webhook again changes nothing.',
  payload: namedWebhook,
  result: deletedWebhook,
  errors: [],
  reach: ['PutItem', 'DeleteItem'],
});

const disabled = {
  code: 'INVALID_FIELD',
  message: 'The webhook is disabled',
  when: 'the webhook is disabled',
} as const;

export const testWebhook = invocable({
  name: 'test-webhook',
  group: 'operator',
  summary: 'Test a webhook',
  words:
    'Delivers one event of the type `webhook.test`, signed like any other, waits for the response of the receiver and returns its status. The delivery is not retried, and counts neither as a success nor as a failure of the webhook.',
  same: 'Each call sends one delivery.',
  payload: namedWebhook,
  result: testedWebhook,
  errors: [unknown, disabled],
  readOnly: true,
  reach: ['GetSecretValue key'],
});

export const replayWebhook = invocable({
  name: 'replay-webhook',
  group: 'operator',
  summary: 'Replay events to a webhook',
  words:
    'Redelivers past events to this webhook only: events of its types from the archive, with their original ids. Replays run one after another.',
  same: 'With the same `from` and `to` within an hour, the call returns the current state of the same replay.',
  payload: replayedTime,
  result: replay,
  errors: [
    unknown,
    disabled,
    { code: 'INVALID_FIELD', message: 'from must be before to', when: '`from` is not before `to`' },
    {
      code: 'INVALID_FIELD',
      message: 'from must be within the last 30 days',
      when: 'the archive no longer contains these events',
    },
    {
      code: 'INVALID_FIELD',
      message: 'to must be at least 10 minutes ago',
      when: 'the archive may not contain all events yet',
    },
  ],
  reach: ['PutItem'],
});

export const listDeliveries = invocable({
  name: 'list-deliveries',
  group: 'operator',
  summary: 'List deliveries to a webhook',
  words:
    'Returns each attempt of the last 30 days to deliver an event to a webhook, newest first; with `event_id`, those of one event. Each has the status and the response time of the receiver, and no text of its response. Deliveries of `test-webhook` are not listed, nor are deliveries that were postponed without a call. An attempt appears within seconds.',
  same: reads,
  payload: inputOf({ ...listedDeliveries, ...payloadPage({ resource: 'delivery' }) }),
  result: listOf(deliveryAttempt, { of: 'deliveries, newest first' }),
  errors: [unknown],
  readOnly: true,
  reach: ['Query', 'Query feed'],
});

export const redeliver = invocable({
  name: 'redeliver',
  group: 'operator',
  summary: 'Deliver an event again',
  words:
    'Delivers one event of the last 30 days to a webhook again, with its original id and body, waits for the response of the receiver and returns its status. Any event that was delivered or queued for any webhook of the store can be redelivered. The delivery is listed by `list-deliveries`, but it is not retried, and counts neither as a success nor as a failure of the webhook.',
  same: 'Each call sends one delivery. The receiver recognizes the event by its id.',
  payload: redeliveredEvent,
  result: redelivery,
  errors: [unknown, notFoundWhen('no webhook of the store got such an event within the last 30 days'), disabled],
  afterLostAnswer:
    'The event may have been delivered. Invoke the function again: the receiver recognizes the event by its id',
  reach: ['PutItem', 'GetSecretValue key'],
});
