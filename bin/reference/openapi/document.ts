/** The contract as an OpenAPI 3.1 document: everything in it follows from the operations. */
import * as z from 'zod/mini';
import { exampleOf, routes, sections } from '../../../lib/resources/nouns.ts';
import { contractVersion } from '../../../lib/resources/version.ts';
import { isOptional } from '../../../lib/schema/errors.ts';
import { tableOf } from '../../../lib/schema/field.ts';
import { idPattern, type Resource } from '../../../lib/schema/ids.ts';
import { limits } from '../../../lib/schema/limits.ts';
import { type Operation, takesIdempotencyKey } from '../../../lib/schema/operation.ts';
import { textOf } from '../../../lib/schema/words.ts';
import { sizeOf } from '../fields.ts';
import { linkToOperation, linkToSection, type Sample } from '../page.ts';
import { localBase, requestSamples } from '../samples.ts';
import { adviceOn, errorsOf, type Refusal } from './errors.ts';
import { responseHeaders } from './headers.ts';
import { componentSchemas, type JsonSchema, schemaOf } from './json-schema.ts';
import { linksOf } from './links.ts';
import { operationId } from './names.ts';
import { withSharedParts } from './shared-parts.ts';
import type { Media, OpenApiDocument, OpenApiOperation, OpenApiResponse } from './types.ts';

/** The document; `server` is the base URL, by default the one that serves the document. */
export function openApiDocument({ server }: { server?: string } = {}): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {};
  for (const operation of routes) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: described(operation, server),
    };
  }
  return withSharedParts({
    openapi: '3.1.0',
    info: {
      title: 'Store Commerce API',
      version: contractVersion,
      summary: 'Customer addresses, gift options, reviews, gift cards, restock waitlist and digital files of a store.',
      contact,
      license: { name: 'MIT', identifier: 'MIT' },
      description:
        'Addresses, gift options, reviews, gift cards, restock waitlist and digital files of a store. ' +
        'Money is in minor units, times are `YYYY-MM-DDThh:mm:ssZ`.',
    },
    servers: server === undefined ? servers : [{ url: server, description: 'The base URL of the deployment' }],
    security: [{ apiKey: [] }],
    tags: Object.entries(sections)
      .filter(([name]) => routes.some(({ section }) => section === name))
      .map(([name, description]) => ({
        name,
        description,
        externalDocs: { description: 'Overview', url: absolute(linkToSection(name), server) },
      })),
    paths,
    components: {
      schemas: componentSchemas(),
      headers: {},
      responses: {},
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API key of a store, `sk_…`. A key with `Read` permission may use every GET below `/api/v1/`, and a key with `Write` permission everything there. ' +
            'Only a key with `Storefront` permission may use `/storefront/v1/`. ' +
            'A key acts for its whole store, so keep it on your own server and never send it to a browser: the API supports ' +
            'no cross-origin requests (no CORS). You can give a browser the links of direct uploads.',
        },
      },
    },
  });
}

/** Who answers for the API, as both of its documents name them. */
export const contact = { name: 'The authors of Store Commerce API' };

const servers = [
  { url: '/', description: 'The host that serves this document' },
  { url: localBase, description: 'The local server, started with `npm start`' },
  {
    url: 'https://{distribution}.cloudfront.net',
    description: 'A deployed stack: its `BaseUrl` output',
    variables: { distribution: { default: 'd111111abcdef8' } },
  },
];

const languages: Readonly<Record<Sample['language'], string>> = {
  sh: 'Shell',
  ts: 'TypeScript',
  python: 'Python',
  php: 'PHP',
  ruby: 'Ruby',
  go: 'Go',
  json: 'JSON',
};

/** Tools read the document without its address, so a link starts with a base URL, as samples do. */
const absolute = (link: string, server = localBase): string => new URL(link, server).href;

function described(operation: Operation, server: string | undefined): OpenApiOperation {
  const requestBody = requestBodyOf(operation);
  return {
    operationId: operationId(operation.name),
    tags: [operation.section],
    summary: operation.summary,
    description: `${operation.words.text}\n\nPermission: \`${operation.permission}\`.`,
    parameters: [...pathParameters(operation), ...queryParameters(operation), ...idempotencyKey(operation)],
    ...(requestBody && {
      requestBody: { required: !operation.body || !isOptional(operation.body), content: requestBody },
    }),
    responses: { ...success(operation), ...refusals(operation) },
    externalDocs: { description: operation.summary, url: absolute(linkToOperation(operation), server) },
    'x-codeSamples': requestSamples(exampleOf(operation), server).map(({ title, language, code }) => ({
      lang: languages[language],
      label: title,
      source: code,
    })),
  };
}

function pathParameters(operation: Operation): object[] {
  const words: Readonly<Record<string, string>> = operation.words.path;
  return Object.entries<Resource>(operation.parameters).map(([name, resource]) => ({
    name,
    in: 'path',
    required: true,
    description: words[name],
    example: exampleOf(operation).path[name],
    schema: schemaOf(z.string().check(z.regex(idPattern(resource))), 'input'),
  }));
}

function queryParameters(operation: Operation): object[] {
  if (!operation.query) return [];
  const { properties = {}, required = [] } = schemaOf(operation.query, 'input');
  const fields = tableOf(operation.query)?.fields ?? {};
  return Object.entries(properties).map(([name, property]) => {
    const { examples = [], description, ...schema } = typeof property === 'boolean' ? {} : property;
    const known = [exampleOf(operation).query[name], fields[name]?.example, ...examples, ...(schema.enum ?? [])];
    const given = known.find((each) => each !== undefined) ?? schema.default;
    const example = schema.type === 'integer' || schema.type === 'boolean' ? JSON.parse(String(given)) : given;
    return { name, in: 'query', required: required.includes(name), description, example, schema };
  });
}

const idempotencyKey = (operation: Operation): object[] =>
  takesIdempotencyKey(operation)
    ? [
        {
          name: 'Idempotency-Key',
          in: 'header',
          required: operation.requiresIdempotencyKey === true,
          description: operation.readOnly
            ? 'A text of up to 255 characters. The request changes nothing, so the key has no effect.'
            : 'Identifies this request: any text of up to 255 characters, such as a UUID. A repeated request with the same key and body within 24 hours returns the first reply and does nothing; with another body, method or path it is refused with `IDEMPOTENCY_KEY_REUSED`.',
          example: `${operation.name}-1`,
          schema: { type: 'string', maxLength: limits.idempotencyKey },
        },
      ]
    : [];

function requestBodyOf(operation: Operation): Record<string, Media> | undefined {
  const { body, upload } = operation;
  if (body) return { 'application/json': { schema: schemaOf(body, 'input'), example: exampleOf(operation).body } };
  if (!upload) return undefined;
  const file = {
    type: 'string',
    format: 'binary',
    description: `The file, at most ${sizeOf(upload.maximumBytes)}.`,
  } as const;
  return {
    'multipart/form-data': {
      schema: { type: 'object', properties: { [upload.field]: file }, required: [upload.field] },
      example: { [upload.field]: exampleOf(operation).file?.name },
    },
  };
}

function success(operation: Operation): Record<string, OpenApiResponse> {
  const { status, description, schema } = operation.success;
  const links = linksOf(operation);
  return {
    [status]: {
      description,
      headers: responseHeaders(operation, status),
      ...(schema && {
        content: {
          'application/json': {
            schema: schemaOf(schema, 'output'),
            example: exampleOf(operation).reply,
          },
        },
      }),
      ...(Object.keys(links).length > 0 && { links }),
    },
  };
}

const codeOf = (operation: Operation, rows: readonly Refusal[]): JsonSchema => {
  const codes = [...new Set(rows.map(({ code }) => code))];
  const values = Object.fromEntries(rows.map((row) => [row.code, adviceOn(operation, row)]).toReversed());
  return { enum: codes, description: textOf({ text: 'Code of the error, for programs.', values }) };
};

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
              properties: {
                error: { type: 'string', description: 'Message for people: it names the field or the rule.' },
                code: codeOf(operation, rows),
              },
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
