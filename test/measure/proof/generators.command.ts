/** `npm run measure -- generators`: clients that other generators make of the OpenAPI document, and whether they compile. Needs the network. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openApiDocument } from '../../../bin/reference/openapi/document.ts';

const generators = [
  {
    package: 'openapi-typescript@7.13.0',
    run: ['openapi-typescript', 'openapi.json', '-o', 'openapi-typescript.d.ts'],
  },
  { package: '@hey-api/openapi-ts@0.99.0', run: ['openapi-ts', '-i', './openapi.json', '-o', './hey-api'] },
  {
    package: 'swagger-typescript-api@13.13.0',
    run: ['swagger-typescript-api', 'generate', '-p', 'openapi.json', '-o', 'swagger-typescript-api', '-n', 'api.ts'],
  },
];

const settings = {
  compilerOptions: {
    strict: true,
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2024', 'dom', 'dom.iterable'],
    noEmit: true,
    types: [],
  },
  include: ['*.d.ts', 'hey-api', 'swagger-typescript-api'],
};

const folder = mkdtempSync(join(tmpdir(), 'generators-'));
const run = (program: string, args: readonly string[]): void => {
  execFileSync(program, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
};

writeFileSync(join(folder, 'openapi.json'), JSON.stringify(openApiDocument()));
writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
const packages = generators.map((each) => each.package);
run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', 'typescript@5.9.3', ...packages]);
for (const generator of generators) run('npx', generator.run);
execFileSync('npx', ['tsc', '-p', '.'], { cwd: folder, stdio: 'inherit' });
console.log(`Compiled in ${folder}: ${packages.join(', ')}`);
