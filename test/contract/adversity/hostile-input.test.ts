/** Any hostile input gets the contract's 4xx envelope, and a refused request changes nothing. */
import { beforeAll, describe, expect, test } from 'vitest';
import { errorStatus, isOptional } from '../../../lib/schema/errors.ts';
import { tableOf } from '../../../lib/schema/field.ts';
import { missingIdMessage, type Resource } from '../../../lib/schema/ids.ts';
import { allScenarios, doorScenarios, type Scenario } from '../../requests/all.ts';
import { isolateTables, shapeOf } from '../../support/aws/table-contents.ts';
import { type CallInput, call } from '../../support/http/call.ts';
import type { Response } from '../../support/http/documented.ts';
import { newWorld } from '../../support/world/world.ts';

const hostileValues: readonly [string, unknown][] = [
  ['a number', 1.5],
  ['a huge number', 1e308],
  ['an unsafe integer', 2 ** 60],
  ['a negative number', -1],
  ['a boolean', true],
  ['an object', { $gt: '' }],
  ['an array', ['x']],
  ['a lone surrogate', '\ud800'],
  ['NUL', 'a\0b'],
  ['a megabyte of text', 'x'.repeat(1_000_000)],
  ['a megabyte of emoji', '😀'.repeat(250_000)],
  ['an expression', 'attribute_exists(pk) OR #version'],
  ['the name of a prototype', '__proto__'],
];

/** As JSON text: what is nested this deep can be parsed, but not written again. */
const hostileTexts: readonly [string, string][] = [
  ...hostileValues.map(([name, value]): [string, string] => [name, JSON.stringify(value)]),
  ['an infinite number', '1e400'],
  ['deep nesting', '['.repeat(50_000) + ']'.repeat(50_000)],
];

const hostileBodies: readonly [string, string | Uint8Array][] = [
  ['nothing', ''],
  ['half an object', '{"name":'],
  ['an array', '[]'],
  ['null', 'null'],
  ['a string', '"text"'],
  ['invalid UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ['a hundred thousand brackets', '['.repeat(100_000)],
  ['NaN', '{"price":NaN}'],
];

const otherTypes = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''];

const hostileIds = [
  '%2e%2e',
  '../../x',
  'a/b',
  'cus_',
  'cus_x y',
  "cus_' OR 1=1",
  'cus_😀',
  `cus_${'x'.repeat(65)}`,
  '\0',
  '__proto__',
];

const hostileQueries = [
  '0',
  '-1',
  '101',
  '1e2',
  '0x10',
  '1.5',
  ' 1',
  'NaN',
  '99999999999999999999',
  'null',
  '\0',
  '😀',
];

async function prepared({ operation, prepare }: Scenario) {
  const world = await newWorld();
  const request: CallInput = { key: world.write, ...(await prepare(world)) };
  return {
    request,
    send: (overrides: CallInput): Promise<Response> => call(operation, { ...request, ...overrides }),
    shape: () => shapeOf(world.store.id),
  };
}

function expectEnvelope({ status, headers, body }: Response, where: string): void {
  expect(status, `${where}: ${JSON.stringify(body)}`).toBeLessThan(500);
  expect(headers['content-type'], where).toBe('application/json');
  expect(Object.keys(body), where).toEqual(['error', 'code']);
  expect(body.error, where).toMatch(/\S/);
  expect(errorStatus, where).toHaveProperty(body.code, status);
}

/** The body with one field's value replaced by a JSON text. */
function withField(body: unknown, field: string, text: string): string {
  const others = Object.entries(body as object).filter(([name]) => name !== field);
  const fields = [
    ...others.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`),
    `"${field}":${text}`,
  ];
  return `{${fields.join(',')}}`;
}

/** A request that is prepared once for all tests of a suite, in tables of its own. */
function prepareOnce(scenario: Scenario): () => Awaited<ReturnType<typeof prepared>> {
  isolateTables('suite');
  let once: Awaited<ReturnType<typeof prepared>>;
  beforeAll(async () => {
    once = await prepared(scenario);
  });
  return () => once;
}

/** One of each section: the chain is the same for all, and `measure -- fuzz` sends hostile requests to each. */
const ofDoors = [...new Map(doorScenarios.map((each) => [each.operation.section, each])).values()].map(
  (scenario) => [`${scenario.operation.name} over HTTP`, scenario] as const,
);

const bodied = [...allScenarios, ...ofDoors].filter(([, { operation }]) => operation.body);

/** An empty body is no body, if none is required. */
const hostileBodiesOf = ({ operation: { body } }: Scenario) =>
  hostileBodies.filter(([, bytes]) => !(body && isOptional(body) && bytes.length === 0));

describe.each(bodied)('%s', (_, scenario) => {
  const shared = prepareOnce(scenario);

  test('400 INVALID_JSON for a body that is no JSON object', async () => {
    const { send, shape } = shared();
    const before = await shape();
    for (const [name, bytes] of hostileBodiesOf(scenario)) {
      const { body } = await send({ body: bytes, headers: { 'Content-Type': 'application/json' } });
      expect(body, name).toEqual({ error: 'Invalid JSON body', code: 'INVALID_JSON' });
    }
    expect(await shape()).toEqual(before);
  });

  test('JSON is read under any content type, and nothing else is', async () => {
    const { request, send } = await prepared(scenario);
    for (const contentType of otherTypes) {
      const headers = { 'Content-Type': contentType };
      const form = await send({ headers, body: 'reason=spam' });
      // The first takes effect. Each other one has to be read as JSON, or it would not be a repeat of the first.
      const { status } = await send({ headers, body: request.body, idempotencyKey: 'one for all types' });

      expect(form.body.code, contentType).toBe('INVALID_JSON');
      expect(status, contentType).toBe(scenario.operation.success.status);
    }
  });

  test.each(hostileTexts)('4xx, or a value that is allowed, for %s in any field', async (name, text) => {
    const { request, send, shape } = shared();
    const refusedOf = async (fields: string[]) => {
      const refused: string[] = [];
      for (const field of fields) {
        const response = await send({ body: withField(request.body, field, text) });
        if (response.status < 300) continue;
        expectEnvelope(response, `${name} in ${field}`);
        refused.push(field);
      }
      return refused;
    };
    const fields = Object.keys((request.body ?? {}) as object);
    let before = await shape();
    const refused = await refusedOf(fields);
    if (refused.length < fields.length) {
      before = await shape();
      expect(await refusedOf(refused)).toEqual(refused);
    }
    expect(await shape()).toEqual(before);
  });

  test('fields and parameters that the operation does not have are ignored and named, those of the prototype too', async () => {
    const { request, send } = await prepared(scenario);
    const body = JSON.stringify(request.body ?? {})
      .replace(/^\{/, '{"__proto__":{"admin":true},"constructor":1,"version":9,"pk":"x",')
      .replace(/,\}$/, '}');
    const response = await send({ body, query: { limt: '2' } });

    expect(response.status).toBe(scenario.operation.success.status);
    expect(JSON.stringify(response.body ?? null)).not.toMatch(/admin|"pk"|"version"/);
    expect(response.headers['x-unknown-fields']).toBe('__proto__, constructor, version, pk, ?limt');
  });
});

test.each(allScenarios.filter(([, { operation }]) => operation.query))(
  '%s ignores and names a parameter that it does not have',
  async (_, scenario) => {
    const { request, send } = await prepared(scenario);
    const { status, headers } = await send({ query: { ...request.query, starting_after: 'gcd_1' } });

    expect(status).toBe(200);
    expect(headers['x-unknown-fields']).toBe('?starting_after');
  },
);

const pathed = allScenarios.filter(([, { operation }]) => Object.keys(operation.parameters).length > 0);

describe.each(pathed)('%s', (_, scenario) => {
  const shared = prepareOnce(scenario);

  test('404 for a malformed id, as for an unknown one', async () => {
    const { request, send, shape } = shared();
    const before = await shape();
    for (const parameter of Object.keys(scenario.operation.parameters)) {
      for (const id of hostileIds) {
        const response = await send({ path: { ...request.path, [parameter]: id } });
        expect(response.status, `${parameter}=${id}`).toBe(404);
        expectEnvelope(response, `${parameter}=${id}`);
      }
    }
    expect(await shape()).toEqual(before);
  });

  test('400 MISSING_FIELD for an empty path parameter', async () => {
    const { request, send } = shared();
    for (const [parameter, resource] of Object.entries<Resource>(scenario.operation.parameters)) {
      const { body } = await send({ path: { ...request.path, [parameter]: '' } });
      expect(body).toEqual({ error: missingIdMessage(resource), code: 'MISSING_FIELD' });
    }
  });
});

const paged = allScenarios.filter(([, { operation }]) => operation.query && tableOf(operation.query)?.fields.limit);

describe.each(paged)('%s', (_, scenario) => {
  const shared = prepareOnce(scenario);

  test('400 for a limit or cursor that breaks a rule, or is given twice', async () => {
    const { send } = shared();
    for (const value of hostileQueries) {
      for (const parameter of ['limit', 'after']) {
        const response = await send({ query: { [parameter]: value } });
        expect(response.status, `${parameter}=${value}`).toBe(400);
        expectEnvelope(response, `${parameter}=${value}`);
      }
    }
    expect((await send({ query: { limit: ['1', '2'] } })).status).toBe(400);
  });

  test('an empty parameter is as if absent, an unknown one ignored', async () => {
    const { send } = shared();
    expect((await send({ query: { limit: '', after: '', surprise: 'x' } })).status).toBe(200);
  });
});
