/** Defects that no one thought of: a sample of the small changes that a mutation tester makes to the code. */
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { seeded } from '../../stage/engine/random.ts';
import type { Defect } from './defects/planted.ts';

const root = resolve(import.meta.dirname, '../../..');

/** The tests of a file, by how its path begins: the first that fits. */
const nearest: readonly (readonly [path: RegExp, tests: string])[] = [
  [
    /^lib\/resources\/move-in\//,
    'test/bin/operator/move-in test/bin/operator/import.test.ts test/contract/words.test.ts test/contract/messages.test.ts',
  ],
  [/^lib\/resources\/[^/]+\/migration-records/, 'test/lib/work/migrate.test.ts'],
  [
    /^lib\/resources\/catalog\//,
    'test/resources/catalog test/resources/waitlist test/contract/words.test.ts test/contract/messages.test.ts',
  ],
  [
    /^lib\/resources\/([^/]+)\//,
    'test/resources/$1 test/contract/words.test.ts test/contract/messages.test.ts test/contract/texts.test.ts',
  ],
  [
    /^lib\/resources\//,
    'test/lib/events test/contract/words.test.ts test/architecture.test.ts test/system/bundles.test.ts',
  ],
  [/^lib\/work\/(?:deliver|probe|sweep-deliveries)/, 'test/resources/webhooks test/lib/delivery'],
  [
    /^lib\/work\/(?:sweep-gift|issue|export-gift|audits)/,
    'test/background test/resources/gift-cards test/resources/orders test/resources/reviews/audit-ratings.test.ts',
  ],
  [/^lib\/work\/(?:delete|export-customer|forget)/, 'test/lib/work test/resources/customers'],
  [/^lib\/work\/(?:change-reviews|rename)/, 'test/lib/work test/resources/reviews'],
  [/^lib\/work\/(?:notify|drop|reconcile)/, 'test/lib/work test/resources/waitlist test/background'],
  [/^lib\/work\/migrate/, 'test/lib/work test/releases'],
  [
    /^lib\/work\/(?:move-in|import-records)/,
    'test/resources/gift-cards/import-gift-cards.test.ts test/resources/reviews/import-reviews.test.ts test/resources/catalog test/bin/operator/import.test.ts',
  ],
  [/^lib\/work\//, 'test/lib/work test/background'],
  [/^lib\/delivery\//, 'test/lib/delivery test/resources/webhooks'],
  [/^bin\/operator\/move-in\//, 'test/bin/operator'],
  [/^bin\/console\/browser\/state\//, 'test/bin/console'],
];

/** The tests of what files of a kind hold, of any noun: declarations, records and rules, pages of the console. */
const ofKind: readonly (readonly [path: RegExp, tests: string])[] = [
  [
    /^lib\/resources\/.*(?:examples|functions|fields|nouns|operations|calls)\.ts$/,
    'test/system/examples.test.ts test/system/documents.test.ts test/contract/once.test.ts test/resources/shopper-tokens',
  ],
  [/^lib\/resources\/.*events\.ts$/, 'test/system/examples.test.ts test/lib/events'],
  [/^lib\/resources\/.*(?:records|rules)\.ts$/, 'test/lib/work test/resources/orders test/resources/customers'],
  [/^bin\/console\//, 'test/system/console-states.test.ts test/system/console-search.test.ts'],
];

/** The tests nearest to a file. */
function nearestTests(file: string): string[] {
  const more = ofKind.filter(([path]) => path.test(file)).flatMap(([, tests]) => tests.split(' '));
  for (const [path, tests] of nearest) {
    const found = path.exec(file);
    if (found) return [...new Set([...tests.replaceAll('$1', found[1] ?? '').split(' '), ...more])];
  }
  throw new Error(`No tests are named for ${file}`);
}

const drawnFrom = ['lib/resources', 'lib/work', 'lib/delivery', 'bin/operator/move-in', 'bin/console/browser/state'];

const quiet = { debug: () => undefined, info: () => undefined, isDebugEnabled: () => false };

/** A number of mutants of all files, the same ones for the same seed and code. */
export async function drawDefects(number: number, seed: number): Promise<Defect[]> {
  const random = seeded(seed);
  const all = await mutantsOf(drawnFrom.flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: root })).toSorted());
  return Array.from({ length: Math.min(number, all.length) }, () => {
    const [drawn] = all.splice(random.below(all.length), 1);
    if (!drawn) throw new Error('There are no more mutants');
    return drawn;
  });
}

/** What a mutation tester would change in some files. */
async function mutantsOf(files: readonly string[]): Promise<Defect[]> {
  const contents = new Map(files.map((file) => [file, readFileSync(resolve(root, file), 'utf8')]));
  const { mutants } = await new Instrumenter(quiet as never).instrument(
    [...contents].map(([name, content]) => ({ name, content, mutate: true })),
    { plugins: null, excludedMutations: [], ignorers: [], noHeader: true },
  );
  return mutants.map(({ fileName, location: { start, end }, mutatorName, replacement }) => {
    const from = contents.get(fileName) ?? '';
    const begin = offsetOf(from, start);
    const finish = offsetOf(from, end);
    const tests = nearestTests(fileName);
    return {
      name: `${fileName}:${start.line + 1} ${mutatorName}: ${short(from.slice(begin, finish))} → ${short(replacement)}`,
      file: fileName,
      from,
      to: from.slice(0, begin) + replacement + from.slice(finish),
      tests,
    };
  });
}

/** Where a position is in a text; lines and columns count from 0. */
function offsetOf(text: string, { line, column }: { line: number; column: number }): number {
  let begin = 0;
  for (let passed = 0; passed < line; passed += 1) begin = text.indexOf('\n', begin) + 1;
  return begin + column;
}

const short = (code: string): string => code.replaceAll(/\s+/g, ' ').slice(0, 70);
