/** What a function of an event source reports as failed: the identifiers of messages or changes. */
export function failuresIn(result: unknown): Set<string> {
  const { batchItemFailures = [] } = (result ?? {}) as { batchItemFailures?: { itemIdentifier: string }[] };
  return new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
}
