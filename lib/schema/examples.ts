/** One world runs through all examples: that of the local server's demo store, where each works as it stands. */
import type * as z from 'zod/mini';
import { tableOf } from './field.ts';
import type { Invocable, PayloadOf, ResultOf } from './invocable.ts';
import type { Operation, PathOf } from './operation.ts';

export interface Example {
  operation: Operation;
  path: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  body?: object;
  file?: ExampleFile;
  /** Absent where the reply has no body. */
  reply?: object;
}

interface ExampleFile {
  name: string;
  contentType: string;
  base64: string;
}

interface ExampleOf<O extends Operation> {
  path: PathOf<O>;
  query?: Readonly<Record<string, string>>;
  body?: object;
  file?: ExampleFile;
  reply?: object;
}

export const example = <O extends Operation>(operation: O, { query, ...given }: ExampleOf<O>): Example => ({
  operation,
  query: query ?? {},
  ...given,
});

/** An object or a body as its fields' own examples have it, but for what is `given`. */
export function exampleObject<S extends z.ZodMiniObject>(schema: S, given: Partial<z.output<S>> = {}): z.output<S> {
  const fields = tableOf(schema)?.fields ?? {};
  const examples = Object.keys(schema.shape).map((name) => [name, fields[name]?.example]);
  return { ...Object.fromEntries(examples), ...given };
}

export interface FunctionExample {
  invocable: Invocable;
  payload: object;
  result: object;
}

export const functionExample = <I extends Invocable>(
  invocable: I,
  example: { payload: Partial<PayloadOf<I>>; result: ResultOf<I> },
): FunctionExample => ({ invocable, ...example });
