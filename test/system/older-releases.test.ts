import { releasesBetween, testDataOf } from '../releases/stored-data.ts';

for (const version of releasesBetween) testDataOf(version);
