/** Moving in page: the functions that import what another system has of gift cards, reviews, addresses and waiting shoppers. */

import { optionalBoolean } from '../../schema/choices.ts';
import { exampleObject } from '../../schema/examples.ts';
import { field, inputOf } from '../../schema/field.ts';
import { importedRecords, importReport } from '../../schema/import.ts';
import { invocable } from '../../schema/invocable.ts';
import { storeId } from '../stores/fields.ts';
import { importedAddress, importedGiftCard, importedReview, importedWaitlistEntry } from './fields.ts';

const shared = { group: 'operator', result: importReport, errors: [] } as const;

const same = 'The same record, also twice in one call, is `unchanged`, whatever has happened since.';

const each =
  'Every record is stored by itself: one that breaks a rule is reported in `refused` and does not hold up the others.';

export const importGiftCards = invocable({
  ...shared,
  name: 'import-gift-cards',
  summary: 'Import gift cards with their codes',
  words: {
    text: `Imports up to 100 cards of another system. Their codes work at checkout like those of this service. ${each} The ledger shows \`issued\` for the initial value and, where the balance differs, \`adjusted\` for the difference, both of the actor \`import\`. No mail is sent.`,
    same: `${same} Another record of the same code is \`DUPLICATE\`, unless \`update\` adjusts the balance.`,
  },
  payload: inputOf({
    store_id: storeId,
    records: field({
      input: importedRecords(importedGiftCard),
      words: 'The cards, 1 to 100.',
      example: [exampleObject(importedGiftCard)],
    }),
    update: field({
      input: optionalBoolean('update'),
      words:
        'Whether a record with a later `exported_at` adjusts the balance of the card, for what was spent in the other system since. A card that was held or changed here is not adjusted: it is `DUPLICATE`, with both balances. Left out: `false`.',
      example: undefined,
    }),
  }),
  reach: ['PutItem', 'GetSecretValue key'],
});

export const importReviews = invocable({
  ...shared,
  name: 'import-reviews',
  summary: 'Import product reviews',
  words: {
    text: `Imports up to 100 reviews of another system. ${each} A published review counts in the rating of its product at once. Sites without reviews and customers without purchases are no reason to refuse it.`,
    same: `${same} Another record of the same customer and product is \`DUPLICATE\`.`,
  },
  payload: inputOf({
    store_id: storeId,
    records: field({
      input: importedRecords(importedReview),
      words: 'The reviews, 1 to 100.',
      example: [exampleObject(importedReview)],
    }),
  }),
  reach: ['PutItem', 'UpdateItem', 'ConditionCheckItem'],
});

export const importCustomerAddresses = invocable({
  ...shared,
  name: 'import-customer-addresses',
  summary: 'Import customer addresses',
  words: {
    text: `Imports up to 100 addresses of customers whom \`import-records\` has imported. ${each}`,
    same: `${same} Without an \`id\`, an address is the same if the customer and all fields are, \`created_at\` aside.`,
  },
  payload: inputOf({
    store_id: storeId,
    records: field({
      input: importedRecords(importedAddress),
      words: 'The addresses, 1 to 100.',
      example: [exampleObject(importedAddress)],
    }),
  }),
  reach: ['PutItem', 'ConditionCheckItem'],
});

export const importWaitlistEntries = invocable({
  ...shared,
  name: 'import-waitlist-entries',
  summary: 'Import shoppers who wait for a variant',
  words: {
    text: `Imports up to 100 entries of waitlists. ${each} No mail is sent until a restock.`,
    same: 'An address that waits for the variant already is `unchanged`, and so is an imported one for 30 days after it was notified or has left.',
  },
  payload: inputOf({
    store_id: storeId,
    records: field({
      input: importedRecords(importedWaitlistEntry),
      words: 'The entries, 1 to 100.',
      example: [exampleObject(importedWaitlistEntry)],
    }),
  }),
  reach: ['PutItem', 'UpdateItem', 'SendMessage waitlist'],
});
