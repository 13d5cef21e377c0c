/** The fields of events, as JSON Schema with descriptions. */
import * as z from 'zod/mini';
import { demoStore } from '../../../lib/resources/demo-store.ts';
import { type EventType, eventObjects, eventTypes, objectOf } from '../../../lib/resources/events.ts';
import { exampleOutput } from '../../../lib/schema/examples.ts';
import { exampleTime, field, idOf, shownInteger, shownOf, shownText } from '../../../lib/schema/field.ts';
import { replyId } from '../../../lib/schema/ids.ts';
import { timestamp } from '../../../lib/schema/times.ts';
import { type JsonSchema, schemaOf } from '../openapi/json-schema.ts';

/** As ids of changes and of deliveries look; the last figures are the type's. */
const ids = { change: 'evt_1f9d5ab0c4e8273b6d50e71c88a2f46b093e5d', delivery: '6a7e8feb-b491-4cf7-a9f1-bf37039867' };

/** The event in its `detail`. */
const detailOf = (type: EventType) => shownOf(fieldsOf(type));

function fieldsOf(type: EventType) {
  const { data, example } = eventTypes[type];
  const object = objectOf(type);
  return {
    id: field({
      shown: z.string().check(z.regex(/^evt_[a-z0-9]+$/)),
      words:
        'Id of the change: `evt_` followed by letters and digits. All deliveries of the same change have the same id, so store it to ignore duplicates.',
      example: `${ids.change}${placeOf(type)}`,
    }),
    type: field({
      shown: z.literal(type),
      words: 'The type of the event; the `detail-type` of the EventBridge event.',
      example: type,
    }),
    store_id: idOf('store', { words: 'The store that the change happened in.', example: demoStore.store }),
    created_at: field({
      shown: timestamp,
      words: 'When the change was committed, in UTC and whole seconds.',
      example: example.time ?? exampleTime,
    }),
    sequence: shownInteger({
      words:
        'Whole number that rises with every change of this object, so that a receiver can recognize late events. Numbers can have gaps, because changes that the API does not show send no event.',
      example: example.sequence,
    }),
    object: field({
      shown: shownOf({
        type: field({ shown: z.literal(object), words: 'The kind of object.', example: object }),
        id: field({
          shown: replyId(eventObjects[object].resource),
          words: 'Public id of the object, as the API and the functions accept it.',
          example: example.id,
        }),
      }),
      words: 'The object that the event is about.',
      example: { type: object, id: example.id },
    }),
    data: field({
      shown: data as z.ZodMiniObject,
      words: 'Ids, amounts and statuses of the change; never a name, an address, a text or a code.',
      example: exampleOutput(data as z.ZodMiniObject, example.data),
    }),
  };
}

/** The type of a delivery that tests a webhook: it is about no change, and is not on the bus. */
const test = 'webhook.test';

export type DeliveredType = EventType | typeof test;

/** Every type that a webhook can get. */
export const deliveredTypes: readonly DeliveredType[] = [...(Object.keys(eventTypes) as EventType[]), test];

/** The event in a delivery to a webhook. */
function deliveryOf(type: DeliveredType) {
  const { type: named, id, store_id, created_at, ...rest } = fieldsOf(type === test ? 'webhook.disabled' : type);
  const timestamp = {
    ...created_at,
    words: 'Same as `created_at`; required by the Standard Webhooks specification.',
  };
  if (type !== test) return shownOf({ type: named, timestamp, id, store_id, created_at, ...rest });
  const own = {
    type: field({ shown: z.literal(test), words: 'The type of the event.', example: test }),
    data: field({ shown: z.object({}), words: 'Always empty.', example: {} }),
  };
  return shownOf({ type: own.type, timestamp, id, store_id, created_at, ...rest, data: own.data });
}

export const exampleOfDelivery = (type: DeliveredType) => exampleOutput(deliveryOf(type));

/** A delivery of a type to a webhook. */
export const deliverySchemaOf = (type: DeliveredType): JsonSchema => schemaOf(deliveryOf(type), 'input');

const placeOf = (type: EventType): string => String(Object.keys(eventTypes).indexOf(type) + 10);

/** The event in `detail`, within the envelope of EventBridge. */
export function wholeEvent(type: EventType) {
  const detail = detailOf(type);
  return shownOf({
    version: field({ shown: z.literal('0'), words: 'Always `0`: the version of this envelope.', example: '0' }),
    id: shownText({
      words:
        'Id of this delivery to the bus. A change that is delivered twice has two of these: use the `id` in `detail` to ignore duplicates.',
      example: `${ids.delivery}${placeOf(type)}`,
    }),
    'detail-type': field({
      shown: z.literal(type),
      words: 'The type of the event, for rules to match.',
      example: type,
    }),
    source: shownText({
      words: 'Name of the stack, for rules to match: `StoreCommerceApi` unless it was deployed under another name.',
      example: 'StoreCommerceApi',
    }),
    account: shownText({ words: 'The AWS account of the bus.', example: '123456789012' }),
    time: field({
      shown: timestamp,
      words: 'When the change was committed.',
      example: eventTypes[type].example.time ?? exampleTime,
    }),
    region: shownText({ words: 'The Region of the bus.', example: 'us-east-1' }),
    resources: field({ shown: z.array(z.string()), words: 'Always empty.', example: [] }),
    detail: field({ shown: detail, words: 'The event itself.', example: exampleOutput(detail) }),
  });
}

/** A whole event of the type, as the other examples cause it in the demo store. */
export const exampleOfEvent = (type: EventType) => exampleOutput(wholeEvent(type));

/** The `data` of events of a type. Open, like all schemas of events, because later versions may add fields. */
export const dataSchemaOf = (type: EventType): JsonSchema => schemaOf(eventTypes[type].data, 'input');

/** A whole event of a type, as a target of EventBridge gets it. */
export const eventSchemaOf = (type: EventType): JsonSchema => schemaOf(wholeEvent(type), 'input');
