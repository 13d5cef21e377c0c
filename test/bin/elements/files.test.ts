import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { elementsFiles } from '../../../bin/elements/files.ts';

const files = elementsFiles();
const script = files.get('v1.js')?.body.toString() ?? '';

test('the elements are one script of 14 KB at most, gzipped', () => {
  expect([...files.keys()]).toEqual(['v1.js']);
  const size = gzipSync(script).length;
  expect(size).toBeGreaterThan(5000);
  expect(size).toBeLessThanOrEqual(14 * 1024);
});

test('the script imports nothing, obeys a strict policy, and makes no HTML from texts', () => {
  expect(script).not.toMatch(/\bimport\b|\beval\b|new Function|_zod/);
  expect(script).not.toMatch(
    /innerHTML|outerHTML|insertAdjacentHTML|setHTMLUnsafe|document\.write|createContextualFragment/,
  );
});

test('a server can load the script, which then does nothing', async () => {
  expect(Object.keys(await import(`data:text/javascript,${encodeURIComponent(script)}`))).toEqual([]);
});
