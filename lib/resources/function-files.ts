/** Every function of the project and the file it lives in, as the build and the local server need them. */
import { backgroundFunctions } from './background.ts';
import { invocables, operations } from './nouns.ts';
import { pages } from './pages.ts';
import { shopCalls } from './shop-calls.ts';

/** A function's file, from the project's root, by the function's name. */
export const functionFiles: ReadonlyMap<string, string> = new Map([
  ...operations.map(({ name, folder }) => [name, `functions/api/${folder}/${name}.ts`] as const),
  ...invocables.map(({ name, group }) => [name, `functions/${group}/${name}.ts`] as const),
  ...pages.map(({ name }) => [name, `functions/pages/${name}.ts`] as const),
  ...shopCalls.map(({ name }) => [name, `functions/shop/${name}.ts`] as const),
  ...backgroundFunctions.map(({ name }) => [name, `functions/background/${name}.ts`] as const),
]);
