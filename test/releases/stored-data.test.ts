import { releasesWith } from './release.ts';
import { testDataOf } from './stored-data.ts';

// Of the last release. `test/system/older-releases.test.ts` has the others.
for (const version of releasesWith('source')) testDataOf(version);
