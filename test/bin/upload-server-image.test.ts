import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

test('the image of the upload server has the Node of the lock file', () => {
  const { packages } = JSON.parse(read('package-lock.json'));
  const [, version] = /^FROM \S+\/node:(\S+)-slim$/m.exec(read('bin/build/upload-server.Dockerfile')) ?? [];

  expect(version).toBe(packages['node_modules/node'].version);
});
