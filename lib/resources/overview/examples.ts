import { examplesOf } from '../../schema/examples.ts';
import * as operations from './operations.ts';

export { methods } from './operations.ts';

export const examples = examplesOf(operations, { getOverview: { path: {} } });
