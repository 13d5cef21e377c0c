/** All functions without a route, for those who need them at once; a function imports only its own. */
import * as checkout from './functions/checkout.ts';
import * as customerExport from './functions/customer-export.ts';
import * as ledger from './functions/ledger.ts';
import * as operator from './functions/operator.ts';
import * as storefrontReviews from './functions/reviews.ts';
import * as waitlist from './functions/waitlist.ts';
import type { Invocable } from './kinds/invocable.ts';

const isInvocable = (value: object): value is Invocable => 'group' in value && 'payload' in value;

/** Every function that is invoked directly, the operator's first. */
export const invocables: readonly Invocable[] = [
  operator,
  customerExport,
  ledger,
  checkout,
  storefrontReviews,
  waitlist,
]
  .flatMap((group) => Object.values<object>(group).filter(isInvocable))
  .toSorted((a, b) => (`${a.group}/${a.name}` < `${b.group}/${b.name}` ? -1 : 1));
