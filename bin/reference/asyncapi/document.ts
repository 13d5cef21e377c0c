/** The AsyncAPI 3 document: the events of the bus and of the webhook, made from the contract. */
import { type EventType, eventTypes, objectOf } from '../../../lib/resources/events.ts';
import { contractVersion } from '../../../lib/resources/version.ts';
import type { JsonSchema } from '../openapi/json-schema.ts';
import { eventSchemaOf, exampleOfEvent } from './event-schemas.ts';

interface Reference {
  $ref: string;
}

interface Message {
  name: EventType;
  title: string;
  summary: string;
  description: string;
  contentType: 'application/json';
  tags: readonly { name: string }[];
  payload: Reference;
  examples: readonly { name: string; payload: object }[];
}

const types = Object.keys(eventTypes) as EventType[];

const mapped = <T>(make: (type: EventType) => T): Record<string, T> =>
  Object.fromEntries(types.map((type) => [type, make(type)]));

/** The document as `/docs/asyncapi.json` serves it. */
export function asyncApiDocument() {
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Store Commerce API: events',
      version: contractVersion,
      description:
        'An event exists if, and only if, its change is committed. Each is told at least once: go by its `id` to do nothing twice, and by `sequence` to keep the order of an object.',
      license: { name: 'MIT' },
    },
    defaultContentType: 'application/json',
    servers: {
      bus: {
        host: 'events.{region}.amazonaws.com',
        protocol: 'eventbridge',
        description: 'The bus of the stack, for rules of your own.',
        variables: { region: { default: 'us-east-1', description: 'The Region the stack is deployed to.' } },
      },
      webhook: {
        host: '{host}',
        protocol: 'https',
        description: 'The receiver that the stack was given with `-c eventWebhook=https://…`.',
        variables: { host: { default: 'shop.example.com', description: 'Host of the receiver.' } },
        security: [{ $ref: '#/components/securitySchemes/webhookSecret' }],
      },
    },
    channels: {
      bus: channel('StoreCommerceApi', 'bus', 'The EventBridge bus, named after the stack.'),
      webhook: channel(null, 'webhook', 'The path of the receiver: each event is the body of a POST.'),
    },
    operations: {
      putOnBus: operation('bus', 'Puts each event on the bus, in the order of its object.'),
      postToWebhook: operation('webhook', 'Posts each event, again until a 2xx comes, for a day.'),
    },
    components: {
      messages: mapped(messageOf),
      schemas: mapped(eventSchemaOf) satisfies Record<string, JsonSchema>,
      securitySchemes: {
        webhookSecret: {
          type: 'http',
          scheme: 'bearer',
          description: 'The secret that the stack made in Secrets Manager and names in its output `WebhookSecret`.',
        },
      },
    },
  };
}

const channel = (address: string | null, server: string, description: string) => ({
  address,
  description,
  servers: [{ $ref: `#/servers/${server}` }],
  messages: mapped((type): Reference => ({ $ref: `#/components/messages/${type}` })),
});

const operation = (name: string, summary: string) => ({
  action: 'send',
  channel: { $ref: `#/channels/${name}` },
  summary,
});

const messageOf = (type: EventType): Message => ({
  name: type,
  title: type,
  summary: eventTypes[type].when,
  description: eventTypes[type].text,
  contentType: 'application/json',
  tags: [{ name: objectOf(type) }],
  payload: { $ref: `#/components/schemas/${type}` },
  examples: [{ name: type, payload: exampleOfEvent(type) }],
});
