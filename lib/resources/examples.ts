/** The example of every operation and of every function. */
import type { Example, FunctionExample } from '../schema/examples.ts';
import type { Invocable } from '../schema/invocable.ts';
import type { Operation } from '../schema/operation.ts';
import { nouns } from './nouns.ts';

const byOperation = new Map(nouns.flatMap(({ examples = [] }) => examples).map((each) => [each.operation.name, each]));

const byFunction = new Map(
  nouns
    .flatMap(({ functionExamples = {} }) => Object.values(functionExamples))
    .map((each) => [each.invocable.name, each]),
);

/** Throws an Error if the list of nouns lacks the operation's noun. */
export const exampleOf = ({ name }: Operation): Example => found(byOperation.get(name), name);

/** Throws an Error if the list of nouns lacks the function's noun. */
export const exampleOfFunction = ({ name }: Invocable): FunctionExample => found(byFunction.get(name), name);

function found<T>(example: T | undefined, name: string): T {
  if (!example) throw new Error(`lib/resources/nouns.ts has no noun with ${name}`);
  return example;
}
