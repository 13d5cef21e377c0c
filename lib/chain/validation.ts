/**
 * Checks path, query and body against the operation's schemas; messages are the schemas' own (contract, each error table). A success lists
 * the fields of the body that were ignored (decisions, "Everywhere").
 */
import type * as z from 'zod/mini';
import { ApiError, isOptional, missingField, notFound, parse, refusalOf } from '../schema/errors.ts';
import { inOrderOf, tableOf } from '../schema/field.ts';
import { isPublicId, missingIdMessage, type Resource } from '../schema/ids.ts';
import { codeOfQuery, type Operation, takesIdempotencyKey } from '../schema/operation.ts';
import { isObject } from '../schema/values.ts';
import type { Authorized, Identity, Link, RequestContext, RulesOfStore, Validated } from './exchange.ts';
import { bodyBytes, type ProxyEvent, queryParameters } from './request.ts';

export function validation(
  operation: Operation,
  rulesOfStore?: RulesOfStore,
): Link<RequestContext & Authorized, Validated> {
  const { path, query, body } = operation;
  const names = variablesOf(path);
  return {
    before(exchange, { event }) {
      const path = pathParameters(event, operation, names);
      const given = { path, query: query && parseQuery(query, event, operation) };
      exchange.unknownFields = [
        ...(body || operation.upload ? [] : ignoredBody(event)),
        ...ignoredParameters(event, query),
        ...(takesIdempotencyKey(operation) ? misspelledKeys(event) : []),
      ];
      if (body && rulesOfStore) {
        return parseByStore(body, rulesOfStore, readBody(body, event, exchange), exchange.identity).then((parsed) => ({
          ...given,
          ...parsed,
        }));
      }
      return { ...given, body: body && parseBody(body, event, exchange) };
    },

    after: reportUnknownFields,
  };
}

function parseQuery(schema: z.ZodMiniType, event: ProxyEvent, operation: Operation): unknown {
  const { success, data, error } = schema.safeParse(queryParameters(event));
  if (!success) throw refusalOf(error.issues, codeOfQuery(operation, error.issues), { prefix: '?' });
  return data;
}

/**
 * The body by its schema, and whether the rules of its store accept it. The store is read in parallel with the reads of the decision, so
 * only a body that breaks its schema waits for the store here: its refusal lists every broken rule, in the order of the schema.
 */
async function parseByStore(
  schema: z.ZodMiniType,
  rulesOfStore: RulesOfStore,
  value: object,
  identity: Promise<Identity>,
): Promise<Pick<Validated, 'body' | 'accepted'>> {
  const { success, data, error } = schema.safeParse(value);
  const broken = identity.then(({ store }) => rulesOfStore(value, store));
  if (!success) throw refusalOf(inOrderOf(schema, [...error.issues, ...(await broken)]), 'INVALID_FIELD');
  const accepted = broken.then((issues) => {
    if (issues.length > 0) throw refusalOf(issues, 'INVALID_FIELD');
  });
  accepted.catch(() => undefined);
  return { body: data, accepted };
}

/** Lists ignored fields of the body, query parameters and headers in a header of a successful response. */
export function reportUnknownFields({ headers, unknownFields = [] }: RequestContext): void {
  const named = unknownFields.slice(0, unknownFieldsAtMost);
  if (named.length > 0) headers['X-Unknown-Fields'] = named.join(', ');
}

/** Throws `MISSING_FIELD` for an empty path parameter, and the same 404 for a malformed id as for an unknown one. */
function pathParameters(event: ProxyEvent, operation: Operation, names: readonly string[]) {
  const { path: template, parameters, notFound: message } = operation;
  // API Gateway uses one name for a variable that several paths share, and that name may be from another path: only the position
  // counts.
  const given = event.resource && event.resource !== template ? variablesOf(event.resource) : names;
  const path: Record<string, string> = {};
  for (const [name, resource] of Object.entries<Resource>(parameters)) {
    const value = event.pathParameters?.[given[names.indexOf(name)] ?? name];
    if (!value) throw missingField(missingIdMessage(resource), name);
    path[name] = value;
  }
  for (const [name, resource] of Object.entries<Resource>(parameters)) {
    if (!isPublicId(resource, path[name])) throw notFound(message);
  }
  return path;
}

const variablesOf = (template: string): string[] => [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

const utf8 = new TextDecoder('utf-8', { fatal: true });

const invalidJson = (cause?: unknown) => new ApiError('INVALID_JSON', 'Invalid JSON body', { cause });

function parseBody(schema: z.ZodMiniType, event: ProxyEvent, exchange: RequestContext): unknown {
  if (bodyBytes(event).length === 0 && isOptional(schema)) return undefined;
  return parse(schema, readBody(schema, event, exchange), 'INVALID_FIELD');
}

/**
 * The JSON object of a body. The declared content type does not matter: `curl -d` declares JSON as a form (decisions, "Everywhere").
 * Throws `INVALID_JSON`.
 */
export function readBody(schema: z.ZodMiniType, event: ProxyEvent, exchange: RequestContext): object {
  const value = parseJson(bodyBytes(event));
  if (!isObject(value)) throw invalidJson();
  exchange.unknownFields = [...unknownIn(value, schema), ...(exchange.unknownFields ?? [])];
  return value;
}

/** Query parameters that an operation does not have, as `?name`. */
export const ignoredParameters = (event: ProxyEvent, query?: z.ZodMiniType): string[] =>
  unknownIn(queryParameters(event), query).map((name) => `?${name}`);

/** Fields of a body that the operation does not take. */
function ignoredBody(event: ProxyEvent): string[] {
  try {
    const value = parseJson(bodyBytes(event));
    return isObject(value) ? unknownIn(value, undefined) : [];
  } catch {
    return [];
  }
}

/** Headers that were meant as `Idempotency-Key`: without one, a retry would be a second change. */
const misspelledKeys = ({ headers }: ProxyEvent): string[] =>
  Object.keys(headers ?? {}).filter(
    (name) => /idempoten/i.test(name) && name.toLowerCase() !== 'idempotency-key' && isNameable(name),
  );

/** Whether a header can hold the name. */
const isNameable = (name: string): boolean => /^[\w-]{1,64}$/.test(name);

const unknownFieldsAtMost = 10;

/** Top-level fields that a schema does not have, if a header can contain their names. Without a schema, all fields. */
function unknownIn(given: object, schema: z.ZodMiniType | undefined): string[] {
  const fields = schema ? tableOf(schema)?.fields : {};
  const isUnknown = (name: string) => fields !== undefined && !fields[name]?.input && isNameable(name);
  return Object.keys(given).filter(isUnknown);
}

function parseJson(bytes: Buffer): unknown {
  try {
    const text = utf8.decode(bytes);
    return /\d\.\d/.test(text) ? JSON.parse(text, withoutPoint) : JSON.parse(text);
  } catch (cause) {
    throw invalidJson(cause);
  }
}

/**
 * Makes `50.00` invalid, as `50.5` is. All numbers of the API are integers, and an amount with a decimal point is
 * not in the smallest unit of its currency.
 */
const withoutPoint = (_: string, value: unknown, context?: { source?: string }): unknown =>
  typeof value === 'number' && context?.source?.includes('.') ? Number.NaN : value;
