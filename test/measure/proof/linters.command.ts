/**
 * `npm run measure -- linters`: what other tools find in the OpenAPI and AsyncAPI documents, and the contract tests that Portman makes
 * of the first, against a local server. Needs the network.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { commandOptions } from '../../../bin/command-line/options.ts';
import { demo } from '../../../bin/local/demo.ts';
import { asyncApiDocument } from '../../../bin/reference/asyncapi/document.ts';
import { startLocalServer } from '../../support/http/local-server.ts';

commandOptions({
  command: 'npm run measure -- linters',
  summary:
    'Runs Spectral, Redocly, openapi-examples-validator and the contract tests of Portman on the documents of a local server.',
  options: {},
});

const packages = [
  ...['@stoplight/spectral-cli@6.16.3', '@redocly/cli@2.77.0', 'openapi-examples-validator@7.1.0'],
  // Portman imports `tslib` without declaring it.
  ...['@apideck/portman@1.33.0', 'tslib@2.9.1', 'newman@6.2.2'],
];

/** Settings of the tools, by the names of their files. A rule is off only where the contract decides otherwise. */
const settings: Readonly<Record<string, object>> = {
  'package.json': { private: true },
  // Every path of the contract ends with a slash.
  'openapi-rules.json': { extends: ['spectral:oas'], rules: { 'path-keys-no-trailing-slash': 'off' } },
  'redocly.yaml': {
    extends: ['recommended-strict'],
    // The local server is one of the servers.
    rules: { 'no-path-trailing-slash': 'off', 'no-server-example.com': 'off' },
  },
  'asyncapi-rules.json': {
    extends: ['spectral:asyncapi'],
    // More tools read 3.0 than 3.1. The authors have no address.
    rules: { 'asyncapi-latest-version': 'off', 'asyncapi-info-contact-properties': 'off' },
  },
  'portman.json': {
    version: 1,
    tests: {
      contractTests: ['statusSuccess', 'contentType', 'jsonBody', 'schemaValidation', 'headersPresent'].map((name) => ({
        openApiOperation: '*::/*',
        [name]: { enabled: true },
      })),
    },
    overwrites: [
      { openApiOperation: '*::/storefront/*', overwriteRequestSecurity: { bearer: { token: demo.storefrontKey } } },
    ],
    globals: { securityOverwrites: { bearer: { token: demo.writeKey } } },
  },
  'asyncapi.json': asyncApiDocument(),
};

const folder = mkdtempSync(join(tmpdir(), 'linters-'));
const photo = resolve(import.meta.dirname, '../../../bin/local/demo-photo.png');

const run = (program: string, args: readonly string[], stdout: 'inherit' | 'ignore' = 'inherit'): void => {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  execFileSync(program, args, { cwd: folder, env, stdio: ['ignore', stdout, 'inherit'] });
};

/** A request of a collection, or a folder of requests (Postman Collection 2.1). */
interface Item {
  item?: Item[];
  request?: { header: { key: string }[]; body?: { formdata?: { type: string; src?: string }[] } };
}

/** Portman leaves the file of an upload open, and sets a type without the boundary of its parts. */
function fillUploads({ item = [], request }: Item): void {
  for (const each of item) fillUploads(each);
  const files = request?.body?.formdata?.filter(({ type }) => type === 'file') ?? [];
  for (const file of files) file.src = photo;
  if (request && files.length > 0) request.header = request.header.filter(({ key }) => key !== 'Content-Type');
}

interface Result {
  run: {
    stats: { requests: { total: number }; assertions: { total: number } };
    failures: { source: { name: string }; error: { test: string; message: string } }[];
  };
}

const read = <T>(name: string): T => JSON.parse(readFileSync(join(folder, name), 'utf8')) as T;
const write = (name: string, content: object): void => writeFileSync(join(folder, name), JSON.stringify(content));

for (const [name, content] of Object.entries(settings)) write(name, content);
run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages], 'ignore');

const server = await startLocalServer();
try {
  write('openapi.json', (await (await fetch(new URL('/docs/openapi.json', server.url))).json()) as object);
  run('npx', ['spectral', 'lint', 'openapi.json', '--ruleset', 'openapi-rules.json', '--fail-severity', 'hint']);
  run('npx', ['spectral', 'lint', 'asyncapi.json', '--ruleset', 'asyncapi-rules.json', '--fail-severity', 'hint']);
  run('npx', ['redocly', 'lint', 'openapi.json']);
  run('npx', ['openapi-examples-validator', 'openapi.json']);

  const portman = [
    'portman',
    '--local',
    'openapi.json',
    '--baseUrl',
    server.url,
    '--portmanConfigFile',
    'portman.json',
  ];
  run('npx', [...portman, '--output', 'collection.json'], 'ignore');
  const collection = read<Item>('collection.json');
  fillUploads(collection);
  write('collection.json', collection);
  run('npx', ['newman', 'run', 'collection.json', '-r', 'json', '--reporter-json-export', 'r.json', '-x'], 'ignore');
} finally {
  await server.stop();
}

const { stats, failures } = read<Result>('r.json').run;
for (const { source, error } of failures) console.error(`${source.name}: ${error.test}: ${error.message}`);
console.log(`${stats.requests.total} requests, ${stats.assertions.total} contract tests, ${failures.length} failed`);
if (failures.length > 0 || stats.requests.total === 0) process.exitCode = 1;
