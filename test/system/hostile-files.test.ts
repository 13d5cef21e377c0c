/** Nothing that a customer of the other system may have written stops an import, or slows it down. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rowsOf } from '../../bin/operator/files/rows.ts';
import { openExport, readRows, survey } from '../../bin/operator/move-in/export.ts';
import type { Format } from '../../bin/operator/move-in/format.ts';
import { fieldsOf, formats } from '../../bin/operator/move-in/formats.ts';
import { lookupOf } from '../../bin/operator/move-in/maps.ts';
import { plainText } from '../../bin/operator/move-in/values.ts';
import { defaultAddressSettings } from '../../lib/resources/stores/rules.ts';
import { allOf, fileOf } from '../support/move-in/files.ts';

const given = {
  ...({ currency: 'USD', decimal: false, dates: 'day-first', now: Date.parse('2026-01-01T00:00:00Z') } as const),
  addresses: defaultAddressSettings,
  products: await lookupOf('products'),
  customers: await lookupOf('customers', fileOf('theirs,ours\nada@example.com,cus_ada\n')),
  countries: await lookupOf('countries'),
};

/** A cell of a good row. */
const goodCells: readonly (readonly [RegExp, string])[] = [
  [/currency/, 'USD'],
  [/country/, 'US'],
  [/code|gan|account_number/, 'ABCD-1234-EFGH'],
  [/expir|date|created|updated|joined|exported/, '2025-03-02'],
  [/product|handle|sku/, 'pro_cup'],
  [/variant/, 'prv_cup'],
  [/site/, 'sit_uk'],
  [/balance|value|amount|remaining|rating|score|stars/, '5'],
  [/first_name|last_name|street|address|city|state|province|zip|postcode/, 'Boston'],
  [/customer|email|reviewer|recipient|name/, 'ada@example.com'],
  [/verified|disabled/, 'true'],
  [/hidden_reason/, 'spam'],
  [/^reason/, 'goodwill'],
  [/external_id/, '1001'],
];

const goodCell = (column: string): string => goodCells.find(([name]) => name.test(column))?.[1] ?? '';

const columnsOf = (format: Format): string[] => [...new Set(fieldsOf(format).flatMap(({ from }) => from))];

/** What a good row of the format comes to with a text in one of its columns. */
async function readWith(format: Format, column: string, text: string) {
  const columns = columnsOf(format);
  const cells = new Map([...columns.map((name) => [name, goodCell(name)] as const), [column, text]]);
  const file = async () => ({
    ...{ columns: new Map(columns.map((name) => [name, name])), repeated: new Set<string>() },
    rows: (async function* () {
      yield { line: 7, cells };
    })(),
  });
  await survey(await file(), format, 'day-first');
  return allOf(readRows(await file(), format, given));
}

const mebibyte = 1024 * 1024;
const filled = (texts: readonly string[], length = mebibyte) => texts.map((text) => text.repeat(length / text.length));

/** What of it is nested costs most just below the length at which it is refused. */
const markup = [
  '<div>',
  '<table><tr><td>',
  '<blockquote>',
  '<ul><li>',
  '<b>',
  '</p>',
  '<a ',
  '<',
  '&',
  '&amp;',
  '<!--',
];

const hostile: readonly string[] = [
  ...filled(markup),
  ...filled(markup, 49_000),
  ...filled(['0', '1,', '1.', `'`, ' ', '\t', '\n', ' \u0085', '-', '=', '_', 'z', 'é', '🫖', '\0', ',"']),
  ...[`1.${'0'.repeat(100_000)}1`, `2025-03-02${' '.repeat(100_000)}x`, `${' '.repeat(100_000)}x`],
  ...['\ud800', '__proto__', 'constructor', 'Infinity', 'NaN', '1e400', '-0', '{"a":1}'],
];

describe.each(formats)('in a file of $name', (format) => {
  test('a good row is a record', async () => {
    for (const { records, bad } of await readWith(format, '', '')) {
      expect(bad).toEqual([]);
      expect(records.length).toBeGreaterThan(0);
    }
  });

  test('any text in any column ends as a record or a bad row', async () => {
    const columns = columnsOf(format);
    const judge = async (column: string, text: string) => {
      const [row, ...others] = await readWith(format, column, text);
      expect(others).toEqual([]);
      expect((row?.records.length ?? 0) + (row?.bad.length ?? 0)).toBeGreaterThan(0);
      // A text that no reader expects would be a fault of the reader.
      for (const each of row?.bad ?? [])
        expect(each).toMatchObject({ line: 7, rule: expect.not.stringContaining('could not') });
    };
    for (const column of columns) for (const text of hostile) await judge(column, text);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...columns), fc.string({ unit: 'binary', maxLength: 200 }), judge),
      { numRuns: 200 },
    );
  });
});

test('a review of deep markup delays none of the others', async () => {
  const rows = ['Fine', '<table><tr><td>'.repeat(1000), 'Good'].map((body) => `${body},5,2025-03-02,cus_ada,pro_cup`);
  async function* file() {
    yield Buffer.from(['body,rating,review_date,reviewer_email,product_id', ...rows, ''].join('\n'));
  }

  const read = await allOf((await openExport(file, given)).rows);

  expect(read.map(({ line, records, bad }) => [line, records.length, bad])).toEqual(
    [2, 3, 4].map((line) => [line, 1, []]),
  );
  for (const tag of ['div', 'p', 'b']) expect(plainText(`Fine ${`<${tag}>`.repeat(5000)}`)).toContain('Fine');
});

test('a reader that fails makes its row a bad one', async () => {
  const failing: Format = {
    ...{ name: 'failing', source: '', kind: 'reviews', marks: [] },
    records: [{ fields: { body: { from: ['body'], read: () => JSON.parse('{') } } }],
  };

  expect(await readWith(failing, 'body', 'x')).toEqual([
    { line: 7, records: [], bad: [{ line: 7, column: 'body', rule: 'could not be read' }] },
  ]);
});

describe('a first line of any length takes linear time', () => {
  async function* piecesOf(text: string) {
    for (let from = 0; from < text.length; from += 65_536) yield Buffer.from(text.slice(from, from + 65_536));
  }

  /** CPU time: the same on a busy machine. */
  async function millisecondsOf(text: string): Promise<number> {
    const startedAt = process.threadCpuUsage();
    await rowsOf(piecesOf(text)).then(
      ({ rows }) => allOf(rows),
      () => [],
    );
    const { user, system } = process.threadCpuUsage(startedAt);
    return (user + system) / 1000;
  }

  test.each<[string, (length: number) => string]>([
    ['a JSON array', (length) => `[${'{"a":"b"},'.repeat(length / 10)}{}]`],
    ['a header of many columns', (length) => `${Array.from({ length: length / 7 }, (_, at) => `c${at}`).join(',')}\n`],
    ['a header of separators', (length) => `a${','.repeat(length)}\n`],
    ['a header in quotes', (length) => `"${'"",'.repeat(length / 3)}"\n`],
    ['a JSON line', (length) => `{"a":"${'x '.repeat(length / 2)}"}`],
    [
      'a JSON line of many fields',
      (length) => `{${Array.from({ length: length / 10 }, (_, at) => `"c${at}":1`).join(',')}}`,
    ],
    ['blank lines', (length) => `${' \n'.repeat(length / 2)}a,b\n`],
    ['no line end', (length) => 'x '.repeat(length / 2)],
  ])('%s', async (_, textOf) => {
    await millisecondsOf(textOf(65_536));
    const short = Math.max(await millisecondsOf(textOf(65_536)), 5);

    // Sixteen times as long: by the square it would take 256 times as long.
    expect(await millisecondsOf(textOf(1_048_576))).toBeLessThan(100 * short);
  });

  test('an array is refused with what to do', async () => {
    for (const text of ['[{"a":1}]', '\ufeff [\n {"a":1}\n]', `[${'{"a":1},'.repeat(200_000)}{}]`]) {
      await expect(rowsOf(piecesOf(text))).rejects.toThrow('a JSON array: write each object on its own line');
    }
    expect((await rowsOf(piecesOf('[code],[balance]\n'))).columns).toEqual(
      new Map([
        ['code', '[code]'],
        ['balance', '[balance]'],
      ]),
    );
  });
});
