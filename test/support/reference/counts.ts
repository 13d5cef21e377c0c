/** How much of the contract the reference covers, in figures. */

import { dataSchemaOf, eventSchemaOf, exampleOfEvent } from '../../../bin/reference/asyncapi/event-schemas.ts';
import { openApiDocument } from '../../../bin/reference/openapi/document.ts';
import { functionSchemas } from '../../../bin/reference/openapi/json-schema.ts';
import { resolved } from '../../../bin/reference/openapi/shared-parts.ts';
import { pages } from '../../../bin/reference/site.ts';
import { type EventType, eventTypes } from '../../../lib/resources/events.ts';
import { exampleOf, exampleOfFunction, invocables, operations } from '../../../lib/resources/nouns.ts';
import type { Operation } from '../../../lib/schema/operation.ts';
import { faultIn, fieldsIn, type Value } from './described.ts';

interface Count {
  what: string;
  covered: number;
  of: number;
}

const document = openApiDocument();

/** Every parameter, field of a body or reply, and header of the operations. */
export function valuesOfOperations(): Value[] {
  const described = Object.values(document.paths).flatMap((path) => Object.values(path));
  return [
    ...described.flatMap(({ operationId, parameters }) => parameters.map((each) => parameter(operationId, each))),
    ...described.flatMap(({ operationId, requestBody, responses }) =>
      fieldsOfSchemas(operationId, { requestBody, responses }),
    ),
    ...fieldsOfSchemas('refusal', document.components.responses),
    ...Object.entries(document.components.schemas).flatMap(([id, schema]) => fieldsIn(id, schema)),
    ...Object.entries(document.components.headers).map(([name, { description }]) => ({
      path: name,
      name,
      description,
      values: [],
    })),
  ];
}

/** Every field of the functions' payloads and results. */
export const valuesOfFunctions = (): Value[] =>
  invocables.flatMap((invocable) => {
    const { payload, result } = functionSchemas(invocable);
    return [...fieldsIn(`${invocable.name} payload`, payload), ...fieldsIn(`${invocable.name} result`, result)];
  });

export const types = Object.keys(eventTypes) as EventType[];

/** Every field of the events, whole as a target gets them. */
export const valuesOfEvents = (): Value[] => types.flatMap((type) => fieldsIn(type, eventSchemaOf(type)));

/** What is wrong with the example of a type: it must be what the type's schema says, and hold no other field. */
export function faultsOfExample(type: EventType, { data } = exampleOfEvent(type).detail): string[] {
  const { success, error } = eventTypes[type].data.safeParse(data);
  const known = Object.keys(dataSchemaOf(type).properties ?? {});
  return [
    ...(success ? [] : [`${type}: ${error.message}`]),
    ...Object.keys(data)
      .filter((name) => !known.includes(name))
      .map((name) => `${type} has no ${name}`),
  ];
}

function parameter(operation: string, given: object): Value {
  const {
    name,
    description = '',
    schema,
  } = given as { name: string; description?: string; schema: { enum?: string[] } };
  return { path: `${operation} ${name}`, name, description, values: schema.enum ?? [] };
}

function fieldsOfSchemas(path: string, part: object): Value[] {
  const found: Value[] = [];
  JSON.parse(JSON.stringify(part), (key, value) => {
    if (key === 'schema' && value) found.push(...fieldsIn(path, value));
    return value;
  });
  return found;
}

/** Whether each status of an operation shows a reply; one without a body needs none. */
function showsEachStatus({ path, method }: Operation): boolean {
  const { responses = {} } = document.paths[path]?.[method.toLowerCase()] ?? {};
  return Object.values(responses).every((response) => {
    const { content } = resolved(response, document.components.responses);
    const json = content?.['application/json'];
    return !json || json.example !== undefined || Object.keys(json.examples ?? {}).length > 0;
  });
}

/** Whether something is there: what is not, throws. */
function isThere(look: () => unknown): boolean {
  try {
    return look() !== undefined;
  } catch {
    return false;
  }
}

export function counts(): Count[] {
  const [ofOperations, ofFunctions, ofEvents] = [valuesOfOperations(), valuesOfFunctions(), valuesOfEvents()];
  const all = pages();
  const paths = all.map(({ path }) => path);
  const parts = all.flatMap((page) => page.parts.map(({ id }) => id));
  const count = <T>(what: string, all: readonly T[], isCovered: (each: T) => boolean): Count => ({
    what,
    covered: all.filter(isCovered).length,
    of: all.length,
  });
  return [
    count('operations described', operations, ({ words }) => words.text.length > 20),
    count('operations with an example request that is sent', operations, (each) => isThere(() => exampleOf(each))),
    count('operations with an example for each status', operations, showsEachStatus),
    count('parameters, fields and headers of operations described', ofOperations, (each) => faultIn(each).length === 0),
    count(
      'enumerations explained',
      [...ofOperations, ...ofFunctions, ...ofEvents].filter(({ values }) => values.length > 0),
      (each) => faultIn(each).length === 0,
    ),
    count(
      'functions described',
      invocables,
      ({ name, words }) => words.length > 20 && paths.includes(`functions/${name}`),
    ),
    count('functions with an example that is sent', invocables, (each) => isThere(() => exampleOfFunction(each))),
    count('fields of functions described', ofFunctions, (each) => faultIn(each).length === 0),
    count('types of events described', types, (type) => eventTypes[type].text.length > 20 && parts.includes(type)),
    count('types of events with an example that fits', types, (type) => faultsOfExample(type).length === 0),
    count('fields of events described', ofEvents, (each) => faultIn(each).length === 0),
  ];
}
