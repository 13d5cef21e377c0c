import type * as z from 'zod/mini';
import { ApiError, type ErrorCode, missingField } from './errors.ts';

/** Whether what a schema describes may be left out. */
export const isOptional = (schema: z.ZodMiniType): boolean => schema.safeParse(undefined).success;

/**
 * The value as the schema makes it. Throws the first broken rule: `MISSING_FIELD` where its message ends in "is
 * required", else `code`.
 */
export function parse<S extends z.ZodMiniType>(schema: S, value: unknown, code: ErrorCode): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw refusalOf(result.error.issues, code);
}

/** The refusal of a value for the first rule that it breaks. */
export function refusalOf([issue]: readonly { message: string }[], code: ErrorCode): ApiError {
  const message = issue?.message ?? 'Invalid input';
  return message.endsWith(' is required') && code === 'INVALID_FIELD'
    ? missingField(message)
    : new ApiError(code, message);
}
