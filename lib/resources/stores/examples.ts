import { fixedCountries } from '../../schema/countries.ts';
import { exampleOutput, examplesOf, functionExamplesOf } from '../../schema/examples.ts';
import { demoStore } from '../demo-store.ts';
import { apiKey, store } from './fields.ts';
import * as functions from './functions.ts';
import * as operations from './operations.ts';

export { methods } from './operations.ts';

export const examples = examplesOf(operations, { getApiKey: { path: {} } });

const shown = exampleOutput(store);

export const functionExamples = functionExamplesOf(functions, {
  createStore: {
    result: {
      ...shown,
      id: 'sto_teahouse',
      name: 'Tea house',
      currency: 'EUR',
      rate_limit: { requests: 1200, window_seconds: 60 },
      ...{ countries: fixedCountries, address_rules: 'contract' },
    },
  },
  updateStore: { result: { ...shown, name: 'Teapots & Co' } },
  listStores: { payload: { limit: 1 }, result: { data: [shown], has_more: true } },
  createApiKey: {},
  revokeApiKey: {},
  listApiKeys: {
    payload: { limit: 2 },
    result: {
      data: [
        exampleOutput(apiKey, { key_id: demoStore.keys.write, name: 'Demo write key' }),
        exampleOutput(apiKey, { key_id: demoStore.keys.spare, name: 'Kiosk', permission: 'Read' }),
      ],
      has_more: true,
    },
  },
  listMigrations: {},
});
