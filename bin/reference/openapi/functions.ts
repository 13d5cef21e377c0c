/** What a function without a route takes and answers, as JSON Schema with its words. */

import { wordsOfFunction } from '../../../lib/resources/words.ts';
import type { Invocable } from '../../../lib/schema/invocable.ts';
import { type JsonSchema, schemaOf } from './json-schema.ts';

/** References in it lead to the components of the OpenAPI document. */
export function functionSchemas(invocable: Invocable): { payload: JsonSchema; result: JsonSchema } {
  const words = wordsOfFunction(invocable);
  return {
    payload: schemaOf(invocable.payload, 'input', words.payload),
    result: schemaOf(invocable.result, 'output', words.result),
  };
}
