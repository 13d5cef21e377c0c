/** The direction of imports, and what may not stand where decisions are made. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');

/** What each folder may import of the project; a folder not named here may import anything. */
const allowed: Record<string, readonly string[]> = {
  'lib/contract': [],
  'lib/domain': ['lib/contract'],
  'lib/runtime': ['lib/contract'],
  'lib/store': ['lib/contract', 'lib/domain', 'lib/runtime'],
  'lib/objects': ['lib/contract', 'lib/domain', 'lib/runtime', 'lib/store'],
  'lib/queue': ['lib/contract', 'lib/domain', 'lib/runtime', 'lib/store'],
  'lib/mail': ['lib/contract', 'lib/domain', 'lib/runtime', 'lib/store', 'lib/queue'],
  'lib/gift-cards': ['lib/contract', 'lib/domain', 'lib/runtime', 'lib/store', 'lib/mail'],
  'lib/http': ['lib/contract', 'lib/domain', 'lib/runtime', 'lib/store', 'lib/objects'],
  'lib/invoke': ['lib/contract', 'lib/domain', 'lib/runtime', 'lib/store'],
  functions: ['lib/'],
  infra: ['lib/contract'],
};

interface Import {
  file: string;
  target: string;
}

const folderOf = (file: string): string => Object.keys(allowed).find((folder) => file.startsWith(`${folder}/`)) ?? '';

const sources = globSync('{lib,functions,infra,bin}/**/*.ts', { cwd: root }).toSorted();

const read = (file: string): string => readFileSync(resolve(root, file), 'utf8');

const importsOf = (file: string): Import[] =>
  [...read(file).matchAll(/^(?:(?:import|export|\}).*from|import) '([^']+)';$/gm)].map(([, target = '']) => ({
    file,
    target: target.startsWith('.') ? relative(root, resolve(root, dirname(file), target)) : target,
  }));

describe('imports', () => {
  test('go in one direction', () => {
    const wrong = sources
      .filter((file) => folderOf(file) !== '')
      .flatMap(importsOf)
      .filter(({ file, target }) => {
        const folder = folderOf(file);
        const inside = target.startsWith(`${folder}/`);
        return /^(?:lib|functions|infra|bin|test)\//.test(target) && !inside && !isAllowed(folder, target);
      });

    expect(wrong).toEqual([]);
  });

  test('of the contract are zod alone, of the rules nothing', () => {
    const foreign = sources
      .flatMap(importsOf)
      .filter(({ file, target }) => /^lib\/(?:contract|domain)\//.test(file) && !target.startsWith('lib/'))
      .filter(({ file, target }) => !(file.startsWith('lib/contract/') && target === 'zod/mini'));

    expect(foreign).toEqual([]);
  });

  test('never reach from one function into another', () => {
    const wrong = sources
      .flatMap(importsOf)
      .filter(({ file, target }) => file.startsWith('functions/') && target.startsWith('functions/'));

    expect(wrong).toEqual([]);
  });
});

describe('a function file', () => {
  test.each([
    ['no error handling', /\btry \{/],
    ['no status codes', /statusCode/],
    ['no serialisation', /JSON\.stringify/],
    ['no environment', /process\.env/],
    ['no clock', /Date\.now\(\)|new Date\(\)/],
    ['no randomness', /Math\.random|randomBytes|randomUUID/],
  ])('holds %s, nor does a rule', (_, smell) => {
    const found = sources.filter((file) => /^(?:functions|lib\/domain)\//.test(file) && smell.test(read(file)));

    expect(found).toEqual([]);
  });
});

test('only the unit of work sends writes to the store table', () => {
  const writers = sources.filter(
    (file) => file.startsWith('lib/') && /new (?:Put|Delete|TransactWrite|BatchWrite)Command\(/.test(read(file)),
  );

  expect(writers).toEqual(['lib/store/unit-of-work.ts']);
});

function isAllowed(folder: string, target: string): boolean {
  return (allowed[folder] ?? []).some((prefix) => target.startsWith(prefix));
}
