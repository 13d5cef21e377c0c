/** Puts other functions in place of what modules export, for all their importers. What a module calls within itself stays. */

/** The exports that can be replaced, by their files. */
const replaceable: Readonly<Record<string, readonly string[]>> = {
  'lib/once/unit-of-work.ts': ['commitUnitOfWork', 'withoutCommit'],
  'lib/table/joint-reads.ts': ['readInBatch'],
};

// biome-ignore lint/suspicious/noExplicitAny: each stands for an export of its own type
type Any = any;

const replacements = '__replacements';

const known = globalThis as { [replacements]?: Record<string, (usual: Any) => Any> };

/** The source of a module of which these exports can be replaced. */
export const withReplaceable = (file: string, source: string): string =>
  (replaceable[file] ?? []).reduce((text, name) => {
    const unexported = text.replace(new RegExp(`^export (?=(?:async function|function|const) ${name}\\b)`, 'm'), '');
    if (unexported === text) throw new Error(`${file} exports no ${name}`);
    return `${unexported}
function ${name}Replaced(...all) { return (globalThis.${replacements}?.${name}?.(${name}) ?? ${name})(...all); }
export { ${name}Replaced as ${name} };`;
  }, source);

/** Replaces an export from now on. `by` gets the function itself. */
export function replaceExport<F extends (...all: never[]) => unknown>(name: string, by: (usual: F) => F): void {
  known[replacements] = { ...known[replacements], [name]: by };
}
