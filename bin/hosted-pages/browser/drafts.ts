/** What a shopper has written and not sent, until the tab is closed: a phone may discard the page of a tab that is not seen. */
import type { WrittenReview } from '../../../lib/client/elements/fields.ts';

/** A browser may refuse to keep anything. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

export const remember = (key: string, written: WrittenReview): void => {
  attempt(() => sessionStorage.setItem(key, JSON.stringify(written)));
};

export const recall = (key: string): WrittenReview | undefined =>
  attempt(() => JSON.parse(sessionStorage.getItem(key) ?? 'null')) ?? undefined;

export const forget = (key: string): void => {
  attempt(() => sessionStorage.removeItem(key));
};
