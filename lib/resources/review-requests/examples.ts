import { functionExamplesOf } from '../../schema/examples.ts';
import * as functions from './functions.ts';

export const functionExamples = functionExamplesOf(functions, { reportReviewRequests: {}, resubscribe: {} });
