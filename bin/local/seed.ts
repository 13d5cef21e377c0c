/**
 * A store with any number of everything, to see lists and searches at size. Ids are always the same, so a larger number only adds what is
 * missing.
 */

import { adjust } from '../../lib/ledger/hold-rules.ts';
import { disable } from '../../lib/ledger/rules.ts';
import * as giftCards from '../../lib/resources/gift-cards/records.ts';
import { timestampNow } from '../../lib/runtime/clock.ts';
import { chunksOf } from '../../lib/runtime/collections.ts';
import { toTimestamp } from '../../lib/schema/times.ts';
import type { Progress } from '../operator/progress.ts';
import {
  circumstances,
  createAddress,
  createFile,
  createGiftCard,
  createGiftOption,
  createKey,
  createMissing,
} from './create.ts';
import { spelledKey } from './demo.ts';
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
  storefrontKey: spelledKey('sto_seeded', 'storefront-key-'),
} as const;

const { store_id: store } = seeded.store;
const records = seedRecords;

/** How many are in progress at once. */
const atOnce = 8;
const importedAtOnce = 100;
const optionsOfSite = 20;

interface Kind {
  of: string;
  /** How many are made at once. */
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
  { of: 'addresses', ...each(createSeededAddress) },
  { of: 'gift options', portion: optionsOfSite, make: createGiftOptions },
  { of: 'gift cards', ...each(createSeededCard) },
  { of: 'digital files', ...each(createSeededFile) },
];

const siteOf = (number: number): number => Math.floor(number / optionsOfSite);

/** Creates what is missing of `count` of each kind. The deployment must have its secret. */
export async function createSeededStore(count: number, progress: Progress): Promise<void> {
  await run('create-store', seeded.store);
  await createKey(store, { id: 'key_seededwrite', secret: seeded.writeKey, permission: 'Write' });
  await createKey(store, { id: 'key_seededread', secret: seeded.readKey, permission: 'Read' });
  await createKey(store, { id: 'key_seededbackend', secret: seeded.storefrontKey, permission: 'Storefront' });
  const numbers = Array.from({ length: count }, (_, number) => number);
  for (const kind of kinds) await createAll(kind, numbers, progress);
  progress.end();
}

async function createAll({ of, portion, make }: Kind, numbers: readonly number[], progress: Progress): Promise<void> {
  const portions = chunksOf(numbers, portion).values();
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
function createSeededAddress(number: number): Promise<void> {
  return createAddress(store, records.customer(0).id, records.id('cad', number), records.address(number));
}

/** One after another: all of a site are on one item. */
async function createGiftOptions(numbers: readonly number[]): Promise<void> {
  for (const number of numbers) {
    const site = records.site(siteOf(number)).id;
    await createGiftOption(store, site, records.id('gft', number), records.giftOption(number));
  }
}

const dayMilliseconds = 86_400_000;

/** A tenth each is used, disabled and expired. */
async function createSeededCard(number: number): Promise<void> {
  const id = records.id('gcd', number);
  const expires_at = number % 10 === 3 ? toTimestamp(Date.now() - dayMilliseconds / 2) : null;
  const card = { id, value: 1000 + (number % 50) * 100, site_id: records.site(0).id, expires_at };
  await createGiftCard(store, records.code(number), card, toTimestamp(Date.now() - dayMilliseconds));
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

function createSeededFile(number: number): Promise<void> {
  const file_name = `manual-${number}.txt`;
  const made = { id: records.id('pdf', number), file_name, contentType: 'text/plain', text: `${file_name}\n` };
  return createFile(store, { ...made, ...records.waiting(number) });
}
