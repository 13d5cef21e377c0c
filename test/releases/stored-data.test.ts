import { releasesWith } from './release.ts';
import { releasesBetween, testDataOf } from './stored-data.ts';

// Of the first data that is kept, which every migration changes, and of the last release.
for (const version of releasesWith('store').filter((each) => !releasesBetween.includes(each))) testDataOf(version);
