/** How a place is called, and what can be done when it has met its limit. */
import type { Unit } from './limits.ts';
import { isOfTables, type Use, wholeTable } from './model.ts';

const units: Readonly<Record<Unit, string>> = {
  partitionWrites: 'write units',
  partitionReads: 'read units',
  itemTransactions: 'transactions',
  tableWrites: 'write units',
  tableReads: 'read units',
  routeRequests: 'requests',
  gatewayRequests: 'requests (API Gateway)',
  functionsAtOnce: 'functions at once that requests call (Lambda)',
  busPuts: 'calls of PutEvents (EventBridge)',
  busInvocations: 'events that go to a target (EventBridge)',
  deliveries: 'first deliveries to webhooks (deliver-events)',
  sweptItems: 'items due',
};

/** How a limit is called in tables. */
export function labelOf(use: Use): string {
  const { place, what, unit } = use;
  if (isOfTables(use)) return `${units[unit]} of ${kindOf(what)} (${placeOf(place)})`;
  return what === wholeTable
    ? units[unit]
    : `${units[unit]} of ${what} (${unit === 'sweptItems' ? 'sweep' : 'its route'})`;
}

const placeOf = (place: string): string => (/^(?:store|requests)$/.test(place) ? `${place} table` : `index ${place}`);

/** Without the placeholders of ids and shards. */
const kindOf = (what: string): string =>
  what
    .replace(/^STORE#/, '')
    .replaceAll(/#&|#?\b[a-z]{3}_\*|#\*/g, '')
    .replace('STORE', 'the store record')
    .replace(wholeTable, 'all together');

const advice: readonly [RegExp, string][] = [
  [/^routeRequests/, 'raise `throttles` in infra/rest-api.ts, or call the function with Invoke: callers get 429'],
  [/^gatewayRequests/, 'ask AWS for a higher quota of API Gateway, or call functions with Invoke'],
  [/^functionsAtOnce/, 'ask AWS for more concurrent executions than its default of 1,000'],
  [
    /^busPuts/,
    'ask AWS for a higher quota of PutEvents: events come late, and after six hours have to be sent again by hand',
  ],
  [/^busInvocations/, 'ask AWS for a higher quota of invocations, or take a Region with more: events come late'],
  [/^deliveries/, 'raise `-c webhookConcurrency=deliveries=N`: until then deliveries wait in their queue'],
  [/^sweptItems/, 'more `shards` of its schedule, in background.ts: until then holds are cleared late'],
  [/^table/, 'ask AWS for more than its default of 40,000 units, and warm the table before a rush'],
  [/partitionReads .*APIKEY/, 'callers with keys of their own: each key is read by itself'],
  [
    /partitionReads .*STORE#STORE/,
    'a second store record for the readers, or requests that are fewer and larger (lists)',
  ],
  [/partitionReads .*#SITE#/, 'sell through several sites, or read the site eventually consistent, for half the units'],
  [/COUNT/, 'more parts in waiting-count.ts: what a rush counts aside spreads over more items'],
  [/#RATE#/, 'nothing: counts of the rate limit take leases that grow with it'],
  [/#&/, 'more parts, beside the constant that says how many: written items move as they change'],
  [/pro_\*|cus_\*/, 'nothing: one product or customer is asked for more often than an item serves'],
];

/** What to do once a limit is met. */
export function adviceOn({ unit, what }: Use): string {
  const text = `${unit} ${what}`;
  return advice.find(([pattern]) => pattern.test(text))?.[1] ?? 'spread it over parts, as its neighbors are';
}
