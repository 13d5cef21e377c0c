import { cacheAfter, cacheBefore } from './cache.ts';
import { here } from './here.ts';
import type { Implementation } from './implementation.ts';
import { powertools } from './powertools.ts';

export const implementations: readonly Implementation[] = [here, powertools, cacheAfter, cacheBefore];
