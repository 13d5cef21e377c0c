/** Records of another system, as a shop moves in with them. */
import { randomBytes } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import * as contract from '../../../lib/resources/move-in/functions.ts';
import { dynamodb, requestTable } from '../../../lib/table/client.ts';
import type { Key } from '../../../lib/table/keys.ts';
import { changeItem } from '../aws/changed-items.ts';
import { invoke } from '../invoke.ts';
import { addressBody } from './customer-addresses.ts';
import { reviewContent } from './reviews.ts';
import type { World } from './world.ts';

/** A code that no card has, as another system shows it. */
export const otherCode = (): string => `GIFT-${randomBytes(6).toString('hex')}`;

export const importedCard = (fields: object = {}) => ({
  code: otherCode(),
  currency: 'USD',
  balance: 2500,
  created_at: '2025-03-01T12:00:00Z',
  ...fields,
});

let credits = 0;

export const importedCredit = ({ customers }: World, fields: object = {}) => {
  credits += 1;
  return { external_id: `SC-${credits}`, customer_id: customers[0].id, value: 2500, reason: 'refund', ...fields };
};

export const importedReview = ({ customers, products }: World, fields: object = {}) => ({
  customer_id: customers[0].id,
  product_id: products[0].id,
  ...reviewContent,
  created_at: '2025-03-01T12:00:00Z',
  ...fields,
});

export const importedAddress = ({ customers }: World, fields: object = {}) => ({
  customer_id: customers[0].id,
  ...addressBody,
  created_at: '2025-03-01T12:00:00Z',
  ...fields,
});

export const importedEntry = ({ products }: World, fields: object = {}) => ({
  product_id: products[0].id,
  variant_id: products[0].variants[0]?.id,
  email: 'ada@example.com',
  joined_at: '2025-03-01T12:00:00Z',
  ...fields,
});

type Importing = Exclude<(typeof contract)[keyof typeof contract], typeof contract.listImportedGiftCards>;

const importing =
  (invocable: Importing) =>
  ({ store }: World, records: unknown[], fields: object = {}) =>
    invoke<Importing>(invocable, { store_id: store.id, records, ...fields });

export const importCards = importing(contract.importGiftCards);
export const importCredits = importing(contract.importStoreCredits);
export const importReviews = importing(contract.importReviews);
export const importAddresses = importing(contract.importCustomerAddresses);
export const importEntries = importing(contract.importWaitlistEntries);

/** Puts in place of what is kept of a record what an earlier version kept. */
export const keep = (key: Key, name: 'fingerprints' | 'id', value: unknown) =>
  changeItem(key, 'SET #name = :value', { ':value': value }, { '#name': name });

/** What was imported with these codes. */
export const importedWith = ({ store }: World, ...codes: string[]) =>
  invoke(contract.listImportedGiftCards, { store_id: store.id, codes });

/** So many unknown codes were typed in a store, within the present hour. */
export const guessed = ({ store }: World, guesses: number) =>
  dynamodb.send(
    new PutCommand({
      TableName: requestTable(),
      Item: { pk: `${store.id}#GUESSES#`, guesses, ends_at: Math.floor(Date.now() / 1000) + 1800 },
    }),
  );
