/** A shop moves in with files, by the command line and the functions themselves. */
import { existsSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import Papa from 'papaparse';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { AccountRows } from '../../../../bin/operator/move-in/cards.ts';
import { moveIn } from '../../../../bin/operator/move-in/move-in.ts';
import type { FileReport } from '../../../../bin/operator/move-in/report.ts';
import { auditLedger } from '../../../../lib/resources/gift-cards/functions.ts';
import { auditRatings } from '../../../../lib/resources/reviews/functions.ts';
import { updateStore } from '../../../../lib/resources/stores/functions.ts';
import { toTimestamp } from '../../../../lib/schema/times.ts';
import { resize } from '../../../support/batches.ts';
import { invoke } from '../../../support/invoke.ts';
import { type Heard, sessionWith } from '../../../support/operator.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { hold } from '../../../support/world/checkout.ts';
import { importedWith } from '../../../support/world/move-in.ts';
import { newWorld, succeeded, type World } from '../../../support/world/world.ts';

let world: World;
let folder: string;

beforeEach(async () => {
  [world, folder] = [await newWorld(), temporaryFolder()];
  onTestFinished(resize((name) => (name === 'movedInRecords' ? 5 : undefined)));
});

const day = (number: number) => new Date(Date.UTC(2026, 0, number));

/** A file that was exported on a day of January 2026. */
function fileOf(name: string, lines: readonly string[], exported = 1): string {
  const file = join(folder, name);
  writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
  utimesSync(file, day(exported), day(exported));
  return file;
}

const codeOf = (number: number): string => `OLD-${String(number).padStart(8, '0')}`;

/** A card for each balance. */
const cards = (balances: readonly number[]): string[] => [
  'code,balance',
  ...balances.map((balance, index) => `${codeOf(index)},${balance}`),
];

const nothing = {
  ...{ as: undefined, dates: undefined, decimal: false, update: false, 'dry-run': false },
  ...{ products: undefined, customers: undefined, countries: undefined, report: undefined, 'exported-at': undefined },
};

interface Result {
  files: FileReport[];
  refused_rows: object[];
}

async function run(files: string | readonly string[], options: Partial<typeof nothing> | object = {}, heard?: Heard) {
  const session = sessionWith(heard);
  const given = { ...nothing, store: world.store.id, files: [files].flat(), ...options };
  const { result, text = '', ok } = await moveIn(given, session);
  return { ...(result as Result), text, ok, shown: session.shown };
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

const manyBalances = Array.from({ length: 40 }, (_, index) => 1 + ((index * 37) % 400));

test('store credits are imported once, and the report has their sum: of two rows with one external_id, the first counts', async () => {
  const [{ id }] = world.customers;
  const rows = [`1,${id},700,refund`, `2,${id},25,reward`, `1,${id},900,refund`];
  const file = fileOf('credits.csv', ['external_id,customer_id,value,reason', ...rows]);
  const counts = { rows: 3, updated: 0, refused: 1 };

  const dry = await run(file, { 'dry-run': true });
  expect(dry.files).toMatchObject([{ ...counts, imported: 2, unchanged: 0 }]);
  expect(dry.text).toContain('line 4: another row has the same external_id');
  const first = await run(file);
  expect(first.files).toMatchObject([{ ...counts, imported: 2, unchanged: 0 }]);
  expect(first.text).toContain('line 4: Another record has the same external_id');
  expect(first.text).toContain('Liability before the import');
  const second = await run(file);
  expect(second.files).toMatchObject([{ ...counts, imported: 0, unchanged: 2 }]);
  for (const { files, text } of [dry, first, second]) {
    expect(files.map(({ sums }) => sums)).toEqual([{ file: 725 }]);
    expect(text).toContain('The store credits of the file are worth USD 7.25');
  }
});

test('of two rows of a card that of the later export counts, and of one export the first', () => {
  const cardOf = (balance: number, exported = 1) => {
    const exported_at = toTimestamp(day(exported).getTime());
    return { code: codeOf(1), balance, currency: 'USD', exported_at } as const;
  };
  const [early, late, same] = [cardOf(1000), cardOf(400, 2), cardOf(700)];
  const counting = (...rows: (typeof early)[]) => {
    const accounts = new AccountRows();
    for (const [line, row] of rows.entries()) accounts.note(line, row);
    return rows.filter((row, line) => accounts.counts(line, row));
  };

  expect(counting(early, late)).toEqual([late]);
  expect(counting(late, early)).toEqual([late]);
  expect(counting(early, same)).toEqual([early]);
});

describe('an import', () => {
  test('of cards adds up to the cent, and a second one changes nothing and says so', { tags: 'long' }, async () => {
    const file = fileOf('cards.csv', cards(manyBalances));
    const sum = sumOf(manyBalances);

    const counts = { rows: 40, updated: 0, refused: 0, sums: { file: sum, ledger: sum } };
    const first = await run(file);
    expect(first.files).toMatchObject([{ ...counts, imported: 40, unchanged: 0 }]);
    expect(first.shown.join()).not.toContain('continuing');
    const second = await run(file);
    expect(second.files).toMatchObject([{ ...counts, imported: 0, unchanged: 40 }]);
    expect(second.ok).toBe(true);
    expect(second.text).toContain(
      `worth USD ${(sum / 100).toFixed(2)}; the import's ledger entries on them sum to USD`,
    );
    expect(await invoke(auditLedger, { store_id: world.store.id })).toMatchObject({ findings: [] });
    expect(await readdir(folder)).toEqual(['cards.csv']);
  });

  test.each([1, 3, 6, 9, 14])(
    'that is killed at its call %i continues there, and skips no row',
    { tags: 'long' },
    async (death) => {
      const file = fileOf('cards.csv', [...cards(manyBalances), 'short,1']);
      let calls = 0;
      const dying = () => {
        calls += 1;
        if (calls === death) throw new Error('killed');
      };

      await expect(run(file, {}, dying)).rejects.toThrow('killed');
      const { files, ok } = await run(file);

      const sum = sumOf(manyBalances);
      expect(files).toMatchObject([{ rows: 41, refused: 1, sums: { file: sum, ledger: sum } }]);
      // Also those of calls that were made before it died and are made again.
      expect(files).toMatchObject([{ imported: 40, unchanged: 0 }]);
      expect(ok).toBe(false);
      expect(existsSync(`${file}.import`)).toBe(false);
    },
  );

  test('that continues reports what was refused before it died', { tags: 'long' }, async () => {
    const bad = [...cards(manyBalances).slice(0, 3), 'short,1', ...cards(manyBalances).slice(3)];
    const file = fileOf('cards.csv', bad);
    const report = join(folder, 'report.csv');
    const dying = (name: string) => {
      if (name === 'list-imported-gift-cards') throw new Error('killed');
    };
    await expect(run(file, { report }, dying)).rejects.toThrow('killed');
    expect(existsSync(report)).toBe(false);
    expect(statSync(`${file}.import`).mode & 0o777).toBe(0o600);

    const { files, shown } = await run(file, { report });

    expect(shown).toContain(`${file}: continuing after row 41`);
    expect(files).toMatchObject([{ rows: 41, imported: 40, refused: 1 }]);
    expect(statSync(report).mode & 0o777).toBe(0o600);
    const [head, first] = Papa.parse<string[]>(readFileSync(report, 'utf8')).data;
    expect([head, first]).toEqual([
      ['file', 'what', 'count', 'line', 'column', 'rule', 'code'],
      [file, 'rejected', '1', '4', 'code', 'must have 8 to 40 letters and digits', ''],
    ]);
  });

  test('that continues does not count earlier refused rows in its sums', async () => {
    await run(fileOf('first.csv', cards([1000])));
    const file = fileOf('cards.csv', cards([900, 29, 57]));
    const dying = (name: string) => {
      if (name === 'list-imported-gift-cards') throw new Error('killed');
    };
    await expect(run(file, {}, dying)).rejects.toThrow('killed');

    // No amount passes through floating point: 0.29 + 0.57 would be 0.8599999999999999.
    expect((await run(file)).files).toMatchObject([{ imported: 2, refused: 1, sums: { file: 86, ledger: 86 } }]);
  });

  test('starts from the first row where the file has changed since it died', async () => {
    const file = fileOf('cards.csv', cards([100, 200]));
    const dying = (name: string) => {
      if (name === 'list-imported-gift-cards') throw new Error('killed');
    };
    await expect(run(file, {}, dying)).rejects.toThrow('killed');
    fileOf('cards.csv', cards([100, 200, 300]));

    expect((await run(file)).files).toMatchObject([{ rows: 3, imported: 1, unchanged: 2, sums: { ledger: 600 } }]);
  });

  test('of a card twice in a file counts it once, and refuses it where the rows differ', async () => {
    const [head = '', one = '', two = ''] = cards([500, 700]);
    const file = fileOf('cards.csv', [head, one, one, one, two, two.replace('700', '900')]);

    const dry = await run(file, { 'dry-run': true });
    const { files, text, ok } = await run(file);

    const counts = { rows: 5, imported: 2, unchanged: 2, refused: 1 };
    expect(dry.files).toMatchObject([{ ...counts, sums: { file: 1200 } }]);
    expect(files).toMatchObject([{ ...counts, sums: { file: 1200, ledger: 1200 } }]);
    expect([dry.ok, ok]).toEqual([false, false]);
    expect(text).toContain('line 6: A gift card with this code was imported from another record');
    expect(text).toContain('(code …01)');
  });

  test('with --update and later balances adjusts what was spent elsewhere; what was spent here is listed and left', async () => {
    await run(fileOf('cards.csv', cards([1000, 2000, 3000])));
    await succeeded(hold(world, codeOf(1)));
    const later = fileOf('later.csv', cards([400, 1500, 3000]), 2);

    const { files, text } = await run(later, { update: true });

    expect(files).toMatchObject([
      { rows: 3, updated: 1, unchanged: 1, refused: 1, sums: { file: 3400, ledger: 3400 } },
    ]);
    expect(text).toContain(
      'later.csv, line 3: A gift card with this code was imported from another record: its balance is USD 20.00, the record says USD 15.00 (code …01)',
    );
    expect((await importedWith(world, codeOf(0), codeOf(1))).data).toMatchObject([
      { imported: 400 },
      { imported: 2000 },
    ]);
    expect((await run(later, { update: true })).files).toMatchObject([{ updated: 0, unchanged: 2, refused: 1 }]);
  });

  test('of a file that was saved again is refused with advice on the options, and its rows are in the result', async () => {
    await run(fileOf('cards.csv', cards([1000])));
    const again = fileOf('again.csv', cards([1000]), 2);

    const { files, text, refused_rows } = await run(again);

    expect(files).toMatchObject([{ imported: 0, refused: 1 }]);
    expect(refused_rows).toEqual([
      {
        ...{ file: again, line: 2, column: null },
        reason:
          'A gift card with this code was imported from another record: its balance is 1000, the record says 1000',
      },
    ]);
    expect(text).toMatch(/its balance is USD 10\.00, the record says USD 10\.00 .*add --exported-at .*add --update$/ms);
    expect((await run(again, { 'exported-at': '2026-01-01T00:00:00Z' })).files).toMatchObject([{ unchanged: 1 }]);
    await expect(run(again, { 'exported-at': '2090-01-01T00:00:00Z' })).rejects.toThrow(
      '--exported-at must be in the past, not 2090-01-01T00:00:00Z',
    );
    expect((await run(again, { update: true })).text).not.toContain('add --update');
  });

  test('of an earlier file again says by how much the ledger differs from it', async () => {
    const first = fileOf('cards.csv', cards([1000]));
    await run(first);
    await run(fileOf('later.csv', cards([400]), 2), { update: true });

    const { files, ok, text } = await run(first);

    expect(files).toMatchObject([{ unchanged: 1, sums: { file: 1000, ledger: 400 } }]);
    expect(ok).toBe(false);
    expect(text).toContain(
      `${first}, line 2: the file has USD 10.00, the imported ledger entries sum to USD 4.00 (code …00)`,
    );
    expect(text).toContain('THEY DIFFER');
  });

  test('of reviews and addresses of another system maps its ids, and counts ratings', async () => {
    const [product] = world.products;
    const [ada, grace] = world.customers;
    const products = fileOf('products.csv', ['theirs,ours', `teapot,${product.id}`]);
    const customers = fileOf('customers.csv', [
      'theirs,ours',
      `ada@example.com,${ada.id}`,
      `g@example.com,${grace.id}`,
    ]);
    const reviews = fileOf('reviews.csv', [
      'title,body,rating,review_date,reviewer_name,reviewer_email,product_id,product_handle,curated',
      'Good,"<p>Holds &amp; pours</p>",5,2025-03-02 10:12:00 UTC,Ada,ADA@example.com,,teapot,ok',
      'Bad,"Two\nlines",1,2025-03-02 10:12:00 UTC,Grace,g@example.com,,teapot,ok',
      'Ugly,Nobody,1,2025-03-02 10:12:00 UTC,Nobody,nobody@example.com,,teapot,ok',
    ]);

    const { files, text } = await run(reviews, { products, customers });

    expect(files).toMatchObject([{ format: 'judge-me', rows: 3, imported: 2, refused: 1 }]);
    expect(text).toContain(`${reviews}, line 5: reviewer_email must be in the file of --customers, or an id cus_…`);
    expect(text).not.toContain('nobody@example.com');
    expect(await invoke(auditRatings, { store_id: world.store.id })).toMatchObject({ drifts: [] });
  });

  test('of several files that is killed does not read those again that were done', async () => {
    const files = [fileOf('a.csv', cards([100, 200])), fileOf('b.csv', ['code,balance', 'OTHER-0001,50'])];
    const calls: object[] = [];
    const dying = (name: string, payload: object) => {
      if (name === 'import-gift-cards' && calls.push(payload) > 2) throw new Error('killed');
    };
    await expect(run(files, {}, dying)).rejects.toThrow('killed');

    const { files: reports } = await run(files, {}, (name) => {
      if (name === 'import-gift-cards') calls.push({ name });
    });

    expect(calls).toHaveLength(4);
    expect(reports).toMatchObject([{ imported: 2 }, { imported: 1 }]);
    expect(await readdir(folder)).toEqual(['a.csv', 'b.csv']);
  });
});

describe('a dry run', () => {
  test('imports nothing, and leaves nothing', async () => {
    const file = fileOf('cards.csv', [...cards([100, 200]), 'short,1']);
    const called: [name: string, dryRun: unknown][] = [];

    const { files, ok } = await run(file, { 'dry-run': true }, (name, payload) => called.push([name, payload.dry_run]));

    expect(called).toEqual([
      ['report-liability', undefined],
      ['import-gift-cards', 'supported?'],
      ['import-gift-cards', true],
      ['import-gift-cards', true],
    ]);
    expect(files).toEqual([
      expect.objectContaining({ rows: 3, imported: 2, updated: 0, unchanged: 0, refused: 1, sums: { file: 300 } }),
    ]);
    expect(ok).toBe(false);
    expect(await readdir(folder)).toEqual(['cards.csv']);
    expect((await importedWith(world, codeOf(0))).data).toEqual([null]);
  });

  test('shows which cards were imported before, unchanged or with another balance', async () => {
    await run(fileOf('cards.csv', cards([100, 200])));
    const later = fileOf('later.csv', cards([100, 150, 300]), 2);

    const plain = await run(later, { 'dry-run': true });
    const updating = await run(later, { 'dry-run': true, update: true });
    const { files } = await run(later, { update: true });

    // Without `update`, a later export of a card is another record.
    expect(plain.files).toMatchObject([{ rows: 3, imported: 1, updated: 0, unchanged: 0, refused: 2 }]);
    const counts = { rows: 3, imported: 1, updated: 1, unchanged: 1, refused: 0 };
    expect([updating.files, files]).toMatchObject([[counts], [counts]]);
    expect((await run(later, { 'dry-run': true })).files).toMatchObject([{ imported: 0, unchanged: 3, refused: 0 }]);
  });

  test.each([
    [
      'waitlist',
      'product_id,variant_id,email',
      (of: World) => `${of.products[0].id},${of.products[0].variants[0]?.id}`,
    ],
    [
      'reviews',
      'product_id,customer_id,rating,title,body',
      (of: World) => `${of.products[0].id},${of.customers[0].id},5,Good`,
    ],
    [
      'customer-addresses',
      'customer_id,first_name,last_name,city,state,country_id,street1',
      (of: World) => `${of.customers[0].id},Ada,Lovelace,Boston,MA,1`,
    ],
  ])('of %s reports what the import then reports', async (as, header, rowOf) => {
    const last = (name: string) => (as === 'waitlist' ? `${name}@example.com` : name);
    const file = (name: string, lines: readonly string[]) => fileOf(name, [header, ...lines]);
    await run(file('first.csv', [`${rowOf(world)},${last('one')}`]), { as });
    const unknown = rowOf(world).replace(/(?<=^(?:pro|cus)_)\w+/, 'unknown');
    const lines = [`${rowOf(world)},${last('one')}`, `${unknown},${last('two')}`, `${unknown},${last('two')}`];
    const second = file('second.csv', as === 'reviews' ? lines : [...lines, `${rowOf(world)},${last('three')}`]);

    const dry = await run(second, { 'dry-run': true, as });
    const { files } = await run(second, { as });

    const counted = ({ imported, unchanged, refused }: FileReport) => ({ imported, unchanged, refused });
    expect(files).toMatchObject([{ imported: as === 'reviews' ? 0 : 1, unchanged: 1, refused: 2 }]);
    expect(dry.files.map(counted)).toEqual(files.map(counted));
  });

  test('is refused by a service that would import its records', async () => {
    const old: Heard = (name, payload) => {
      if (name.startsWith('import-')) delete payload.dry_run;
    };

    await expect(run(fileOf('cards.csv', cards([100])), { 'dry-run': true }, old)).rejects.toThrow(
      'The service is of an earlier release, which has no dry run: deploy this release first',
    );
    expect((await importedWith(world, codeOf(0))).data).toEqual([null]);
  });
});

describe('a file of addresses', () => {
  const header = 'customer_id,first_name,last_name,street1,city,state,zip';
  const row = (of: string) => `${world.customers[0].id},Ada,Lovelace,Torstr. 1,Berlin,${of}`;
  const setStore = (fields: object) => invoke(updateStore, { store_id: world.store.id, ...fields });
  const countries = { 3: 'DE' };

  test('may have ISO codes of the store, in place of country ids or beside them', async () => {
    await setStore({ countries, address_rules: 'country' });
    const lines = [row(',10119,DE,'), row(',10117,de,3'), row(',10115,,3'), row(',10119,DE,4'), row(',10119,FR,')];
    const file = fileOf('addresses.csv', [`${header},country,country_id`, ...lines]);
    const report = join(folder, 'report.csv');

    for (const dryRun of [true, false]) {
      const { files } = await run(file, { 'dry-run': dryRun, report });
      expect(files).toMatchObject([{ format: 'customer-addresses', rows: 5, imported: 3, refused: 2 }]);
      const rules = readFileSync(report, 'utf8');
      expect(rules).toContain('country and country_id must be the same country');
      expect(rules).toContain('country must be in the countries of the store');
    }
  });

  test('is checked by the rules of the store, in a dry run too', async () => {
    const file = fileOf('addresses.csv', [`${header},country_id`, row(',10119,3'), row('BE,1011,3')]);
    const counts = async (dryRun: boolean) => (await run(file, { 'dry-run': dryRun })).files;

    await setStore({ countries, address_rules: 'contract' });
    expect(await counts(true)).toMatchObject([{ imported: 1, refused: 1 }]);
    await setStore({ address_rules: 'country' });
    expect(await counts(true)).toMatchObject([{ imported: 1, refused: 1 }]);
    expect(await counts(false)).toMatchObject([{ imported: 1, refused: 1 }]);
    await setStore({ countries: {} });
    expect(await counts(true)).toMatchObject([{ imported: 1, refused: 1 }]);
  });
});

test('an import of cards shows the liability before it and the command for the one after it, and does not wait', async () => {
  const first = await run(fileOf('cards.csv', cards([1000])));
  const startedAt = performance.now();
  const { text, shown } = await run(fileOf('more.csv', ['code,balance', 'OTHER-0001,50']));

  expect(performance.now() - startedAt).toBeLessThan(30_000);
  for (const each of [first.text, text]) expect(each).toMatch(/Liability before the import, at \S+Z: USD 0\.00/);
  expect(text).toContain(
    `npx store-commerce liability --store ${world.store.id} --stack Shop --endpoint http://localhost:3000`,
  );
  expect(shown.join()).not.toContain('seconds');
  expect((await run(fileOf('cards.csv', cards([1000])), { 'dry-run': true })).text).not.toContain('Liability');
});

test('the report counts codes that can be guessed, those of fewer than 12 characters', async () => {
  const codes = ['ABCD-1234', 'ABCD-EFGH-123', 'ABCD-EFGH-1234', 'abcd efgh 5678'];
  const file = fileOf('cards.csv', ['code,balance', ...codes.map((code) => `${code},100`)]);
  const report = join(folder, 'report.csv');

  for (const options of [{ 'dry-run': true }, { report }]) {
    const { files, text } = await run(file, options);
    expect(files).toMatchObject([{ short_codes: 2 }]);
    expect(text).toContain('codes of fewer than 12 characters, which can be guessed: 2. Replace them');
  }
  expect(readFileSync(report, 'utf8')).toContain('"codes of fewer than 12 characters","2"');
});

test('no report, journal or message holds a code or a person', async () => {
  const secret = 'SECRET-CODE-0001';
  const bad = [
    'code,balance,recipient_email,note',
    `${secret},100,ada@example.com,Ask Augusta`,
    `${secret},7,ada@example.com,`,
  ];
  const file = fileOf('cards.csv', [...bad, `${secret}!,1,ada@example.com,`]);
  const report = join(folder, 'report.csv');
  let journal = '';

  const { text, shown } = await run(file, { report }, (name) => {
    if (name === 'list-imported-gift-cards') journal = readFileSync(`${file}.import`, 'utf8');
  });

  expect(journal).toContain('"refused":2');
  for (const output of [text, journal, shown.join('\n'), readFileSync(report, 'utf8')]) {
    expect(output).not.toMatch(/SECRET|CODE0001|ada@|Augusta/i);
  }
});
