import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { consoleFiles } from '../../../bin/console/files.ts';

const files = await consoleFiles();

const gzipped = (name: string): number => gzipSync(files.get(name)?.body ?? '').length;

test('the script has 75 KB at most and the style 12 KB, gzipped', () => {
  expect([...files.keys()]).toEqual(['index.html', 'console.js', 'console.css']);
  expect(gzipped('console.js')).toBeGreaterThan(10_000);
  expect(gzipped('console.js')).toBeLessThanOrEqual(75_000);
  expect(gzipped('console.css')).toBeLessThanOrEqual(12_000);
});

test('the page holds no script and no style of its own, which its policy would refuse', () => {
  const page = files.get('index.html')?.body.toString() ?? '';

  expect(page).toContain('<script type="module" src="/console/console.js"></script>');
  expect(page).not.toMatch(/<script(?![^>]*src=)|<style|\son\w+=|\sstyle=/);
});

test('the client comes without the contract, which the service checks by', () => {
  const script = files.get('console.js')?.body.toString() ?? '';

  expect(script).toContain('Idempotency-Key');
  expect(script).not.toContain('_zod');
});
