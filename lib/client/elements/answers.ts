/** What a visitor reads about the answer to a call. */
import type { Formats, Wording } from './wording.ts';
import type { BalanceWords, FormWords } from './words.ts';

/** The names of the texts that have no gap to fill. */
export type PlainText = {
  [Name in keyof Wording]: Wording[Name] extends string ? Name : never;
}[keyof Wording];

/** The texts about errors, by their codes. */
export type Failures = Readonly<Record<string, PlainText>>;

const failures: Failures = {
  UNAUTHORIZED: 'signIn',
  MISSING_FIELD: 'invalid',
  INVALID_FIELD: 'invalid',
  RATE_LIMIT_EXCEEDED: 'wait',
};

/** Errors that mean something else for a review. */
export const reviewFailures = { DUPLICATE: 'duplicate', FORBIDDEN: 'forbidden' } as const satisfies Failures;

/** Errors that mean something else for a balance. */
export const balanceFailures = { NOT_FOUND: 'unknownCode' } as const satisfies Failures;

/** The text about an error; `own` has the codes that mean something else in a form. */
export const failureText = (
  code: string,
  wording: FormWords & Partial<Record<PlainText, string>>,
  own: Failures = {},
): string => wording[own[code] ?? failures[code] ?? 'failed'] ?? wording.failed;

/** The text about the result of `get-gift-card-balance`. */
export function balanceText(result: Readonly<Record<string, unknown>>, wording: BalanceWords & Formats): string {
  const { balance, currency, expires_at, status } = result;
  return [
    wording.balance(wording.money(Number(balance), String(currency))),
    ...(typeof expires_at === 'string' ? [wording.validUntil(wording.lastDay(expires_at))] : []),
    ...(status === 'active' ? [] : [wording.unusable]),
  ].join(' · ');
}
