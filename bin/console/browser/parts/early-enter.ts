/** Enter that is pressed before the search has answered. */
import { useLayoutEffect, useState } from 'preact/hooks';

interface EarlyEnter<T> {
  /** What is searched for; empty while the results are not shown. */
  query: string;
  isSearching: boolean;
  /** What the answer lets the person choose. */
  choices: readonly T[];
  choose(only: T): void;
}

/**
 * Remembers that Enter was pressed while a search runs. When the answer to exactly this query arrives, chooses its only result. If there are
 * several, the person chooses.
 */
export function useEarlyEnter<T>({ query, isSearching, choices, choose }: EarlyEnter<T>): () => void {
  const [entered, setEntered] = useState<string>();
  // Before the browser handles another key: a character that is typed now belongs to another query.
  useLayoutEffect(() => {
    if (entered === undefined || isSearching) return;
    setEntered(undefined);
    const [only] = choices;
    if (entered === query && only !== undefined && choices.length === 1) choose(only);
  }, [entered, isSearching]);
  return () => setEntered(query);
}
