/** Commands that import, export and delete records of a store. */

import { reported } from '../command.ts';
import { command } from '../definition.ts';
import { fieldsOf, formats } from '../move-in/formats.ts';
import { dateOrders } from '../move-in/values.ts';
import { apiKeyNeeded, customer, order, restock, store, timeOf, toFile, yes } from '../shared-options.ts';

const mapOf = (what: string) =>
  ({
    type: 'string',
    value: 'FILE.csv',
    summary: `map of ${what}, with the columns theirs and ours`,
  }) as const;

/** A line for each of our own formats, with required columns first. */
const columnsOfOurs = formats
  .filter(({ isOurs }) => isOurs)
  .map((format) => {
    const fields = fieldsOf(format).toSorted((a, b) => Number(b.isRequired ?? false) - Number(a.isRequired ?? false));
    const columns = fields.map(({ from, isRequired }) => `${from.join(' or ')}${isRequired ? ' (required)' : ''}`);
    return `  ${format.name}: ${columns.join(', ')}`;
  })
  .join('\n');

export const recordCommands = {
  'customers export': command({
    options: { store, customer, to: toFile('FILE.jsonl') },
    summary: 'Export all data of a customer, as one line of JSON for each record',
    examples: [
      '--store sto_demo --customer cus_ada --endpoint http://localhost:3000',
      '--store sto_demo --customer cus_ada --to ada.jsonl --endpoint http://localhost:3000',
    ],
    run: async (...given) => (await import('../customers.ts')).exportCustomer(...given),
  }),
  'customers delete': command({
    options: { store, customer, yes },
    summary:
      'Delete a customer and their personal data. Orders and gift cards keep ids and amounts. This cannot be undone: type the ID when asked, or use --yes',
    run: async (...given) => (await import('../customers.ts')).deleteCustomer(...given),
  }),
  'customers forget-address': command({
    options: {
      store,
      email: { type: 'string', value: 'ADDRESS', required: true, summary: 'the address, in any letter case' },
      yes,
    },
    summary:
      'Remove an email address and its messages from all gift cards. Amounts and codes stay. This cannot be undone: type the address when asked, or use --yes',
    run: async (...given) => (await import('../customers.ts')).forgetAddress(...given),
  }),
  import: command({
    options: {
      store,
      as: {
        type: 'string',
        value: 'FORMAT',
        choices: formats.map(({ name }) => name),
        summary: 'format of the files, if the header does not show it',
      },
      'dry-run': { type: 'boolean', summary: 'only check the files: import nothing' },
      update: { type: 'boolean', summary: 'adjust gift cards to a later export' },
      ...{ products: mapOf('products'), customers: mapOf('customers'), countries: mapOf('countries') },
      decimal: {
        type: 'boolean',
        summary: 'amounts of gift-cards and store-credits files are decimals, such as 25.00',
      },
      dates: {
        type: 'string',
        value: 'ORDER',
        choices: dateOrders,
        summary: 'order of day and month in dates such as 03/04/2025',
      },
      'exported-at': timeOf(
        'when the files were exported; this time is stored with each gift card',
        'ago',
        'when each file was last changed',
      ),
      report: {
        type: 'string',
        value: 'FILE.csv',
        summary: 'write the report to a file, with every rejected row',
      },
    },
    file: 'FILE…',
    summary: `Import gift cards, store credits, reviews, customer addresses or waitlists, exported by another system, or sites, customers and products. A
      record is imported once, however often the command runs; an interrupted run continues (FILE.import). The exit code is 1 if a row is
      rejected, or if the ledger differs from the file by a cent. Sites, customers and products are JSON Lines, each {"type": "site" |
      "customer" | "product", ...record}; - reads standard input. A line that cannot be imported goes to FILE.rejected.jsonl
      with the reason; correct it there and import that file; an interrupted import continues after the last committed line
      (FILE.jsonl.position)`,
    notes: `Columns of the files, unless another system wrote them (--as):\n${columnsOfOurs}`,
    examples: [
      'gift-cards.csv --store sto_demo --decimal --dry-run --endpoint http://localhost:3000',
      'reviews.csv --store sto_demo --products products.csv --customers customers.csv --endpoint http://localhost:3000',
      'records.jsonl --store sto_demo --endpoint http://localhost:3000',
    ],
    run: async (...given) => (await import('../import/import.ts')).importFiles(...given),
  }),
  'export gift-cards': command({
    options: { store, to: toFile('FILE.csv') },
    summary: `Export the gift cards of a store as CSV, newest first. Amounts are in the smallest unit of the currency and, in the columns
      with _decimal, as decimals. Every cell is quoted. A text that a spreadsheet may read as a formula starts with an apostrophe, which
      gift-cards issue removes`,
    run: async (...given) => (await import('../export-csv.ts')).exportCsv('gift-cards', ...given),
  }),
  'export transactions': command({
    options: { store, to: toFile('FILE.csv') },
    summary: `Export the transactions of all gift cards of a store as CSV, oldest first for each card. Amounts are in the smallest unit of
      the currency and, in the columns with _decimal, as decimals`,
    run: async (...given) => (await import('../export-csv.ts')).exportCsv('transactions', ...given),
  }),
  'orders get': command({
    options: { store, order },
    summary: 'Show an order with its lines, refunds and gift cards',
    needs: apiKeyNeeded('Read'),
    run: async (...given) => (await import('../orders.ts')).getOrder(...given),
  }),
  'restock show': command({
    options: { store, restock },
    summary: 'Show the progress of a restock',
    run: async ({ store, restock }, { operator }) =>
      reported(await operator(store).getRestock({ restock_id: restock })),
  }),
};
