import { exampleOutput, examplesOf, functionExamplesOf } from '../../schema/examples.ts';
import { demoStore } from '../demo-store.ts';
import * as contract from './fields.ts';
import * as functions from './functions.ts';
import * as operations from './operations.ts';

export { methods } from './operations.ts';

const ids = demoStore.storeCredits;
const ofAda = { id: demoStore.customers.ada };
const goodwillPath = { ...ofAda, store_credit_id: ids.goodwill };
const promotionPath = { ...ofAda, store_credit_id: ids.promotion };

const goodwill = exampleOutput(contract.storeCredit, { id: ids.goodwill, initial_value: 2000, balance: 2000 });
const later = { ...goodwill, ...exampleOutput(contract.updateStoreCreditInput) };

const promotion = exampleOutput(contract.storeCredit, {
  id: ids.promotion,
  initial_value: 1000,
  balance: 1000,
  reason: 'promotion',
});

const input = exampleOutput(contract.storeCreditInput);

/** The credit that a request creates. */
const createdBy = ({ value, ...given }: contract.StoreCreditInput) =>
  exampleOutput(contract.storeCredit, { ...given, initial_value: value, balance: value } as object);

const entry = (given: object = {}) => exampleOutput(contract.storeCreditTransaction, given);

const raised = { balance: 2500, note: exampleOutput(contract.adjustStoreCreditInput).note };

export const examples = examplesOf(operations, {
  listStoreCredits: {
    path: ofAda,
    query: { status: 'active' },
    reply: { data: [promotion, goodwill], has_more: false },
  },
  createStoreCredit: { path: ofAda, body: input, reply: createdBy(input) },
  getStoreCredit: { path: goodwillPath, reply: goodwill },
  updateStoreCredit: {
    path: goodwillPath,
    body: exampleOutput(contract.updateStoreCreditInput),
    reply: later,
  },
  adjustStoreCredit: {
    path: goodwillPath,
    body: exampleOutput(contract.adjustStoreCreditInput),
    reply: { ...later, balance: 2500 },
  },
  disableStoreCredit: {
    path: promotionPath,
    reply: { ...promotion, status: 'disabled', disabled_at: promotion.created_at },
  },
  enableStoreCredit: { path: promotionPath, reply: promotion },
  listStoreCreditTransactions: {
    path: goodwillPath,
    reply: {
      data: [
        entry(raised),
        entry({ id: 'sct_01khdq50068v3k5x9w2t6r0ybn', type: 'issued', amount: 2000, balance: 2000, note: null }),
      ],
      has_more: false,
    },
  },
});

export const functionExamples = functionExamplesOf(functions, {
  getStoreCreditBalance: {},
  holdStoreCredit: {},
  releaseStoreCredit: {},
});
