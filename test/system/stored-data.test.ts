import { releasesWith } from '../releases/release.ts';
import { testDataOf } from '../releases/stored-data.ts';

for (const version of releasesWith('store')) testDataOf(version);
