/** What the project's files export, and who imports it, as the checks of the architecture read it. */
import { readFileSync } from 'node:fs';
import { posix, resolve } from 'node:path';
import { parseSync } from 'rolldown/utils';

const root = resolve(import.meta.dirname, '../..');

/** What a file exports, and what it takes of others, each as `file name`. */
interface Module {
  exported: readonly string[];
  taken: readonly string[];
}

/** The modules of files, which are told by their paths from the project's root. */
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
  // `export * from` hands on whatever there is.
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

const lateImports = (file: string, text: string): string[] =>
  [...text.matchAll(late)].flatMap(([, names = '', target = '']) =>
    namesIn(names).map((name) => `${posix.join(posix.dirname(file), target)} ${name}`),
  );
