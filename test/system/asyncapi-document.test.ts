/** The AsyncAPI document is one by the standard's own schema, and its examples are what it says. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv, type AnySchema } from 'ajv';
import formats from 'ajv-formats';
import { expect, test } from 'vitest';
import { asyncApiDocument } from '../../bin/reference/asyncapi/document.ts';
import { eventTypes } from '../../lib/resources/events.ts';

const document = JSON.parse(JSON.stringify(asyncApiDocument()));

const standard = (): AnySchema =>
  JSON.parse(readFileSync(createRequire(import.meta.url).resolve('@asyncapi/specs/schemas/3.0.0.json'), 'utf8'));

// The standard brings its own copy of the schema of schemas.
const ofStandard = new Ajv({
  strict: false,
  meta: false,
  validateSchema: false,
  allErrors: true,
  unicodeRegExp: false,
});
formats.default(ofStandard);
const isValid = ofStandard.compile(standard());

const schemas = new Ajv({ strict: false });
formats.default(schemas);

test('it is valid AsyncAPI 3', () => {
  expect(isValid(document), ofStandard.errorsText(isValid.errors)).toBe(true);
});

test('and where it were not, that is noticed', () => {
  expect(isValid({ ...document, info: { title: 'No version' } })).toBe(false);
  expect(isValid({ ...document, channels: { bus: { messages: 'none' } } })).toBe(false);
});

test('every reference leads somewhere', () => {
  const references: string[] = [];
  JSON.parse(JSON.stringify(document), (key, value) => {
    if (key === '$ref') references.push(value);
    return value;
  });
  const at = (pointer: string) =>
    pointer
      .slice(2)
      .split('/')
      .reduce((part, name) => part?.[name], document);

  expect(references.length).toBeGreaterThan(Object.keys(eventTypes).length * 3);
  expect(references.filter((each) => at(each) === undefined)).toEqual([]);
});

test.each(Object.keys(eventTypes))(
  '%s has an example that its schema takes, and takes nothing without an id',
  (type) => {
    const fits = schemas.compile(document.components.schemas[type]);
    const { payload } = document.components.messages[type].examples[0];
    const { id: _, ...rest } = payload.detail;

    expect(fits(payload), schemas.errorsText(fits.errors)).toBe(true);
    expect(fits({ ...payload, detail: rest })).toBe(false);
  },
);
