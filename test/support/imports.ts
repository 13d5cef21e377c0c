/** Which file of the project imports which, types included, as the checks of the architecture read it. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix, resolve } from 'node:path';
import { parseSync } from 'rolldown/utils';

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
  // Those that reach the same files and one another make one circle: its first file represents it.
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

/** Whether a file is in a folder, or has the name of a pattern: `*` matches within one name. */
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

/** What a file exports, and what it takes of others, each as `file name`. */
interface Module {
  exported: readonly string[];
  taken: readonly string[];
}

/** The modules of files, which are given by their paths from the project's root. */
export const readModules = (files: Iterable<string>): Module[] =>
  [...files].map((file) => moduleOf(file, readFileSync(resolve(root, file), 'utf8')));

/** Every export that no other module takes by its name. */
export function deadExports(modules: readonly Module[]): string[] {
  const taken = new Set(modules.flatMap((module) => module.taken));
  return modules.flatMap(({ exported }) => exported.filter((each) => !taken.has(each)));
}

export function moduleOf(file: string, text: string): Module {
  const { staticImports, staticExports } = parseSync(file, text).module;
  const pathOf = (target: string) => posix.join(posix.dirname(file), target);
  const imports = staticImports.flatMap(({ moduleRequest, entries }) =>
    entries.flatMap(({ importName, localName }) => {
      const names = importName.kind === 'NamespaceObject' ? membersOf(localName.value, text) : [importName.name];
      return names.map((name) => `${pathOf(moduleRequest.value)} ${name}`);
    }),
  );
  // `export * from` hands on all exports.
  const entries = staticExports
    .flatMap((statement) => statement.entries)
    .filter(({ exportName }) => exportName.kind !== 'None');
  const handedOn = entries.flatMap(({ moduleRequest, importName }) =>
    moduleRequest ? [`${pathOf(moduleRequest.value)} ${importName.name}`] : [],
  );
  return {
    exported: entries.map(({ exportName }) => `${file} ${exportName.name ?? 'default'}`),
    taken: [...imports, ...handedOn, ...lateImports(file, text)],
  };
}

/** What is taken out of a module's namespace: `name.member`, `...name.member`, `{ member } = name`. */
function membersOf(name: string, text: string): string[] {
  const members = text.matchAll(new RegExp(`(?<!\\w|(?<!\\.\\.)\\.)${name}\\s*\\.\\s*(\\w+)`, 'g'));
  const taken = text.matchAll(new RegExp(`\\{ ([\\w, :]+) \\} = ${name};`, 'g'));
  return [...[...members].map(([, member = '']) => member), ...[...taken].flatMap(([, names = '']) => namesIn(names))];
}

/** `a, b: c` takes a and b. */
const namesIn = (pattern: string): string[] => pattern.split(', ').map((each) => each.split(':')[0] ?? '');

/** `const { a, b: c } = await import('./module.ts')` */
const late = /\{ ([\w, :]+) \}(?:: \w+)? = await import\('(\.[^']+)'\)/g;

/** `(await import('./module.ts')).a(…)` */
const lateMember = /\(await import\('(\.[^']+)'\)\)\.(\w+)/g;

const lateImports = (file: string, text: string): string[] =>
  [
    ...[...text.matchAll(late)].map(([, names = '', target = '']) => [target, namesIn(names)] as const),
    ...[...text.matchAll(lateMember)].map(([, target = '', name = '']) => [target, [name]] as const),
  ].flatMap(([target, names]) => names.map((name) => `${posix.join(posix.dirname(file), target)} ${name}`));
