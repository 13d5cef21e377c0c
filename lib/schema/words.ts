/** The descriptions of fields in the reference. No function imports it. */
import * as z from 'zod/mini';
import { tableOf, type Words } from './field.ts';

export type FieldWords = Readonly<Record<string, Words>>;

/** The descriptions of the fields of an object that is made from a table of fields, or of a choice of such objects; undefined for another. */
export function wordsOf(schema: z.core.$ZodType): FieldWords | undefined {
  if (schema instanceof z.ZodMiniUnion) return Object.assign({}, ...schema._zod.def.options.map(wordsOf));
  const table = tableOf(schema);
  if (!table) return undefined;
  const said = Object.entries(table.fields).flatMap(([name, each]) => {
    const own = each[table.side];
    const words = table.side === 'input' ? withMore(each.words, each.inBody ?? '') : each.words;
    return own ? [[name, withFields(words, wordsOf(insideOf(own)))] as const] : [];
  });
  return Object.fromEntries(said);
}

/** The schema inside an optional, nullable, array or transforming schema. */
export function insideOf(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodMiniArray) return insideOf(schema._zod.def.element);
  if (schema instanceof z.ZodMiniPipe) return insideOf(schema._zod.def.in);
  const isWrapped =
    schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniNullable || schema instanceof z.ZodMiniCatch;
  return isWrapped ? insideOf(schema._zod.def.innerType) : schema;
}

const withMore = (words: Words, more: string): Words =>
  typeof words === 'string' ? `${words} ${more}`.trim() : { ...words, text: `${words.text} ${more}`.trim() };

const withFields = (words: Words, fields: FieldWords | undefined): Words =>
  fields ? { fields, ...(typeof words === 'string' ? { text: words } : words) } : words;

/** A description as one text in Markdown, with its enum values as a list. */
export function textOf(words: Words): string {
  if (typeof words === 'string') return words;
  const values = Object.entries(words.values ?? {}).map(([value, meaning]) => `- \`${value}\`: ${meaning}`);
  return values.length === 0 ? words.text : `${words.text}\n\n${values.join('\n')}`;
}

export const fieldsOf = (words: Words | undefined): FieldWords | undefined =>
  typeof words === 'object' ? words.fields : undefined;
