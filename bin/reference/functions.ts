/** The pages of the functions without a route, by who invokes them and for what. */
import { exampleOfFunction } from '../../lib/resources/examples.ts';
import { invocables } from '../../lib/resources/functions.ts';
import * as reviews from '../../lib/resources/reviews/functions.ts';
import * as waitlist from '../../lib/resources/waitlist/functions.ts';
import { type ErrorCode, errorStatus } from '../../lib/schema/errors.ts';
import { failureOf, type Invocable, unfinished } from '../../lib/schema/invocable.ts';
import { upperFirst } from '../../lib/schema/text.ts';
import { causedEvents } from './event-links.ts';
import { inputTable, outputTable } from './fields.ts';
import { functionSchemas } from './openapi/functions.ts';
import type { JsonSchema } from './openapi/json-schema.ts';
import { linkTo, type Page, type Part, table } from './page.ts';
import { remedies } from './remedies.ts';
import { invocations, json } from './samples.ts';

type Components = Readonly<Record<string, JsonSchema>>;

interface Kind {
  path: string;
  title: string;
  summary: string;
  holds(invocable: Invocable): boolean;
}

const isOf = (module: object, invocable: Invocable): boolean => Object.values(module).includes(invocable);

const isOperator = ({ group }: Invocable): boolean => group === 'operator';

const how = (client: 'Operator' | 'Storefront'): string =>
  `They are Lambda functions without a route, invoked through Lambda’s Invoke API and guarded by IAM (\`lambda:InvokeFunction\`); their names begin with the name of the stack. A refusal is an error whose \`errorType\` is a code of the contract. The client package calls them with \`new ${client}({ stackName, storeId, lambda })\` of \`store-commerce-api-client/functions\`.`;

/** In the order of the list of pages; a function is on the first that holds it. */
const kinds: readonly Kind[] = [
  {
    path: 'functions/operator',
    title: 'Operator functions',
    summary: `Set a store up, keep its records in step, prove its books. ${how('Operator')}`,
    holds: isOperator,
  },
  {
    path: 'functions/checkout',
    title: 'Checkout functions',
    summary: `Gift cards at checkout, orders, refunds and downloads, for the backend of the store. ${how('Storefront')}`,
    holds: (invocable) => !isOf(reviews, invocable) && !isOf(waitlist, invocable),
  },
  {
    path: 'functions/reviews',
    title: 'Review functions',
    summary: `What customers do with reviews, for the backend of the store. ${how('Storefront')}`,
    holds: (invocable) => isOf(reviews, invocable),
  },
  {
    path: 'functions/waitlist',
    title: 'Waitlist functions',
    summary: `Who waits for a variant, and the mails when it is back, for the backend of the store. ${how('Storefront')}`,
    holds: (invocable) => isOf(waitlist, invocable),
  },
];

const kindOf = (invocable: Invocable): Kind | undefined => kinds.find(({ holds }) => holds(invocable));

export const linkToFunction = (invocable: Invocable): string =>
  linkTo({ path: kindOf(invocable)?.path ?? '' }, invocable.name);

export const functionPages = (components: Components): Page[] =>
  kinds.map((kind) => {
    const own = invocables.filter((invocable) => kindOf(invocable) === kind);
    const overview = table(
      ['Function', ''],
      own.map(({ name, summary }) => [`[\`${name}\`](#${name})`, summary]),
    );
    return {
      path: kind.path,
      title: kind.title,
      group: 'Functions',
      summary: `${kind.summary}\n\n${overview}`,
      parts: own.map((each) => partOf(each, components)),
    };
  });

function partOf(invocable: Invocable, components: Components): Part {
  const { payload, result } = functionSchemas(invocable);
  const { text, same } = invocable.words;
  const example = exampleOfFunction(invocable);
  return {
    id: invocable.name,
    title: invocable.name,
    text: [
      `**${invocable.summary}.**`,
      text,
      `**The same request:** ${same}`,
      '#### Payload',
      inputTable(payload, components),
      '#### Result',
      outputTable(result, components),
      '#### Refusals',
      refusals(invocable),
      ...causedEvents(invocable),
    ].join('\n\n'),
    samples: [...invocations(example), json('Result', example.result)],
  };
}

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

/** What a function fails with, and what to do then. */
const failuresOf = (invocable: Invocable): Refusal[] => [
  { ...failureOf(invocable), when: 'the service failed, and what was asked may have been done or not' },
  ...(invocable.takesLong ? [{ ...unfinished, when: 'there is more to do than one invocation has time for' }] : []),
];

const refusals = (invocable: Invocable): string =>
  table(
    ['Code and message', 'When, and what to do'],
    [...invocable.errors, ...refusalsOfAll, ...failuresOf(invocable)]
      .toSorted((a, b) => errorStatus[a.code] - errorStatus[b.code])
      .map(({ code, message, when }) => [
        `[\`${code}\`](/docs/errors.html#${code.toLowerCase()})<br>${message}`,
        `${upperFirst(when)}. ${adviceOf(code)}`,
      ]),
  );

/** The functions know neither keys nor idempotency keys. */
const adviceOf = (code: ErrorCode): string => {
  if (code === 'INTERNAL_ERROR') return 'Do what the message says, with growing pauses.';
  if (code === 'FORBIDDEN') return 'Show the message to the shopper; the same request would be refused again.';
  return remedies[code];
};
