/** Calls endpoints as API Gateway calls them. */

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { openApiDocument } from '../../../bin/reference/openapi/document.ts';
import { resolved } from '../../../bin/reference/openapi/shared-parts.ts';
import type { OpenApiResponse } from '../../../bin/reference/openapi/types.ts';
import { lambdaContext } from '../../../lib/gateway/lambda-context.ts';
import { type HttpRequest, proxyEvent } from '../../../lib/gateway/proxy-event.ts';
import type { Operation } from '../../../lib/schema/operation.ts';
import { doorInUse } from '../door.ts';
import { type AnyHandler, handlerOf } from '../invoke.ts';
import { isOlder } from '../older-answers.ts';
import { patience } from '../patience.ts';

export interface CallInput {
  /** Path parameters, decoded. */
  path?: Record<string, string>;
  /** An array stands for a repeated parameter. */
  query?: Record<string, string | number | readonly string[]>;
  /** Bytes and strings go out as they are, anything else as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
  /** The API key. */
  key?: string;
  idempotencyKey?: string | undefined;
}

/**
 * Calls an endpoint with the event the gateway would build; every reply is held against the OpenAPI document. Where a door is in use
 * the request goes through that one.
 */
export async function call(operation: Operation, input: CallInput = {}): Promise<Response> {
  const door = doorInUse();
  return door ? door.send(requestOf(operation, input)) : callHandler(await handlerOf(operation), operation, input);
}

/** The same through a handler that is not the exported one itself. */
export async function callHandler(handler: AnyHandler, operation: Operation, input: CallInput = {}): Promise<Response> {
  const response = responseOf(await answer(handler, operation, eventOf(operation, input)));
  const faults = undocumented(operation, response);
  if (faults.length > 0) throw new Error(`Not as documented: ${faults.join('; ')}`);
  return response;
}

/** What a handler answers an event. */
export const answer = async (handler: AnyHandler, { name }: Operation, event: object): Promise<APIGatewayProxyResult> =>
  (await handler(event, lambdaContext(name, patience))) as APIGatewayProxyResult;

/** The event that the gateway would build of a request. */
export const eventOf = (operation: Operation, input: CallInput): APIGatewayProxyEvent =>
  proxyEvent(operation, input.path ?? {}, requestOf(operation, input));

/** The request a client would send for an operation. */
export function requestOf(operation: Operation, input: CallInput): HttpRequest {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(input.path?.[name] ?? ''));
  const query = new URLSearchParams(
    Object.entries(input.query ?? {}).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, String(one)]),
    ),
  ).toString();
  return {
    method: operation.method,
    target: query === '' ? path : `${path}?${query}`,
    headers: Object.entries(headersOf(input)),
    body: bytesOf(input.body),
  };
}

function headersOf({ key, idempotencyKey, body, headers }: CallInput): Record<string, string> {
  return {
    ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
    ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
    ...(body === undefined || body instanceof Uint8Array ? {} : { 'Content-Type': 'application/json' }),
    ...headers,
  };
}

function bytesOf(body: unknown): Buffer {
  if (body === undefined) return Buffer.alloc(0);
  if (body instanceof Uint8Array) return Buffer.from(body);
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

function responseOf({ statusCode, headers = {}, body }: APIGatewayProxyResult): Response {
  return {
    status: statusCode,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)])),
    body: body === '' ? undefined : JSON.parse(body),
  };
}

export interface Response {
  status: number;
  /** By lower-case name. */
  headers: Record<string, string>;
  /** Parsed where it is JSON, undefined where there is none. */
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts what it expects of a body
  body: any;
}

const document = openApiDocument();
const ajv = new Ajv2020({ strict: false, coerceTypes: false });
addFormats.default(ajv);
ajv.addSchema({ $id: 'document', components: document.components });

const validators = new Map<string, ValidateFunction>();

/** The faults of a reply, one a line; none where it is as documented. */
export function undocumented({ method, path }: Operation, { status, headers, body }: Response): string[] {
  const documented = document.paths[path]?.[method.toLowerCase()]?.responses[status];
  if (!documented) return [`status ${status} of ${method} ${path} is not documented`];
  const response = resolved(documented, document.components.responses);
  return [...headerFaults(response, headers), ...bodyFaults(`${method} ${path} ${status}`, response, body)].map(
    (fault) => `${method} ${path} ${status}: ${fault}`,
  );
}

function headerFaults({ headers, content }: OpenApiResponse, sent: Record<string, string>): string[] {
  const known = new Map(
    Object.entries(headers).map(([name, header]) => [
      name.toLowerCase(),
      resolved(header, document.components.headers),
    ]),
  );
  const missing = [...known].filter(([name, { required }]) => required && !(name in sent)).map(([name]) => name);
  const unknown = Object.keys(sent).filter((name) => name !== 'content-type' && !known.has(name));
  const wrong = [...known].filter(([name, { schema }]) => {
    const value = sent[name];
    if (value === undefined) return false;
    return !ajv.validate(schema, schema.type === 'integer' ? Number(value) : value);
  });
  const type = content === undefined ? undefined : 'application/json';
  return [
    ...missing.map((name) => `header ${name} is missing`),
    ...unknown.map((name) => `header ${name} is not documented`),
    ...wrong.map(([name]) => `header ${name} is not as documented`),
    ...(sent['content-type'] === type ? [] : [`content type is ${sent['content-type']}, not ${type}`]),
  ];
}

function bodyFaults(identity: string, { content }: OpenApiResponse, body: unknown): string[] {
  const schema = content?.['application/json']?.schema;
  if (!schema) return body === undefined ? [] : ['a body is not documented'];
  const validate = validators.get(identity) ?? ajv.compile(resolvable(schema));
  validators.set(identity, validate);
  return validate(body) || isOlder(validate) ? [] : [`body: ${ajv.errorsText(validate.errors)}`];
}

/** References inside a schema lead to the document. */
const resolvable = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"document#/components'));

export const invalid = (error: string) => ({ status: 400, body: { error, code: 'INVALID_FIELD' } });

export const notFound = { status: 404, body: { error: 'Resource not found', code: 'NOT_FOUND' } };
