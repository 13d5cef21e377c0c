/** Creates routes from the contract's operations. The package contains them as data. */
import type * as z from 'zod/mini';
import { tableOf } from '../schema/field.ts';
import { type Operation, replays } from '../schema/operation.ts';
import type { Route } from './route.ts';

export function routeOf(operation: Operation): Route {
  const { method, path, body, query, upload, success } = operation;
  return {
    method,
    path,
    ...((body || query) && { input: body ? 'body' : 'query', fields: namesIn(body ?? query) }),
    isList:
      body === undefined &&
      success.schema !== undefined &&
      'shape' in success.schema &&
      'has_more' in Object(success.schema.shape),
    ...(method === 'POST' && !replays(operation) && { isRepeatable: true }),
    ...(upload && { field: upload.field }),
  };
}

function namesIn(schema: z.ZodMiniType | undefined): string[] {
  const fields = Object.entries((schema && tableOf(schema)?.fields) ?? {});
  return fields.filter(([, { input }]) => input).map(([name]) => name);
}
