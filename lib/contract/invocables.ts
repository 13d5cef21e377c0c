/** All functions without a route, for those who need them at once; a function imports only its own. */
import * as checkout from './checkout.ts';
import type { Invocable } from './invocable.ts';
import * as operator from './operator.ts';
import * as storefrontReviews from './storefront-reviews.ts';
import * as waitlist from './waitlist.ts';

const isInvocable = (value: object): value is Invocable => 'group' in value && 'payload' in value;

/** Every function that is invoked directly, the operator's first. */
export const invocables: readonly Invocable[] = [operator, checkout, storefrontReviews, waitlist]
  .flatMap((group) => Object.values<object>(group).filter(isInvocable))
  .toSorted((a, b) => (`${a.group}/${a.name}` < `${b.group}/${b.name}` ? -1 : 1));
