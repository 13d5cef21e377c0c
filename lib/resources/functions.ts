/** All functions without a route, for those who need them at once; a function imports only its own. */
import type { Invocable } from '../schema/invocable.ts';
import * as catalog from './catalog/functions.ts';
import * as customers from './customers/functions.ts';
import * as digitalFiles from './digital-files/functions.ts';
import * as giftCards from './gift-cards/functions.ts';
import * as giftOptions from './gift-options/functions.ts';
import * as moveIn from './move-in/functions.ts';
import * as orders from './orders/functions.ts';
import * as reviews from './reviews/functions.ts';
import * as stores from './stores/functions.ts';
import * as waitlist from './waitlist/functions.ts';
import * as webhooks from './webhooks/functions.ts';

const resources = {
  ...stores,
  ...catalog,
  ...customers,
  ...giftCards,
  ...giftOptions,
  ...moveIn,
  ...orders,
  ...digitalFiles,
  ...reviews,
  ...waitlist,
  ...webhooks,
};

type Declared = typeof resources;

const isInvocable = (entry: [string, object]): entry is [string, Invocable] =>
  'group' in entry[1] && 'payload' in entry[1];

/** Every function that is invoked directly, by the name that it is exported under. */
export const functions = Object.fromEntries(Object.entries<object>(resources).filter(isInvocable)) as {
  readonly [Name in keyof Declared as Declared[Name] extends Invocable ? Name : never]: Declared[Name];
};

/** Every function that is invoked directly, the operator's first. */
export const invocables: readonly Invocable[] = Object.values<Invocable>(functions).toSorted((a, b) =>
  `${a.group}/${a.name}` < `${b.group}/${b.name}` ? -1 : 1,
);
