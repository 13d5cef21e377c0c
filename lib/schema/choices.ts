import * as z from 'zod/mini';
import { requiredOr } from './messages.ts';

/** One of a few words. */
export function oneOf<const T extends readonly [string, ...string[]]>(
  words: T,
  messages: { required: string; wrong: string },
) {
  return z.enum(words, { error: requiredOr(messages.required, messages.wrong) });
}

export function optionalBoolean(label: string) {
  return z.nullish(z.boolean({ error: `${label} must be a boolean` }));
}
