import { exampleObject, functionExamplesOf } from '../../schema/examples.ts';
import { webhook } from './fields.ts';
import * as functions from './functions.ts';

const shown = exampleObject(webhook);

export const functionExamples = functionExamplesOf(functions, {
  createWebhook: {},
  listWebhooks: { payload: { limit: 1 }, result: { data: [shown], has_more: false } },
  updateWebhook: { result: { ...shown, status: 'disabled', disabled_reason: 'operator' } },
  rotateWebhookSecret: {},
  deleteWebhook: {},
  testWebhook: {},
  replayWebhook: {},
});
