/** The contract as an OpenAPI 3.1 document: everything in it follows from the operations. */
import * as z from 'zod/mini';
import { idPattern, type Resource } from '../kinds/ids.ts';
import { limits } from '../kinds/limits.ts';
import { type Operation, takesIdempotencyKey } from '../kinds/operation.ts';
import { operations } from '../operations.ts';
import { errorsOf } from './errors.ts';
import { exampleId } from './examples.ts';
import { type OpenApiHeader, responseHeaders } from './headers.ts';
import { componentSchemas, type JsonSchema, schemaOf } from './json-schema.ts';

interface Media {
  schema: JsonSchema;
  examples?: Record<string, { summary: string; value: unknown }>;
}

export interface OpenApiResponse {
  description: string;
  headers: Record<string, OpenApiHeader>;
  content?: Record<string, Media>;
}

export interface OpenApiOperation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  parameters: object[];
  requestBody?: { required: true; content: Record<string, Media> };
  responses: Record<string, OpenApiResponse>;
}

export interface OpenApiDocument {
  openapi: '3.1.0';
  info: object;
  servers: object[];
  security: object[];
  tags: { name: string }[];
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: { schemas: Record<string, JsonSchema>; securitySchemes: object };
}

/** The document; `server` is the base URL, by default the one that serves the document. */
export function openApiDocument({ server = '/' }: { server?: string } = {}): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {};
  for (const operation of operations) {
    paths[operation.path] = { ...paths[operation.path], [operation.method.toLowerCase()]: described(operation) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Store Commerce API',
      version: '1',
      description:
        'Addresses, gift options, reviews, gift cards, restock waitlist and digital files of a store. ' +
        'Money is in minor units, times are `YYYY-MM-DDThh:mm:ssZ`.',
    },
    servers: [{ url: server }],
    security: [{ apiKey: [] }],
    tags: [...new Set(operations.map(({ section }) => section))].map((name) => ({ name })),
    paths,
    components: {
      schemas: componentSchemas(),
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key of a store, `sk_…`' },
      },
    },
  };
}

/** `list-reviews` as `listReviews`. */
export const operationId = (name: string): string =>
  name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

function described(operation: Operation): OpenApiOperation {
  const requestBody = requestBodyOf(operation);
  return {
    operationId: operationId(operation.name),
    tags: [operation.section],
    summary: operation.summary,
    description: `Permission: ${operation.permission}`,
    parameters: [...pathParameters(operation), ...queryParameters(operation), ...idempotencyKey(operation)],
    ...(requestBody && { requestBody: { required: true, content: requestBody } }),
    responses: { ...success(operation), ...refusals(operation) },
  };
}

const pathParameters = ({ parameters }: Operation): object[] =>
  Object.entries<Resource>(parameters).map(([name, resource]) => ({
    name,
    in: 'path',
    required: true,
    example: exampleId(resource),
    schema: schemaOf(z.string().check(z.regex(idPattern(resource))), 'input'),
  }));

function queryParameters({ query }: Operation): object[] {
  if (!query) return [];
  const { properties = {}, required = [] } = schemaOf(query, 'input');
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: withoutExamples(schema),
  }));
}

/** Tools fill in a parameter that has an example, and the first page has no cursor and no filter. */
function withoutExamples(schema: JsonSchema | boolean): JsonSchema | boolean {
  if (typeof schema === 'boolean') return schema;
  const { examples: _, ...rest } = schema;
  return rest;
}

const idempotencyKey = (operation: Operation): object[] =>
  takesIdempotencyKey(operation)
    ? [
        {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description: 'Makes the request happen once: a repeat within 24 hours gets the first reply again',
          schema: { type: 'string', maxLength: limits.idempotencyKey },
        },
      ]
    : [];

function requestBodyOf({ body, upload }: Operation): Record<string, Media> | undefined {
  if (body) return { 'application/json': { schema: schemaOf(body, 'input') } };
  if (!upload) return undefined;
  const file = { type: 'string', format: 'binary', description: `At most ${upload.maximumBytes} bytes` } as const;
  return {
    'multipart/form-data': {
      schema: { type: 'object', properties: { [upload.field]: file }, required: [upload.field] },
    },
  };
}

function success(operation: Operation): Record<string, OpenApiResponse> {
  const { status, description, schema } = operation.success;
  return {
    [status]: {
      description,
      headers: responseHeaders(operation, status),
      ...(schema && { content: { 'application/json': { schema: schemaOf(schema, 'output') } } }),
    },
  };
}

/** One response for each status, with an example for each row of the error table. */
function refusals(operation: Operation): Record<string, OpenApiResponse> {
  return Object.fromEntries(
    [...Map.groupBy(errorsOf(operation), ({ status }) => status)].map(([status, rows]) => [
      status,
      {
        description: rows.map(({ code, when }) => `- \`${code}\`: ${when}`).join('\n'),
        headers: responseHeaders(operation, status),
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: { error: { type: 'string' }, code: { enum: [...new Set(rows.map(({ code }) => code))] } },
              required: ['error', 'code'],
              additionalProperties: false,
            },
            examples: Object.fromEntries(
              rows.map(({ code, message, when }, index) => [
                `${code.toLowerCase()}_${index + 1}`,
                { summary: when, value: { error: message, code } },
              ]),
            ),
          },
        },
      } satisfies OpenApiResponse,
    ]),
  );
}
