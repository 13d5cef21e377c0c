/**
 * Leaves out what the AWS SDK would load at every start and no function needs. Parts are found by the SDK's file names: the build fails
 * when one moves, because the part would silently come back.
 */
import { readFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import type { Plugin } from 'esbuild';
import { withPureConstants } from './shakeable-contract.ts';

interface LeftOut {
  /** The module as it is asked for, or the file as it is loaded. */
  module?: RegExp;
  file?: RegExp;
  /** The replacement. */
  contents: string;
}

/** By what it is. */
const leftOut: Readonly<Record<string, LeftOut>> = {
  /** Lambda hands credentials over in the environment: the providers for everything else. */
  'credential providers': {
    module: /^@aws-sdk\/credential-provider-node$/,
    contents: "export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';",
  },
  /** No operation here has one; its one dynamic import makes esbuild wrap 300 modules in functions. */
  'event streams': {
    module: /^@smithy\/core\/event-streams$/,
    contents: `export const EventStreamSerde = undefined;
      export const eventStreamSerdeProvider = () => undefined;
      export const resolveEventStreamSerdeConfig = (config) => config;`,
  },
  /** For Timestream. */
  'endpoint discoverers': {
    module: /^@aws-sdk\/middleware-endpoint-discovery$/,
    contents: `export const resolveEndpointDiscoveryConfig = (config) => config;
      export const NODE_ENDPOINT_DISCOVERY_CONFIG_OPTIONS = {};`,
  },
  /** The client names its endpoint (lib/table/client.ts). */
  "DynamoDB's endpoint rules": {
    file: /[\\/]client-dynamodb[\\/]dist-es[\\/]endpoint[\\/]endpointResolver\.js$/,
    contents: `export const defaultEndpointResolver = ({ Endpoint }) => {
        if (!Endpoint) throw new Error('The DynamoDB client must name its endpoint');
        return { url: new URL(Endpoint) };
      };`,
  },
};

/** What a client's operations look like: of several hundred a function uses two or three, which esbuild cannot see. */
const schemas = /[\\/]client-[\w-]+[\\/]dist-es[\\/]schemas[\\/]schemas_0\.js$/;

/** For bundles of functions that use DynamoDB, one of them at least in a build. */
export const leanSdk = (root: string): Plugin => ({
  name: 'lean-sdk',
  setup({ onStart, onResolve, onLoad, onEnd }) {
    const found = new Set<string>();
    onStart(() => found.clear());
    for (const [name, { module, file, contents }] of Object.entries(leftOut)) {
      const load = () => {
        found.add(name);
        return { contents, resolveDir: root, loader: 'js' as const };
      };
      if (module) {
        onResolve({ filter: module }, ({ path }) => ({ path, namespace: name }));
        onLoad({ filter: /.*/, namespace: name }, load);
      }
      if (file) onLoad({ filter: file }, load);
    }
    onLoad({ filter: schemas }, async ({ path }) => {
      found.add('schemas');
      return { contents: withPureConstants(await readFile(path, 'utf8'), 'ArrayExpression'), loader: 'js' };
    });
    onEnd(({ errors, metafile }) => {
      const isUsed = Object.keys(metafile?.inputs ?? {}).some((input) => /client-dynamodb[\\/]dist-es/.test(input));
      const missing = [...Object.keys(leftOut), 'schemas'].filter((name) => !found.has(name));
      if (errors.length > 0 || !isUsed || missing.length === 0) return;
      return { errors: missing.map((name) => ({ text: `The SDK's ${name} are not where they used to be` })) };
    });
  },
});

const names = new RegExp(`^(?:node:)?(?:${builtinModules.map((name) => name.replaceAll('/', '\\/')).join('|')})$`);

/**
 * Bundles only what a function uses of Node's own modules. An `import` evaluates every lazy getter of a module: `node:http` loads another
 * HTTP client, `node:fs` its streams. `process.getBuiltinModule` evaluates none.
 */
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

/** A module of exports that read one property each; a bundle that does not use them drops them. */
function moduleOf(path: string): string {
  const members = Object.keys(process.getBuiltinModule(path) ?? {}).filter((name) => name !== 'default');
  const builtin = `process.getBuiltinModule('${path}')`;
  const exported = members.map((name) => `export const ${name} = /* @__PURE__ */ (() => ${builtin}.${name})();`);
  return [`export default ${builtin};`, ...exported].join('\n');
}
