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
    text: 'Creates a store. Every record, key and limit belongs to one store. The currency of a store cannot be changed.',
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
  summary: 'Update a store',
  words: {
    text: 'Changes the name of a store, the rate limit of its API keys, or both. A field that is left out stays as it is. A new limit applies from the next request; to a key that has reached its limit, within 10 seconds.',
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
  summary: 'List stores',
  words: {
    text: 'Returns the stores of the deployment, ordered by id. A store created a moment ago may still be missing.',
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
  summary: 'Create an API key',
  words: {
    text: 'Creates an API key of a store. Only this response contains the key; the service keeps its hash.',
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
  summary: 'Revoke an API key',
  words: {
    text: 'Revokes an API key of a store: the next request with it is answered with 401. With `at`, the key is revoked at that time, so that a new key can take over first. A revocation cannot be undone; one in the future can be moved to an earlier time.',
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
  summary: 'List API keys',
  words: {
    text: 'Returns the API keys of a store, newest first, including revoked ones. It returns neither the keys themselves nor their hashes.',
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
  summary: 'List migrations and their progress',
  words: {
    text: 'Returns the migrations of stored data that this release needs, and how far each has come. A schedule continues them every five minutes, so an upgrade needs no call. The service stays available meanwhile.',
    same: reads,
  },
  payload: inputOf({}),
  result: shownOf(migrationStates),
  errors: [],
  readOnly: true,
  reach: ['BatchGetItem'],
});
