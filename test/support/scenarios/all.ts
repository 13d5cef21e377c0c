/** A succeeding request of every operation; a test fails where an operation has none. */
import { takesIdempotencyKey } from '../../../lib/schema/operation.ts';
import { scenarios as apiKey } from './api-key.ts';
import { scenarios as customerAddresses } from './customer-addresses.ts';
import { scenarios as digitalFiles } from './digital-files.ts';
import { scenarios as giftCards } from './gift-cards.ts';
import { scenarios as giftOptions } from './gift-options.ts';
import { scenarios as reviews } from './reviews.ts';
import type { Scenario } from './scenario.ts';
import { scenarios as waitlist } from './waitlist.ts';

export const scenarios: readonly Scenario[] = [
  ...customerAddresses,
  ...giftOptions,
  ...reviews,
  ...giftCards,
  ...waitlist,
  ...digitalFiles,
  ...apiKey,
];

/** Operations that take an idempotency key, by name. */
export const keyedScenarios = scenarios
  .filter(({ operation }) => takesIdempotencyKey(operation))
  .map((scenario) => [scenario.operation.name, scenario] as const);

/** All operations, by name. */
export const allScenarios = scenarios.map((scenario) => [scenario.operation.name, scenario] as const);
