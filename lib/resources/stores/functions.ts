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
  words:
    'Creates a store. Every record, key and limit belongs to one store. The currency of a store cannot be changed.',
  same: 'With the same `store_id` and payload, the call returns the current store; with another payload it is refused with `DUPLICATE`. Without a `store_id`, each call creates a store.',
  payload: storeInput,
  result: store,
  errors: [duplicateWhen('the store exists with different content')],
  afterLostAnswer:
    'With a store_id, invoke the function again with the same payload; without one, list the stores first',
  reach: ['PutItem'],
});

export const updateStore = invocable({
  name: 'update-store',
  group: 'operator',
  summary: 'Update a store',
  words:
    'Changes the name of a store, the rate limit of its API keys, its countries and its rules for addresses. Omitted fields are unchanged. Every change applies from the next request; a new limit, for a key that has reached its limit, within 10 seconds. Stored addresses stay as they are.',
  same: 'Sending the same fields again changes nothing. The call that created the store can still be repeated.',
  payload: storeChange,
  result: store,
  errors: [
    {
      code: 'INVALID_FIELD',
      message: 'currency cannot be changed',
      when: 'the currency is not the currency of the store',
    },
  ],
  reach: ['PutItem'],
});

export const listStores = invocable({
  name: 'list-stores',
  group: 'operator',
  summary: 'List stores',
  words: 'Returns the stores of the deployment, ordered by id. A store created a moment ago may still be missing.',
  same: reads,
  payload: inputOf(payloadPage({ resource: 'store' })),
  result: listOf(store, { of: 'stores, ordered by id' }),
  errors: [],
  readOnly: true,
  reach: ['Query feed'],
});

export const createApiKey = invocable({
  name: 'create-api-key',
  group: 'operator',
  summary: 'Create an API key',
  words: 'Creates an API key for a store. Only this response contains the key; the service stores its hash.',
  same: 'Each call creates another key. If a response is lost, list the keys and revoke the key from the lost response.',
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
  words:
    'Revokes an API key of a store: the next request with it gets a 401. With `at`, the key is revoked at that time, so that a new key can take over first. A revocation cannot be undone; one in the future can be moved to an earlier time.',
  same: 'With the same `key_id` and `at`, nothing changes: the call returns the existing time of revocation.',
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
  words:
    'Returns the API keys of a store, newest first, including revoked ones, but not the keys themselves or their hashes.',
  same: reads,
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
  words:
    'Returns the migrations of stored data that this release needs, with their progress. A schedule continues them every five minutes, so an upgrade needs no manual step. The service stays available meanwhile.',
  same: reads,
  payload: inputOf({}),
  result: shownOf(migrationStates),
  errors: [],
  readOnly: true,
  reach: ['BatchGetItem'],
});
