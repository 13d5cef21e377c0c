/** Migrations that add the records of earlier releases to the search, and remove the items of records that an earlier release changed or deleted. */

import type { ItemMigration, StoredItem, Write } from '../../table/items.ts';
import * as items from '../../table/items.ts';
import { type Key, keys } from '../../table/keys.ts';
import * as products from '../catalog/product-records.ts';
import * as customers from '../customers/records.ts';
import * as giftCards from '../gift-cards/records.ts';
import { termsOfCard, termsOfCustomer, termsOfProduct } from './mark-records.ts';
import type { Terms } from './name-rules.ts';
import * as terms from './term-records.ts';

/** Items of searches by the keys of this store: their names are in their sort keys, and their records in their ids. */
const isTerm = ({ pk }: Key): boolean => /^[^#]+#(?:ADDRESSED|NAMED)#/.test(pk);

const foundCustomers: ItemMigration = {
  concerns: ({ sk, deleted_at }) => sk === 'CUSTOMER' && deleted_at === undefined,
  async writes(store, { id }) {
    const customer = await customers.findRecord(store, String(id));
    if (!customer || customers.isDeleted(customer)) return [];
    const found_by = await termsOfCustomer(store, customer);
    if (terms.areSame(customer.found_by, found_by)) return [];
    return [
      customers.replace(store, customer, { ...customer, found_by }),
      ...terms.replace(store, customer.id, customer.found_by, found_by),
    ];
  },
};

const foundProducts: ItemMigration = {
  concerns: ({ sk }) => sk === 'PRODUCT',
  async writes(store, { id }) {
    const product = await products.find(store, String(id));
    if (!product) return [];
    const found_by = termsOfProduct(product);
    if (terms.areSame(product.found_by, found_by)) return [];
    return [
      products.recordTerms(store, product, found_by),
      ...terms.replace(store, product.id, product.found_by, found_by),
    ];
  },
};

const foundCards: ItemMigration = {
  concerns: ({ sk, recipient_email, found_by }) =>
    sk === 'GIFTCARD' && (typeof recipient_email === 'string' || found_by !== undefined),
  async writes(store, { id }, now) {
    const card = await giftCards.get(store, String(id));
    const found_by = await termsOfCard(store, card);
    return terms.areSame(card.found_by, found_by)
      ? []
      : giftCards.replace(store, card, { next: { ...card, found_by } }, now);
  },
};

const cardsByLast4: ItemMigration = {
  concerns: ({ sk, feed_pk }) => sk === 'CODE' && feed_pk === undefined,
  async writes(store, { gift_card_id, pk }) {
    const card = await giftCards.find(store, String(gift_card_id));
    return card && keys.giftCardByCode(store, card.code_hash).pk === pk ? [giftCards.listByLast4(store, card)] : [];
  },
};

/** The record of an item of the search. */
function recordOf(store: string, id: string): Key {
  if (id.startsWith('cus_')) return keys.customer(store, id);
  return id.startsWith('gcd_') ? keys.giftCard(store, id) : keys.product(store, id);
}

/** The last release deletes a customer without the items by which a search finds them. */
const staleTerms: ItemMigration = {
  concerns: isTerm,
  async writes(store, item: StoredItem): Promise<Write[]> {
    const id = String(item.id);
    const key = recordOf(store, id);
    const found = await items.find<{ found_by?: Terms }>(key, items.rawItem);
    if (terms.includes(store, id, found?.found_by, item)) return [];
    return [items.removeAny(item), items.checkAttributes(key, { unchanged: { found_by: found?.found_by } })];
  },
};

export const search: readonly ItemMigration[] = [foundCustomers, foundProducts, foundCards, cardsByLast4, staleTerms];
