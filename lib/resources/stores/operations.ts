/** Decisions, "Authentication": the endpoint that returns the API key of the request. */
import { operation } from '../../schema/operation.ts';
import { callingKey } from './fields.ts';

export const getApiKey = operation({
  section: 'API key',
  folder: 'api-key',
  area: null,
  ids: {},
  name: 'get-api-key',
  summary: 'Get the API key of the request',
  words:
    'Returns the name, permission, areas and expiry of the API key that the request is sent with, and its store and sites. An app for staff, such as the console, starts with this request.',
  method: 'GET',
  path: '/api/v1/key/',
  permission: 'Any',
  success: { status: 200, description: 'The key of the request', schema: callingKey },
  errors: [],
  reach: ['Query feed'],
});

/** The client's methods by name. Each method calls one operation. */
export const methods = {
  get: getApiKey,
} as const;
