/** Everything the reference says, by what it is said of. */
import type * as z from 'zod/mini';
import type { Words } from '../schema/field.ts';
import type { Invocable } from '../schema/invocable.ts';
import type { Operation } from '../schema/operation.ts';
import { type FieldWords, type FunctionWords, type OperationWords, wordsOfTable } from '../schema/words.ts';
import * as customerAddresses from './customer-addresses/words.ts';
import * as digitalFiles from './digital-files/words.ts';
import * as giftCards from './gift-cards/words.ts';
import * as giftOptions from './gift-options/words.ts';
import * as reviews from './reviews/words.ts';
import * as waitlist from './waitlist/words.ts';
import * as customerExport from './words/customer-export.ts';
import * as operator from './words/operator.ts';
import * as storefront from './words/storefront.ts';

const sections = [customerAddresses, giftOptions, reviews, giftCards, waitlist, digitalFiles];

const byOperation = new Map(
  sections.flatMap(({ operations }) => operations).map((each) => [each.operation.name, each]),
);

const byFunction = new Map(
  [operator, customerExport, storefront]
    .flatMap(({ functions }) => functions)
    .map((each) => [each.invocable.name, each]),
);

const byObject = new Map([storefront].flatMap(({ objects }) => objects).map((each) => [each.schema, each]));

/** Throws an Error where nothing is said of the operation. */
export function wordsOfOperation({ name }: Operation): OperationWords {
  const words = byOperation.get(name);
  if (!words) throw new Error(`lib/resources/words/ says nothing of the operation ${name}`);
  return words;
}

/** Throws an Error where nothing is said of the function. */
export function wordsOfFunction({ name }: Invocable): FunctionWords {
  const words = byFunction.get(name);
  if (!words) throw new Error(`lib/resources/words/ says nothing of the function ${name}`);
  return words;
}

/** What is said of the fields of an object that has words of its own. */
export const wordsOfObject = (schema: z.core.$ZodType): FieldWords | undefined =>
  wordsOfTable(schema) ?? byObject.get(schema as z.ZodMiniType)?.fields;

/** A value's words as one text in Markdown, what each of its few words means as a list. */
export function textOf(words: Words): string {
  if (typeof words === 'string') return words;
  const values = Object.entries(words.values ?? {}).map(([value, meaning]) => `- \`${value}\`: ${meaning}`);
  return values.length === 0 ? words.text : `${words.text}\n\n${values.join('\n')}`;
}

export const fieldsOf = (words: Words | undefined): FieldWords | undefined =>
  typeof words === 'object' ? words.fields : undefined;
