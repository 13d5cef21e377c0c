/** In tests of nouns and of background work every batch is of two: no page, portion or round is ever the only one. `test/background/full-batches.test.ts` fills the service's own. */
import { expect } from 'vitest';
import { resize, usualSize } from './batches.ts';

// Set for each file: a hook after it would never run if all of its tests are skipped.
const isSmall = /\/test\/(?:resources|background|lib\/work)\//.test(expect.getState().testPath ?? '');
resize(isSmall ? () => 2 : usualSize);
