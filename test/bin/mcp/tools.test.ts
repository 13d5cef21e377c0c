/** The tools of the server for agents are the operations of the contract, with its words and schemas. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { argumentsOf } from '../../../bin/mcp/schemas.ts';
import { allowedOperations, hintsOf, toolOf } from '../../../bin/mcp/tools.ts';
import { exampleOf, operations } from '../../../lib/resources/nouns.ts';
import { areas, type Operation } from '../../../lib/schema/operation.ts';
import { argumentsOfExample } from '../../support/mcp.ts';

const all = { permission: 'Write', keyAreas: null, areas: null, readOnly: false, uploads: true };

const namesOf = (offered: readonly Operation[]): string[] => offered.map(({ name }) => name);

const named = operations.map((operation) => [operation.name, operation] as const);

const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true, coerceTypes: true });
addFormats.default(ajv);

describe.each(named)('%s', (name, operation) => {
  const tool = toolOf(operation, { showCodes: true });
  const example = exampleOf(operation);

  test('is a tool with the name, the summary and the text of its operation', () => {
    const [firstSentence = ''] = operation.words.text.split('. ');

    expect([tool.name, tool.title]).toEqual([name, operation.summary]);
    if (!firstSentence.includes('](')) expect(tool.description).toContain(firstSentence);
  });

  test('has schemas without references that compile, and that accept the example of the reference', () => {
    const { inputSchema, outputSchema } = tool;
    const input = ajv.compile(inputSchema);

    expect(JSON.stringify(tool)).not.toMatch(/"\$ref"|\]\(\/docs\//);
    expect([input(argumentsOfExample(operation)), input.errors]).toEqual([true, null]);
    expect(outputSchema === undefined).toBe(operation.success.schema === undefined);
    if (outputSchema) {
      const output = ajv.compile(outputSchema);
      expect([output(example.reply), output.errors]).toEqual([true, null]);
    }
  });

  test('refuses an unknown argument and a missing id in its schema', () => {
    const input = ajv.compile(tool.inputSchema);
    const [id] = Object.keys(operation.parameters);
    const { [id ?? '']: _, ...without } = argumentsOfExample(operation);

    expect(input({ ...argumentsOfExample(operation), unknown_field: 1 })).toBe(false);
    if (id !== undefined) expect(input(without)).toBe(false);
  });

  test('describes each argument, with one name for one thing', () => {
    const described = Object.values(tool.inputSchema.properties ?? {}) as { description?: string }[];
    const ids = Object.keys(operation.parameters);
    const input = operation.body ?? operation.query;
    const fields = input
      ? Object.keys(toolOf({ ...operation, parameters: {} }, all as never).inputSchema.properties ?? {})
      : [];

    expect(described.filter(({ description = '' }) => description === '')).toEqual([]);
    expect(fields.filter((field) => ids.includes(field))).toEqual([]);
    expect(argumentsOf(operation)).toHaveLength(described.length);
  });
});

describe('hints', () => {
  const hinted = (hint: 'readOnlyHint' | 'destructiveHint' | 'idempotentHint') =>
    namesOf(operations.filter((each) => hintsOf(each)[hint]));
  const isWrite = (reach: string) => /^(?:PutItem|UpdateItem|Delete|SendMessage)/.test(reach);

  test('of a tool say that it only reads if and only if its role cannot write', () => {
    const reading = operations.filter(({ reach = [] }) => !reach.some(isWrite));

    expect(hinted('readOnlyHint')).toEqual(namesOf(reading));
  });

  test('of a tool say that it takes something away, for each PUT, each DELETE and these POSTs', () => {
    const replacing = operations.filter(({ method }) => method === 'PUT' || method === 'DELETE');
    const isPost = (name: string) => operations.some((each) => each.name === name && each.method === 'POST');

    expect(hinted('destructiveHint')).toEqual(expect.arrayContaining(namesOf(replacing)));
    expect(hinted('destructiveHint').filter(isPost)).toEqual([
      'complete-gift-option-image-upload',
      'adjust-gift-card',
      'replace-gift-card-code',
      'adjust-store-credit',
      'create-restock',
      'upload-digital-file',
      'complete-digital-file-upload',
    ]);
  });

  test('of a tool say that it takes something away if its role can delete', () => {
    const deleting = operations.filter(({ reach = [] }) => reach.some((each) => each.startsWith('Delete')));

    expect(deleting.filter((each) => !hintsOf(each).destructiveHint)).toEqual([]);
  });

  test('of a tool say that a repeat changes nothing if and only if the operation says so', () => {
    const posts = namesOf(operations.filter(({ method, readOnly }) => method === 'POST' && !readOnly));

    expect(hinted('idempotentHint')).toEqual(namesOf(operations).filter((name) => !posts.includes(name)));
  });
});

describe('a server', () => {
  test('of a key that may write has a tool for each operation', () => {
    expect(namesOf(allowedOperations(all))).toEqual(namesOf(operations));
  });

  test.each([
    ['of a key that may only read', { permission: 'Read' }],
    ['that is started with --read-only', { readOnly: true }],
  ])('%s has only the tools that such a key may call', (_, given) => {
    const readable = operations.filter(({ permission }) => permission !== 'Write');

    expect(namesOf(allowedOperations({ ...all, ...given }))).toEqual(namesOf(readable));
  });

  test('of a key of a storefront has only the tool that every key may call', () => {
    expect(namesOf(allowedOperations({ ...all, permission: 'Storefront' }))).toEqual(['get-api-key']);
  });

  test.each(areas)('for the area %s has its tools and those of no area', (area) => {
    const own = operations.filter((operation) => [operation.area, operation.alsoArea].includes(area));
    expect(own.length).toBeGreaterThan(0);

    const expected = namesOf([...own, ...ofNoArea].toSorted(inOrder));
    expect(namesOf(allowedOperations({ ...all, areas: [area] }))).toEqual(expected);
    expect(namesOf(allowedOperations({ ...all, keyAreas: [area] }))).toEqual(expected);
  });

  test('for an area that its key lacks has only the tools of no area', () => {
    expect(namesOf(allowedOperations({ ...all, areas: ['reviews'], keyAreas: ['gift_cards'] }))).toEqual(
      namesOf(ofNoArea),
    );
  });

  test('without a folder of files has no tool that uploads one', () => {
    const left = operations.filter(({ upload }) => !upload);

    expect(namesOf(allowedOperations({ ...all, uploads: false }))).toEqual(namesOf(left));
  });
});

/** The operations that a key limited to any area may call. */
const ofNoArea = operations.filter(({ area }) => area === null);

const inOrder = (a: Operation, b: Operation): number => operations.indexOf(a) - operations.indexOf(b);
