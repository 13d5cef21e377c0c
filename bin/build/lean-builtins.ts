/**
 * Takes of Node's own modules what a function uses. An `import` of one evaluates every lazy getter that the module has: that of
 * `node:http` loads another HTTP client, that of `node:fs` its streams. `process.getBuiltinModule` evaluates none.
 */
import { builtinModules } from 'node:module';
import type { Plugin } from 'esbuild';

const names = new RegExp(`^(?:node:)?(?:${builtinModules.map((name) => name.replaceAll('/', '\\/')).join('|')})$`);

export const leanBuiltins: Plugin = {
  name: 'lean-builtins',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: names }, ({ path, kind }) => ({
      path: path.replace(/^(?:node:)?/, 'node:'),
      namespace: kind === 'import-statement' ? 'imported-builtin' : 'required-builtin',
    }));
    onLoad({ filter: /.*/, namespace: 'required-builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule('${path}');`,
      loader: 'js',
    }));
    onLoad({ filter: /.*/, namespace: 'imported-builtin' }, ({ path }) => ({ contents: moduleOf(path), loader: 'js' }));
  },
};

/** A module whose exports read one property each, and go from a bundle where nobody asks for them. */
function moduleOf(path: string): string {
  const members = Object.keys(process.getBuiltinModule(path) ?? {}).filter((name) => name !== 'default');
  const builtin = `process.getBuiltinModule('${path}')`;
  const exported = members.map((name) => `export const ${name} = /* @__PURE__ */ (() => ${builtin}.${name})();`);
  return [`export default ${builtin};`, ...exported].join('\n');
}
