/** What no run can show: properties of the code that change nothing a test could see, and tests that could not fail. */
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');

const textOf = (file: string): string => readFileSync(resolve(root, file), 'utf8');

const listed = globSync('{bin,functions,infra,lib,test}/**/*.ts', {
  cwd: root,
  exclude: (path) => path.includes('node_modules'),
}).toSorted();

describe('the time of a comparison reveals nothing of a secret, which is compared as a whole', () => {
  test.each([
    ['an API key', 'lib/resources/stores/api-key-records.ts', /return timingSafeEqual\(check, /],
    ['a signed link', 'bin/local/pages/links.ts', /timingSafeEqual\(a, b\)/],
    [
      'the signature of a delivery',
      'lib/client/webhooks.ts',
      /one\.reduce\(\(difference, byte, index\) => difference \| /,
    ],
  ])('%s', (_, file, comparison) => {
    expect(textOf(file)).toMatch(comparison);
  });

  test('and nothing else compares one', () => {
    const compared = /\b(?:mac|signature|digest)\w* (?:===|!==) |(?:===|!==) \w*(?:signature|mac|digest)\b/i;
    const found = listed
      .filter((file) => /^(?:lib|functions)\//.test(file))
      .flatMap((file) =>
        textOf(file)
          .split('\n')
          .map((line) => `${file}: ${line.trim()}`),
      )
      .filter((line) => compared.test(line) && !/=== undefined|!== undefined/.test(line));

    expect(found.join('\n')).toBe('');
  });
});

test('secrets come from the system’s own source: `Math.random` only spreads times', () => {
  const files = listed.filter((file) => /^(?:lib|functions|bin)\//.test(file) && textOf(file).includes('Math.random'));

  expect(files).toEqual([
    'lib/chain/rate-limit.ts',
    'lib/client/retries.ts',
    'lib/once/unit-of-work.ts',
    'lib/table/items.ts',
    'lib/work/deliver-events.ts',
  ]);
});

test('a line of a journal is on the disk before the next step', () => {
  expect(textOf('bin/operator/files/journal.ts')).toMatch(/appendFile\(text\);\n {2}await handle\.datasync\(\);/);
});

test.each([
  ['an answer that is kept', 'lib/once/idempotency-record.ts'],
  ['the secret of a webhook', 'lib/delivery/signature.ts'],
])('each time that %s is sealed, it has a nonce of its own', (_, file) => {
  expect(textOf(file)).toMatch(/const nonce = randomBytes\(nonceBytes\);\n.*createCipheriv\([^\n]*\bnonce\b/);
});

/** An upper bound that a measurement of nothing keeps as well. */
const boundedIn = (text: string): string[] =>
  [...text.matchAll(/expect\((.+?)(?:, .*)?\)\s*\.toBeLessThan(?:OrEqual)?\(/g)].map(([, measured = '']) => measured);

/** What is measured anyway: a time that has passed, a size of something that the test has made, a status. */
const isMeasuredAnyway = (measured: string): boolean =>
  /performance\.now|Date\.now|\.length$|Buffer\.byteLength|codePoints|gzipped|millisecondsOf|reduce|^status$|now\(\)/.test(
    measured,
  );

describe('a test that bounds a measurement from above', () => {
  const unbounded = (text: string): string[] =>
    boundedIn(text).filter((measured) => {
      const names = measured.match(/[a-z]\w*(?![\w(])/gi)?.filter((name) => !/^(?:Math|await)$/.test(name)) ?? [];
      const isShown = names.some((name) =>
        new RegExp(`expect\\([^\\n]*\\b${name}\\b[^\\n]*\\)\\s*\\.(?:not\\.)?to(?!BeLess)`).test(text),
      );
      return !isMeasuredAnyway(measured) && !isShown;
    });

  test('shows that there was something to measure', () => {
    const tests = listed.filter((file) => file.endsWith('.test.ts'));
    const found = tests.flatMap((file) => unbounded(textOf(file)).map((measured) => `${file}: ${measured}`));

    expect(found.join('\n')).toBe('');
  });

  test('and one that does not is noticed', () => {
    expect(unbounded('expect(most).toBeLessThan(5);')).toEqual(['most']);
    expect(unbounded('expect(most).toBeGreaterThan(1);\nexpect(most).toBeLessThan(5);')).toEqual([]);
  });
});
