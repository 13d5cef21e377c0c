import { distance } from 'fastest-levenshtein';

/** The name that was probably meant by a word: the nearest one, if few letters differ, or the only one that begins with the word. */
export function suggested(word: string, names: readonly string[]): string | undefined {
  const typed = word.toLowerCase();
  const [nearest] = names
    .map((name) => ({ name, letters: distance(typed, name) }))
    .toSorted((a, b) => a.letters - b.letters);
  if (nearest && nearest.letters <= Math.min(3, Math.max(1, Math.floor(typed.length / 2)))) return nearest.name;
  const beginning = typed.length > 1 ? names.filter((name) => name.startsWith(typed)) : [];
  return beginning.length === 1 ? beginning[0] : undefined;
}
