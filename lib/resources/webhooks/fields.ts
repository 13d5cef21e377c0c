/** Webhooks page: the fields of a webhook. */
import * as z from 'zod/mini';
import { exampleTime, field, idOf, inputOf, shownInteger, shownOf, shownText, times } from '../../schema/field.ts';
import { id } from '../../schema/ids.ts';
import { requiredOr, text } from '../../schema/text.ts';
import { timestamp, timestampInput } from '../../schema/times.ts';
import { isWebAddress, oneOf } from '../../schema/values.ts';
import { storeId } from '../stores/fields.ts';

const urlAtMost = 2000;
const descriptionAtMost = 200;

const url = z.string({ error: requiredOr('url is required', 'url must be a URL') }).check(
  z.refine((value) => value.length <= urlAtMost, { error: `url must be at most ${urlAtMost} characters`, abort: true }),
  z.refine((value) => isPlainUrl(value), {
    error: 'url must be a URL without credentials, fragment, white space and control characters',
  }),
);

function isPlainUrl(value: string): boolean {
  const parsed = isWebAddress(value) && URL.parse(value);
  if (!parsed) return false;
  return parsed.username === '' && parsed.password === '' && !value.includes('#');
}

const types = z
  .array(z.string({ error: 'types must be names or prefixes of events' }), {
    error: 'types must be a list of names or prefixes of events',
  })
  .check(
    z.minLength(1, { error: 'types must name at least one event' }),
    z.maxLength(100, { error: 'types can have at most 100 entries' }),
  );

const description = text({ label: 'description', min: 0, max: descriptionAtMost, form: 'line' });

const example = {
  id: 'whk_01khdq50168v3k5x9w2t6r0ybn',
  url: 'https://shop.example.com/events',
  types: ['digital_file.*', 'gift_option.*'],
  description: 'Warehouse',
  secret: 'whsec_EXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAMPLE=',
};

const typeWords = 'Event types: names such as `order.paid`, or prefixes such as `gift_card.*`.';

const webhookId = field({
  input: id('webhook_id', 'webhook'),
  words: 'Id of the webhook, `whk_…`.',
  example: example.id,
});

const statusWords = {
  enabled: 'Events are delivered.',
  disabled: 'Events are not delivered; queued events are dropped.',
};

/** The payload that creates a webhook. */
export const webhookInput = inputOf({
  store_id: storeId,
  url: field({
    input: url,
    words: 'URL that receives deliveries: an `https` URL of a public host, without credentials or fragment.',
    example: example.url,
  }),
  types: field({ input: z.nullish(types), words: `${typeWords} If omitted, all types.`, example: example.types }),
  description: field({
    input: z.nullish(description),
    words: 'Purpose of the webhook, up to 200 characters. If omitted, no description.',
    example: example.description,
  }),
  webhook_id: field({
    input: z.nullish(webhookId.input),
    words: 'Your own id, `whk_…`, so that the call can be repeated. If omitted, the service assigns one.',
    example: example.id,
  }),
});

/** The fields of a webhook that can be changed. */
export const webhookChange = inputOf({
  store_id: storeId,
  webhook_id: webhookId,
  url: field({ input: z.nullish(url), words: 'New URL. If omitted or null, unchanged.', example: undefined }),
  types: field({
    input: z.nullish(types),
    words: `${typeWords} If null, all types. If omitted, unchanged.`,
    example: undefined,
  }),
  description: field({
    input: z.nullish(description),
    words: 'New description, up to 200 characters. If null, it is removed. If omitted, unchanged.',
    example: example.description,
  }),
  status: field({
    input: z.nullish(
      oneOf(['enabled', 'disabled'], { required: 'status is required', wrong: 'status must be enabled or disabled' }),
    ),
    words: { text: 'Enables or disables the webhook. If omitted or null, unchanged.', values: statusWords },
    example: undefined,
  }),
});

const shownFields = {
  webhook_id: idOf('webhook', { words: 'Id of the webhook, `whk_…`.', example: example.id }),
  url: shownText({ words: 'URL that receives deliveries.', example: example.url }),
  types: field({
    shown: z.nullable(z.array(z.string())),
    words: 'Event types that are delivered: names or prefixes; null for all types.',
    example: example.types,
  }),
  description: field({
    shown: z.nullable(z.string()),
    words: 'Purpose of the webhook, or null.',
    example: example.description,
  }),
  status: field({
    shown: z.enum(['enabled', 'disabled']),
    words: {
      text: 'Whether events are delivered.',
      values: statusWords,
    },
    example: 'enabled',
  }),
  disabled_reason: field({
    shown: z.nullable(z.enum(['gone', 'failing', 'operator'])),
    words: {
      text: 'Why the webhook is disabled; null if it is enabled.',
      values: {
        gone: 'The receiver responded with 410.',
        failing: 'No delivery succeeded for five days.',
        operator: 'An operator disabled it.',
      },
    },
    example: null,
  }),
  last_success_at: field({
    shown: z.nullable(timestamp),
    words: 'When a delivery last succeeded, to the minute; null before the first success.',
    example: null,
  }),
  last_failure: field({
    shown: z.nullable(
      shownOf({
        at: field({ shown: timestamp, words: 'When the delivery failed.', example: exampleTime }),
        status: field({
          shown: z.nullable(z.int()),
          words: 'HTTP status of the response; null if there was no response.',
          example: 503,
        }),
        message: shownText({
          words: 'What went wrong, described by the service.',
          example: 'The receiver answered 503',
        }),
      }),
    ),
    words: 'The last failed delivery; null if none has failed.',
    example: null,
  }),
  created_at: times.created_at,
};

/** A webhook as operators see it, without its secrets. */
export const webhook = shownOf(shownFields);

const secret = (words: string) =>
  field({ shown: z.nullable(z.string()), words, example: example.secret as string | null });

/** A webhook in the response to the call that created it. */
export const createdWebhook = shownOf({
  ...shownFields,
  secret: secret('The signing secret, `whsec_…`. Only the first response contains it; null if the call is repeated.'),
});

/** A webhook with its new secret. */
export const rotatedWebhook = shownOf({
  ...shownFields,
  secret: secret(
    'The new signing secret, `whsec_…`. For an hour, a call with the same `rotation_id` returns it again.',
  ),
});

/** The payload that rotates a secret. */
export const rotation = inputOf({
  store_id: storeId,
  webhook_id: webhookId,
  rotation_id: field({
    input: text({ label: 'rotation_id', max: 255 }),
    words: 'Your own id of the rotation, 1 to 255 characters, so that the call can be repeated.',
    example: 'rotation-1',
  }),
});

/** A payload with a webhook's id. */
export const namedWebhook = inputOf({ store_id: storeId, webhook_id: webhookId });

/** A deleted webhook. */
export const deletedWebhook = shownOf({
  webhook_id: shownFields.webhook_id,
  deleted: field({
    shown: z.literal(true),
    words: 'Always `true`: the webhook does not exist any more.',
    example: true,
  }),
});

const problem = (example: string | null) =>
  field({
    shown: z.nullable(z.string()),
    words: 'What went wrong, described by the service; null if the attempt succeeded.',
    example,
  });

/** The result of a test. */
export const testedWebhook = shownOf({
  status: field({
    shown: z.nullable(z.int()),
    words: 'HTTP status of the response; null if there was no response.',
    example: 200,
  }),
  milliseconds: shownInteger({ words: 'Response time of the receiver.', example: 87 }),
  message: problem(null),
});

const eventId = {
  words: 'Id of the event, `evt_…`: the `webhook-id` header of the delivery.',
  example: 'evt_3b7c1f60a94d2e8857c0d1e6a2f4b9037d5c8e11',
};

/** The fields of the payload that lists deliveries. */
export const listedDeliveries = {
  store_id: storeId,
  webhook_id: webhookId,
  event_id: field({
    input: z.nullish(id('event_id', 'event')),
    words: 'Returns only deliveries of this event. If omitted or null, of all events.',
    example: undefined,
  }),
};

/** One attempt to deliver an event. */
export const deliveryAttempt = shownOf({
  delivery_id: idOf('delivery', {
    words: 'Id of the delivery, `dlv_…`: each attempt has its own.',
    example: 'dlv_01khdq5016v7x2m9r4k8c3w6pz',
  }),
  event_id: idOf('event', eventId),
  type: shownText({ words: 'Type of the event.', example: 'gift_option.created' }),
  attempt: shownInteger({
    words: 'Number of the attempt, from 1. A replay and `redeliver` start at 1 again.',
    example: 1,
  }),
  at: field({ shown: timestamp, words: 'When the attempt ended.', example: exampleTime }),
  status: field({
    shown: z.nullable(z.int()),
    words: 'HTTP status of the response; null if there was no response.',
    example: 503,
  }),
  milliseconds: shownInteger({ words: 'Response time of the receiver.', example: 87 }),
  message: problem('The receiver answered 503'),
  next_at: field({
    shown: z.nullable(timestamp),
    words:
      'When the next attempt is due, as planned after this one. Null if none follows: this one succeeded or is from `redeliver`, the event is given up, or the webhook is disabled.',
    example: '2026-02-14T09:30:05Z',
  }),
});

/** The payload that delivers one event again. */
export const redeliveredEvent = inputOf({
  store_id: storeId,
  webhook_id: webhookId,
  event_id: field({ input: id('event_id', 'event'), ...eventId }),
});

/** The result of a redelivery. */
export const redelivery = shownOf({
  event_id: idOf('event', eventId),
  status: field({
    shown: z.nullable(z.int()),
    words: 'HTTP status of the response; null if there was no response.',
    example: 200,
  }),
  milliseconds: shownInteger({ words: 'Response time of the receiver.', example: 87 }),
  message: problem(null),
});

/** The payload that starts a replay. */
export const replayedTime = inputOf({
  store_id: storeId,
  webhook_id: webhookId,
  from: field({
    input: timestampInput('from'),
    words: 'Start of the period, within the last 30 days.',
    example: '2026-02-14T00:00:00Z',
  }),
  to: field({
    input: timestampInput('to'),
    words: 'End of the period, at least 10 minutes ago.',
    example: '2026-02-14T09:00:00Z',
  }),
});

/** The progress of a replay. */
export const replay = shownOf({
  replay_id: idOf('replay', { words: 'Id of the replay, `rpl_…`.', example: 'rpl_01khdq5016n1q4w8z7m3c5t0ge' }),
  status: field({
    shown: z.enum(['waiting', 'running', 'completed', 'failed']),
    words: {
      text: 'Progress of the replay.',
      values: {
        waiting: 'It starts within a minute, or after the running replay.',
        running: 'The archive is being read.',
        completed: 'All events of the period are queued for delivery.',
        failed: 'The replay failed in EventBridge or was canceled there: start it again after an hour.',
      },
    },
    example: 'waiting',
  }),
});
