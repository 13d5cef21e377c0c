import { exampleOutput, examplesOf } from '../../schema/examples.ts';
import { searchResult } from './fields.ts';
import * as operations from './operations.ts';

export { methods } from './operations.ts';

export const examples = examplesOf(operations, {
  search: { path: {}, reply: { data: [exampleOutput(searchResult)], has_more: false } },
});
