/** The lists of functions, and the page of each. */
import { exampleOf, exampleOfFunction, invocables, storefrontOperations } from '../../lib/resources/nouns.ts';
import { type ErrorCode, errorStatus } from '../../lib/schema/errors.ts';
import { failureOf, type Invocable, unfinished } from '../../lib/schema/invocable.ts';
import type { Operation } from '../../lib/schema/operation.ts';
import { upperFirst } from '../../lib/schema/text.ts';
import { errorTable } from './errors-table.ts';
import { inputTable, outputTable } from './fields.ts';
import { remedies } from './openapi/errors.ts';
import { functionSchemas, type JsonSchema, schemaOf } from './openapi/json-schema.ts';
import { causedEvents, linkTo, type Page, part, type Sample, table } from './page.ts';
import { invocations, json, requestSamples } from './samples.ts';

type Components = Readonly<Record<string, JsonSchema>>;

/** The lists of functions, by caller. */
const lists: Readonly<Record<Invocable['group'], Pick<Page, 'title' | 'summary'>>> = {
  operator: {
    title: 'Operator functions',
    summary:
      'Set up a store, import its records, audit its ledger. They are Lambda functions without a route, invoked through Lambda’s Invoke API and protected by IAM (`lambda:InvokeFunction`); their names begin with the name of the stack. A refusal is an error with its code as `errorType`. The client package calls them with `new Operator({ stackName, storeId, lambda })` of `store-commerce-api-client/functions`.',
  },
  storefront: {
    title: 'Storefront functions',
    summary:
      'Your backend acts for shoppers by calling these functions. Each is a `POST` below `/storefront/v1/` with an API key that has `Storefront` permission. A backend on AWS can instead invoke the Lambda function with IAM credentials. The client package calls them with `new Storefront({ apiKey, baseUrl })` of `store-commerce-api-client/storefront`, or with `new Storefront({ stackName, storeId, lambda })` of `store-commerce-api-client/functions`.',
  },
};

const pathOf = ({ name }: Invocable): string => `functions/${name}`;

export const linkToFunction = (invocable: Invocable): string => linkTo({ path: pathOf(invocable) });

/** A page for each list of functions. Each function has its own page below its noun. */
export const functionPages = (): Page[] =>
  Object.entries(lists).map(([group, list]) => {
    const own = invocables.filter((invocable) => invocable.group === group);
    const rows = own.map((each) => [`[\`${each.name}\`](${linkToFunction(each)})`, each.summary]);
    return {
      path: `functions/${group}`,
      ...list,
      group: 'Functions',
      parts: [part('Functions', table(['Function', 'Summary'], rows))],
    };
  });

interface Place {
  parent: string;
  components: Components;
}

/** The page of a function. A storefront function also has a path, and can be tried on its page. */
export function pageOfFunction(invocable: Invocable, { parent, components }: Place): Page {
  const { payload, result } = functionSchemas(invocable);
  const example = exampleOfFunction(invocable);
  const operation = storefrontOperations.find(({ name }) => name === invocable.name);
  const byInvoke = invocations(example);
  return {
    path: pathOf(invocable),
    title: invocable.summary,
    functionName: invocable.name,
    group: 'API',
    parent,
    use: operation ? 'Checkout' : 'Operate',
    ...(operation && { operation }),
    summary: invocable.words,
    parts: [
      part(operation ? 'Body' : 'Payload', inputTable(operation ? bodyOf(operation) : payload, components)),
      part(operation ? 'Response 200' : 'Result', outputTable(result, components)),
      part('Errors', operation ? errorTable(operation) : refusals(invocable)),
      part('Sending the same request again', invocable.same),
      ...(operation ? [part('With Lambda’s Invoke API', howToInvoke, byInvoke.filter(isAnInvocation))] : []),
      ...causedEvents(invocable),
    ],
    samples: [
      ...(operation ? requestSamples(exampleOf(operation)) : byInvoke),
      json(operation ? 'Response 200' : 'Result', example.result),
    ],
  };
}

const bodyOf = ({ body }: Operation): JsonSchema => (body ? schemaOf(body, 'input') : {});

/** Over HTTP, a storefront function has an address of its own. */
const isAnInvocation = ({ title }: Sample): boolean => title !== 'curl';

const howToInvoke =
  'A backend on AWS can invoke the same Lambda function with IAM credentials instead of an API key (`lambda:InvokeFunction`). The payload is the body with `store_id`, which is then required. A refusal has the code as `errorType` and the message as `errorMessage`. The message of a failure says to invoke the function again.';

interface Refusal {
  code: ErrorCode;
  message: string;
  when: string;
}

const refusalsOfAll: readonly Refusal[] = [
  { code: 'MISSING_FIELD', message: 'store_id is required', when: 'a required field is absent or null' },
  { code: 'INVALID_FIELD', message: 'store_id must be a store ID', when: 'a field breaks a rule' },
  { code: 'NOT_FOUND', message: 'Resource not found', when: 'the store does not exist' },
];

const unfinishedWork = { code: 'INTERNAL_ERROR', message: unfinished.invoke } as const;

/** The failures of a function. */
const failuresOf = (invocable: Invocable): Refusal[] => [
  { ...failureOf(invocable), when: 'the service failed; the request may or may not have taken effect' },
  ...(invocable.takesLong ? [{ ...unfinishedWork, when: 'the work takes longer than one invocation' }] : []),
];

const refusals = (invocable: Invocable): string =>
  table(
    ['Code and message', 'When, and what to do'],
    [...invocable.errors, ...refusalsOfAll, ...failuresOf(invocable)]
      .toSorted((a, b) => errorStatus[a.code] - errorStatus[b.code])
      .map(({ code, message, when }) => [
        `[\`${code}\`](/docs/errors.html#${code})<br>${message}`,
        `${upperFirst(when)}. ${adviceOf(code)}`,
      ]),
  );

/** The functions know neither keys nor idempotency keys. */
const adviceOf = (code: ErrorCode): string => {
  if (code === 'INTERNAL_ERROR') return 'Follow the message, with exponential backoff.';
  return remedies[code];
};
