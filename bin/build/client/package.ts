/** Makes the client's npm package from its sources and the contract. */
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { contractVersion } from '../../../lib/resources/version.ts';
import { elementsScript } from '../../elements/files.ts';
import { deliveredTypes, deliverySchemaOf } from '../../reference/asyncapi/event-schemas.ts';
import { apiModule } from './api-module.ts';
import { functionsModule } from './functions-module.ts';
import { commentOf, declarationOf } from './types.ts';

const root = resolve(import.meta.dirname, '../../..');
const sources = join(root, 'lib/client');

export const clientFolder = join(root, '.build/client');

const packageName = 'store-commerce-api-client';

/** The imports of a program, by their files. */
const entries = {
  '.': 'store-commerce',
  './storefront': 'storefront',
  './functions': 'functions',
  './webhooks': 'webhooks',
  './elements': 'elements',
};

/** Sources that replace the contract: the package's own, written out, by name. */
const writtenOut: Readonly<Record<string, () => string>> = {
  'api.ts': apiModule,
  'functions-api.ts': functionsModule,
  'events.ts': eventsModule,
};

/** What the package's own modules take the place of. */
const contractAlone = new Set(['methods.ts', 'operation-route.ts']);

/** Only the Web: nothing that only Node has gets in. */
const compilerOptions = {
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'],
  types: [],
  module: 'nodenext',
  moduleResolution: 'nodenext',
  strict: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  verbatimModuleSyntax: true,
  allowImportingTsExtensions: true,
  rewriteRelativeImportExtensions: true,
  declaration: true,
  // Of the AWS SDK, which needs Node's types.
  skipLibCheck: true,
};

/** Writes the package to a folder: what it gives `npm pack` is all that is in it. */
export function buildClient(folder = clientFolder): void {
  // Within the project: the compiler looks for its packages.
  const work = join(root, `.build/client-sources-${process.pid}`);
  for (const each of [folder, work]) rmSync(each, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  for (const file of globSync('*.ts', { cwd: sources })) {
    if (contractAlone.has(file)) continue;
    const text = writtenOut[file]?.() ?? readFileSync(join(sources, file), 'utf8');
    writeFileSync(join(work, file), text);
  }
  // The elements are one file, because they share texts with the contract. Only their types are compiled.
  cpSync(join(sources, 'elements/types.ts'), join(work, 'elements.ts'));
  compile(work, folder);
  writeFileSync(join(folder, 'elements.js'), elementsScript({ minify: false }));
  for (const file of ['README.md', 'CHANGELOG.md']) cpSync(join(sources, file), join(folder, file));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
  rmSync(work, { recursive: true });
}

function compile(work: string, outDir: string): void {
  writeFileSync(join(work, 'package.json'), '{ "type": "module" }\n');
  const config = { compilerOptions: { ...compilerOptions, rootDir: '.', outDir }, include: ['*.ts'] };
  writeFileSync(join(work, 'tsconfig.json'), JSON.stringify(config));
  const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
  execFileSync(process.execPath, [compiler, '-p', work], { stdio: ['ignore', 'inherit', 'inherit'] });
  for (const file of globSync('*.d.ts', { cwd: outDir })) {
    const text = readFileSync(join(outDir, file), 'utf8');
    writeFileSync(join(outDir, file), text.replaceAll(/(from '\.\/[\w-]+|from "\.\/[\w-]+)\.ts/g, '$1.js'));
  }
}

function manifest(): object {
  const { license, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return {
    name: packageName,
    version: contractVersion,
    description: 'The client of the Store Commerce API: calls that take effect once, pages, uploads',
    keywords: ['store', 'gift-cards', 'reviews', 'waitlist', 'api-client', 'idempotency'],
    license,
    type: 'module',
    // Importing the elements defines them.
    sideEffects: ['./elements.js'],
    engines,
    exports: {
      ...Object.fromEntries(
        Object.entries(entries).map(([entry, file]) => [entry, { types: `./${file}.d.ts`, default: `./${file}.js` }]),
      ),
      './package.json': './package.json',
    },
    peerDependencies: { '@aws-sdk/client-lambda': '^3.0.0' },
    peerDependenciesMeta: { '@aws-sdk/client-lambda': { optional: true } },
  };
}

/** Its source in TypeScript. */
function eventsModule(): string {
  const names = deliveredTypes.map((type) => [type, nameOf(type)] as const);
  const all = names.map(([, name]) => `\n  | ${name}`).join('');
  return [
    ...names.map(([type, name]) => declarationOf(name, deliverySchemaOf(type))),
    `${commentOf('Every event, distinguished by its `type`.')}export type StoreCommerceEvent =${all};\n`,
  ].join('\n');
}

/** `GiftCardIssuedEvent` for `gift_card.issued`. */
const nameOf = (type: string): string =>
  `${type.replaceAll(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`;
