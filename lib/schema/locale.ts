import * as z from 'zod/mini';
import { codePoints } from './text.ts';

/** Longest language tag that is taken: those in use have 35 characters at most (RFC 5646, 4.4.1), and extensions need a few more. */
const max = 100;

/** Whether a text is a well-formed language tag (BCP 47, as ECMA-402 takes it). Which language it names is not judged. */
export function isLocale(tag: string): boolean {
  try {
    return codePoints(tag) <= max && Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/** A language tag that a body may leave out or set to null. */
export function optionalLocale(label: string) {
  const error = `${label} must be a BCP 47 language tag`;
  return z.nullish(z.string({ error }).check(z.refine(isLocale, { error }), z.meta({ examples: ['de-AT'] })));
}
