/** Storefront page: stores and their API keys. */
import { duplicateWhen, notFoundWhen } from '../../schema/errors.ts';
import { inputOf, shownOf } from '../../schema/field.ts';
import { invocable, reads } from '../../schema/invocable.ts';
import { listOf, payloadPage } from '../../schema/paging.ts';
import {
  apiKey,
  apiKeyInput,
  createdApiKey,
  revocation,
  revokedApiKey,
  store,
  storeChange,
  storeId,
  storeInput,
} from './fields.ts';
import { migrationStates } from './migration-fields.ts';

export const createStore = invocable({
  name: 'create-store',
  group: 'operator',
  summary: 'Create a store',
  words: {
    text: "Makes a store, to which every record, key and limit belongs. Its currency holds for good: all of the store's money is in it.",
    same: 'The same `store_id` with the same payload gives the store as it stands; with another payload it is `DUPLICATE`. Without a `store_id` each call makes a store.',
  },
  payload: storeInput,
  result: store,
  errors: [duplicateWhen('the store exists with another content')],
  afterLostAnswer:
    'With a store_id, invoke the function again with the same payload; without one, list the stores first',
  reach: ['PutItem'],
});

export const updateStore = invocable({
  name: 'update-store',
  group: 'operator',
  summary: "Change a store's name or the rate limit of its API keys",
  words: {
    text: "Changes a store's name, the rate limit of its API keys, or both; what is left out stays. A limit holds from the next request on; for a key whose window is used up, within 10 seconds.",
    same: 'The same fields have no further effect. The call that made the store can still be repeated.',
  },
  payload: storeChange,
  result: store,
  errors: [{ code: 'INVALID_FIELD', message: 'currency cannot be changed', when: 'the currency is not its own' }],
  reach: ['PutItem'],
});

export const listStores = invocable({
  name: 'list-stores',
  group: 'operator',
  summary: 'List the stores of the deployment, by id',
  words: {
    text: 'Returns the stores of the deployment, by id. A store made a moment ago may be missing still.',
    same: reads,
  },
  payload: inputOf(payloadPage({ resource: 'store' })),
  result: listOf(store, { of: 'stores, by id' }),
  errors: [],
  readOnly: true,
  reach: ['Query feed'],
});

export const createApiKey = invocable({
  name: 'create-api-key',
  group: 'operator',
  summary: 'Create an API key of a store, shown only once',
  words: {
    text: 'Makes an API key and answers it, this once: only its hash is kept.',
    same: 'Never: each call makes another key. If an answer is lost, list the keys and revoke the one that nobody has.',
  },
  payload: apiKeyInput,
  result: createdApiKey,
  errors: [],
  afterLostAnswer: 'List the API keys of the store, and revoke one that nobody has, before you make another',
  reach: ['PutItem'],
  apiKeys: 'write',
});

export const revokeApiKey = invocable({
  name: 'revoke-api-key',
  group: 'operator',
  summary: 'Revoke an API key of a store, now or at a time to come: the next request with it is refused, everywhere',
  words: {
    text: 'Ends an API key: from the next request on it is answered 401, everywhere. With `at` it ends then, so that a new key can take over first. There is no way back, but a revocation to come can be brought forward.',
    same: 'The same `key_id` and `at`: a key that is revoked, or will be by then, stays so, and the time that stands is answered.',
  },
  payload: revocation,
  result: revokedApiKey,
  errors: [notFoundWhen('the store has no such key')],
  reach: ['PutItem'],
  apiKeys: 'write',
});

export const listApiKeys = invocable({
  name: 'list-api-keys',
  group: 'operator',
  summary: 'List the API keys of a store, revoked ones included, newest first',
  words: {
    text: 'Returns the keys of a store, newest first, revoked ones included: neither the keys themselves nor their hashes.',
    same: reads,
  },
  payload: inputOf({
    store_id: storeId,
    ...payloadPage({ resource: 'apiKey' }),
  }),
  result: listOf(apiKey, { of: 'keys, newest first' }),
  errors: [],
  readOnly: true,
  reach: ['Query'],
  apiKeys: 'list',
});

export const listMigrations = invocable({
  name: 'list-migrations',
  group: 'operator',
  summary: 'Tell how far the migrations of stored data have come that this release needs',
  words: {
    text: 'Lists the work over all that is stored which this release needs once. A schedule goes on with it every five minutes, so an upgrade needs no call. The service answers all the while.',
    same: reads,
  },
  payload: inputOf({}),
  result: shownOf(migrationStates),
  errors: [],
  readOnly: true,
  reach: ['BatchGetItem'],
});
