import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { defects } from './defects/all.ts';

const root = resolve(import.meta.dirname, '../../..');

test('there are at least 40 defects, each another one', () => {
  expect(defects.length).toBeGreaterThanOrEqual(40);
  expect(new Set(defects.map(({ name }) => name)).size).toBe(defects.length);
});

test.each(defects)(
  '$name: what it changes stands in its file once, and its tests are there',
  ({ file, from, to, tests }) => {
    const parts = readFileSync(resolve(root, file), 'utf8').split(from);

    expect(parts).toHaveLength(2);
    expect(to).not.toBe(from);
    expect(tests.filter((each) => !existsSync(resolve(root, each)))).toEqual([]);
  },
);
