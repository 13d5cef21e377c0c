import * as z from 'zod/mini';
import { requiredOr } from './messages.ts';

/** A currency's code (ISO 4217). */
export function currencyCode(label: string) {
  const wrong = `${label} must be an ISO 4217 code`;
  return z.string({ error: requiredOr(`${label} is required`, wrong) }).check(z.regex(/^[A-Z]{3}$/, { error: wrong }));
}
