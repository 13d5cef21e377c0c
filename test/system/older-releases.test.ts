import { releasesWith } from '../releases/release.ts';
import { testDataOf } from '../releases/stored-data.ts';

const last = releasesWith('source');

for (const version of releasesWith('store').filter((each) => !last.includes(each))) testDataOf(version);
