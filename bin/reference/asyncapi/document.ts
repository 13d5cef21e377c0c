/** The AsyncAPI 3 document: the events of the bus and of webhooks, made from the contract. */
import { type EventType, eventObjects, eventTypes, objectOf } from '../../../lib/resources/events.ts';
import { contractVersion } from '../../../lib/resources/version.ts';
import { contact } from '../openapi/document.ts';
import type { JsonSchema } from '../openapi/json-schema.ts';
import {
  type DeliveredType,
  deliveredTypes,
  deliverySchemaOf,
  eventSchemaOf,
  exampleOfDelivery,
  exampleOfEvent,
} from './event-schemas.ts';

interface Reference {
  $ref: string;
}

interface Message {
  name: DeliveredType;
  title: string;
  summary: string;
  description: string;
  contentType: 'application/json';
  tags: readonly { name: string }[];
  headers?: Reference;
  payload: Reference;
  examples: readonly { name: string; payload: object }[];
}

const types = Object.keys(eventTypes) as EventType[];

type Channel = 'bus' | 'webhook';

/** A message of a channel, and its payload: one type has one name on each. */
const nameOn = (channel: Channel, type: string): string => `${channel}.${type}`;

const named = <Type extends string, T>(channel: Channel, of: readonly Type[], make: (type: Type) => T) =>
  Object.fromEntries(of.map((type) => [nameOn(channel, type), make(type)])) as Record<string, T>;

const headers = 'webhook.headers';

const deliveryHeaders: JsonSchema = {
  type: 'object',
  required: ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
  properties: {
    'webhook-id': { type: 'string', description: 'The `id` of the event: the same for all attempts and replays.' },
    'webhook-timestamp': { type: 'string', description: 'When this attempt was signed, in seconds since 1970.' },
    'webhook-signature': {
      type: 'string',
      description:
        '`v1,` followed by the base64-encoded HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. While a secret is being replaced, there are several signatures, separated by spaces.',
    },
    'user-agent': {
      type: 'string',
      const: 'StoreCommerceApi-Webhooks/1',
      description: 'Name and version of the sender.',
    },
  },
};

/** The document as `/docs/asyncapi.json` serves it. */
export function asyncApiDocument() {
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Store Commerce API: events',
      version: contractVersion,
      description:
        'An event exists if, and only if, its change is committed. Each event is delivered at least once: use its `id` to ignore duplicates, and `sequence` to keep the order of changes of an object.',
      contact,
      license: { name: 'MIT' },
      tags: Object.entries(eventObjects).map(([name, { text }]) => ({ name, description: text })),
    },
    defaultContentType: 'application/json',
    servers: {
      bus: {
        host: 'events.{region}.amazonaws.com',
        protocol: 'eventbridge',
        description: 'The bus of the stack, for your own rules.',
        variables: { region: { default: 'us-east-1', description: 'The Region that the stack is deployed to.' } },
      },
      webhook: {
        host: '{host}',
        protocol: 'https',
        description: 'A receiver of a webhook, created with `create-webhook`.',
        variables: { host: { default: 'shop.example.com', description: 'Host of the receiver.' } },
        security: [{ $ref: '#/components/securitySchemes/signature' }],
      },
    },
    channels: {
      bus: channel('StoreCommerceApi', 'bus', {
        description: 'The EventBridge bus, named after the stack.',
        messages: types,
      }),
      webhook: channel(null, 'webhook', {
        description: 'The URL of a webhook: each event is the body of a POST.',
        messages: deliveredTypes,
      }),
    },
    operations: {
      putOnBus: operation('bus', {
        summary: 'Puts each event on the bus.',
        description: 'The events of one object are put on the bus in the order of its changes.',
      }),
      postToWebhook: operation('webhook', {
        summary: 'Posts each event to every webhook that subscribes to its type.',
        description: 'Retries for three days until the receiver responds with a 2xx status.',
      }),
    },
    components: {
      messages: { ...named('bus', types, messageOf), ...named('webhook', deliveredTypes, deliveryMessageOf) },
      schemas: {
        ...(named('bus', types, eventSchemaOf) satisfies Record<string, JsonSchema>),
        ...(named('webhook', deliveredTypes, deliverySchemaOf) satisfies Record<string, JsonSchema>),
        [headers]: deliveryHeaders,
      },
      securitySchemes: {
        signature: {
          type: 'httpApiKey',
          name: 'webhook-signature',
          in: 'header',
          description:
            'Signatures as in the Standard Webhooks specification, made with the secret that `create-webhook` returned. Verify them with a library for this specification, or with `verifyWebhook` of the client package.',
        },
      },
    },
  };
}

const channel = (
  address: string | null,
  name: Channel,
  { description, messages }: { description: string; messages: readonly string[] },
) => ({
  address,
  description,
  servers: [{ $ref: `#/servers/${name}` }],
  messages: Object.fromEntries(
    messages.map((type): [string, Reference] => [type, { $ref: `#/components/messages/${nameOn(name, type)}` }]),
  ),
});

const operation = (name: Channel, words: { summary: string; description: string }) => ({
  action: 'send',
  channel: { $ref: `#/channels/${name}` },
  ...words,
});

const messageOf = (type: EventType): Message => ({
  name: type,
  title: type,
  summary: eventTypes[type].when,
  description: eventTypes[type].text,
  contentType: 'application/json',
  tags: [{ name: objectOf(type) }],
  payload: { $ref: `#/components/schemas/${nameOn('bus', type)}` },
  examples: [{ name: type, payload: exampleOfEvent(type) }],
});

const deliveryMessageOf = (type: DeliveredType): Message => ({
  ...(type === 'webhook.test' ? testMessage : messageOf(type)),
  headers: { $ref: `#/components/schemas/${headers}` },
  payload: { $ref: `#/components/schemas/${nameOn('webhook', type)}` },
  examples: [{ name: type, payload: exampleOfDelivery(type) }],
});

const testMessage = {
  name: 'webhook.test',
  title: 'webhook.test',
  summary: 'a webhook is tested',
  description: 'Contains no change: `test-webhook` delivers it to one webhook and waits for the response.',
  contentType: 'application/json',
  tags: [{ name: 'webhook' }],
} as const;
