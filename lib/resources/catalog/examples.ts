import { exampleOutput, examplesOf, functionExamplesOf } from '../../schema/examples.ts';
import { demoStore } from '../demo-store.ts';
import { product } from './fields.ts';
import * as functions from './functions.ts';
import * as operations from './operations.ts';

export { methods } from './operations.ts';

export const examples = examplesOf(operations, {
  getProduct: { path: { id: demoStore.products.cup }, reply: exampleOutput(product) },
});

export const functionExamples = functionExamplesOf(functions, { importRecords: {} });
