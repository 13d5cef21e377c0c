/** How a place is called, and what can be done when it has met its limit. */
import { type Use, wholeTable } from './model.ts';

const units: Readonly<Record<Use['unit'], string>> = {
  partitionWrites: 'write units',
  partitionReads: 'read units',
  itemTransactions: 'transactions',
  tableWrites: 'write units',
  tableReads: 'read units',
};

export const labelOf = ({ place, what, unit }: Use): string => `${units[unit]} of ${kindOf(what)} (${placeOf(place)})`;

const placeOf = (place: string): string => (/^(?:store|requests)$/.test(place) ? `${place} table` : `index ${place}`);

/** Without what stands for ids and parts. */
const kindOf = (what: string): string =>
  what
    .replace(/^STORE#/, '')
    .replaceAll(/#&|#?\b[a-z]{3}_\*|#\*/g, '')
    .replace('STORE', 'the store record')
    .replace(wholeTable, 'all together');

const advice: readonly [RegExp, string][] = [
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

export function adviceOn({ unit, what }: Use): string {
  const text = `${unit} ${what}`;
  return advice.find(([pattern]) => pattern.test(text))?.[1] ?? 'spread it over parts, as its neighbours are';
}
