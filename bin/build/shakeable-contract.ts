import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';
import { parseAst } from 'rolldown/parseAst';

/** What declares and does nothing else, of the schemas, of the ledgers and of each resource. */
export const declarations =
  /[\\/]lib[\\/](?:schema[\\/][\w-]+|ledger[\\/](?:[\w-]*fields|operations)|resources[\\/](?:[\w-]+|[\w-]+[\\/](?:[\w-]*fields|operations|functions|events|examples|shop-calls)))\.ts$/;

/**
 * Lets esbuild drop each constant of the contract that a function does not use; a function would otherwise carry its
 * whole section. esbuild keeps a declaration that calls a function of another file, reads a property or spreads, as that
 * may do something (it respects `@__NO_SIDE_EFFECTS__` within one file only). The contract only declares. Texts only for
 * the reference are dropped too.
 */
export const shakeableContract: Plugin = {
  name: 'shakeable-contract',
  setup({ onLoad }) {
    onLoad({ filter: declarations }, async ({ path }) => ({
      contents: withPureConstants(withoutWords(await readFile(path, 'utf8'))),
      loader: 'ts',
    }));
  },
};

/** What is declared for the reference and its examples, and read by no function. */
const saidAlone = new Set(['words', 'same', 'inBody', 'example']);

/** The module with nothing said of what it declares. */
function withoutWords(source: string): string {
  const said = valuesOf(parseAst(source, { lang: 'ts' }));
  return said.reduceRight((text, { start, end }) => `${text.slice(0, start)}undefined${text.slice(end)}`, source);
}

interface Span {
  start: number;
  end: number;
}

/** Where the values of such properties are in a syntax tree, in their order. */
function valuesOf(node: unknown): Span[] {
  if (typeof node !== 'object' || node === null) return [];
  const { type, key, value, shorthand } = Object(node);
  if (type === 'ObjectPattern') return [];
  if (type === 'Property' && !shorthand && saidAlone.has(key.name)) return [value];
  return Object.values(node).flatMap(valuesOf);
}

/** The module with each value of a top-level constant, or each that is written so, in a call that is marked as pure. */
export function withPureConstants(source: string, writtenAs?: 'ArrayExpression'): string {
  const values = parseAst(source, { lang: 'ts' }).body.flatMap((statement) => {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    return declared?.type === 'VariableDeclaration' ? declared.declarations.flatMap(({ init }) => init ?? []) : [];
  });
  const marked = values.filter(({ type }) => writtenAs === undefined || type === writtenAs);
  return marked.reduceRight((text, { start, end }) => {
    const pure = `/* @__PURE__ */ (() => (${text.slice(start, end)}))()`;
    return text.slice(0, start) + pure + text.slice(end);
  }, source);
}
