/**
 * The callers of functions without a route, each with a policy of its own: the functions' common prefix admits no one.
 */

import { invocables } from '../lib/resources/nouns.ts';
import * as operator from '../lib/resources/stores/functions.ts';
import type { Invocable } from '../lib/schema/invocable.ts';

interface Caller {
  /** What it is, and what it does. */
  summary: string;
  /** The API key with which it does the same over HTTP. */
  key?: string;
  mayInvoke(invocable: Invocable): boolean;
  /** Functions of a schedule that it may start before their time. */
  mayStart?: readonly string[];
  /** Replays of events to webhooks: EventBridge starts them under ids of the service, `rpl_…`. */
  mayCancelReplays?: boolean;
}

/** These make stores and API keys, or show them: only for operators. */
const ofStoresAndKeys = new Set<string>(
  [
    operator.createStore,
    operator.updateStore,
    operator.listStores,
    operator.createApiKey,
    operator.revokeApiKey,
    operator.listApiKeys,
  ].map(({ name }) => name),
);

const isOperators = ({ group }: Invocable): boolean => group === 'operator';

export const callers = {
  storefront: {
    summary: 'the backend of the storefront: checkout, reviews and waitlists of shoppers',
    key: 'Storefront',
    mayInvoke: ({ group }) => group === 'storefront',
  },
  records: {
    summary:
      'the backend that keeps sites, customers and products in step, and answers what a customer asks of their data',
    mayInvoke: (each) => isOperators(each) && !ofStoresAndKeys.has(each.name),
  },
  auditor: {
    summary: 'reads and changes nothing: audits, reports, exports and lists',
    mayInvoke: (each) => isOperators(each) && each.readOnly === true,
  },
  operator: {
    summary: 'a person with the command line: stores and API keys, and all of the above but the storefront’s',
    mayInvoke: isOperators,
    mayStart: ['go-on-with-migrations'],
    mayCancelReplays: true,
  },
} as const satisfies Record<string, Caller>;

export type CallerName = keyof typeof callers;

export const callerNames = Object.keys(callers) as CallerName[];

/** Where the functions are; `*` where it does not matter. */
interface Location {
  stackName: string;
  region: string;
  account: string;
}

/** The IAM policy of a caller: the functions that it may invoke, each by its name, and replays that it may cancel. */
export function policyOf(name: CallerName, { stackName, region, account }: Location): object {
  const { mayInvoke, mayStart = [], mayCancelReplays = false }: Caller = callers[name];
  const invoked = invocables.filter(mayInvoke).map((each) => each.name);
  return {
    Version: '2012-10-17',
    Statement: [
      {
        Sid: 'Invoke',
        Effect: 'Allow',
        Action: 'lambda:InvokeFunction',
        Resource: [...invoked, ...mayStart].map(
          (each) => `arn:aws:lambda:${region}:${account}:function:${stackName}-${each}`,
        ),
      },
      ...(mayCancelReplays
        ? [
            {
              Sid: 'CancelReplays',
              Effect: 'Allow',
              Action: 'events:CancelReplay',
              Resource: `arn:aws:events:${region}:${account}:replay/rpl_*`,
            },
          ]
        : []),
    ],
  };
}
