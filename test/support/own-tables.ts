/** Gives each file tables of its own, so that looking at all that is in them costs the same after any other files. */
import { expect } from 'vitest';
import { isolateTables } from './aws/table-contents.ts';

// Rules are pure, and what is in other folders looks into no table.
if (/\/test\/(?:contract|resources|background|lib)\/.*(?<!rules)\.test\.ts$/.test(expect.getState().testPath ?? ''))
  isolateTables('suite');
