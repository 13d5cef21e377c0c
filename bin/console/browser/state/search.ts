/** Searches for what a person types. All fields that search use this one. */
import { useEffect, useState } from 'preact/hooks';
import type { StoreCommerce } from '../../../../lib/client/store-commerce.ts';
import { signedIn } from './session.ts';
import { untilAdmitted } from './waiting.ts';

export type SearchResult = Awaited<ReturnType<StoreCommerce['search']['find']>>['data'][number];

export type Search =
  /** Nothing has been typed. */
  | { state: 'idle' }
  /** The query is sent only if the person asks for it, with Enter. */
  | { state: 'held' }
  | { state: 'searching' }
  | { state: 'ready'; results: readonly SearchResult[] }
  | { state: 'failed'; error: unknown };

/** Milliseconds without typing after which a query is sent. */
const pause = 300;

/** Seconds that a search waits for the rate limit. After too many unknown codes the limit lasts up to an hour. */
const longestWait = 60;

const idle: Search = { state: 'idle' };

/** Characters of a gift card code of the service. */
const codeLength = 28;

/** A text with fewer characters is more often something else than a part of a code. */
const shortestPart = 8;

/** A typed code, without what people write between its groups. */
const unspaced = (query: string): string => query.replaceAll(/[\s-]/g, '');

/** Whether a text is as long as a gift card code. */
export const isWholeCode = (query: string): boolean =>
  /^[a-z\d]+$/i.test(unspaced(query)) && unspaced(query).length === codeLength;

/** A sentence with the length of a text that may be a part of a gift card code; empty for any other text. */
export function partOfCode(query: string): string {
  const part = unspaced(query);
  const isPart = /^[a-z\d]+$/i.test(part) && part.length >= shortestPart && part.length < codeLength;
  return isPart ? `A gift card code has ${codeLength} characters, and these are ${part.length}.` : '';
}

/** A public id, an email address, the last four characters of a code, or a code of 28 characters. */
const isWhole = (query: string): boolean =>
  /^([a-z]{3}_\w+|[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+|[a-z\d]{4})$/i.test(query) || isWholeCode(query);

/**
 * Whether a query is sent without Enter. The service counts unknown codes, and any query with a digit may be one: the beginnings of a code
 * must not be sent.
 */
const isSentWhileTyping = (query: string): boolean => !/\d/.test(query) || isWhole(query);

const nothing = { query: '' };

/**
 * Searches when typing pauses. `now` sends a query that is held or has failed. An outdated answer is dropped. The service counts unknown
 * codes: a query that is in flight, or is answered and typed again, is not sent a second time.
 */
export function useSearch(typed: string): { search: Search; now(): void } {
  const query = typed.trim();
  const [asked, setAsked] = useState(nothing);
  const [found, setFound] = useState<{ query: string; search: Search }>();
  const known = found?.query === query ? found.search : undefined;
  const isAsked = query === asked.query;
  const isSent = query !== '' && (isAsked || isSentWhileTyping(query));
  // Another query takes back what was asked for, also if the first one is typed again.
  useEffect(() => () => setAsked((last) => (last.query === query ? nothing : last)), [query]);
  useEffect(() => {
    if (query === '') setFound(undefined);
    if (!isSent || known?.state === 'ready') return;
    const stop = new AbortController();
    const show = (search: Search) => !stop.signal.aborted && setFound({ query, search });
    setFound(undefined);
    const timer = setTimeout(
      () => {
        const { shop } = signedIn();
        const find = () => shop.search.find({ query }, { signal: stop.signal, maxRetries: 1 });
        untilAdmitted(find, stop.signal, longestWait).then(
          ({ data }) => show({ state: 'ready', results: data }),
          (error: unknown) => show({ state: 'failed', error }),
        );
      },
      isAsked ? 0 : pause,
    );
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [query, isSent, isAsked && asked]);
  const search: Search = !query ? idle : (known ?? { state: isSent ? 'searching' : 'held' });
  const now = () => {
    if (search.state === 'failed' || search.state === 'held') setAsked({ query });
  };
  return { search, now };
}
