/**
 * Bundles only what a function uses of Node's own modules. An `import` evaluates every lazy getter of a module: `node:http` loads another
 * HTTP client, `node:fs` its streams. `process.getBuiltinModule` evaluates none.
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

/** A module whose exports read one property each, and go from a bundle that does not use them. */
function moduleOf(path: string): string {
  const members = Object.keys(process.getBuiltinModule(path) ?? {}).filter((name) => name !== 'default');
  const builtin = `process.getBuiltinModule('${path}')`;
  const exported = members.map((name) => `export const ${name} = /* @__PURE__ */ (() => ${builtin}.${name})();`);
  return [`export default ${builtin};`, ...exported].join('\n');
}
