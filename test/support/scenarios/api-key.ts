import { getApiKey } from '../../../lib/resources/stores/operations.ts';
import type { Scenario } from './scenario.ts';

export const scenarios: readonly Scenario[] = [{ operation: getApiKey, prepare: async () => ({}) }];
