/** Ends with what to do where the packages are missing that building, deploying and testing need: `npm ci --omit=dev` leaves them out. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

if (!Object.keys(devDependencies).every((name) => existsSync(join(root, 'node_modules', name)))) {
  console.error('This command needs all packages of the project. Run npm ci, then the command again.');
  process.exit(1);
}
