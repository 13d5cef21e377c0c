import { exampleOutput, functionExamplesOf } from '../../schema/examples.ts';
import { deliveryAttempt, webhook } from './fields.ts';
import * as functions from './functions.ts';

const shown = exampleOutput(webhook);

const old = 'whk_01khdq5016d3m8v1r4k7y2q6nz';

export const functionExamples = functionExamplesOf(functions, {
  createWebhook: {},
  listWebhooks: { payload: { limit: 1 }, result: { data: [shown], has_more: false } },
  updateWebhook: { result: shown },
  rotateWebhookSecret: {},
  deleteWebhook: { payload: { webhook_id: old }, result: { webhook_id: old, deleted: true } },
  // This host does not exist.
  testWebhook: {
    result: { status: null, milliseconds: 12, message: 'The host name does not resolve' },
  },
  replayWebhook: {},
  listDeliveries: { payload: { limit: 1 }, result: { data: [exampleOutput(deliveryAttempt)], has_more: true } },
  redeliver: {},
});
