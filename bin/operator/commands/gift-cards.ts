/** Commands of gift cards: single cards, and the value of all cards. */
import { accountStatuses } from '../../../lib/ledger/fields.ts';
import { checkedAddress } from '../../command-line/options.ts';
import { command } from '../definition.ts';
import { after, apiKeyNeeded, card, limit, store, timeOf } from '../shared-options.ts';

export const giftCardCommands = {
  'gift-cards list': command({
    options: {
      store,
      status: {
        type: 'string',
        value: 'STATUS',
        choices: accountStatuses,
        summary: 'only gift cards with this status',
      },
      ...{ limit, after: after('gift card') },
    },
    summary: 'List the gift cards of a store, newest first, without their codes',
    needs: apiKeyNeeded('Read'),
    examples: [
      '--store sto_demo --endpoint http://localhost:3000',
      '--store sto_demo --status expired --limit 10 --endpoint http://localhost:3000',
    ],
    run: async (...given) => (await import('../gift-cards.ts')).listGiftCards(...given),
  }),
  'gift-cards get': command({
    options: { store, card },
    summary: 'Show a gift card with its transactions',
    needs: apiKeyNeeded('Read'),
    run: async (...given) => (await import('../gift-cards.ts')).getGiftCard(...given),
  }),
  'gift-cards issue': command({
    options: {
      store,
      from: { type: 'string', value: 'FILE.csv', required: true, summary: 'file with the cards' },
      'codes-to': {
        type: 'string',
        value: 'FILE',
        required: true,
        summary: 'new file for the codes, readable only by you',
      },
      decimal: {
        type: 'boolean',
        summary: 'values are decimals, such as 25.00, not in the smallest unit of the currency',
      },
      'dry-run': { type: 'boolean', summary: 'only check the file and show its total value' },
      mail: { type: 'boolean', summary: 'email each code to its recipient' },
      'no-mail': {
        type: 'boolean',
        summary:
          'email no codes: the cards have no recipient and no message, and the recipient is only in the file of codes',
      },
      'base-url': {
        type: 'string',
        value: 'URL',
        summary: 'address of the API on AWS, the BaseUrl output of the stack',
      },
    },
    summary: `Issue a gift card for each line of a CSV file. If the run is interrupted, run it again within 22 hours: it continues
      (FILE.csv.issue), and no card is issued twice`,
    notes: [
      'Columns of the file: value (required; 2500 is 25.00 US dollars, as is 25.00 with --decimal), recipient_email, message,',
      'locale, note, expires_at (such as 2027-12-31T23:59:59Z) and site_id. A file with two cards:',
      '  value,recipient_email,message',
      '  2500,ada@example.com,Happy birthday',
      '  5000,,',
    ].join('\n'),
    needs:
      'AWS credentials that may invoke the functions of the stack, or a local server (--endpoint). The command creates an API key for the run and revokes it at the end',
    examples: [
      '--store sto_demo --from cards.csv --codes-to codes.csv --no-mail --dry-run --endpoint http://localhost:3000',
      '--store sto_demo --from cards.csv --codes-to codes.csv --mail --endpoint http://localhost:3000',
    ],
    run: async (given, session) => {
      const { issueGiftCards } = await import('../issue/issue.ts');
      return issueGiftCards({ ...given, 'base-url': checkedAddress('base-url', given['base-url']) }, session);
    },
  }),
  'ledger audit': command({
    options: { store, after: after('card or order, where an earlier run stopped') },
    summary: "Audit a store's gift cards and the orders they paid for. The exit code is 1 if a difference is found",
    run: async (...given) => (await import('../reports.ts')).auditLedger(...given),
  }),
  liability: command({
    options: { store, at: timeOf('a time at least a minute ago', 'ago', 'a minute ago') },
    summary: 'Report the total value of all gift cards of a store at a time, by status',
    examples: [
      '--store sto_demo --endpoint http://localhost:3000',
      '--store sto_demo --at 2027-01-01 --endpoint http://localhost:3000',
    ],
    run: async (...given) => (await import('../reports.ts')).reportLiability(...given),
  }),
  books: command({
    options: {
      store,
      from: { ...timeOf('the first day', 'ago'), required: true },
      to: { ...timeOf('the day after the last day, at most 400 days after the first', 'ago'), required: true },
      format: {
        type: 'string',
        value: 'FORMAT',
        choices: ['csv', 'hledger'],
        default: 'csv',
        summary: 'format of the entries',
      },
      accounts: {
        type: 'string',
        value: 'FILE',
        summary:
          'CSV file with a column of the books and its account in each line, such as sold,Liabilities:Gift cards',
      },
    },
    summary: `Write the books of a store's gift cards as double entries for each day. Positive amounts are debits.
      Each entry has an id that stays the same, so an entry that you import twice is visible`,
    examples: [
      '--store sto_demo --from 2026-01-01 --to 2026-02-01 --endpoint http://localhost:3000',
      '--store sto_demo --from 2026-01-01 --to 2026-02-01 --format hledger --accounts accounts.csv --endpoint http://localhost:3000',
    ],
    run: async (...given) => (await import('../books.ts')).exportBooks(...given),
  }),
};
