/** What a seeded store's records say, by their number from 0. */

import type { ImportedProduct, ImportedSite } from '../../lib/resources/catalog/fields.ts';
import type { AddressInput } from '../../lib/resources/customer-addresses/fields.ts';
import type { ImportedCustomer } from '../../lib/resources/customers/fields.ts';
import { displayCode } from '../../lib/resources/gift-cards/rules.ts';
import type { GiftOptionInput } from '../../lib/resources/gift-options/fields.ts';
import { toTimestamp } from '../../lib/schema/times.ts';

const firstNames = ['Ada', 'Grace', 'Alan', 'Margaret', 'Edsger', 'Barbara', 'Zoë', 'Łukasz', 'Ōe'];
const lastNames = ['Lovelace', 'Hopper', 'Turing', 'Hamilton', 'Dijkstra', 'Liskov', 'Ågren'];
const looks = ['Stoneware', 'Porcelain', 'Cast-iron', 'Straßburg', 'Bone china', 'ΟΔΟΣ', 'Čajová', 'Hand-painted'];
const things = ['teapot', 'cup', 'saucer', 'caddy', 'kettle', 'strainer', 'tray', 'Kanne', 'jug', 'spoon', 'infuser'];
const opinions = ['Pours well', 'Too small', 'As described', 'A gift that was liked', 'Lid does not fit'];
const cities = ['New York', 'Boston', 'Toronto', 'Portland', 'Austin'];

/** The lists' lengths have no common factor, so that all go with all. */
const pick = (list: readonly string[], number: number): string => list[number % list.length] ?? '';

/** Sorts by its number. */
const id = (prefix: string, number: number): string => `${prefix}_seed${String(number).padStart(7, '0')}`;

const firstDay = Date.parse('2026-01-01T09:00:00Z');
const createdAt = (number: number): string => toTimestamp(firstDay + number * 60_000);

/** What base32 writes the numbers from 0 to 9 as. */
const digits = 'ABCDEFGHJK';

export const seedRecords = {
  id,

  site: (number: number): ImportedSite => ({
    id: id('sit', number),
    name: `Site ${number + 1}`,
    email_from: `site${number + 1}@seeded.example`,
    url: 'https://seeded.example',
  }),

  customer: (number: number): ImportedCustomer => ({
    id: id('cus', number),
    email: `customer${number}@example.com`,
    email_verified: true,
    first_name: pick(firstNames, number),
    last_name: pick(lastNames, number),
  }),

  product: (number: number): ImportedProduct => ({
    id: id('pro', number),
    name: `${pick(looks, number)} ${pick(things, number)} ${number + 1}`,
    status: 'active',
    description: `Number ${number + 1} of the seeded store.`,
    delivery: 'digital',
    created_at: createdAt(number),
    updated_at: createdAt(number),
    variants: [{ id: id('prv', number), name: 'Manual' }],
  }),

  /** The one variant of the product with this number. */
  waiting: (number: number) => ({ product_id: id('pro', number), variant_id: id('prv', number) }),

  order: (number: number) => ({
    id: id('ord', number),
    site_id: id('sit', 0),
    customer_id: id('cus', number),
    status: number % 2 === 0 ? 'paid' : 'fulfilled',
    currency: 'USD',
    lines: [bought(number)].map((bought) => ({
      ...bought,
      quantity: 1 + (number % 3),
      unit_price: 900 + (number % 40) * 50,
    })),
  }),

  review: (number: number) => ({
    site_id: id('sit', 0),
    customer_id: id('cus', number),
    product_id: bought(number).product_id,
    rating: 1 + ((number * 7) % 5),
    title: pick(opinions, number),
    body: `Review ${number + 1} of the seeded store.`,
  }),

  address: (number: number): AddressInput => ({
    first_name: pick(firstNames, number),
    last_name: pick(lastNames, number),
    street1: `${number + 1} Loom Lane`,
    street2: null,
    city: pick(cities, number),
    state: 'NY',
    country_id: 1,
    zip: String(10_000 + (number % 90_000)),
  }),

  giftOption: (number: number): GiftOptionInput => ({
    name: `Wrapping ${number + 1}`,
    description: `In paper number ${number + 1}`,
    price: 100 + (number % 20) * 50,
    enabled: number % 4 !== 3,
  }),

  /** A gift card's code, as a buyer types it. */
  code: (number: number): string =>
    displayCode(
      `SEED${String(number)
        .replaceAll(/\d/g, (digit) => pick([...digits], Number(digit)))
        .padStart(24, 'A')}`,
    ),
};

/** Ten customers each buy the same product, so that it has ten reviews. */
const bought = (number: number) => seedRecords.waiting(Math.floor(number / 10));
