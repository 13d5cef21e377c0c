/** All operations, for those who need the whole contract at once; a function imports only its own. */
import { methods, type Operation } from '../schema/operation.ts';
import { nouns } from './nouns.ts';

/** A resource comes after what holds it, reading before writing. */
const inOrder = (a: Operation, b: Operation): number => {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return methods.indexOf(a.method) - methods.indexOf(b.method);
};

/** Every operation of the contract, by section. */
export const operations: readonly Operation[] = nouns.flatMap(({ examples = [] }) =>
  examples.map(({ operation }) => operation).toSorted(inOrder),
);

/** The text of each section of the contract, in its order. */
export const sections: Readonly<Record<string, string>> = Object.fromEntries(
  nouns.flatMap(({ examples: [first] = [], text }) => (first && text ? [[first.operation.section, text]] : [])),
);
