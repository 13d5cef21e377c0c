/** Gives each file tables of its own, so that looking at all that is in them costs the same whatever ran before. */
import { expect } from 'vitest';
import { isolateTables } from './aws/table-contents.ts';

// Rules are pure: they have no tables.
if (!expect.getState().testPath?.endsWith('rules.test.ts')) isolateTables('suite');
