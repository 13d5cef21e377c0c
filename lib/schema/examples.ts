/** All examples use the records of the local server's demo store, where each example works unchanged. */
import type * as z from 'zod/mini';
import { tableOf } from './field.ts';
import type { Invocable, PayloadOf, ResultOf } from './invocable.ts';
import type { Operation, PathOf } from './operation.ts';

interface ExampleFile {
  name: string;
  contentType: string;
  base64: string;
}

interface GivenExample<O extends Operation> {
  path: PathOf<O>;
  query?: Readonly<Record<string, string>>;
  /** If it differs from the examples of the body's fields. */
  body?: object;
  file?: ExampleFile;
  /** If it differs from the examples of the reply's fields. */
  reply?: object;
}

export interface Example {
  operation: Operation;
  path: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  body?: object;
  file?: ExampleFile;
  /** Absent if the reply has no body. */
  reply?: object;
}

type Exports<M, Declared> = { readonly [Name in keyof M as M[Name] extends Declared ? Name : never]: M[Name] };

type Examples<M> = { readonly [Name in keyof M]: M[Name] extends Operation ? GivenExample<M[Name]> : never };

/** An example for each operation that a module exports. */
export const examplesOf = <M extends object>(module: M, given: Examples<Exports<M, Operation>>): Example[] =>
  Object.entries<GivenExample<Operation>>(given).map(([name, { query = {}, ...each }]) => {
    const operation = module[name as keyof M] as Operation;
    const { body = exampleOf(operation.body), reply = exampleOf(operation.success.schema), ...rest } = each;
    return { operation, query, ...rest, ...(body && { body }), ...(reply && { reply }) };
  });

const exampleOf = (schema: z.ZodMiniType | undefined): object | undefined =>
  schema && tableOf(schema) ? exampleOutput(schema as z.ZodMiniObject) : undefined;

/** An object or a body made from the examples of its fields, with `given` in place of some. */
export function exampleOutput<S extends z.ZodMiniObject>(schema: S, given: Partial<z.output<S>> = {}): z.output<S> {
  const fields = tableOf(schema)?.fields ?? {};
  const whole = {
    ...Object.fromEntries(Object.keys(schema.shape).map((name) => [name, fields[name]?.example])),
    ...given,
  };
  return Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== undefined)) as z.output<S>;
}

export interface FunctionExample<I extends Invocable = Invocable> {
  invocable: I;
  payload: object;
  result: object;
}

/** The parts of an example that differ from the examples of its fields. */
interface GivenFunctionExample<I extends Invocable> {
  payload?: Partial<PayloadOf<I>>;
  result?: Partial<ResultOf<I>>;
}

type FunctionExamples<M> = {
  readonly [Name in keyof M]: M[Name] extends Invocable ? GivenFunctionExample<M[Name]> : never;
};

type MadeFunctionExamples<M> = {
  readonly [Name in keyof M]: M[Name] extends Invocable ? FunctionExample<M[Name]> : never;
};

/** An example for each function without a route that a module exports, by the function's export. */
export const functionExamplesOf = <M extends object>(
  module: M,
  given: FunctionExamples<Exports<M, Invocable>>,
): MadeFunctionExamples<Exports<M, Invocable>> =>
  Object.fromEntries(
    Object.entries<GivenFunctionExample<Invocable>>(given).map(([name, { payload, result }]) => {
      const invocable = module[name as keyof M] as Invocable;
      const example = {
        invocable,
        payload: exampleOutput(invocable.payload as z.ZodMiniObject, Object(payload)),
        result: exampleOutput(invocable.result as z.ZodMiniObject, Object(result)),
      };
      return [name, example];
    }),
  ) as MadeFunctionExamples<Exports<M, Invocable>>;
