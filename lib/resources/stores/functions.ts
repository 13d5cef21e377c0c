/** Storefront page: stores and their API keys. */
import * as z from 'zod/mini';
import { currencyCode } from '../../schema/currency.ts';
import { duplicateWhen, notFoundWhen } from '../../schema/errors.ts';
import { id, replyId } from '../../schema/ids.ts';
import { invocable } from '../../schema/invocable.ts';
import { limits } from '../../schema/limits.ts';
import { integer } from '../../schema/numbers.ts';
import { listOf, payloadPage } from '../../schema/paging.ts';
import { timestamp, timestampInput } from '../../schema/times.ts';
import { apiKey, name, permission, store, storeId } from './fields.ts';

const rateLimit = z.object(
  {
    requests: integer({
      label: 'rate_limit.requests',
      min: 1,
      max: limits.rateLimitRequests,
      outside: `rate_limit.requests must be between 1 and ${limits.rateLimitRequests}`,
    }),
    window_seconds: integer({
      label: 'rate_limit.window_seconds',
      min: 1,
      max: limits.rateLimitWindowSeconds,
      outside: `rate_limit.window_seconds must be between 1 and ${limits.rateLimitWindowSeconds}`,
    }),
  },
  { error: 'rate_limit must be an object' },
);

export const createStore = invocable({
  name: 'create-store',
  group: 'operator',
  summary: 'Create a store',
  payload: z.object({
    store_id: z.nullish(storeId),
    name,
    currency: currencyCode('currency'),
    rate_limit: z.nullish(rateLimit),
  }),
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
  payload: z.object({
    store_id: storeId,
    name: z.nullish(name),
    rate_limit: z.nullish(rateLimit),
    currency: z.nullish(currencyCode('currency')),
  }),
  result: store,
  errors: [{ code: 'INVALID_FIELD', message: 'currency cannot be changed', when: 'the currency is not its own' }],
  reach: ['PutItem'],
});

export const listStores = invocable({
  name: 'list-stores',
  group: 'operator',
  summary: 'List the stores of the deployment, by id',
  payload: z.object(payloadPage({ resource: 'store' })),
  result: listOf(store),
  errors: [],
  readOnly: true,
  reach: ['Query feed'],
});

export const createApiKey = invocable({
  name: 'create-api-key',
  group: 'operator',
  summary: 'Create an API key of a store, shown this once',
  payload: z.object({ store_id: storeId, name, permission, expires_at: z.nullish(timestampInput('expires_at')) }),
  result: z.object({ ...z.omit(apiKey, { revoked_at: true }).shape, api_key: z.string() }),
  errors: [],
  afterLostAnswer: 'List the API keys of the store, and revoke one that nobody has, before you make another',
  reach: ['PutItem'],
  apiKeys: 'write',
});

export const revokeApiKey = invocable({
  name: 'revoke-api-key',
  group: 'operator',
  summary: 'Revoke an API key of a store, now or at a time to come: the next request with it is refused, everywhere',
  payload: z.object({ store_id: storeId, key_id: id('key_id', 'apiKey'), at: z.nullish(timestampInput('at')) }),
  result: z.object({ key_id: replyId('apiKey'), revoked_at: timestamp }),
  errors: [notFoundWhen('the store has no such key')],
  reach: ['PutItem'],
  apiKeys: 'write',
});

export const listApiKeys = invocable({
  name: 'list-api-keys',
  group: 'operator',
  summary: 'List the API keys of a store, revoked ones included, newest first',
  payload: z.object({
    store_id: storeId,
    ...payloadPage({ resource: 'apiKey' }),
  }),
  result: listOf(apiKey),
  errors: [],
  readOnly: true,
  reach: ['Query'],
  apiKeys: 'list',
});
