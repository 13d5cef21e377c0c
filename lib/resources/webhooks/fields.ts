/** Webhooks page: what a webhook holds. */
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

const typeWords = 'Types of events: names such as `order.paid`, or prefixes such as `gift_card.*`.';

const webhookId = field({
  input: id('webhook_id', 'webhook'),
  words: 'Id of the webhook, `whk_…`.',
  example: example.id,
});

const statusWords = {
  enabled: 'Events are delivered.',
  disabled: 'Nothing is delivered; events that were queued are dropped.',
};

/** A webhook as its operator makes it. */
export const webhookInput = inputOf({
  store_id: storeId,
  url: field({
    input: url,
    words: 'Where deliveries go: an `https` URL of a public host, without credentials and without a fragment.',
    example: example.url,
  }),
  types: field({ input: z.nullish(types), words: `${typeWords} Left out: every type.`, example: example.types }),
  description: field({
    input: z.nullish(description),
    words: 'What the webhook is for, up to 200 characters. Left out: none.',
    example: example.description,
  }),
  webhook_id: field({
    input: z.nullish(webhookId.input),
    words: 'Your own id, `whk_…`, so that the call can be repeated. Left out: the service assigns one.',
    example: example.id,
  }),
});

/** What of a webhook can be changed. */
export const webhookChange = inputOf({
  store_id: storeId,
  webhook_id: webhookId,
  url: field({ input: z.nullish(url), words: 'Another URL. Left out or null: it stays.', example: undefined }),
  types: field({
    input: z.nullish(types),
    words: `${typeWords} Null: every type. Left out: they stay.`,
    example: undefined,
  }),
  description: field({
    input: z.nullish(description),
    words: 'Another description, up to 200 characters. Null: none. Left out: it stays.',
    example: example.description,
  }),
  status: field({
    input: z.nullish(
      oneOf(['enabled', 'disabled'], { required: 'status is required', wrong: 'status must be enabled or disabled' }),
    ),
    words: { text: 'Enables or disables the webhook. Left out or null: it stays as it is.', values: statusWords },
    example: undefined,
  }),
});

const shownFields = {
  webhook_id: idOf('webhook', { words: 'Id of the webhook, `whk_…`.', example: example.id }),
  url: shownText({ words: 'Where deliveries go.', example: example.url }),
  types: field({
    shown: z.nullable(z.array(z.string())),
    words: 'Types of events that are delivered: names or prefixes; null for every type.',
    example: example.types,
  }),
  description: field({
    shown: z.nullable(z.string()),
    words: 'What the webhook is for; null where nothing was said.',
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
      text: 'Why it is disabled; null where it is enabled.',
      values: {
        gone: 'The receiver answered 410.',
        failing: 'No delivery succeeded for five days.',
        operator: 'An operator disabled it.',
      },
    },
    example: null,
  }),
  last_success_at: field({
    shown: z.nullable(timestamp),
    words: 'When a delivery last succeeded, to the minute; null before the first.',
    example: null,
  }),
  last_failure: field({
    shown: z.nullable(
      shownOf({
        at: field({ shown: timestamp, words: 'When the delivery failed.', example: exampleTime }),
        status: field({
          shown: z.nullable(z.int()),
          words: 'The HTTP status of the receiver; null without an answer.',
          example: 503,
        }),
        message: shownText({
          words: 'What went wrong, in words of the service.',
          example: 'The receiver answered 503',
        }),
      }),
    ),
    words: 'The last delivery that failed; null where none has.',
    example: null,
  }),
  created_at: times.created_at,
};

/** A webhook as its operator is shown it: never its secrets. */
export const webhook = shownOf(shownFields);

const secret = (words: string) =>
  field({ shown: z.nullable(z.string()), words, example: example.secret as string | null });

/** A webhook in the answer to the call that made it. */
export const createdWebhook = shownOf({
  ...shownFields,
  secret: secret(
    'The signing secret, `whsec_…`. Only the first response contains it; null where the call is repeated.',
  ),
});

/** A webhook with its new secret. */
export const rotatedWebhook = shownOf({
  ...shownFields,
  secret: secret('The new signing secret, `whsec_…`: for an hour the same `rotation_id` gets it again.'),
});

/** What rotates a secret. */
export const rotation = inputOf({
  store_id: storeId,
  webhook_id: webhookId,
  rotation_id: field({
    input: text({ label: 'rotation_id', max: 255 }),
    words: 'Your own id of the rotation, 1 to 255 characters, so that the call can be repeated.',
    example: 'rotation-1',
  }),
});

/** What names a webhook. */
export const namedWebhook = inputOf({ store_id: storeId, webhook_id: webhookId });

/** A webhook that is gone. */
export const deletedWebhook = shownOf({
  webhook_id: shownFields.webhook_id,
  deleted: field({ shown: z.literal(true), words: 'Always `true`.', example: true }),
});

/** How a test went. */
export const testedWebhook = shownOf({
  status: field({
    shown: z.nullable(z.int()),
    words: 'The HTTP status of the receiver; null without an answer.',
    example: 200,
  }),
  milliseconds: shownInteger({ words: 'How long the receiver took.', example: 87 }),
});

/** Which events a webhook gets again. */
export const replayedTime = inputOf({
  store_id: storeId,
  webhook_id: webhookId,
  from: field({
    input: timestampInput('from'),
    words: 'From when on: within the last 30 days.',
    example: '2026-02-14T00:00:00Z',
  }),
  to: field({
    input: timestampInput('to'),
    words: 'Until when: at least 10 minutes ago.',
    example: '2026-02-14T09:00:00Z',
  }),
});

/** How far a replay has come. */
export const replay = shownOf({
  replay_id: idOf('replay', { words: 'Id of the replay, `rpl_…`.', example: 'rpl_01khdq5016n1q4w8z7m3c5t0ge' }),
  status: field({
    shown: z.enum(['waiting', 'running', 'completed', 'failed']),
    words: {
      text: 'How far the replay has come.',
      values: {
        waiting: 'It starts within a minute, or after the replay that runs.',
        running: 'The archive is being read.',
        completed: 'All events of that time are queued for delivery.',
        failed: 'EventBridge has given up or someone has cancelled it: ask for it again after an hour.',
      },
    },
    example: 'waiting',
  }),
});
