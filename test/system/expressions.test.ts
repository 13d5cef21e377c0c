/** No text makes a regular expression of the service or its commands take time by the square of its length, or worse. */
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { expect, test, vi } from 'vitest';

/** Runs its native program where the machine has one, which takes a tenth of the time. */
const { check }: typeof import('recheck') = createRequire(import.meta.url)('recheck');

/** A busy machine takes its time: an expression that is not judged in time counts as slow. */
const patient = { timeout: 300_000, attackTimeout: 300_000, incubationTimeout: 300_000 };

interface Expression {
  file: string;
  source: string;
  flags: string;
}

/** Files with expressions that no long text reaches, or that recheck cannot judge, and why they are safe. */
const accepted: Readonly<Record<string, string>> = {
  'lib/runtime/formulas.ts': 'recheck does not know the flag v; what is looked ahead at ends at the next separator',
  'bin/console/browser/state/route.ts': 'the path of the page',
  'lib/client/invoker.ts': 'the name of an error',
  'lib/client/sender.ts': 'the base URL that the program gives',
  'lib/gateway/mounts.ts': 'the target of a request, in the 16 KiB of its headers',
  'lib/ledger/rules.ts': 'an id of the service',
};

/** What builds the project reads only the project's own texts. */
const builds = /^bin\/(?:build|changes|reference(?!\/browser))\//;

const files = globSync('{lib,bin,functions}/**/*.{ts,tsx}').filter((file) => !builds.test(file));

function literalsOf(file: string): Expression[] {
  const found: Expression[] = [];
  const text = readFileSync(file, 'utf8');
  JSON.stringify(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }), (_, value) => {
    if (value?.regex) found.push({ file, source: value.regex.pattern, flags: value.regex.flags });
    return typeof value === 'bigint' ? null : value;
  });
  return found;
}

/** Expressions that a module makes of texts as it is loaded. */
async function madeBy(file: string): Promise<Expression[]> {
  const found: Expression[] = [];
  class Noted extends RegExp {
    constructor(source: string, flags = '') {
      super(source, flags);
      const [, , caller = ''] = new Error().stack?.split('\n') ?? [];
      if (caller.includes(file)) found.push({ file, source, flags });
    }
  }
  vi.stubGlobal('RegExp', Noted);
  await import(`${resolve(file)}?noted`);
  vi.unstubAllGlobals();
  return found;
}

const makers = files.filter((file) => /^const .*new RegExp\(/m.test(readFileSync(file, 'utf8')));

test('every regular expression takes linear time', { timeout: 1_800_000 }, async () => {
  const expressions = files.flatMap(literalsOf);
  for (const file of makers) expressions.push(...(await madeBy(file)));
  const slow: Expression[] = [];
  for (const expression of expressions) {
    const { status } = await check(expression.source, expression.flags, patient);
    if (status !== 'safe') slow.push(expression);
  }

  expect(makers.length).toBeGreaterThan(2);
  expect(slow.filter(({ file }) => !(file in accepted))).toEqual([]);
  expect(Object.keys(accepted).filter((file) => !slow.some((each) => each.file === file))).toEqual([]);
});
