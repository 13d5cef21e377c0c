/** In tests of nouns and of background work every batch is of two: no page, portion or round is ever the only one. */
import { afterAll, expect } from 'vitest';
import { resize } from './batches.ts';

if (/\/test\/(?:resources|background|lib\/work)\//.test(expect.getState().testPath ?? '')) afterAll(resize(() => 2));
