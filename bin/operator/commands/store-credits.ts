/** Commands of store credits. */
import { accountStatuses } from '../../../lib/ledger/fields.ts';
import { reasons } from '../../../lib/resources/store-credits/fields.ts';
import { command } from '../definition.ts';
import { after, apiKeyNeeded, credit, customer, limit, store, timeOf } from '../shared-options.ts';

const decimal = {
  type: 'boolean',
  summary: 'the amount is a decimal, such as 25.00, not in the smallest unit of the currency',
} as const;

const ofCustomer = { store, customer };

const one = { ...ofCustomer, credit };

export const storeCreditCommands = {
  'store-credits list': command({
    options: {
      ...ofCustomer,
      status: {
        type: 'string',
        value: 'STATUS',
        choices: accountStatuses,
        summary: 'only store credits with this status',
      },
      ...{ limit, after: after('store credit') },
    },
    summary: 'List the store credits of a customer, newest first',
    needs: apiKeyNeeded('Read'),
    examples: [
      '--store sto_demo --customer cus_ada --endpoint http://localhost:3000',
      '--store sto_demo --customer cus_ada --status active --endpoint http://localhost:3000',
    ],
    run: async (...given) => (await import('../store-credits.ts')).listStoreCredits(...given),
  }),
  'store-credits get': command({
    options: one,
    summary: 'Show a store credit with its transactions',
    needs: apiKeyNeeded('Read'),
    run: async (...given) => (await import('../store-credits.ts')).getStoreCredit(...given),
  }),
  'store-credits create': command({
    options: {
      ...ofCustomer,
      value: {
        type: 'string',
        value: 'AMOUNT',
        required: true,
        summary: 'value, in the smallest unit of the currency',
      },
      reason: {
        type: 'string',
        value: 'REASON',
        required: true,
        choices: reasons,
        summary: 'why the customer gets the credit',
      },
      note: { type: 'string', value: 'TEXT', summary: 'internal note' },
      expires: { ...timeOf('expiry', 'ahead', 'never'), field: 'expires_at' },
      decimal,
    },
    summary: 'Grant store credit to a customer. Each run grants another credit',
    needs: apiKeyNeeded('Write'),
    examples: [
      '--store sto_demo --customer cus_ada --value 2500 --reason goodwill --endpoint http://localhost:3000',
      "--store sto_demo --customer cus_ada --value 25.00 --decimal --reason promotion --note 'Spring sale' --expires 90d --endpoint http://localhost:3000",
    ],
    run: async (...given) => (await import('../store-credits.ts')).createStoreCredit(...given),
  }),
  'store-credits adjust': command({
    options: {
      ...one,
      amount: {
        type: 'string',
        value: 'AMOUNT',
        required: true,
        summary: 'change of the balance, in the smallest unit of the currency; -500 lowers it',
      },
      note: { type: 'string', value: 'TEXT', summary: 'reason for the change, in the ledger' },
      decimal,
    },
    summary: 'Raise or lower the balance of a store credit. Each run changes it again',
    needs: apiKeyNeeded('Write'),
    examples: [
      '--store sto_demo --customer cus_ada --credit scr_00goodwill --amount 500 --endpoint http://localhost:3000',
      "--store sto_demo --customer cus_ada --credit scr_00goodwill --amount -5.00 --decimal --note 'Granted twice' --endpoint http://localhost:3000",
    ],
    run: async (...given) => (await import('../store-credits.ts')).adjustStoreCredit(...given),
  }),
  'store-credits update': command({
    options: {
      ...one,
      expires: { ...timeOf('expiry', 'ahead'), field: 'expires_at' },
      'no-expiry': { type: 'boolean', summary: 'remove the expiry' },
      note: { type: 'string', value: 'TEXT', summary: 'internal note; an empty text removes it' },
    },
    summary: 'Change the expiry or the note of a store credit. Omitted options are unchanged',
    needs: apiKeyNeeded('Write'),
    examples: [
      '--store sto_demo --customer cus_ada --credit scr_00goodwill --expires 90d --endpoint http://localhost:3000',
      "--store sto_demo --customer cus_ada --credit scr_00goodwill --no-expiry --note 'Asked to keep it' --endpoint http://localhost:3000",
    ],
    run: async (...given) => (await import('../store-credits.ts')).updateStoreCredit(...given),
  }),
  'store-credits disable': command({
    options: one,
    summary: 'Disable a store credit: no checkout can spend it',
    needs: apiKeyNeeded('Write'),
    run: async (...given) => (await import('../store-credits.ts')).disableStoreCredit(...given),
  }),
  'store-credits enable': command({
    options: one,
    summary: 'Enable a disabled store credit again',
    needs: apiKeyNeeded('Write'),
    run: async (...given) => (await import('../store-credits.ts')).enableStoreCredit(...given),
  }),
};
