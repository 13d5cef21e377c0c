/** The functions of a release as one module, so that two releases can be played in one process. */
import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { InvocationError } from '../../lib/chain/invoke-codec.ts';
import type { eventsOf } from '../../lib/events/events-of.ts';
import type { BoundedMap } from '../../lib/runtime/collections.ts';
import type { AwsClient } from '../support/aws/on-call.ts';
import type { AnyHandler } from '../support/handlers.ts';

const root = resolve(import.meta.dirname, '../..');

/** What a release has in addition to its handlers: what a stage must replace, and how it publishes changes. Until 0.3.0 some were elsewhere. */
const parts = {
  dynamodb: ['lib/table/client.ts'],
  s3: ['lib/objects/client.ts', 'lib/objects/objects.ts'],
  sts: ['lib/objects/signing.ts', 'lib/objects/links.ts'],
  sqs: ['lib/queue/send.ts'],
  ses: ['lib/mail/send.ts'],
  eventbridge: ['lib/bus/bus.ts'],
  BoundedMap: ['lib/runtime/bounded-map.ts', 'lib/runtime/collections.ts'],
  InvocationError: ['lib/invoke/outcome.ts', 'lib/chain/invoke-codec.ts'],
  eventsOf: ['lib/events/events-of.ts'],
};

/** A change of one of the project's files: a text that the file has once, and its replacement. */
export interface Edit {
  file: string;
  from: string;
  to: string;
}

/** The functions below a folder that holds the project, changed by `edits`. Throws where a file does not have the text of an edit once. */
export async function bundleOf(folder: string, edits: readonly Edit[] = []): Promise<string> {
  const { functionFiles } = await import(pathToFileURL(join(folder, 'lib/resources/function-files.ts')).href);
  const files = [...(functionFiles as ReadonlyMap<string, string>)];
  const handlers = files.map(([name, file], index) => ({ name, index, file }));
  const { outputFiles } = await build({
    stdin: {
      contents: [
        ...Object.entries(parts).map(
          ([name, places]) => `export { ${name} } from './${places.find((file) => existsSync(join(folder, file)))}';`,
        ),
        ...handlers.map(({ index, file }) => `import { handler as handler${index} } from './${file}';`),
        `export const handlers = {${handlers.map(({ name, index }) => `'${name}': handler${index}`)}};`,
      ].join('\n'),
      resolveDir: folder,
    },
    ...{ bundle: true, write: false, format: 'esm', platform: 'node', target: 'node24', packages: 'external' },
    ...{ keepNames: true, minifyWhitespace: true, minifySyntax: true, logLevel: 'error' },
    plugins: edits.length > 0 ? [edited(folder, edits)] : [],
  });
  return outputFiles?.[0]?.text ?? '';
}

const edited = (folder: string, edits: readonly Edit[]): Plugin => ({
  name: 'edits',
  setup({ onLoad }) {
    const byFile = Map.groupBy(edits, ({ file }) => join(folder, file));
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const own = byFile.get(path);
      return own && { contents: own.reduce(withEdit, readFileSync(path, 'utf8')), loader: 'ts' };
    });
  },
});

function withEdit(text: string, { file, from, to }: Edit): string {
  const [before, after, ...more] = text.split(from);
  if (before === undefined || after === undefined || more.length > 0) throw new Error(`${file} has not once: ${from}`);
  return before + to + after;
}

interface ConfiguredClient extends AwsClient {
  config: { [Setting in 'region' | 'credentials' | 'endpoint']?: () => Promise<unknown> };
}

/** A release's code in this process. */
export interface Code {
  handlers: ReadonlyMap<string, AnyHandler>;
  clients: readonly ConfiguredClient[];
  BoundedMap: typeof BoundedMap;
  eventsOf: typeof eventsOf;
}

/** Imports a bundle; the same one is imported once. */
export async function codeOf(bundle: string): Promise<Code> {
  const folder = join(root, '.build/code');
  const file = join(folder, `${hash('sha1', bundle)}.mjs`);
  mkdirSync(folder, { recursive: true });
  if (!existsSync(file)) writeFileSync(file, bundle);
  const { handlers, dynamodb, s3, sts, sqs, ses, eventbridge, ...code } = await import(
    /* @vite-ignore */ pathToFileURL(file).href
  );
  const own = Object.entries<AnyHandler>(handlers);
  return {
    ...{
      BoundedMap: code.BoundedMap,
      eventsOf: code.eventsOf,
      clients: [dynamodb, s3(), sts(), sqs, ses, eventbridge],
    },
    handlers: new Map(own.map(([name, handler]) => [name, refusingAsToday(handler, code.InvocationError)])),
  };
}

/** Each release has a class of its own for what Lambda reports of a refusal. */
const refusingAsToday =
  (handler: AnyHandler, Own: typeof InvocationError): AnyHandler =>
  (event, context) =>
    handler(event, context).catch((error: unknown) => {
      throw error instanceof Own ? new InvocationError(error.name as never, error.message) : error;
    });
