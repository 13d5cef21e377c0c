/** Spelling, by a dictionary of American English. Code is no prose: a word that looks like a name in code is skipped. */
import dictionary from 'dictionary-en';
import retextEnglish from 'retext-english';
import retextSpell from 'retext-spell';
import { unified } from 'unified';
import { VFile } from 'vfile';
import type { Read } from './texts.ts';

/** What is no prose within a text: blocks of code, values put into it, targets of links, tags, addresses. */
const outsideProse = /```[\s\S]*?```|\$\{[^}]*\}|\]\([^)]*\)|<[^>]*>|https?:\S+|&#?\w+;/g;

/** Names in code, acronyms, and what has digits, such as `p99`. */
const isName = (word: string): boolean => /\p{Ll}\p{Lu}/u.test(word) || /^\p{Lu}{2,}(?:'?s)?$/u.test(word);

const wordsIn = (text: string): string[] =>
  text
    .replaceAll(outsideProse, ' ')
    .replaceAll(/`[^`]*`/g, '0')
    .replaceAll('’', "'")
    .split(/[\s—–…"“”|*]+/)
    .map((token) => token.replaceAll(/^["'‘([]+|["')\],.;:!?]+$/g, ''))
    .filter((token) => !/[\d_.=@:#$<>{}()[\]\\]/.test(token))
    .flatMap((token) => token.split(/[-/,;?!+&]+/))
    .filter((word) => /^\p{L}+(?:'\p{L}+)?$/u.test(word) && !isName(word));

// Suggestions would take most of the time, and none is shown.
const spelling = unified().use(retextEnglish).use(retextSpell, { dictionary, max: -1 });

/** The words that the dictionary lacks. */
async function unknownOf(words: Iterable<string>): Promise<string[]> {
  const file = new VFile([...words].join('\n\n'));
  await spelling.run(spelling.parse(file), file);
  return file.messages.flatMap(({ actual = [] }) => actual);
}

/** A term, its plural and its genitive, also at the start of a sentence. */
const isOf = (term: string, word: string): boolean =>
  [term, `${term}s`, `${term}'s`].some((form) => form === word || form === word[0]?.toLowerCase() + word.slice(1));

/** The misspelled words of texts, each with the first place that has it, and the terms that no text needs. */
export async function spellingFaults(texts: readonly Read[], terms: readonly string[]): Promise<string[]> {
  const places = new Map<string, string>();
  for (const { of, text } of texts) for (const word of wordsIn(text)) if (!places.has(word)) places.set(word, of);
  const unknown = await unknownOf(places.keys());

  const misspelled = unknown.filter((word) => !terms.some((term) => isOf(term, word)));
  const unused = terms.filter((term) => !unknown.some((word) => isOf(term, word)));
  return [
    ...misspelled.map((word) => `${places.get(word)}: "${word}" is no word`),
    ...unused.map((term) => `"${term}" is a term that no text needs`),
  ];
}
