/** The pages of the events: an overview, and the types by object. */

import { type EventObject, type EventType, eventObjects, eventTypes, objectOf } from '../../lib/resources/events.ts';
import { operations, sectionOfFunction } from '../../lib/resources/nouns.ts';
import { upperFirst } from '../../lib/schema/text.ts';
import { dataSchemaOf, eventSchemaOf, exampleOfEvent } from './asyncapi/event-schemas.ts';
import { outputTable } from './fields.ts';
import { linkToFunction } from './functions.ts';
import type { JsonSchema } from './openapi/json-schema.ts';
import { linkToEvent, linkToOperation, type Page, type Part, pathOfObject, pathOfSection, table } from './page.ts';
import { json } from './samples.ts';

type Components = Readonly<Record<string, JsonSchema>>;

const group = 'Events';

const types = Object.keys(eventTypes) as EventType[];

export const eventPages = (components: Components): Page[] => [
  overview(components),
  ...(Object.keys(eventObjects) as EventObject[]).map((object) => pageOf(object, components)),
];

function overview(components: Components): Page {
  const [first] = types;
  return {
    path: 'events',
    title: 'All events',
    group,
    summary:
      'Changes in a store, published on an EventBridge bus and to the webhooks of the store. An event exists if, and only if, its change is committed. It is delivered at least once, usually within a second or two. [Events and webhooks](/docs/guides/events.html) shows how to receive them; [asyncapi.json](/docs/asyncapi.json) describes them for programs.',
    parts: [
      {
        id: 'types',
        title: 'Types',
        text: table(['Type', 'When'], types.map(row)),
        samples: [],
      },
      {
        id: 'shape',
        title: 'The event object',
        text: [
          'On the bus, the event is in `detail`; EventBridge adds the fields around it. A webhook receives only the event, with `timestamp` for the Standard Webhooks specification. Ignore unknown fields: later versions may add some.',
          ...(first ? [outputTable(withoutData(eventSchemaOf(first)), components)] : []),
        ].join('\n\n'),
        samples: first ? [json('Event', exampleOfEvent(first))] : [],
      },
    ],
  };
}

/** `data` differs by type, so the overview omits its fields. */
function withoutData(schema: JsonSchema): JsonSchema {
  const detail = schema.properties?.detail;
  const data = typeof detail === 'object' ? detail.properties?.data : undefined;
  if (typeof data === 'object') delete data.properties;
  return schema;
}

const row = (type: EventType): string[] => [
  `[\`${type}\`](${linkToEvent(type)})`,
  `${upperFirst(eventTypes[type].when)}.`,
];

function pageOf(object: EventObject, components: Components): Page {
  const { title, text } = eventObjects[object];
  const own = types.filter((type) => objectOf(type) === object);
  return {
    path: pathOfObject(object),
    title,
    ...placeOf(own),
    summary: `${text}\n\n${table(['Type', 'When'], own.map(row))}`,
    parts: own.map((type) => shardOf(type, components)),
  };
}

/** Under the section of the first cause of such an event, or with the overview of all events. */
function placeOf(own: readonly EventType[]): Pick<Page, 'group' | 'parent' | 'use'> {
  const causes = own.flatMap((type) => eventTypes[type].by);
  const sections = causes.map((each) =>
    'group' in each ? sectionOfFunction(each) : 'section' in each && each.section,
  );
  const section = sections.find((each) => each);
  return section ? { group: 'API', parent: pathOfSection(section), use: 'Events' } : { group };
}

function shardOf(type: EventType, components: Components): Part {
  const { text, by } = eventTypes[type];
  const causes = by.map((each) => {
    const operation = operations.find(({ name }) => name === each.name);
    if (operation) return `[${operation.summary}](${linkToOperation(operation)})`;
    return 'group' in each ? `[\`${each.name}\`](${linkToFunction(each)})` : '';
  });
  return {
    id: type,
    title: type,
    text: [
      `**Sent when ${eventTypes[type].when}.**`,
      text,
      ...(causes.length > 0 ? [`**Caused by:** ${causes.join(', ')}.`] : []),
      '### Data',
      outputTable(dataSchemaOf(type), components),
    ].join('\n\n'),
    samples: [json('Event', exampleOfEvent(type)), json('Pattern of a rule', patternOf(type))],
  };
}

/** The event pattern of an EventBridge rule for the type. */
const patternOf = (type: EventType) => ({ source: ['StoreCommerceApi'], 'detail-type': [type] });
