/** What a picker offers for a query, and what it says in place of an offer. */
import { isWholeCode, partOfCode, type Search, type SearchResult } from '../state/search.ts';
import { isIdOf, type PickedType, searchedBy } from './searched.ts';
import { errorText } from './states.tsx';
import { decimalAmountOf, Time } from './values.tsx';

/** A record that can be picked. */
export interface Option {
  type: PickedType;
  id: string;
  title: string;
  /** A second text, such as an email address. */
  detail?: string;
}

/** At most so many known names are shown. */
const knownAtMost = 8;

/** The second text as pages show it: that of an order is a time, and others begin with a status and may have an amount. */
export function detailOf(type: SearchResult['type'], detail: string) {
  if (type === 'order') return <Time at={detail} />;
  if (type === 'customer') return detail;
  return capitalized(detail).replace(
    /\b(\d{1,15}(?:\.\d{1,4})?) ([A-Z]{3})\b/,
    (_, decimal: string, currency: string) => decimalAmountOf(decimal, currency),
  );
}

/** With a capital first letter, as pages show a status. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Records of the types that match: first those of the first type, and of them those that the page knows. */
export function optionsOf(
  types: readonly [PickedType, ...PickedType[]],
  query: string,
  known: ReadonlyMap<string, string> | undefined,
  search: Search,
): Option[] {
  if (query === '') return [];
  const folded = query.toLocaleLowerCase();
  const listed = [...(known ?? [])]
    .filter(([, title]) => title.toLocaleLowerCase().includes(folded))
    .slice(0, knownAtMost)
    .map(([id, title]): Option => ({ type: types[0], id, title }));
  const results = search.state === 'ready' ? search.results : [];
  const found = types.flatMap((type) =>
    results.flatMap((result) => (result.type === type ? [{ ...result, type }] : [])),
  );
  return [...new Map([...listed, ...found].map((option) => [option.id, option])).values()];
}

interface ProgressProps {
  type: PickedType;
  also: PickedType | undefined;
  query: string;
  search: Search;
  isFound: boolean;
  /** The number of options. */
  count: number;
}

/** What the person can do, or wait for, where the options are not the whole answer. */
export function Progress({ type, also, query, search, isFound, count }: ProgressProps) {
  const text =
    also && search.state === 'ready' && count === 0
      ? noneOfBoth(type, also, query)
      : progressOf(type, query, search, isFound, count);
  return (
    <p role="status" class={text ? 'quiet' : undefined}>
      {text}
    </p>
  );
}

function progressOf(type: PickedType, query: string, search: Search, isFound: boolean, count: number): string {
  const { noun, prefix } = searchedBy(type);
  if (isIdOf(type, query) && search.state !== 'ready') return 'Press Enter to use this id.';
  if (!isFound) return count > 0 ? '' : `Type the id of the ${noun}, ${prefix}_…, and press Enter.`;
  if (search.state === 'held') return heldText(type, query);
  if (search.state === 'searching') return 'Searching…';
  if (search.state === 'failed') return errorText(search.error);
  return count > 0 ? '' : missingText(type, query);
}

function missingText(type: PickedType, query: string): string {
  const { noun, by } = searchedBy(type);
  if (type === 'gift_card' && isWholeCode(query))
    return 'No gift card has this code. Check each character with the caller.';
  if (type === 'product' && !isIdOf(type, query))
    return `No product’s name begins with “${query}”. Names are found by their start.`;
  return `No ${noun} found for “${query}”. Type ${by}.`;
}

const noneOfBoth = (type: PickedType, also: PickedType, query: string): string =>
  `No ${searchedBy(type).noun} and no ${searchedBy(also).noun} found for “${query}”.`;

const heldText = (type: PickedType, query: string): string =>
  ['Press Enter to search.', type === 'gift_card' && partOfCode(query)].filter(Boolean).join(' ');
