/** What the contract's schemas say of a value that is absent or wrong. */
export interface RawIssue {
  input?: unknown;
}

/**
 * The message for a value that is absent or null, or the one for a wrong value. Messages that end in "is required" are
 * `MISSING_FIELD`, all others `INVALID_FIELD` (contract, "Errors").
 */
export const requiredOr =
  (required: string, wrong: string) =>
  ({ input }: RawIssue): string =>
    input == null ? required : wrong;
