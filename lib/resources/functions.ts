/** All functions without a route, for those who need them at once; a function imports only its own. */
import type { Invocable } from '../schema/invocable.ts';
import { type DeclaredFunctions, nouns } from './nouns.ts';

/** Every function that is invoked directly, by the name that it is exported under. */
export const functions = Object.fromEntries(
  nouns
    .flatMap(({ functionExamples = {} }) => Object.entries(functionExamples))
    .map(([name, { invocable }]) => [name, invocable]),
) as unknown as DeclaredFunctions;

/** Every function that is invoked directly, the operator's first. */
export const invocables: readonly Invocable[] = Object.values<Invocable>(functions).toSorted((a, b) =>
  `${a.group}/${a.name}` < `${b.group}/${b.name}` ? -1 : 1,
);
