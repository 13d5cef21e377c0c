/** The example of every operation and of every function. */

import type { Example, FunctionExample } from '../schema/examples.ts';
import type { Invocable } from '../schema/invocable.ts';
import type { Operation } from '../schema/operation.ts';
import * as customerAddresses from './customer-addresses/examples.ts';
import * as digitalFiles from './digital-files/examples.ts';
import * as operator from './examples/operator.ts';
import * as orders from './examples/orders.ts';
import * as shoppers from './examples/shoppers.ts';
import * as giftCards from './gift-cards/examples.ts';
import * as giftOptions from './gift-options/examples.ts';
import * as reviews from './reviews/examples.ts';
import * as waitlist from './waitlist/examples.ts';

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
  if (!example) throw new Error(`lib/resources/examples/ has no example of the operation ${name}`);
  return example;
}

/** Throws an Error where the function has none. */
export function exampleOfFunction({ name }: Invocable): FunctionExample {
  const example = byFunction.get(name);
  if (!example) throw new Error(`lib/resources/examples/ has no example of the function ${name}`);
  return example;
}
