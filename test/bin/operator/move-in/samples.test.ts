/** Every sample of an export is read without an edit by hand, to the records and the bad rows that it holds. */
import { createReadStream, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { openExport } from '../../../../bin/operator/move-in/export.ts';
import { lookupOf } from '../../../../bin/operator/move-in/maps.ts';
import { allOf, fileOf } from '../../../support/move-in/files.ts';
import { maps, type Sample, writeSamples } from '../../../support/move-in/samples.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const utc = 'Dates without a time zone are read as UTC.';
const untilTheEnd = 'A card with an expiry date but no time can be spent until the end of that day in UTC.';

interface Expected {
  format: string;
  /** By the line of their row: most rows have one. */
  records: Readonly<Record<number, object | readonly object[]>>;
  /** Line, column and rule. */
  bad?: readonly (readonly [number, string, string])[];
  notes?: readonly string[];
}

const ada = { customer_id: 'cus_ada', first_name: 'Ada', last_name: 'Lovelace' };
const grace = { customer_id: 'cus_grace', first_name: 'Grace', last_name: 'Hopper' };
const boston = { city: 'Boston', state: 'MA', country_id: 1 };
const toronto = { city: 'Toronto', state: 'ON', country_id: 2 };
const teapotByAda = { product_id: 'pro_teapot', customer_id: 'cus_ada' };
const teapotByGrace = { product_id: 'pro_teapot', customer_id: 'cus_grace' };
const cupByAda = { product_id: 'pro_cup', customer_id: 'cus_ada' };
const cupByGrace = { product_id: 'pro_cup', customer_id: 'cus_grace' };
const morning = '2025-03-02T10:12:00Z';

const inDollars = (card: object) => ({ ...card, currency: 'USD' });

const expected: Readonly<Record<Sample, Expected>> = {
  'judge-me.csv': {
    format: 'judge-me',
    records: {
      2: {
        ...teapotByAda,
        rating: 5,
        title: 'Top 🫖',
        body: 'Keeps tea warm.\n\nTom & I love it',
        created_at: morning,
      },
      3: {
        ...cupByGrace,
        rating: 3,
        title: 'Pours, but drips',
        body: 'Two lines\nand a "quote"',
        created_at: '2025-01-10T00:00:00Z',
      },
      8: {
        ...cupByAda,
        rating: 4,
        title: 'Not yet',
        body: 'I <3 it, 2 < 3',
        created_at: '2025-02-01T00:00:00Z',
        hidden_reason: 'other',
        hidden_note: 'Not shown at Judge.me',
      },
      9: {
        ...teapotByAda,
        rating: 5,
        title: 'Top 🫖',
        body: 'Keeps tea warm.\n\nTom & I love it',
        created_at: morning,
      },
    },
    bad: [
      [7, 'reviewer_email', 'must be in the file of --customers, or an id cus_…'],
      [10, 'rating', 'must be a whole number'],
      [11, 'reviewer_email', 'must be in the file of --customers, or an id cus_…'],
      [12, '', 'the row has 4 cells, the header 16'],
    ],
    notes: [utc],
  },
  'judge-me-french.csv': {
    format: 'judge-me',
    records: {
      2: {
        ...teapotByAda,
        rating: 5,
        title: 'Très bien',
        body: 'Un thé; deux tasses',
        created_at: '2024-12-25T18:30:00Z',
      },
      3: { ...teapotByGrace, rating: 2, title: 'Bof', created_at: '2025-04-03T00:00:00Z' },
    },
    notes: [utc],
  },
  'yotpo.csv': {
    format: 'yotpo',
    records: {
      2: {
        ...teapotByAda,
        rating: 5,
        title: 'Lovely',
        body: "It's\nblue",
        created_at: '2025-03-15T00:00:00Z',
        verified_purchase: true,
      },
      3: {
        ...teapotByGrace,
        rating: 4,
        title: 'Fine',
        body: '5" wide',
        created_at: '2025-03-02T00:00:00Z',
        verified_purchase: false,
      },
    },
    notes: [utc],
  },
  'yotpo-plugin.csv': {
    format: 'yotpo',
    records: {
      2: { ...teapotByAda, rating: 5, body: 'Holds three cups, no more', created_at: morning, verified_purchase: true },
      3: { ...cupByGrace, rating: 1, body: 'Chipped', created_at: '2025-03-03T23:59:59Z' },
    },
    notes: [utc],
  },
  'okendo-template.csv': {
    format: 'okendo',
    records: {
      2: { ...teapotByAda, rating: 5, title: 'Great', body: 'Holds tea', created_at: morning },
      3: { ...cupByGrace, rating: 4, body: 'Is a cup', created_at: '2025-03-02T08:12:00Z' },
    },
    bad: [[4, 'email', 'must be in the file of --customers, or an id cus_…']],
    notes: [utc],
  },
  'okendo-export.csv': {
    format: 'okendo',
    records: {
      2: { ...teapotByAda, rating: 5, title: 'Great', body: 'Holds tea', created_at: morning, verified_purchase: true },
      3: {
        ...teapotByGrace,
        rating: 1,
        title: 'No',
        body: 'Does not',
        created_at: morning,
        verified_purchase: false,
        hidden_reason: 'other',
        hidden_note: 'Not shown at Okendo',
      },
    },
  },
  'shopify-customers.csv': {
    format: 'shopify-customers',
    records: {
      2: { ...ada, ...boston, street1: '5 Loom Lane', street2: 'Floor 2', zip: '02108' },
      3: {
        first_name: 'Jan',
        last_name: "'t Hooft",
        street1: "'s-Gravenweg 1",
        city: 'Rotterdam',
        state: 'ZH',
        country_id: 31,
        zip: '3062 ZA',
        customer_id: 'cus_jan',
      },
      4: [],
    },
    bad: [[5, 'Default Address Province Code', 'State is required']],
  },
  'shopify-customers-earlier.csv': {
    format: 'shopify-customers',
    records: {
      2: { ...grace, ...toronto, street1: '1 Navy Yard, Gate 2', zip: 'M5V 2T6' },
      4: { ...ada, ...boston, street1: '5 Loom Lane', zip: '02108' },
    },
  },
  'woocommerce-customers.csv': {
    format: 'woocommerce-customers',
    records: {
      2: [
        { ...ada, ...boston, street1: '5 Loom Lane', zip: '02108' },
        { ...ada, ...toronto, street1: '9 Dock Road', zip: 'M5V 2T6' },
      ],
      3: { ...grace, ...boston, street1: '2 Navy Yard', zip: '02129' },
      4: {
        first_name: 'Alan',
        last_name: 'Turing',
        street1: '3 Mill Lane',
        city: 'Cambridge',
        state: 'MA',
        country_id: 1,
        zip: '02139',
        customer_id: 'cus_alan',
      },
    },
    bad: [[3, 'billing_state', 'State is required']],
  },
  'square-gift-cards.jsonl': {
    format: 'square-gift-cards',
    records: {
      1: inDollars({ code: '7783320001001635', balance: 2550, disabled: false, created_at: '2024-01-26T02:25:34Z' }),
      2: inDollars({ code: '7783320001001636', balance: 100, disabled: true, created_at: '2024-01-25T18:25:34Z' }),
    },
    bad: [
      [4, 'gan', 'a number of more than 15 digits must be a string'],
      [5, 'balance_money.amount', 'is 0, and the file has no initial value: there is nothing to import'],
      [6, '', 'the line must be a JSON object'],
    ],
  },
  'square-gift-cards.tsv': {
    format: 'square-gift-cards',
    records: {
      2: inDollars({ code: '7783320001001635', balance: 2550, disabled: false, created_at: '2024-01-25T18:25:34Z' }),
    },
    bad: [
      [3, 'gan', 'was changed by a spreadsheet, which cut its digits: export the file again'],
      [4, 'balance_money.currency', "must be USD, as the store's"],
    ],
  },
  'woocommerce-gift-cards.csv': {
    format: 'woocommerce-gift-cards',
    records: {
      2: inDollars({
        code: 'ABCDEFGHJKLMNPQR',
        balance: 1250,
        initial_value: 5000,
        expires_at: '2030-05-01T00:00:00Z',
        recipient_email: 'ada@example.com',
        message: 'Happy birthday 🎂\nfrom us all',
        disabled: false,
        created_at: '2024-05-01T10:00:00Z',
      }),
      4: inDollars({
        code: 'WXYZ23456789ABCD',
        balance: 123450,
        initial_value: 123450,
        recipient_email: 'ada@example.com',
        disabled: true,
        created_at: '2024-05-01T23:30:00Z',
      }),
    },
    bad: [[5, 'Recipient', 'recipient_email must be an email address']],
    notes: [utc],
  },
  'woocommerce-gift-cards-api.jsonl': {
    format: 'woocommerce-gift-cards-api',
    records: {
      1: inDollars({
        code: 'ABCDEFGHJKLMNPQR',
        balance: 10,
        initial_value: 5000,
        recipient_email: 'ada@example.com',
        disabled: false,
        created_at: '2024-05-01T10:00:00Z',
      }),
    },
    bad: [[2, 'remaining', 'balance is required']],
    notes: [utc],
  },
  'rise-gift-cards.csv': {
    format: 'rise-gift-cards',
    records: {
      2: inDollars({
        code: 'RISE1234ABCD',
        balance: 123450,
        initial_value: 150000,
        disabled: false,
        created_at: '2024-12-31T00:00:00Z',
      }),
      3: inDollars({
        code: 'RISE5678EFGH',
        balance: 2500,
        initial_value: 2500,
        disabled: true,
        created_at: '2025-02-01T13:05:00Z',
      }),
    },
    bad: [
      [4, 'Balance', 'must be in USD'],
      [5, 'Code', 'must have 8 to 40 letters and digits'],
    ],
    notes: [utc, untilTheEnd],
  },
  'gift-cards.csv': {
    format: 'gift-cards',
    records: {
      2: inDollars({
        code: 'OURS0001ABCD',
        balance: 2550,
        initial_value: 5000,
        expires_at: '2029-12-31T23:59:59Z',
        recipient_email: 'ada@example.com',
        message: '=Tea',
        disabled: false,
        created_at: '2024-01-02T01:04:05Z',
        exported_at: '2025-01-01T00:00:00Z',
      }),
      3: inDollars({
        code: 'OURS0002ABCD',
        balance: 0,
        initial_value: 5000,
        disabled: true,
        created_at: '2024-01-02T00:00:00Z',
      }),
    },
    bad: [
      [4, 'balance', 'must be a whole number in the smallest unit of the currency (give --decimal for 25.00)'],
      [5, 'balance', 'is 0, and the file has no initial value: there is nothing to import'],
      [6, 'balance', 'balance must be between 0 and 10000000'],
      [7, 'created_at', 'must be in the past'],
    ],
    notes: [utc, untilTheEnd],
  },
  'store-credits.csv': {
    format: 'store-credits',
    records: {
      2: inDollars({
        external_id: '1001',
        customer_id: 'cus_ada',
        value: 1500,
        reason: 'refund',
        expires_at: '2029-12-31T23:59:59Z',
      }),
      3: inDollars({ external_id: '0017', customer_id: 'cus_grace', value: 25, reason: 'reward' }),
    },
    bad: [
      [4, 'email', 'must be in the file of --customers, or an id cus_…'],
      [5, 'value', 'value must be between 1 and 10000000'],
      [6, 'reason', 'reason must be refund, goodwill, promotion, or reward'],
      [7, 'currency', "must be USD, as the store's"],
      [8, 'customer_id', 'customer_id is required'],
      [9, 'external_id', 'external_id is required'],
    ],
    notes: [utc, 'A store credit with an expiry date but no time can be spent until the end of that day in UTC.'],
  },
  'gift-cards-decimal.txt': {
    format: 'gift-cards',
    records: {
      2: { code: 'DEZI0001ABCD', currency: 'EUR', balance: 123450, expires_at: '2029-12-31T23:59:59Z' },
      3: { code: 'DEZI0002ABCD', currency: 'EUR', balance: 10 },
      4: { code: 'DEZI0003ABCD', currency: 'EUR', balance: 20 },
    },
    bad: [
      [5, 'balance', 'must have 2 digits after the decimal point at most'],
      [6, 'balance', 'could mean thousands or decimals: write all decimals, such as 1234.00'],
    ],
    notes: [utc, untilTheEnd],
  },
  'reviews.csv': {
    format: 'reviews',
    records: {
      2: {
        ...teapotByAda,
        rating: 5,
        title: 'Warm',
        body: 'Keeps warm',
        created_at: morning,
        updated_at: '2025-03-03T10:12:00Z',
        verified_purchase: true,
      },
      3: {
        ...teapotByGrace,
        rating: 1,
        title: 'Cold',
        body: 'Does not',
        created_at: morning,
        verified_purchase: false,
        hidden_reason: 'off_topic',
        hidden_note: 'About shipping',
      },
    },
    bad: [[4, 'verified_purchase', 'must be true or false']],
  },
  'customer-addresses.csv': {
    format: 'customer-addresses',
    records: {
      2: {
        ...ada,
        ...boston,
        street1: '5 Loom Lane',
        zip: '02108',
        id: 'cad_old1',
        created_at: '2024-01-02T00:00:00Z',
      },
      3: { ...grace, ...toronto, street1: '1 Navy Yard', street2: 'Gate 2' },
    },
    bad: [[4, 'last_name', 'Last name is required']],
    notes: [utc],
  },
  'waitlist.csv': {
    format: 'waitlist',
    records: {
      2: {
        product_id: 'pro_teapot',
        variant_id: 'prv_small',
        email: 'ada@example.com',
        site_id: 'sit_main',
        joined_at: '2025-03-02T10:12:00Z',
      },
    },
    bad: [[3, 'variant_id', 'variant_id must be a variant ID']],
    notes: [utc],
  },
};

const paths = writeSamples(temporaryFolder());

const given = {
  currency: 'USD',
  decimal: false,
  products: await lookupOf('products', fileOf(maps.products)),
  customers: await lookupOf('customers', fileOf(maps.customers)),
  countries: await lookupOf('countries', fileOf(maps.countries)),
  now: Date.parse('2026-01-01T00:00:00Z'),
};

function expectedOf(file: Sample) {
  const { format, records, bad = [], notes = [] } = expected[file];
  const lists = Object.entries(records).map(([line, record]) => [line, [record].flat()]);
  return { format, records: Object.fromEntries(lists), bad, notes };
}

async function read(file: Sample, highWaterMark?: number) {
  const open = () => createReadStream(paths[file], { highWaterMark });
  const asked = file === 'gift-cards-decimal.txt' ? { ...given, currency: 'EUR', decimal: true } : given;
  const { format, notes, rows } = await openExport(open, asked);
  const all = await allOf(rows);
  return {
    format: format.name,
    records: Object.fromEntries(
      all
        .filter(({ records, bad }) => records.length > 0 || bad.length === 0)
        .map(({ line, records }) => [line, records]),
    ),
    bad: all.flatMap(({ bad }) => bad.map(({ line, column, rule }) => [line, column, rule])),
    notes,
  };
}

const files = Object.keys(expected) as Sample[];

describe('a sample', () => {
  test.each(files)('%s gives its records and bad rows', async (file) => {
    expect(await read(file)).toEqual(expectedOf(file));
  });

  test.each(files)('%s gives the same in pieces of any size', async (file) => {
    expect(await read(file, 3)).toEqual(expectedOf(file));
  });

  test.each(files)("%s gives no rule that holds a code or a person's data", async (file) => {
    const { bad } = await read(file);
    const rules = bad.map(([, , rule]) => rule).join();
    const cells = readFileSync(paths[file], 'utf8').split(/[,;\t"\n]/);

    expect(cells.filter((cell) => /[\d@]/.test(cell) && cell.length > 4 && rules.includes(cell))).toEqual([]);
  });
});
