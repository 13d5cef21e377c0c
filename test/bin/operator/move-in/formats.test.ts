import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openExport } from '../../../../bin/operator/move-in/export.ts';
import { formats } from '../../../../bin/operator/move-in/formats.ts';
import { lookupOf } from '../../../../bin/operator/move-in/maps.ts';
import { allOf, fileOf } from '../../../support/move-in/files.ts';

const customers = await lookupOf('customers', fileOf('theirs,ours\nada@example.com,cus_ada\n'));
const products = await lookupOf('products', fileOf('theirs,ours\n1,pro_cup\n'));

const given = {
  currency: 'USD',
  decimal: false,
  products,
  customers,
  countries: await lookupOf('countries'),
  now: Date.parse('2026-01-01T00:00:00Z'),
};

const open = (text: string, asked: Partial<Parameters<typeof openExport>[1]> = {}) =>
  openExport(() => fileOf(text), { ...given, ...asked });

async function recordsOf(...asked: Parameters<typeof open>) {
  const { rows } = await open(...asked);
  return (await allOf(rows)).flatMap(({ records, bad }) => [...records, ...bad]);
}

describe('a format', () => {
  test.each(formats)('$name names the source of its columns', ({ source }) => {
    expect(source).toMatch(/^https:\/\/|\w+ \w+/);
  });

  test.each([
    ['judge-me', 'x;RATING;Reviewer_Email;body;review date;product_id'],
    ['rise-gift-cards', 'created_at,balance,source,code'],
    ['rise-gift-cards', 'remaining_value,code,initial_value,x'],
  ])(
    '%s is recognized by its header, in any order and case of the columns, with any others: %s',
    async (name, header) => {
      expect((await open(`${header}\n`)).format.name).toBe(name);
    },
  );

  test('that no header shows is asked for', async () => {
    await expect(open('Ada,Lovelace,ada@example.com\n')).rejects.toThrow(
      /^the header matches no format: choose one with --as FORMAT: gift-cards, reviews, .+$/,
    );
  });

  test('that two headers match is asked for, and used as named', async () => {
    const header = 'body,rating,review_date,reviewer_email,product_id,date_created,review_title\n';

    await expect(open(header)).rejects.toThrow(
      'the header matches several formats: choose one with --as FORMAT: judge-me, okendo',
    );
    expect((await open(header, { as: 'okendo' })).format.name).toBe('okendo');
  });

  test('that there is not is refused', async () => {
    await expect(open('code,balance\n', { as: 'judgeme' })).rejects.toThrow('--as must be one of gift-cards, reviews,');
  });

  test('of ours takes no unknown column, and names it only if the header is one', async () => {
    await expect(open('code,balance,expiry\n', { as: 'gift-cards' })).rejects.toThrow(
      'column 3, "expiry", is not in gift-cards: expected code, currency, balance,',
    );
    await expect(open('code,balance,recipient mail\n')).rejects.toThrow(
      'column 3, "recipient mail", is not in gift-cards: did you mean recipient_email? expected code, currency,',
    );
    await expect(open('ABCD-EFGH-1234,25\n', { as: 'gift-cards' })).rejects.toThrow(/^(?!.*abcd).*column 1 is not in/i);
  });

  test('needs its columns, each once', async () => {
    await expect(open('body,rating,date_created,name\n')).rejects.toThrow(
      'a file of okendo needs a column product_id or handle or sku or product_name',
    );
    await expect(open('code,Code,balance\n')).rejects.toThrow('the header has the column code twice');
  });

  test.each([
    ['Id,Last Characters,Customer Name,Initial Balance,Balance\n', 'Shopify'],
    ['Rise Gift Card ID,Date Issued,Recipient Email,Initial Value,Remaining Value\n', 'Rise.ai'],
  ])('is unknown if the report has no codes: %j', async (header, system) => {
    await expect(open(header)).rejects.toThrow(`this report of ${system} contains no gift card codes`);
  });
});

test('a rating may be written with decimals, all of them 0', async () => {
  const file = (rating: string) => `product_id,customer_id,rating,created_at\npro_cup,cus_ada,${rating},2025-01-31\n`;

  for (const rating of ['4', '4.0', '4.00', '"4,000"']) {
    expect(await recordsOf(file(rating)), rating).toMatchObject([{ rating: 4 }]);
  }
  expect(await recordsOf(file('4.50'))).toMatchObject([{ rule: 'must be a whole number' }]);
});

describe('dates that begin with the day or the month', () => {
  const fileOf = (...dates: string[]) =>
    `product_id,customer_id,rating,created_at\n${dates.map((date) => `pro_cup,cus_ada,5,${date}\n`).join('')}`;
  const datesOf = async (...asked: Parameters<typeof open>) =>
    (await recordsOf(...asked)).map((each) => ('rule' in each ? each.rule : 'created_at' in each && each.created_at));

  test('are read in the order that one clear date shows, before and after it', async () => {
    expect(await datesOf(fileOf('03/04/2025', '15/03/2025', '05/06/2025'))).toEqual([
      '2025-04-03T00:00:00Z',
      '2025-03-15T00:00:00Z',
      '2025-06-05T00:00:00Z',
    ]);
    expect(await datesOf(fileOf('03/04/2025', '03/15/2025'))).toEqual(['2025-03-04T00:00:00Z', '2025-03-15T00:00:00Z']);
  });

  test('are asked for if no date shows the order, or two disagree', async () => {
    const ask = 'choose --dates day-first or --dates month-first';

    await expect(open(fileOf('03/04/2025', '2025-01-31'))).rejects.toThrow(
      `may begin with the day or with the month: ${ask}`,
    );
    await expect(open(fileOf('15/03/2025', '03/15/2025'))).rejects.toThrow(`with the month in others: ${ask}`);
  });

  test('are read as the option says; one that does not fit is a bad row', async () => {
    const file = fileOf('03/04/2025', '03/15/2025');

    expect(await datesOf(file, { dates: 'month-first' })).toEqual(['2025-03-04T00:00:00Z', '2025-03-15T00:00:00Z']);
    expect(await datesOf(file, { dates: 'day-first' })).toEqual([
      '2025-04-03T00:00:00Z',
      expect.stringContaining('must be a date'),
    ]);
  });

  test('ask for nothing where both readings are the same day, or there is no such date at all', async () => {
    expect(await datesOf(fileOf('03/03/2025', '45/45/2025'))).toEqual([
      '2025-03-03T00:00:00Z',
      expect.stringContaining('must be a date'),
    ]);
  });
});

test('the guide names every format', () => {
  const guide = readFileSync(
    resolve(import.meta.dirname, '../../../../bin/reference/guides/02.3-moving-in.md'),
    'utf8',
  );

  expect(formats.map(({ name }) => name).filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
  expect(
    formats.flatMap(({ source }) => source.match(/https:\S+/) ?? []).filter((source) => !guide.includes(source)),
  ).toEqual([]);
});

test('a card without a time in its file has the given time of the export', async () => {
  const exportedAt = '2025-12-31T00:00:00Z';

  expect(await recordsOf('code,balance\nABCD-1234,5\n', { exportedAt })).toEqual([
    { code: 'ABCD1234', currency: 'USD', balance: 5, exported_at: exportedAt },
  ]);
});

describe('a country of an address', () => {
  const header = 'customer_id,first_name,last_name,street1,city,state,zip,country_id,country\n';
  const store = { countries: { 1: 'US', 2: 'CA', 3: 'DE' }, address_rules: 'country' } as const;
  const countryOf = async (cells: string) => {
    const [read] = await recordsOf(`${header}cus_ada,Ada,L,Torstr. 1,Berlin,BE,10119,${cells}\n`, {
      addressesOfStore: async () => store,
      countries: await lookupOf('countries', fileOf('theirs,ours\nFrance,33\nAT,43\n')),
    });
    const { country_id, country, rule } = { rule: undefined, country_id: undefined, country: undefined, ...read };
    return rule ?? [country_id, country];
  };

  test.each([
    ['3,', [3, undefined]],
    ['France,', [33, undefined]],
    ['at,', [43, undefined]],
    ['us,', [1, undefined]],
    ['de,', [undefined, 'DE']],
    [',de', [undefined, 'DE']],
    ['3,DE', [3, 'DE']],
    ['Germany,', 'must be in the file of --countries, or be an ISO 3166-1 alpha-2 code such as DE'],
    ['4,DE', 'country and country_id must be the same country'],
    ['JP,', 'country must be in the countries of the store'],
    [',Germany', 'country must be an ISO 3166-1 alpha-2 code'],
    [',', 'Country ID is required'],
  ])('in the cells %j is read as %j', async (cells, expected) => {
    expect(await countryOf(cells)).toEqual(expected);
  });

  test('needs no column country_id if the header has country', async () => {
    const { format } = await open('customer_id,first_name,last_name,street1,city,zip,country\n');

    expect(format.name).toBe('customer-addresses');
  });
});

describe('a map', () => {
  test('of customers has no case in email addresses, and has it in all else', async () => {
    const lookup = await lookupOf(
      'customers',
      fileOf("theirs,ours\nAda@Example.com,cus_ada\n'1001,cus_grace\nHandle,cus_alan\n"),
    );

    expect(['ada@example.COM', '1001', "'1001", 'gid://shopify/Customer/1001', 'Handle', 'handle'].map(lookup)).toEqual(
      [...['cus_ada', 'cus_grace', 'cus_grace', 'cus_grace', 'cus_alan'], undefined],
    );
  });

  test('of countries has the United States and Canada built in, and the file adds to them or replaces them', async () => {
    const names = ['United States', 'us', 'USA', 'Canada', 'CA', 'de'];

    expect(names.map(await lookupOf('countries'))).toEqual(['1', '1', '1', '2', '2', undefined]);
    expect(names.map(await lookupOf('countries', fileOf('theirs;ours\nDE;3\nUS;10\n')))).toEqual([
      ...['1', '10', '1', '2', '2'],
      '3',
    ]);
  });

  test.each([
    ['id,ours\n', 'a map needs the columns theirs and ours'],
    ['theirs,ours\n1,pro_cup\n2,cus_ada\n', 'line 3: ours must be an id pro_…'],
    ['theirs,ours\n1\n', 'line 2: the row has 1 cells, the header 2'],
    ['theirs,ours\n,pro_cup\n', 'line 2: theirs is empty'],
    ['theirs,ours\n1,pro_cup\n1,pro_cup\n1,pro_pot\n', 'line 4: theirs is mapped to something else on a line before'],
  ])('is refused: %j', async (text, message) => {
    await expect(lookupOf('products', fileOf(text))).rejects.toThrow(message);
  });
});
