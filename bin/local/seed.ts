/**
 * A store with so many of everything, to see lists and searches at size. Its ids are always the same: what is there already stays, so
 * a larger number adds what is missing.
 */

import { putObject } from '../../lib/objects/objects.ts';
import { digitalFilePlace } from '../../lib/objects/places.ts';
import * as addresses from '../../lib/resources/customer-addresses/records.ts';
import { newAddress } from '../../lib/resources/customer-addresses/rules.ts';
import * as digitalFiles from '../../lib/resources/digital-files/records.ts';
import * as giftCards from '../../lib/resources/gift-cards/records.ts';
import { adjust, disable, issue } from '../../lib/resources/gift-cards/rules.ts';
import * as giftOptions from '../../lib/resources/gift-options/records.ts';
import { newGiftOption } from '../../lib/resources/gift-options/rules.ts';
import { timestampNow } from '../../lib/runtime/clock.ts';
import { newId } from '../../lib/runtime/ids.ts';
import { portionsOf } from '../../lib/runtime/portions.ts';
import { toTimestamp } from '../../lib/schema/times.ts';
import type { Progress } from '../operator/progress.ts';
import { createMissing } from './create-missing.ts';
import { createKey, spelledKey } from './demo.ts';
import { runFunction } from './functions.ts';
import { seedRecords } from './seed-records.ts';

export const seeded = {
  store: {
    store_id: 'sto_seeded',
    name: 'Seeded store',
    currency: 'USD',
    rate_limit: { requests: 100_000, window_seconds: 60 },
  },
  writeKey: spelledKey('sto_seeded', 'write-key-'),
  readKey: spelledKey('sto_seeded', 'read-key-'),
} as const;

const { store_id: store } = seeded.store;
const records = seedRecords;

/** How many are under way at once. */
const atOnce = 8;
const importedAtOnce = 100;
const optionsOfSite = 20;

interface Kind {
  of: string;
  /** What is made at once. */
  portion: number;
  make(numbers: readonly number[]): Promise<unknown>;
}

const run = (name: string, payload: object) => runFunction(name, { store_id: store, ...payload });

const each = (make: (number: number) => Promise<unknown>): Pick<Kind, 'portion' | 'make'> => ({
  portion: 1,
  make: ([number = 0]) => make(number),
});

/** In their order: a review takes a purchase, a purchase its product. */
const kinds: readonly Kind[] = [
  {
    of: 'sites',
    portion: optionsOfSite,
    make: ([first = 0]) => run('import-records', { sites: [records.site(siteOf(first))] }),
  },
  {
    of: 'customers',
    portion: importedAtOnce,
    make: (numbers) => run('import-records', { customers: numbers.map(records.customer) }),
  },
  {
    of: 'products',
    portion: importedAtOnce,
    make: (numbers) => run('import-records', { products: numbers.map(records.product) }),
  },
  { of: 'orders', ...each((number) => run('record-order', { order: records.order(number) })) },
  { of: 'reviews', ...each((number) => run('post-review', records.review(number))) },
  { of: 'waitlist entries', ...each(join) },
  { of: 'addresses', ...each(createAddress) },
  { of: 'gift options', portion: optionsOfSite, make: createGiftOptions },
  { of: 'gift cards', ...each(createGiftCard) },
  { of: 'digital files', ...each(createFile) },
];

const siteOf = (number: number): number => Math.floor(number / optionsOfSite);

/** Creates what is missing of `count` of each kind. The deployment must have its secret. */
export async function createSeededStore(count: number, progress: Progress): Promise<void> {
  await run('create-store', seeded.store);
  await createKey(store, { id: 'key_seededwrite', secret: seeded.writeKey, permission: 'Write' });
  await createKey(store, { id: 'key_seededread', secret: seeded.readKey, permission: 'Read' });
  const numbers = Array.from({ length: count }, (_, number) => number);
  for (const kind of kinds) await createAll(kind, numbers, progress);
  progress.end();
}

async function createAll({ of, portion, make }: Kind, numbers: readonly number[], progress: Progress): Promise<void> {
  const portions = portionsOf(numbers, portion).values();
  let done = 0;
  const work = async () => {
    for (const some of portions) {
      await make(some);
      done += some.length;
      progress.show(`Seeding ${store}: ${done} of ${numbers.length} ${of}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

/** Of all it is waited for by one shopper at least, of some by three. */
async function join(number: number): Promise<void> {
  const { product_id, variant_id } = records.waiting(number);
  const shoppers = number % 10 === 0 ? 3 : 1 + Number(number % 3 === 0);
  for (let shopper = 0; shopper < shoppers; shopper += 1) {
    await run('join-waitlist', { product_id, variant_id, email: `shopper${number + shopper}@example.com` });
  }
}

/** All of the first customer, as a list of addresses is one customer's. */
function createAddress(number: number): Promise<void> {
  const [customer, id] = [records.customer(0).id, records.id('cad', number)];
  return createMissing(async () => {
    if (await addresses.find(store, customer, id)) return [];
    return [addresses.create(store, customer, newAddress(records.address(number), id, timestampNow()))];
  });
}

/** One after another, since all of a site stand on one item. */
async function createGiftOptions(numbers: readonly number[]): Promise<void> {
  for (const number of numbers) {
    await createMissing(async () => {
      const [site, id] = [records.site(siteOf(number)).id, records.id('gft', number)];
      if (await giftOptions.find(store, site, id)) return [];
      const read = await giftOptions.getNames(store, site);
      const option = newGiftOption(read.names, records.giftOption(number), { id, now: timestampNow() });
      return giftOptions.create(store, read, option);
    });
  }
}

const dayMilliseconds = 86_400_000;
const actor = { type: 'api_key', name: 'Demo write key' } as const;

/** A tenth each is used, disabled and expired. */
async function createGiftCard(number: number): Promise<void> {
  const [id, code] = [records.id('gcd', number), records.code(number)];
  const circumstances = (now: string) => ({ actor, now, transactionId: newId('giftCardTransaction') });
  const issuedAt = toTimestamp(Date.now() - dayMilliseconds);
  const expires_at = number % 10 === 3 ? toTimestamp(Date.now() - dayMilliseconds / 2) : null;
  await createMissing(async () => {
    if (await giftCards.find(store, id)) return [];
    const made = { id, value: 1000 + (number % 50) * 100, currency: 'USD', site_id: records.site(0).id, expires_at };
    const named = { ...made, code: { hash: giftCards.hashCode(code), last4: code.slice(-4) } };
    return giftCards.create(store, issue(named, circumstances(issuedAt)));
  });
  if (number % 10 !== 1 && number % 10 !== 2) return;
  await createMissing(async () => {
    const [card, now] = [await giftCards.get(store, id), timestampNow()];
    if (card.updated_at !== card.created_at) return [];
    const change =
      number % 10 === 1
        ? adjust(card, { amount: -card.balance }, circumstances(now))
        : disable(card, circumstances(now));
    return change ? giftCards.replace(store, card, change, now) : [];
  });
}

async function createFile(number: number): Promise<void> {
  const { product_id, variant_id } = records.waiting(number);
  if (await digitalFiles.find(store, product_id, variant_id)) return;
  const [id, file_name] = [records.id('pdf', number), `manual-${number}.txt`];
  const content = Buffer.from(`${file_name}\n`);
  await putObject(digitalFilePlace(store, id, 'text/plain'), content);
  await createMissing(async () => {
    const variantFile = await digitalFiles.getVariantFile(store, product_id, variant_id);
    const now = timestampNow();
    const file = { id, file_name, file_size: content.length, created_at: now, updated_at: now };
    return variantFile.file ? [] : digitalFiles.createOrReplace(store, variantFile, file);
  });
}
