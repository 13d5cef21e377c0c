/** What the reference says of operations, functions and their fields. No function imports it, so no bundle carries it. */
import type * as z from 'zod/mini';
import { tableOf, type Words } from './field.ts';
import type { Invocable } from './invocable.ts';
import type { Operation, PathOf } from './operation.ts';

export type FieldWords = Readonly<Record<string, Words>>;

/** What is said of the fields of an object that is made from a table of fields; undefined for another. */
export function wordsOfTable(schema: z.core.$ZodType): FieldWords | undefined {
  const table = tableOf(schema);
  if (!table) return undefined;
  const said = Object.entries(table.fields).map(([name, { words, inBody = '' }]) => [
    name,
    table.isBody ? withMore(words, inBody) : words,
  ]);
  return Object.fromEntries(said);
}

const withMore = (words: Words, more: string): Words =>
  typeof words === 'string' ? `${words} ${more}`.trim() : { ...words, text: `${words.text} ${more}`.trim() };

/** Words for every field of an object's schema; TypeScript finds the field that has none. */
export interface ObjectWords {
  schema: z.ZodMiniType;
  fields: FieldWords;
}

type FieldsOf<S> = S extends { shape: infer Shape } ? { readonly [Field in keyof Shape]: Words } : FieldWords;

export const objectWords = <S extends z.ZodMiniType>(schema: S, fields: FieldsOf<S>): ObjectWords => ({
  schema,
  fields: fields as FieldWords,
});

export interface OperationWords {
  operation: Operation;
  /** What the operation does that its summary does not tell, in Markdown. */
  text: string;
  path: Readonly<Record<string, string>>;
  query: FieldWords;
  /** Absent where the reply is an object that has words of its own, or has no body. */
  reply?: FieldWords;
}

type QueryFieldsOf<O> = O extends { query?: infer Q } ? (Q extends z.ZodMiniType ? FieldsOf<Q> : undefined) : undefined;

interface OperationTexts<O extends Operation> {
  text: string;
  path: Readonly<Record<keyof PathOf<O>, string>>;
  query?: QueryFieldsOf<O>;
  reply?: FieldWords;
}

export const operationWords = <O extends Operation>(
  operation: O,
  { text, path, query, reply }: OperationTexts<O>,
): OperationWords => ({ operation, text, path, query: query ?? {}, ...(reply && { reply }) });

export interface FunctionWords {
  invocable: Invocable;
  /** What the function does that its summary does not tell, in Markdown. */
  text: string;
  /** What makes a request the same, and what the second one gets. */
  same: string;
  payload: FieldWords;
  /** Absent where the result is an object that has words of its own. */
  result?: FieldWords;
}

interface FunctionTexts<I extends Invocable> {
  text: string;
  same: string;
  payload: FieldsOf<I['payload']>;
  result?: FieldsOf<I['result']>;
}

export const functionWords = <I extends Invocable>(
  invocable: I,
  { text, same, payload, result }: FunctionTexts<I>,
): FunctionWords => ({
  invocable,
  text,
  same,
  payload: payload as FieldWords,
  ...(result && { result: result as FieldWords }),
});
