/** What search finds, best first, each with the part of its text that matches. */
import MiniSearch from 'minisearch';
import { queryOf, stemOf } from './search-words.ts';

/** As `search.json` lists them. */
export interface Entry {
  /** Its address. */
  id: string;
  title: string;
  /** What it is under. */
  page: string;
  text: string;
  /** How much rather than others it is what readers look for: 1 for most. */
  weight: number;
}

export interface Found {
  id: string;
  title: string;
  page: string;
  excerpt: readonly { text: string; isMatch: boolean }[];
}

export type Search = (question: string) => Found[];

const maximum = 12;

export function searchIn(entries: readonly Entry[]): Search {
  const index = new MiniSearch<Entry>({
    fields: ['title', 'page', 'text'],
    storeFields: ['title', 'page', 'text', 'weight'],
    processTerm: stemOf,
    searchOptions: {
      boostDocument: (_id, _term, stored) => Number(stored?.weight ?? 1),
      boost: { title: 5, page: 2 },
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 4 ? 0.2 : 0),
    },
  });
  index.addAll(entries);
  return (question) => {
    const all = index.search(queryOf(question, 'AND'));
    // Nothing has every word: then what has most of them.
    const found = all.length > 0 ? all : index.search(queryOf(question, 'OR'));
    return found.slice(0, maximum).map(({ id, title, page, text, terms }) => ({
      id,
      title,
      page,
      excerpt: excerptOf(text, terms),
    }));
  };
}

/** Spaces count as words. */
const excerptWords = 44;

/** Around the first word that matches. */
function excerptOf(text: string, stems: readonly string[]): Found['excerpt'] {
  const words = text.split(/(?<=\s)|(?=\s)/);
  const matches = words.map((word) => stems.includes(stemOf(word.replaceAll(/[^\w]/g, '')) ?? ''));
  const first = Math.max(0, matches.indexOf(true));
  const from = Math.max(0, first - 12);
  const shown = words.slice(from, from + excerptWords);
  return [
    ...(from > 0 ? [{ text: '… ', isMatch: false }] : []),
    ...shown.map((word, index) => ({ text: word, isMatch: matches[from + index] ?? false })),
    ...(from + shown.length < words.length ? [{ text: ' …', isMatch: false }] : []),
  ];
}
