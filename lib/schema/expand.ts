/** The query parameter `expand`, which adds related objects to the objects of a reply (console, "The console, second round"). */
import * as z from 'zod/mini';
import { field } from './field.ts';
import type { Expansions } from './operation.ts';

const listOfNames = new Intl.ListFormat('en', { type: 'disjunction' });

/**
 * The query parameter `expand` of an operation: names separated by commas. Its output is the names, each once; empty if the parameter is
 * omitted.
 */
export function expandOf<const E extends Expansions>(expansions: E) {
  type Name = keyof E & string;
  const names = Object.keys(expansions) as Name[];
  const wrong = `expand must be a comma-separated list of ${listOfNames.format(names)}`;
  const isName = (name: string): name is Name => names.some((each) => each === name);
  const given = z.string({ error: wrong }).check(z.refine((text) => text === '' || text.split(',').every(isName)));
  return field({
    input: z.pipe(
      z._default(given, ''),
      z.transform((text: string): readonly Name[] => [...new Set(text.split(',').filter(isName))]),
    ),
    words: `Adds a field of each name to each object, separated by commas: ${names.map((name) => `\`${name}\``).join(', ')}.`,
    example: names.slice(0, 2).join(','),
  });
}

/** An object with the fields that a request expands. */
export const expanded = <T extends object, E extends object>(
  object: T,
  all: E,
  names: readonly (keyof E)[],
): T & Partial<E> => Object.assign({ ...object }, ...names.map((name) => ({ [name]: all[name] })));
