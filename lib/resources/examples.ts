/** The example of every operation and of every function. */
import type { Example, FunctionExample } from '../schema/examples.ts';
import type { Invocable } from '../schema/invocable.ts';
import type { Operation } from '../schema/operation.ts';
import * as catalog from './catalog/examples.ts';
import * as customerAddresses from './customer-addresses/examples.ts';
import * as customers from './customers/examples.ts';
import * as digitalFiles from './digital-files/examples.ts';
import * as giftCards from './gift-cards/examples.ts';
import * as giftOptions from './gift-options/examples.ts';
import * as moveIn from './move-in/examples.ts';
import * as orders from './orders/examples.ts';
import * as reviews from './reviews/examples.ts';
import * as stores from './stores/examples.ts';
import * as waitlist from './waitlist/examples.ts';
import * as webhooks from './webhooks/examples.ts';

const byOperation = new Map(
  [customerAddresses, digitalFiles, giftCards, giftOptions, reviews, stores, waitlist]
    .flatMap(({ examples }) => examples)
    .map((each) => [each.operation.name, each]),
);

const byFunction = new Map(
  [catalog, customers, digitalFiles, giftCards, giftOptions, moveIn, orders, reviews, stores, waitlist, webhooks]
    .flatMap(({ functionExamples }) => functionExamples)
    .map((each) => [each.invocable.name, each]),
);

/** Throws an Error where the examples of its resource are not gathered here. */
export const exampleOf = ({ name }: Operation): Example => found(byOperation.get(name), name);

/** Throws an Error where the examples of its resource are not gathered here. */
export const exampleOfFunction = ({ name }: Invocable): FunctionExample => found(byFunction.get(name), name);

function found<T>(example: T | undefined, name: string): T {
  if (!example) throw new Error(`lib/resources/examples.ts gathers no example of ${name}`);
  return example;
}
