/** One world runs through all examples: that of the local server's demo store, where each works as it stands. */
import type { Invocable, PayloadOf, ResultOf } from '../kinds/invocable.ts';
import type { Operation, PathOf } from '../kinds/operation.ts';

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

export interface FunctionExample {
  invocable: Invocable;
  payload: object;
  result: object;
}

export const functionExample = <I extends Invocable>(
  invocable: I,
  example: { payload: Partial<PayloadOf<I>>; result: ResultOf<I> },
): FunctionExample => ({ invocable, ...example });
