/** The example of every operation and of every function. */
import type { Invocable } from '../kinds/invocable.ts';
import type { Operation } from '../kinds/operation.ts';
import * as customerAddresses from './customer-addresses.ts';
import * as digitalFiles from './digital-files.ts';
import * as giftCards from './gift-cards.ts';
import * as giftOptions from './gift-options.ts';
import type { Example, FunctionExample } from './kinds.ts';
import * as operator from './operator.ts';
import * as orders from './orders.ts';
import * as reviews from './reviews.ts';
import * as shoppers from './shoppers.ts';
import * as waitlist from './waitlist.ts';

const byOperation = new Map(
  [customerAddresses, digitalFiles, giftCards, giftOptions, reviews, waitlist]
    .flatMap(({ examples }) => examples)
    .map((each) => [each.operation.name, each]),
);

const byFunction = new Map(
  [operator, orders, shoppers].flatMap(({ functions }) => functions).map((each) => [each.invocable.name, each]),
);

/** Throws an Error where the operation has none. */
export function exampleOf({ name }: Operation): Example {
  const example = byOperation.get(name);
  if (!example) throw new Error(`lib/contract/examples/ has no example of the operation ${name}`);
  return example;
}

/** Throws an Error where the function has none. */
export function exampleOfFunction({ name }: Invocable): FunctionExample {
  const example = byFunction.get(name);
  if (!example) throw new Error(`lib/contract/examples/ has no example of the function ${name}`);
  return example;
}
