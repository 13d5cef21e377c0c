/** The direction of imports, and what may not stand where decisions are made. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  circlesOf,
  deadExports,
  forbiddenImports,
  type Imports,
  importsOf,
  moduleOf,
  reachedFrom,
  readImports,
  readModules,
} from './support/imports.ts';

const root = resolve(import.meta.dirname, '..');

const ledgerFields = 'lib/ledger/*fields.ts';
const ledgerOperations = 'lib/ledger/operations.ts';
const ledgerRules = 'lib/ledger/*rules.ts';
const fields = 'lib/resources/*/*fields.ts';
const rules = 'lib/resources/*/*rules.ts';
const words = 'lib/resources/*/words.ts';
const records = 'lib/resources/*/*records.ts';
const events = 'lib/resources/*/events.ts';
const operations = 'lib/resources/*/operations.ts';
const functions = 'lib/resources/*/functions.ts';
const shopCalls = 'lib/resources/*/shop-calls.ts';
const examples = 'lib/resources/*/examples.ts';

/** What each folder, and each kind of file in the room of a resource, may import of the project beside itself. */
const allowed: Record<string, readonly string[]> = {
  'lib/schema': [],
  [ledgerFields]: ['lib/schema'],
  [ledgerOperations]: ['lib/schema', ledgerFields],
  [ledgerRules]: ['lib/schema', ledgerFields],
  'lib/ledger': ['lib/schema', ledgerFields, ledgerRules, 'lib/runtime', 'lib/table'],
  [fields]: ['lib/schema', ledgerFields],
  [operations]: ['lib/schema', ledgerFields, ledgerOperations, fields],
  [functions]: ['lib/schema', ledgerFields, fields],
  [shopCalls]: ['lib/schema', fields, functions],
  [examples]: ['lib/schema', fields, operations, functions, 'lib/resources/demo-store.ts'],
  [words]: ['lib/schema'],
  [rules]: ['lib/schema', ledgerFields, ledgerRules, fields, words, 'lib/runtime/html.ts'],
  [events]: ['lib/schema', ledgerFields, ledgerRules, fields, operations, functions, rules, 'lib/events'],
  [records]: ['lib/schema', 'lib/ledger', fields, rules, 'lib/runtime', 'lib/table', 'lib/once'],
  'lib/resources/*/*.ts': [],
  'lib/resources': ['lib/schema', fields, operations, functions, shopCalls, events, examples],
  'lib/runtime': ['lib/schema'],
  'lib/wire': ['lib/runtime'],
  'lib/table': ['lib/schema', 'lib/runtime', 'lib/wire'],
  'lib/once': ['lib/schema', 'lib/runtime', 'lib/table'],
  'lib/objects': ['lib/schema', fields, rules, records, 'lib/runtime', 'lib/table', 'lib/once'],
  'lib/events': ['lib/schema', 'lib/resources'],
  'lib/bus': ['lib/events', 'lib/runtime'],
  'lib/queue': ['lib/schema', 'lib/resources/background.ts', 'lib/runtime', 'lib/once'],
  'lib/mail': [
    'lib/schema',
    'lib/resources/pages.ts',
    rules,
    records,
    'lib/runtime',
    'lib/table',
    'lib/once',
    'lib/queue',
  ],
  'lib/pages': ['lib/schema', records, 'lib/runtime', 'lib/once', 'lib/chain', 'lib/mail'],
  'lib/shop': ['lib/schema', rules, records, 'lib/runtime', 'lib/table', 'lib/chain'],
  'lib/delivery': ['lib/schema', 'lib/resources/event-type-names.ts', rules, records, 'lib/runtime'],
  'lib/work': [
    'lib/schema',
    'lib/ledger',
    'lib/delivery',
    'lib/resources',
    'lib/runtime',
    'lib/table',
    'lib/once',
    'lib/queue',
    'lib/bus',
    'lib/mail',
    'lib/objects',
  ],
  'lib/chain': ['lib/schema', rules, records, 'lib/runtime', 'lib/wire', 'lib/table', 'lib/once', 'lib/objects'],
  'lib/invoke': ['lib/schema', rules, records, 'lib/runtime', 'lib/table', 'lib/once'],
  'lib/gateway': ['lib/schema', 'lib/resources/gateway-errors.ts', 'lib/runtime', 'lib/objects', 'lib/chain'],
  'lib/client': ['lib/schema', 'lib/resources'],
  functions: ['lib/'],
  infra: ['lib/schema', 'lib/resources'],
  bin: ['lib/', 'functions/', 'infra/'],
};

const sources = readImports('lib', 'functions', 'infra', 'bin');

/** What runs on AWS, where it leads to a part of the local server. */
const localPartsOf = (imports: Imports): string[] =>
  [...imports.keys()]
    .filter((file) => file.startsWith('functions/') || file === 'bin/upload-server.ts')
    .flatMap((file) => [...reachedFrom(file, imports)].map((reached) => `${file} ... ${reached}`))
    .filter((way) => /\.\.\. bin\/(?:local\/|local\.ts)/.test(way));

const read = (file: string): string => readFileSync(resolve(root, file), 'utf8');

describe('imports', () => {
  test('go in one direction, and never into the tests', () => {
    expect(forbiddenImports(sources, allowed)).toEqual([]);
  });

  test('form no circle, types included', () => {
    expect(circlesOf(readImports('lib', 'functions', 'infra', 'bin', 'test'))).toEqual([]);
  });

  test('of schemas and declarations are only zod, and rules have none', () => {
    const foreign = [...sources]
      .filter(([file]) => /^lib\/schema\/|^lib\/resources\//.test(file) && !/(?:records|events)\.ts$/.test(file))
      .flatMap(([file, targets]) => targets.map((target) => ({ file, target })))
      .filter(({ target }) => !target.startsWith('lib/'))
      .filter(({ file, target }) => file.endsWith('rules.ts') || target !== 'zod/mini');

    expect(foreign).toEqual([]);
  });

  test('bring nothing of the local server, with its movable clock, into what is deployed', () => {
    expect(localPartsOf(sources)).toEqual([]);
  });

  test('never reach from one function into another', () => {
    const wrong = [...sources].filter(
      ([file, targets]) => file.startsWith('functions/') && targets.some((target) => target.startsWith('functions/')),
    );

    expect(wrong).toEqual([]);
  });
});

describe('the check itself', () => {
  test('reads every form of import', () => {
    const text =
      "import a from './a.ts';\nimport type { B } from '../b.ts';\nexport * from './c.ts';\nimport './d.ts';\n" +
      "import {\n  e,\n} from './e.ts';\ntype F = import('./f.ts').F;\nimport * as z from 'zod/mini';\n";

    expect(importsOf('lib/x/y.ts', text)).toEqual([
      'lib/x/a.ts',
      'lib/b.ts',
      'lib/x/c.ts',
      'lib/x/d.ts',
      'lib/x/e.ts',
      'lib/x/f.ts',
      'zod/mini',
    ]);
  });

  const planted = (...more: [string, string[]][]): Imports => new Map([...sources, ...more]);

  test('refuses a circle of three, with any import into it', () => {
    const circle = planted(
      ['lib/a.ts', ['lib/b.ts']],
      ['lib/b.ts', ['lib/c.ts', 'lib/runtime/clock.ts']],
      ['lib/c.ts', ['lib/d.ts', 'lib/a.ts']],
      ['lib/d.ts', []],
    );

    expect(circlesOf(circle)).toEqual([['lib/a.ts', 'lib/b.ts', 'lib/c.ts']]);
  });

  test('refuses a deployed program that leads to the local clock', () => {
    const leading = planted(
      ['bin/upload-server.ts', ['lib/gateway/x.ts']],
      ['lib/gateway/x.ts', ['bin/y.ts']],
      ['bin/y.ts', ['bin/local/clock.ts']],
    );

    expect(localPartsOf(leading)).toContain('bin/upload-server.ts ... bin/local/clock.ts');
  });

  test.each([
    ['a rule that reads the table', 'lib/resources/reviews/rules.ts', 'lib/table/client.ts'],
    [
      'a rule that knows how reviews are kept',
      'lib/resources/orders/late-rules.ts',
      'lib/resources/reviews/records.ts',
    ],
    ['a schema that knows an operation', 'lib/schema/kind.ts', 'lib/resources/reviews/operations.ts'],
    ['a file of a resource that is of no known kind', 'lib/resources/reviews/helpers.ts', 'lib/schema/text.ts'],
    ['a stack that knows a function', 'infra/stack.ts', 'functions/api/reviews/get-review.ts'],
    ['a program that lives off the tests', 'bin/program.ts', 'test/support/world/world.ts'],
    ['a library that lives off a program', 'lib/work/sweep.ts', 'bin/local/demo.ts'],
  ])('refuses %s', (_, file, target) => {
    expect(forbiddenImports(planted([file, [target]]), allowed)).toEqual([`${file} -> ${target}`]);
  });
});

/** Exports that are found otherwise than by an import that names them. */
const foundOtherwise: readonly (readonly [reason: string, which: RegExp])[] = [
  ['the contract names the files of functions', /^functions\/\S+ handler$/],
  ['the list of nouns spreads them', /^lib\/resources\/[\w-]+\/examples\.ts (?:examples|functionExamples|methods)$/],
  ['the tables of requests are read from their folder', /^test\/requests\/(?!all\.ts|table\.ts)[\w-]+\.ts /],
  [
    "the client's package gives them to others",
    /^lib\/client\/(?:store-commerce|storefront|functions|elements\/types)\.ts /,
  ],
  ['the bench loads what it compares by its path', /^test\/measure\/bench\/comparison\/\S+ (?:handler|dynamodb)$/],
  ['`npm run measure` calls a command by its name', /^test\/measure\/\S+\.command\.ts default$/],
  [
    'Vitest is told of them',
    /^test\/support\/(?:engines\.ts setup|run-artifacts\.ts notingRefusals|slowest-files\.ts default)$/,
  ],
  [
    'they are run in a browser, or compiled against the packed client',
    /^test\/(?:support\/browser\/(?:attack|page-faults)|system\/client\/programs\/\w+)\.ts /,
  ],
];

describe('what is exported', () => {
  const dead = deadExports(readModules(readImports('lib', 'functions', 'infra', 'bin', 'test').keys()));

  test('is imported by someone', () => {
    expect(dead.filter((each) => !foundOtherwise.some(([, which]) => which.test(each)))).toEqual([]);
  });

  test('has no exception without need', () => {
    expect(foundOtherwise.filter(([, which]) => !dead.some((each) => which.test(each)))).toEqual([]);
  });

  test('and used only in its own file, or by another export of the name, is noticed', () => {
    const planted = [
      moduleOf('lib/a.ts', 'export const used = 1;\nexport const get = () => inside;\nexport const inside = used;\n'),
      moduleOf(
        'lib/b.ts',
        "import { used as x } from './a.ts';\nimport * as a from './a.ts';\nx([...a.get(), c.inside]);\n(await import('./c.ts')).late();\n",
      ),
      moduleOf('lib/c.ts', 'export interface Inside {}\nexport const get: Inside = {};\nexport const late = 1;\n'),
    ];

    expect(deadExports(planted)).toEqual(['lib/a.ts inside', 'lib/c.ts Inside', 'lib/c.ts get']);
  });
});

describe('a function file', () => {
  test.each([
    ['no error handling', /\btry \{/],
    ['no status codes', /statusCode/],
    ['no serialization', /JSON\.stringify/],
    ['no environment', /process\.env/],
    ['no clock', /Date\.now\(\)|new Date\(\)/],
    ['no randomness', /Math\.random|randomBytes|randomUUID/],
  ])('holds %s, nor does a rule', (_, smell) => {
    const found = [...sources.keys()].filter(
      (file) => /^functions\/|^lib\/resources\/\S+rules\.ts$/.test(file) && smell.test(read(file)),
    );

    expect(found).toEqual([]);
  });
});

test('only the unit of work sends writes to the store table', () => {
  const writers = [...sources.keys()].filter(
    (file) => file.startsWith('lib/') && /new (?:Put|Delete|TransactWrite|BatchWrite)Command\(/.test(read(file)),
  );

  const ofRequestTable = 'lib/resources/gift-cards/unknown-code-records.ts';
  expect(writers).toEqual(['lib/once/unit-of-work.ts', ofRequestTable]);
});

/** What outlives a document: a sign-out from the staff console replaces that, and with it the state of every module. */
const outlives =
  /\b(?:sessionStorage|localStorage|indexedDB|caches|cookieStore|BroadcastChannel|SharedWorker|serviceWorker)\b|\.cookie\b|window\.name\b|history\.state\b/;

test('only the session, its keys and tabs, the sealed open calls and the theme keep data beyond a session of the staff console', () => {
  const keepers = [...sources.keys()].filter(
    (file) => file.startsWith('bin/console/browser/') && outlives.test(read(file).replaceAll(/\/\*.*?\*\//gs, '')),
  );

  expect(keepers.toSorted()).toEqual(
    ['shell/theme.ts', 'state/kept-keys.ts', 'state/kept.ts', 'state/other-tabs.ts', 'state/session.ts'].map(
      (name) => `bin/console/browser/${name}`,
    ),
  );
});
