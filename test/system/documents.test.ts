/** The OpenAPI and AsyncAPI documents: valid by validators that are not ours, complete, and fit for the tools that read them. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import SwaggerParser from '@apidevtools/swagger-parser';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv, type AnySchema } from 'ajv';
import formats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { asyncApiDocument } from '../../bin/reference/asyncapi/document.ts';
import { deliveredTypes } from '../../bin/reference/asyncapi/event-schemas.ts';
import { openApiDocument } from '../../bin/reference/openapi/document.ts';
import { rowOf } from '../../bin/reference/openapi/errors.ts';
import { operationId } from '../../bin/reference/openapi/names.ts';
import { resolved } from '../../bin/reference/openapi/shared-parts.ts';
import type { OpenApiOperation, OpenApiResponse } from '../../bin/reference/openapi/types.ts';
import { clientCall } from '../../bin/reference/samples.ts';
import { eventTypes } from '../../lib/resources/events.ts';
import { exampleOf, operations, routes } from '../../lib/resources/nouns.ts';
import { isPublicId } from '../../lib/schema/ids.ts';
import { type Operation, replays, takesIdempotencyKey } from '../../lib/schema/operation.ts';
import { undocumented } from '../support/http/documented.ts';

const document = openApiDocument();

const hasClientCall = (operation: Operation): boolean => clientCall(exampleOf(operation)) !== undefined;

const byName = routes.map((operation) => [operation.name, operation] as const);

function documented({ method, path }: Operation): OpenApiOperation {
  const found = document.paths[path]?.[method.toLowerCase()];
  if (!found) throw new Error(`${method} ${path} is not documented`);
  return found;
}

const responsesOf = ({ responses }: OpenApiOperation): Record<string, OpenApiResponse> =>
  Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [status, resolved(response, document.components.responses)]),
  );

const isRequired = (response: OpenApiResponse | undefined, name: string): boolean => {
  const header = response?.headers[name];
  return header !== undefined && resolved(header, document.components.headers).required;
};

test('is valid OpenAPI 3.1 by two validators', async () => {
  const copy = structuredClone(document) as unknown as Record<string, unknown>;

  expect(await new Validator().validate(copy)).toEqual({ valid: true });
  await expect(SwaggerParser.validate(JSON.parse(JSON.stringify(document)))).resolves.toHaveProperty('paths');
});

test('is the same text each time', () => {
  expect(JSON.stringify(openApiDocument())).toBe(JSON.stringify(document));
});

test('refers to nothing that is not there', () => {
  const references = [...JSON.stringify(document).matchAll(/"#\/components\/(schemas|headers|responses)\/([^"]+)"/g)];

  const missing = references.filter(
    ([, kind = '', name = '']) => !Object.hasOwn(Object(Reflect.get(document.components, kind)), name),
  );

  expect(references.length).toBeGreaterThan(100);
  expect(missing).toEqual([]);
});

test('keeps the names that generated clients give their types', () => {
  expect(Object.keys(document.components.schemas).toSorted()).toEqual([
    'AddressInput',
    'AdjustGiftCardInput',
    'AdjustStoreCreditInput',
    'CallingKey',
    'Customer',
    'CustomerAddress',
    'DigitalFile',
    'DigitalFileUpload',
    'DigitalFileUploadInput',
    'ExpandedGiftCard',
    'ExpandedReview',
    'FinishedParts',
    'GiftCard',
    'GiftCardTransaction',
    'GiftOption',
    'GiftOptionInput',
    'HideInput',
    'IssueGiftCardInput',
    'IssuedGiftCard',
    'OrderDetails',
    'PhotoUpload',
    'PhotoUploadInput',
    'Product',
    'ProductWaitlist',
    'ReplaceGiftCardCodeInput',
    'Restock',
    'RestockInput',
    'ResumedDigitalFileUpload',
    'ResumedPhotoUpload',
    'Review',
    'ReviewReply',
    'ReviewReplyInput',
    'SearchInput',
    'SearchResult',
    'StandingInput',
    'StoreCredit',
    'StoreCreditInput',
    'StoreCreditTransaction',
    'StoreFigures',
    'UpdateGiftCardInput',
    'UpdateStoreCreditInput',
    'WaitlistEntry',
    'WaitlistedProduct',
  ]);
});

test('shows what each id, each time and each parameter looks like', () => {
  const made: { pattern?: string; examples?: string[] }[] = [];
  JSON.parse(JSON.stringify(document.components), (_, value) => {
    if (value?.pattern || value?.format === 'date-time') made.push(value);
    return value;
  });
  const parameters = Object.values(document.paths).flatMap((path) =>
    Object.values(path).flatMap((each) => each.parameters),
  );

  expect(made.length).toBeGreaterThan(20);
  for (const { pattern = '', examples } of made) expect(examples).toEqual([expect.stringMatching(new RegExp(pattern))]);
  expect(parameters.length).toBeGreaterThan(80);
  expect(parameters.filter((parameter) => Reflect.get(parameter, 'example') === undefined)).toEqual([]);
});

test('numbers in the query have numbers as examples', () => {
  const wrong = Object.values(document.paths)
    .flatMap((path) => Object.values(path).flatMap(({ parameters }) => parameters))
    .map((parameter) => ({ schema: { type: '' }, example: undefined, ...parameter }))
    .filter(({ schema, example }) => schema.type === 'integer' && !Number.isInteger(example));

  expect(wrong).toEqual([]);
});

test('external documentation has absolute URLs at the base URL of the document', () => {
  const urlsOf = ({ tags, paths }: typeof document) =>
    [...tags, ...Object.values(paths).flatMap((path) => Object.values(path))].map(
      ({ externalDocs }) => new URL(externalDocs.url).origin,
    );

  expect(new Set(urlsOf(document))).toEqual(new Set(['http://localhost:3000']));
  expect(new Set(urlsOf(openApiDocument({ server: 'https://api.teapots.example' })))).toEqual(
    new Set(['https://api.teapots.example']),
  );
});

describe('links', () => {
  const links = operations.flatMap((operation) =>
    Object.values(responsesOf(documented(operation))).flatMap((response) =>
      Object.values(response.links ?? {}).map((link) => ({ operation, link })),
    ),
  );

  test('lead from a list and from a new record to the operations on the record', () => {
    const from = (name: string) =>
      links.filter(({ operation }) => operation.name === name).map(({ link }) => [link.operationId, link.parameters]);

    expect(from('list-gift-cards')).toContainEqual(['getGiftCard', { gift_card_id: '$response.body#/data/0/id' }]);
    expect(from('issue-gift-card')).toContainEqual(['adjustGiftCard', { gift_card_id: '$response.body#/id' }]);
    expect(from('create-customer-address')).toContainEqual([
      'getCustomerAddress',
      { id: '$request.path.id', address_id: '$response.body#/id' },
    ]);
    expect(from('complete-gift-option-image-upload').map(([next]) => next)).not.toContain(
      'resumeGiftOptionImageUpload',
    );
  });

  test('fill every id in the path of the next operation from the example', () => {
    expect(links.length).toBeGreaterThan(100);
    for (const { operation, link } of links) {
      const next = operations.find(({ name }) => operationId(name) === link.operationId);
      const { path, reply } = exampleOf(operation);

      expect(Object.keys(link.parameters)).toEqual(Object.keys(next?.parameters ?? {}));
      for (const [name, source] of Object.entries(link.parameters)) {
        const resource = Reflect.get(next?.parameters ?? {}, name);
        const value = valueAt(source, path, reply);
        expect([operation.name, link.operationId, name, isPublicId(resource, value)]).toEqual([
          operation.name,
          link.operationId,
          name,
          true,
        ]);
      }
    }
  });
});

/** The value of a runtime expression (OpenAPI 3.1, 4.8.20.4). */
function valueAt(source: string, path: Readonly<Record<string, string>>, reply: unknown): unknown {
  const [, name = ''] = /^\$request\.path\.(\w+)$/.exec(source) ?? [];
  if (name !== '') return path[name];
  const [, pointer = ''] = /^\$response\.body#\/(.+)$/.exec(source) ?? [];
  return pointer.split('/').reduce<unknown>((value, key) => Reflect.get(Object(value), key), reply);
}

test('says who stands behind it, where it is served, and what its tags are', () => {
  expect(document.info).toMatchObject({
    summary: expect.any(String),
    contact: { name: expect.any(String) },
    license: { name: 'MIT' },
  });
  expect(document.servers.map((each) => Reflect.get(each, 'description'))).toEqual([
    expect.any(String),
    expect.any(String),
    expect.any(String),
  ]);
  expect(new Set(routes.map(({ section }) => section))).toEqual(new Set(document.tags.map(({ name }) => name)));
});

describe.each(byName)('%s', (name, operation) => {
  const { operationId: id, parameters } = documented(operation);
  const responses = responsesOf(documented(operation));

  test('is named by a short verb phrase', () => {
    expect(operation.summary.length).toBeLessThanOrEqual(60);
    expect(operation.summary).toMatch(/^[A-Z][a-z]+ [^:;,.]+$/);
  });

  test('has samples in every language, and an example of its body', () => {
    const { 'x-codeSamples': samples, requestBody } = documented(operation);
    const languages = samples.map(({ label }) => label);

    expect(languages.slice(0, 3)).toEqual(
      hasClientCall(operation) ? ['curl', 'Node.js', 'Python'] : ['curl', 'Python', ...languages.slice(2, 3)],
    );
    if (!operation.upload) expect(languages).toEqual(expect.arrayContaining(['PHP', 'Ruby', 'Go']));
    for (const { example } of Object.values(requestBody?.content ?? {})) expect(example).toBeDefined();
  });

  test('has an id of its own', () => {
    expect(id).toBe(operationId(name));
  });

  test('shows an example of every row of its error table', () => {
    const examples = Object.values(responses)
      .flatMap(({ content }) => Object.values(content?.['application/json']?.examples ?? {}))
      .map(({ value }) => value);

    for (const row of operation.errors) {
      const { code, message } = rowOf(operation, row);
      expect(examples).toContainEqual({ error: message, code });
    }
  });

  test('answers what the chain answers for every operation', () => {
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['400', '401', '403', '429', '500']));
    expect(isRequired(responses[401], 'WWW-Authenticate')).toBe(true);
    expect(isRequired(responses[429], 'Retry-After')).toBe(true);
  });

  test('takes an idempotency key exactly where it creates or replaces', () => {
    const takesKey = takesIdempotencyKey(operation);

    expect(parameters.some((parameter) => 'name' in parameter && parameter.name === 'Idempotency-Key')).toBe(takesKey);
    const refusesTwins = operation.errors.some((row) => rowOf(operation, row).code === 'DUPLICATE');
    expect('409' in responses).toBe(replays(operation) || refusesTwins);
  });
});

describe('a reply', () => {
  const [first] = operations;
  if (!first) throw new Error('The contract has no operation');
  const headers = {
    'content-type': 'application/json',
    'x-request-id': 'r',
    'cache-control': 'no-store',
    'x-ratelimit-limit': '5',
    'x-ratelimit-remaining': '4',
    'x-ratelimit-reset': '1',
  };
  const reply = { status: 200, headers, body: { data: [], has_more: false } };

  test.each([
    ['a status', { ...reply, status: 418 }],
    ['a header', { ...reply, headers: { ...headers, 'x-other': '1' } }],
    ['a header that a cache goes by', { ...reply, headers: { ...headers, 'cache-control': 'max-age=10' } }],
    ['a header of another kind', { ...reply, headers: { ...headers, 'x-ratelimit-limit': 'many' } }],
    ['a field', { ...reply, body: { ...reply.body, total: 3 } }],
    ['a field left out', { ...reply, body: { data: [] } }],
    ['an error code', { ...reply, status: 429, body: { error: 'Rate limit exceeded', code: 'SLOW_DOWN' } }],
  ])('that differs in %s is found out', (_, wrong) => {
    expect(undocumented(first, reply)).toEqual([]);
    expect(undocumented(first, wrong)).not.toEqual([]);
  });
});

describe('the AsyncAPI document', () => {
  const described = JSON.parse(JSON.stringify(asyncApiDocument()));

  const standard = (): AnySchema =>
    JSON.parse(readFileSync(createRequire(import.meta.url).resolve('@asyncapi/specs/schemas/3.0.0.json'), 'utf8'));

  // The standard brings its own copy of the schema of ofSchemas.
  const ofStandard = new Ajv({
    strict: false,
    meta: false,
    validateSchema: false,
    allErrors: true,
    unicodeRegExp: false,
  });

  formats.default(ofStandard);

  const isValid = ofStandard.compile(standard());

  const ofSchemas = new Ajv({ strict: false });

  formats.default(ofSchemas);

  test('it is valid AsyncAPI 3', () => {
    expect(isValid(described), ofStandard.errorsText(isValid.errors)).toBe(true);
  });

  test('and where it were not, that is noticed', () => {
    expect(isValid({ ...document, info: { title: 'No version' } })).toBe(false);
    expect(isValid({ ...document, channels: { bus: { messages: 'none' } } })).toBe(false);
  });

  test('it describes its operations, and each tag of a message', () => {
    const messages = Object.values<{ tags: { name: string }[] }>(described.components.messages);
    const used = new Set(messages.flatMap(({ tags }) => tags.map(({ name }) => name)));
    const texts = [...Object.values<{ description: string }>(described.operations), ...described.info.tags];

    expect([...used].toSorted()).toEqual(described.info.tags.map(({ name }: { name: string }) => name).toSorted());
    expect(texts.map(({ description }) => description)).toEqual(texts.map(() => expect.stringMatching(/^[A-Z].*\.$/)));
  });

  test('every reference leads somewhere', () => {
    const references: string[] = [];
    JSON.parse(JSON.stringify(described), (key, value) => {
      if (key === '$ref') references.push(value);
      return value;
    });
    const at = (pointer: string) =>
      pointer
        .slice(2)
        .split('/')
        .reduce((part, name) => part?.[name], described);

    expect(references.length).toBeGreaterThan(Object.keys(eventTypes).length * 3);
    expect(references.filter((each) => at(each) === undefined)).toEqual([]);
  });

  test.each(Object.keys(eventTypes))(
    '%s has an example that its schema takes, and takes nothing without an id',
    (type) => {
      const fits = ofSchemas.compile(described.components.schemas[`bus.${type}`]);
      const { payload } = described.components.messages[`bus.${type}`].examples[0];
      const { id: _, ...rest } = payload.detail;

      expect(fits(payload), ofSchemas.errorsText(fits.errors)).toBe(true);
      expect(fits({ ...payload, detail: rest })).toBe(false);
    },
  );

  test.each(deliveredTypes)(
    'a delivery of %s has an example that its schema takes, and takes nothing without an id',
    (type) => {
      const fits = ofSchemas.compile(described.components.schemas[`webhook.${type}`]);
      const { payload } = described.components.messages[`webhook.${type}`].examples[0];
      const { id: _, ...rest } = payload;

      expect(fits(payload), ofSchemas.errorsText(fits.errors)).toBe(true);
      expect(fits(rest)).toBe(false);
    },
  );
});
