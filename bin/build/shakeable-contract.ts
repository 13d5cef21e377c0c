import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';
import { parseAst } from 'rolldown/parseAst';

/**
 * Lets esbuild leave out each constant of the contract that a function does not use; a function would otherwise carry its
 * whole section. esbuild keeps a declaration that calls a function of another file, reads a property or spreads, as that
 * may do something (it heeds `@__NO_SIDE_EFFECTS__` within one file only). The contract only declares.
 *
 * What a function without a route answers is for types, tests and documents: `result` is left out of its declaration.
 */
export const shakeableContract: Plugin = {
  name: 'shakeable-contract',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]lib[\\/]contract[\\/].*\.ts$/ }, async ({ path }) => ({
      contents: withPureConstants(await readFile(path, 'utf8')),
      loader: 'ts',
    }));
  },
};

type Statement = ReturnType<typeof parseAst>['body'][number];
type Expression = NonNullable<Extract<Statement, { type: 'VariableDeclaration' }>['declarations'][number]['init']>;

/** The module with each value of a top-level constant in a call that is marked as pure. */
function withPureConstants(source: string): string {
  const values = parseAst(source, { lang: 'ts' }).body.flatMap(constantsOf);
  const edits = values.flatMap((value) => [
    { start: value.start, end: value.start, text: '/* @__PURE__ */ (() => (' },
    ...resultsOf(value).map(({ start, end }) => ({ start, end, text: 'undefined' })),
    { start: value.end, end: value.end, text: '))()' },
  ]);
  return edits.reduceRight((whole, { start, end, text }) => whole.slice(0, start) + text + whole.slice(end), source);
}

/** The values of the constants that a statement declares. */
function constantsOf(statement: Statement): Expression[] {
  const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  return declared?.type === 'VariableDeclaration' ? declared.declarations.flatMap(({ init }) => init ?? []) : [];
}

/** The value of `result` in `invocable({ … })`. */
function resultsOf(value: Expression): { start: number; end: number }[] {
  if (value.type !== 'CallExpression' || value.callee.type !== 'Identifier') return [];
  const [declaration] = value.arguments;
  if (value.callee.name !== 'invocable' || declaration?.type !== 'ObjectExpression') return [];
  return declaration.properties.flatMap((property) =>
    property.type === 'Property' && property.key.type === 'Identifier' && property.key.name === 'result'
      ? property.value
      : [],
  );
}
