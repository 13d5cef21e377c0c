import { lastRelease } from './release.ts';
import { testDataOf } from './stored-data.ts';

testDataOf(lastRelease());
