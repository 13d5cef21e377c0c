/** Moving in page: the functions that import gift cards, store credits, reviews, addresses and waiting shoppers from another system. */

import * as z from 'zod/mini';
import { exampleOutput } from '../../schema/examples.ts';
import { field, inputOf, shownInteger, shownOf } from '../../schema/field.ts';
import { dryRun, importedRecords, importId, importReport } from '../../schema/import.ts';
import { invocable, reads } from '../../schema/invocable.ts';
import { limits } from '../../schema/limits.ts';
import { requiredOr } from '../../schema/text.ts';
import { optionalBoolean } from '../../schema/values.ts';
import { cardOfCode } from '../gift-cards/fields.ts';
import { storeId } from '../stores/fields.ts';
import {
  importedAddress,
  importedCode,
  importedGiftCard,
  importedReview,
  importedStoreCredit,
  importedWaitlistEntry,
} from './fields.ts';

const shared = { group: 'operator', result: importReport, errors: [], isBatch: true } as const;

const same =
  'A record that was imported before, even in the same call, is reported as `unchanged`, regardless of later changes. If the call is sent again with its `import_id`, the record is reported as `imported`.';

const each =
  'Each record is stored independently: a record that breaks a rule is reported in `refused` and does not stop the others.';

/** The fields of a call that imports records, which `nouns` describes. */
const callOf = <Imported extends z.ZodMiniObject>(record: Imported, nouns: string) => ({
  store_id: storeId,
  records: field({
    input: importedRecords(record),
    words: `The ${nouns}, 1 to 100.`,
    example: [exampleOutput(record)],
  }),
  import_id: importId,
  dry_run: dryRun,
});

export const importGiftCards = invocable({
  ...shared,
  name: 'import-gift-cards',
  summary: 'Import gift cards with their codes',
  words: `Imports up to 100 cards of another system. Their codes work at checkout like those of this service. ${each} The ledger shows \`issued\` for \`initial_value\` and, if the balance differs, \`adjusted\` for the difference, both with the actor \`import\`. No email is sent.`,
  same: `${same} A different record with the same code is refused with \`DUPLICATE\`, unless \`update\` adjusts the balance.`,
  payload: inputOf({
    ...callOf(importedGiftCard, 'cards'),
    update: field({
      input: optionalBoolean('update'),
      words:
        'Whether a record with a later `exported_at` adjusts the balance of the card, for amounts spent in the other system since. A card that was held or changed here is not adjusted: the record is refused with `DUPLICATE` and both balances. If omitted, `false`.',
      example: undefined,
    }),
  }),
  reach: ['PutItem', 'GetSecretValue key'],
});

const wrongCount = `codes must be 1 to ${limits.importRecords}`;

const importedSum = shownOf({
  gift_card_id: { ...cardOfCode, example: 'gcd_01khdq50068v3k5x9w2t6r0ybn' },
  imported: shownInteger({
    words: 'Sum of the transactions of the import (`issued` and `adjusted`), in the smallest unit of the currency.',
    example: 2500,
  }),
});

export const listImportedGiftCards = invocable({
  name: 'list-imported-gift-cards',
  group: 'operator',
  summary: 'List imported gift card amounts',
  words:
    'Returns, for each of up to 100 codes of the other system, the card imported with it and the sum that the import put on it, regardless of later spending or a replaced code. `npx store-commerce import` compares these sums with the file.',
  same: reads,
  payload: inputOf({
    store_id: storeId,
    codes: field({
      input: z
        .array(importedCode, { error: requiredOr('codes is required', 'codes must be an array') })
        .check(z.minLength(1, { error: wrongCount }), z.maxLength(limits.importRecords, { error: wrongCount })),
      words: 'The codes, 1 to 100.',
      personal: true,
      example: ['GIFT-2024-7QXM'],
    }),
  }),
  result: shownOf({
    data: field({
      shown: z.array(z.nullable(importedSum)),
      words: 'One card for each code, in the order of the codes; null if no card was imported with the code.',
      example: [exampleOutput(importedSum)],
    }),
  }),
  errors: [],
  readOnly: true,
  reach: ['Query', 'GetSecretValue key'],
});

export const importStoreCredits = invocable({
  ...shared,
  name: 'import-store-credits',
  summary: 'Import store credits',
  words: `Imports up to 100 store credits of customers imported by \`import-records\`. ${each} The ledger of a credit begins with \`issued\` for its \`value\`, with the actor \`import\`. A record is refused if its customer has ${limits.openStoreCredits} other credits with a balance.`,
  same: `${same} A different record with the same \`external_id\` is refused with \`DUPLICATE\`.`,
  payload: inputOf(callOf(importedStoreCredit, 'store credits')),
  reach: ['PutItem', 'ConditionCheckItem'],
});

export const importReviews = invocable({
  ...shared,
  name: 'import-reviews',
  summary: 'Import product reviews',
  words: `Imports up to 100 reviews of another system. ${each} A published review counts in the rating of its product at once. Reviews are accepted even if a site has reviews disabled or the customer has no purchases.`,
  same: `${same} A different record for the same customer and product is refused with \`DUPLICATE\`.`,
  payload: inputOf(callOf(importedReview, 'reviews')),
  reach: ['PutItem', 'UpdateItem', 'ConditionCheckItem'],
});

export const importCustomerAddresses = invocable({
  ...shared,
  name: 'import-customer-addresses',
  summary: 'Import customer addresses',
  words: `Imports up to 100 addresses of customers imported by \`import-records\`. The rules of the store for new addresses apply (\`address_rules\`). ${each}`,
  same: `${same} Without an \`id\`, an address is the same if the customer and all fields except \`created_at\` are the same. A country is the same in \`country\` and in \`country_id\`.`,
  payload: inputOf(callOf(importedAddress, 'addresses')),
  reach: ['PutItem', 'ConditionCheckItem'],
});

export const importWaitlistEntries = invocable({
  ...shared,
  name: 'import-waitlist-entries',
  summary: 'Import shoppers who wait for a variant',
  words: `Imports up to 100 entries of waitlists. ${each} No email is sent until a restock.`,
  same: 'An address that already waits for the variant is reported as `unchanged`. So is an imported address that was notified or left the waitlist within the last 30 days.',
  payload: inputOf(callOf(importedWaitlistEntry, 'entries')),
  reach: ['PutItem', 'UpdateItem', 'SendMessage waitlist'],
});
