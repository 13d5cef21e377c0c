/** A refusal names the field that is wrong, as the caller wrote it. */
import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import {
  importedAddress,
  importedGiftCard,
  importedReview,
  importedWaitlistEntry,
} from '../../lib/resources/move-in/fields.ts';
import { invocables, operations } from '../../lib/resources/nouns.ts';
import { notNull, type Schema, schemaOf } from '../support/other-values.ts';

/** What the elements of a list are refused by, one after the other, in a report. */
const records = { importedAddress, importedGiftCard, importedReview, importedWaitlistEntry };

const inputs = [
  ...Object.entries(records).map(([name, input]) => ({ name, input })),
  ...invocables.map(({ name, payload }) => ({ name, input: payload })),
  ...operations.flatMap(({ name, body }) => (body ? [{ name, input: body }] : [])),
  ...operations.flatMap(({ name, query }) => (query ? [{ name: `the query of ${name}`, input: query }] : [])),
];

/** As it is written in a request, or in words. */
const isNamedIn = (message: string, field: string): boolean =>
  /^\S/.test(message) && (message.includes(field) || message.toLowerCase().includes(field.replaceAll('_', ' ')));

interface Wrong {
  field: string;
  input: unknown;
}

/** Inputs with one wrong field each, also within others: of no type, absent though required, or outside its pattern or list of values. */
function wrongInputs(schema: Schema, within: (value: unknown) => unknown = (value) => value): Wrong[] {
  return Object.entries(schema.properties ?? {}).flatMap(([field, property]) => {
    const here = notNull(property as Schema);
    const put = (value: unknown) => within({ [field]: value });
    const element = here.items as Schema | undefined;
    return [
      { field, input: put(Symbol('of no type')) },
      ...(schema.required?.includes(field) ? [{ field, input: put(undefined) }] : []),
      ...(here.pattern || here.enum ? [{ field, input: put('\n') }] : []),
      ...wrongInputs(here, put),
      ...(element && field !== 'records' ? wrongInputs(notNull(element), (value) => put([value])) : []),
    ];
  });
}

test.each(
  inputs.map((each) => ({ ...each, wrong: wrongInputs(schemaOf(each.input)) })).filter(({ wrong }) => wrong.length > 0),
)('$name', ({ input, wrong }) => {
  const said = wrong.map(({ field, input: given }) => {
    const { error } = (input as z.ZodMiniType).safeParse(given);
    return {
      field,
      messages: (error?.issues ?? []).filter(({ path }) => path.at(-1) === field).map(({ message }) => message),
    };
  });
  const unnamed = said.filter(({ field, messages }) => !messages.some((message) => isNamedIn(message, field)));

  expect(unnamed.map(({ field, messages }) => `${field}: ${messages.join()}`).join('\n')).toBe('');
});
