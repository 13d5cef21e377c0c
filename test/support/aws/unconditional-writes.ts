/** What may be written whatever is there, by the words of an item's key, and why. */
export const unconditionalWrites: Readonly<Record<string, string>> = {
  'SITES FIRST': 'is set only where there is none, and stays',
  'SITE SITE': "mirrors the store's own record: the last import wins",
  'PRODUCTS PRODUCT': 'enters a product in a list, always in the same words',
  'PURCHASES PRODUCT': 'any paid order of the product makes its customer eligible: the last one is named',
  NAMES: 'says no more than its key: that a name ends so',
  'WAITLIST COUNT': 'only adds up',
  RATE: 'only adds up',
  SWEEPS: 'where a round goes on: another place only means that more or less is looked at again',
  MIGRATIONS: 'where a migration goes on: from another place it only looks again at what it has seen to',
  'DELIVERY DELIVERY':
    'when an attempt is made again: planned twice, it has one time, and its receiver knows the event',
  'GIFTCARD MAILED': 'a mail that has been sent stays sent',
};

/** Whether what is written without a condition is in the list. */
export const mayBeUnconditional = (kind: string): boolean =>
  Object.keys(unconditionalWrites).some((listed) => kind === listed || kind.startsWith(`${listed} `));
