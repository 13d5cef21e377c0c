/** What events hold, as JSON Schema with its words. */
import * as z from 'zod/mini';
import { type EventType, eventObjects, eventTypes, objectOf } from '../../../lib/resources/events.ts';
import { busWords, envelopeWords, eventWords } from '../../../lib/resources/words/event-words.ts';
import { replyId } from '../../../lib/schema/ids.ts';
import { timestamp } from '../../../lib/schema/times.ts';
import type { FieldWords } from '../../../lib/schema/words.ts';
import { type JsonSchema, schemaOf } from '../openapi/json-schema.ts';

const text = z.string();

/** The event in its `detail`, and around it what EventBridge writes. */
export function wholeEvent(type: EventType) {
  const object = objectOf(type);
  return z.object({
    version: z.literal('0'),
    id: text,
    'detail-type': z.literal(type),
    source: text,
    account: text,
    time: timestamp,
    region: text,
    resources: z.array(text),
    detail: z.object({
      id: text.check(z.regex(/^evt_[a-z0-9]+$/)),
      type: z.literal(type),
      store_id: replyId('store'),
      created_at: timestamp,
      sequence: z.int(),
      object: z.object({ type: z.literal(object), id: replyId(eventObjects[object]) }),
      data: eventTypes[type].data,
    }),
  });
}

const dataWords = (type: EventType): FieldWords => eventWords[type].data;

/** What `data` holds in events of a type. Open, as all schemas of events: fields may be added to them. */
export const dataSchemaOf = (type: EventType): JsonSchema => schemaOf(eventTypes[type].data, 'input', dataWords(type));

/** A whole event of a type, as a target of EventBridge or the webhook gets it. */
export const eventSchemaOf = (type: EventType): JsonSchema =>
  schemaOf(wholeEvent(type), 'input', {
    ...busWords,
    detail: {
      text: busWords.detail,
      fields: { ...envelopeWords, data: { text: envelopeWords.data, fields: dataWords(type) } },
    },
  });
