/** Webhooks page: functions for webhooks of a store. */
import { duplicateWhen, notFoundWhen } from '../../schema/errors.ts';
import { inputOf } from '../../schema/field.ts';
import { invocable, reads } from '../../schema/invocable.ts';
import { listOf, payloadPage } from '../../schema/paging.ts';
import { storeId } from '../stores/fields.ts';
import {
  createdWebhook,
  deletedWebhook,
  namedWebhook,
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
    when: 'the host is, or leads to, an address that is not public',
  },
  {
    code: 'INVALID_FIELD',
    message: 'types must be names or prefixes of events: shop.opened is none',
    when: 'a name or a prefix is of no event',
  },
] as const;

export const createWebhook = invocable({
  name: 'create-webhook',
  group: 'operator',
  summary: 'Create a webhook',
  words: {
    text: 'Creates a webhook of a store: events of the store are delivered to its URL, signed with its secret. Only this response contains the secret. A store has at most 16 webhooks.',
    same: 'The same `webhook_id` with the same payload gives the webhook as it is now, without its secret; with another payload it is `DUPLICATE`. Without a `webhook_id` each call creates a webhook.',
  },
  payload: webhookInput,
  result: createdWebhook,
  errors: [
    ...urlErrors,
    { code: 'INVALID_FIELD', message: 'A store has at most 16 webhooks', when: 'the store has 16 already' },
    duplicateWhen('the webhook exists with another content'),
  ],
  afterLostAnswer:
    'With a webhook_id, invoke the function again with the same payload, then rotate the secret; without one, list the webhooks first',
  reach: ['PutItem', 'GetSecretValue key'],
});

export const listWebhooks = invocable({
  name: 'list-webhooks',
  group: 'operator',
  summary: 'List webhooks',
  words: { text: 'Returns the webhooks of a store, newest first, without their secrets.', same: reads },
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
  words: {
    text: 'Changes the URL, types or description of a webhook, or enables or disables it. Another URL is used from the next attempt on, also for events that are being retried.',
    same: 'The same fields have no further effect.',
  },
  payload: webhookChange,
  result: webhook,
  errors: [...urlErrors, unknown],
  reach: ['PutItem'],
});

export const rotateWebhookSecret = invocable({
  name: 'rotate-webhook-secret',
  group: 'operator',
  summary: 'Rotate the secret of a webhook',
  words: {
    text: 'Gives a webhook a new signing secret. Secrets that were replaced within the last 24 hours sign deliveries too, so a receiver that knows either secret can verify them.',
    same: 'The same `rotation_id` gets the same secret for an hour, then `DUPLICATE`.',
  },
  payload: rotation,
  result: rotatedWebhook,
  errors: [unknown, duplicateWhen('the rotation was made more than an hour ago')],
  reach: ['PutItem', 'GetSecretValue key'],
});

export const deleteWebhook = invocable({
  name: 'delete-webhook',
  group: 'operator',
  summary: 'Delete a webhook',
  words: {
    text: 'Deletes a webhook. Nothing is delivered to it any more; events that were queued are dropped.',
    same: 'Deleting it again has no further effect.',
  },
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
  words: {
    text: 'Delivers one event of the type `webhook.test` while you wait, signed like any other, and says how the receiver answered. It is not retried, and counts neither as a success nor as a failure of the webhook.',
    same: 'Each call makes one delivery.',
  },
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
  words: {
    text: 'Delivers the events of a past time again, to this webhook alone: those of its types that the archive holds. They have their old ids. Replays run one after the other.',
    same: 'The same times within an hour give the same replay, as it stands by then.',
  },
  payload: replayedTime,
  result: replay,
  errors: [
    unknown,
    disabled,
    { code: 'INVALID_FIELD', message: 'from must be before to', when: '`from` is not before `to`' },
    {
      code: 'INVALID_FIELD',
      message: 'from must be within the last 30 days',
      when: 'the archive has no such events any more',
    },
    {
      code: 'INVALID_FIELD',
      message: 'to must be at least 10 minutes ago',
      when: 'the archive may not have all events yet',
    },
  ],
  reach: ['PutItem'],
});
