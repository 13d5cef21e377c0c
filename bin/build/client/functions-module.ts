/** The package's own module of what it knows of the functions without a route, in place of `lib/client/functions-api.ts`. */
import { functionRoutes, storefrontRoutes } from '../../../lib/client/functions-api.ts';
import { exampleOfFunction, invocables } from '../../../lib/resources/nouns.ts';
import type { Invocable } from '../../../lib/schema/invocable.ts';
import { upperFirst } from '../../../lib/schema/text.ts';
import { functionSchemas, type JsonSchema } from '../../reference/openapi/json-schema.ts';
import { operationId } from '../../reference/openapi/names.ts';
import { methodCall } from '../../reference/samples.ts';
import { commentOf, declarationOf, exampleTag, typeOf } from './types.ts';

/** Its source in TypeScript. */
export function functionsModule(): string {
  const types = invocables.flatMap(namedTypes).join('\n');
  const groups = (['storefront', 'operator'] as const).map((group) => {
    const functions = invocables.filter((each) => each.group === group).map(declared);
    return `export interface ${upperFirst(group)}Functions {\n${functions.join('\n')}}\n`;
  });
  const components = [...new Set([...types.matchAll(/component:(\w+)/g)].map(([, name]) => name))];
  return [
    ...(components.length > 0 ? [`import type { ${components.join(', ')} } from './api.ts';`] : []),
    "import type { FunctionOptions } from './options.ts';",
    "import type { FunctionRoute, StorefrontRoute } from './route.ts';\n",
    types.replaceAll('component:', ''),
    ...groups,
    `export const storefrontRoutes: Record<string, StorefrontRoute> = ${JSON.stringify(storefrontRoutes, null, 2)};\n`,
    `const operatorRoutes: Record<string, FunctionRoute> = ${JSON.stringify(functionRoutes.operator, null, 2)};\n`,
    'export const functionRoutes = { storefront: storefrontRoutes, operator: operatorRoutes };\n',
  ].join('\n');
}

const nameOf = ({ name }: Invocable, what: string): string => `${upperFirst(operationId(name))}${what}`;

const isComponent = ({ $ref }: JsonSchema): boolean => $ref !== undefined;

function namedTypes(invocable: Invocable): string[] {
  const { payload, result } = functionSchemas(invocable);
  return [
    declarationOf(nameOf(invocable, 'Payload'), withMarkedComponents(withoutStore(invocable, payload))),
    isComponent(result)
      ? `export type ${nameOf(invocable, 'Result')} = ${typeOf(withMarkedComponents(result))};\n`
      : declarationOf(nameOf(invocable, 'Result'), withMarkedComponents(result)),
  ];
}

/** Components are declared in another module: each place names them. */
const withMarkedComponents = (schema: JsonSchema): JsonSchema =>
  JSON.parse(JSON.stringify(schema), (key, value) =>
    key === '$ref' ? String(value).replace(/^.*\//, '#/component:') : value,
  );

/** The store is the client's, unless it does not exist yet; an operator may name another in each call. */
function withoutStore({ name, group }: Invocable, payload: JsonSchema): JsonSchema {
  const { store, ids = {} } = functionRoutes[group][operationId(name)] ?? {};
  if (store !== 'own' && store !== 'named') return payload;
  const required = payload.required?.filter((field) => field !== 'store_id' && !(field in ids)) ?? [];
  if (store === 'named') return { ...payload, required };
  const { store_id: _, ...properties } = payload.properties ?? {};
  return { ...payload, properties, required };
}

function declared(invocable: Invocable): string {
  const { payload } = functionSchemas(invocable);
  const mustBeGiven = (withoutStore(invocable, payload).required ?? []).length > 0;
  const call = `${methodCall(exampleOfFunction(invocable))};`;
  const about = [invocable.summary, invocable.words, exampleTag(call)].join('\n\n');
  const taken = `payload${mustBeGiven ? '' : '?'}: ${nameOf(invocable, 'Payload')}, options?: FunctionOptions`;
  return `${commentOf(about, '  ')}  ${operationId(invocable.name)}(${taken}): Promise<${nameOf(invocable, 'Result')}>;\n`;
}
