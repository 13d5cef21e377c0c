/** What a function without a route takes and answers, as JSON Schema with its words. */
import type { Invocable } from '../../../lib/schema/invocable.ts';
import { type JsonSchema, schemaOf } from './json-schema.ts';

/** References in it lead to the components of the OpenAPI document. */
export const functionSchemas = ({ payload, result }: Invocable): { payload: JsonSchema; result: JsonSchema } => ({
  payload: schemaOf(payload, 'input'),
  result: schemaOf(result, 'output'),
});
