/** What a search finds, by type, and what the list shows in place of results. */
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { ApiError, ConnectionError, RateLimitError } from '../../../../lib/client/store-commerce.ts';
import { capitalized, detailOf } from '../parts/picker-options.tsx';
import { errorText } from '../parts/states.tsx';
import { hrefOf } from '../state/route.ts';
import { isWholeCode, partOfCode, type SearchResult, useSearch } from '../state/search.ts';
import { hasArea } from '../state/session.ts';
import { isOnline, limitedUntil } from '../state/waiting.ts';
import type { Entry, Group } from './combobox.tsx';

/** The types in the order of the list: their titles, and the pages of their records. */
const types: Readonly<
  Record<SearchResult['type'], { title: string; hrefOf(found: SearchResult): string | undefined }>
> = {
  customer: { title: 'Customers', hrefOf: ({ id }) => hrefOf(`customers/${id}`) },
  product: { title: 'Products', hrefOf: ({ id }) => hrefOfProduct(id) },
  order: { title: 'Orders', hrefOf: ({ id }) => hrefOf(`orders/${id}`) },
  gift_card: { title: 'Gift cards', hrefOf: ({ id }) => hrefOf(`gift-cards/${id}`) },
  review: { title: 'Reviews', hrefOf: ({ id }) => hrefOf('reviews', { review: id }) },
  store_credit: {
    title: 'Store credit',
    // The detail ends with the customer, who is in the URL of the page.
    hrefOf: ({ id, detail }) => hrefOf(`store-credits/${detail.split(', ').at(-1) ?? ''}/${id}`),
  },
};

/** The page of a product that the key opens; undefined if it opens none. */
function hrefOfProduct(id: string): string | undefined {
  if (hasArea('waitlist')) return hrefOf(`waitlist/${id}`);
  if (hasArea('digital_files')) return hrefOf(`digital-files/${id}`);
  return hasArea('reviews') ? hrefOf('reviews', { product: id }) : undefined;
}

function titleOf({ type, title }: SearchResult): string {
  if (type === 'gift_card') return `···· ${title}`;
  return type === 'store_credit' ? capitalized(title) : title;
}

/** Results by type, with the page of each. A result without a page is not listed. */
const groupsOf = (results: readonly SearchResult[]): Group[] =>
  Object.entries(types)
    .map(([type, { title, hrefOf: pageOf }]) => ({
      title,
      entries: results
        .filter((result) => result.type === type)
        .map(
          (result): Entry => ({
            id: result.id,
            title: titleOf(result),
            detail: detailOf(result.type, result.detail),
            href: pageOf(result),
          }),
        )
        .filter(({ href }) => href !== undefined),
    }))
    .filter(({ entries }) => entries.length > 0);

interface Found {
  groups: readonly Group[];
  /** Whether the answer has yet to arrive. The groups are those of an earlier query until then. */
  isSearching: boolean;
  status: ComponentChildren;
}

/** What the list has for the typed text. */
export function useFound(typed: string): Found {
  const { search, now } = useSearch(typed);
  const query = typed.trim();
  // The earlier results stay until the newer ones replace them, so that the list does not flicker.
  const last = useRef<readonly Group[]>([]);
  if (search.state !== 'searching') last.current = search.state === 'ready' ? groupsOf(search.results) : [];
  const isSearching = search.state === 'searching';
  const send = (title: string): Group[] => [
    { title: 'Search', entries: [{ id: 'send', title, act: now, staysOpen: true }] },
  ];
  switch (search.state) {
    case 'idle':
      return { groups: [], isSearching, status: undefined };
    case 'held':
      return {
        groups: send(`Press Enter to search for “${query}”`),
        isSearching,
        status:
          partOfCode(query) ||
          'A text with digits may be part of a gift card code: it is sent only when you ask for it.',
      };
    case 'failed':
      return { groups: send('Try again'), isSearching, status: <span role="alert">{reasonOf(search.error)}</span> };
    case 'searching':
      return {
        groups: last.current.map((group) => ({ ...group, isOutdated: true })),
        isSearching,
        status: waitingFor(),
      };
    default:
      return { groups: last.current, isSearching, status: countOf(last.current, query) };
  }
}

function waitingFor(): string {
  if (!isOnline.value) return 'You are offline. The search continues when you reconnect.';
  return limitedUntil.value > 0 ? 'The search waits for the rate limit of your API key.' : 'Searching…';
}

function countOf(groups: readonly Group[], query: string): ComponentChildren {
  const count = groups.flatMap(({ entries }) => entries).length;
  if (count > 0) return `${count} ${count === 1 ? 'result' : 'results'}`;
  if (isWholeCode(query) && hasArea('gift_cards'))
    return (
      <>
        <b>No gift card has this code.</b> Check each character with the caller.
      </>
    );
  return (
    <>
      <b>Nothing is found for “{query}”.</b> Search for the start of a name of a customer or product, an email address,
      a gift card code or its last four characters, or an id.
    </>
  );
}

/** Why there are no results. A search changes nothing, so it can always be tried again. */
function reasonOf(error: unknown): string {
  if (error instanceof ConnectionError)
    return isOnline.value ? 'No response. Check your connection.' : 'You are offline.';
  if (error instanceof RateLimitError && error.retryAfter !== undefined) {
    const again = new Date(Date.now() + error.retryAfter * 1000);
    return `${error.message}. Try again after ${again.toLocaleTimeString(undefined, { timeStyle: 'short' })}.`;
  }
  return error instanceof ApiError ? `${error.message}.` : errorText(error);
}
