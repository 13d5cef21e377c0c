/** Which file of the project imports which, types included, as the checks of the architecture read it. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** What a file imports: files of the project by their path from its root, packages by their name. */
export type Imports = ReadonlyMap<string, readonly string[]>;

const statement = /^(?:(?:import|export|\}).*from|import) '([^']+)';$|\bimport\('([^']+)'\)/gm;

/** The imports of one file's text; relies on the formatter, which ends each statement's line with the module's name. */
export const importsOf = (file: string, text: string): string[] =>
  [...text.matchAll(statement)].map(([, named, inline]) => {
    const target = named ?? inline ?? '';
    return target.startsWith('.') ? posix.join(dirname(file), target) : target;
  });

/** The imports of every TypeScript file below the given folders. */
export function readImports(...folders: readonly string[]): Imports {
  const files = folders
    .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root, exclude: ['**/node_modules/**'] }))
    .toSorted();
  return new Map(files.map((file) => [file, importsOf(file, readFileSync(join(root, file), 'utf8'))]));
}

/** Each group of files that import one another in a circle, in the order of their names. */
export function circlesOf(imports: Imports): string[][] {
  const reached = new Map([...imports.keys()].map((file) => [file, reachedFrom(file, imports)]));
  const inCircles = [...imports.keys()].filter((file) => reached.get(file)?.has(file)).toSorted();
  // Those that reach the same files and one another make one circle: its first file stands for it.
  const first = (file: string) =>
    inCircles.find((other) => reached.get(file)?.has(other) && reached.get(other)?.has(file));
  return [...Map.groupBy(inCircles, first).values()];
}

/** Every file that a file leads to by its imports; itself only where it is in a circle. */
export function reachedFrom(file: string, imports: Imports): Set<string> {
  const reached = new Set<string>();
  const next = [file];
  for (let from = next.pop(); from !== undefined; from = next.pop()) {
    for (const target of imports.get(from) ?? []) {
      if (!imports.has(target) || reached.has(target)) continue;
      reached.add(target);
      next.push(target);
    }
  }
  return reached;
}

/** Whether a file is in a folder, or has the name of a pattern: `*` stands for what is within one name. */
const isIn = (file: string, place: string): boolean =>
  place.includes('*')
    ? new RegExp(`^${place.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`).test(file)
    : file.startsWith(place);

/**
 * The imports of the project's own files that a place's list does not allow, as `file -> target`. A place is a folder or a pattern
 * of file names; the longest that a file is in is its place. Files of one place may import each other.
 */
export function forbiddenImports(imports: Imports, allowed: Readonly<Record<string, readonly string[]>>): string[] {
  const places = Object.keys(allowed).toSorted((a, b) => b.length - a.length);
  const placeOf = (file: string) => places.find((place) => isIn(file, place.includes('*') ? place : `${place}/`));
  return [...imports].flatMap(([file, targets]) => {
    const place = placeOf(file);
    if (place === undefined) return [];
    const ours = targets.filter((target) => /^(?:lib|functions|infra|bin|test)\//.test(target));
    return ours
      .filter((target) => placeOf(target) !== place)
      .filter((target) => !(allowed[place] ?? []).some((other) => isIn(target, other)))
      .map((target) => `${file} -> ${target}`);
  });
}
