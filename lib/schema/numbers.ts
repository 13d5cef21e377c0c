import * as z from 'zod/mini';
import { requiredOr } from './messages.ts';

interface IntegerRule {
  label: string;
  min: number;
  max?: number;
  /** Message when it lies outside `min` to `max`. */
  outside: string;
  /** Message when it is absent; default `<label> is required`. */
  required?: string;
  /** Message when it is no integer. */
  wrongType?: string;
}

/** A safe integer from `min` to `max`. */
export function integer({
  label,
  min,
  max = Number.MAX_SAFE_INTEGER,
  outside,
  required = `${label} is required`,
  wrongType = `${label} must be an integer`,
}: IntegerRule) {
  return z
    .int({ error: requiredOr(required, wrongType) })
    .check(z.gte(min, { error: outside }), z.lte(max, { error: outside }));
}
