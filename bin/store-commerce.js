#!/usr/bin/env node
/** The package's command. It runs on the Node of the project: the machine's own may not read TypeScript. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const installed = join(root, 'node_modules/node/bin/node');

if (process.features.typescript) {
  enableCompileCache();
  const { main } = await import('./operator.ts');
  process.exitCode = await main(process.argv.slice(2));
} else if (existsSync(installed)) {
  const { status, signal } = spawnSync(installed, process.argv.slice(1), { stdio: 'inherit' });
  if (signal) process.kill(process.pid, signal);
  process.exitCode = status ?? 1;
} else {
  console.error(`The packages are missing: run npm ci in ${root}`);
  process.exitCode = 1;
}
