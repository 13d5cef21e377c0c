/**
 * Finds records for staff (Staff console page). A query is looked up by keys and by items of the search, all in one round trip; what is found
 * is read by its keys in another one, and compared with the query. So a search costs the same in a store of any size.
 */
import { limits } from '../../schema/limits.ts';
import type { Area } from '../../schema/operation.ts';
import * as products from '../catalog/product-records.ts';
import * as customers from '../customers/records.ts';
import * as giftCards from '../gift-cards/records.ts';
import { findIds, hasCode, refusal } from '../gift-cards/typed-code-records.ts';
import * as unknownCodes from '../gift-cards/unknown-code-records.ts';
import * as orders from '../orders/records.ts';
import * as reviews from '../reviews/records.ts';
import * as storeCredits from '../store-credits/records.ts';
import { normaliseEmail } from '../waitlist/rules.ts';
import { type SearchedResource, type SearchResult, searchedTypes } from './fields.ts';
import { markOf } from './mark-records.ts';
import { foldedName, matchOf, namesOfCustomer, namesOfProduct } from './name-rules.ts';
import * as rules from './rules.ts';
import * as terms from './term-records.ts';

/** Who searches. */
interface Searcher extends unknownCodes.Call {
  /** The SHA-256 of the API key, in hexadecimal. */
  keyHash: string;
  /** Resolves, once the request is admitted, with whether the key has an area; rejects with the refusal of the request. */
  allowed(): Promise<(area: Area | null) => boolean>;
}

/** Ids that a query may mean, before the records are read. */
interface Candidates {
  id: string[];
  code: string[];
  last4: string[];
  addressed: { customers: string[]; cards: string[] };
  named: { customers: string[]; products: string[] };
}

const { searchResults, searchedCustomers, searchedOrders } = limits;

/**
 * The records that a query finds, best first. A code that is found nowhere counts for the API key if it has a digit. Once too many were unknown,
 * codes are not looked up: throws `RATE_LIMIT_EXCEEDED` for one with a digit that finds nothing else. Two round trips.
 */
export async function search(
  store: string,
  query: string,
  { keyHash, allowed, ...call }: Searcher,
): Promise<SearchResult[]> {
  const counts = rules.hasDigit(query);
  const [permitted, looked] = [allowed(), lookUp(store, query)];
  const [attempt] = await Promise.all([
    rules.isCode(query)
      ? unknownCodes.admitSearch(store, { keyHash, counts }, call)
      : unknownCodes.notCounted(store, call),
    Promise.allSettled([permitted, looked]),
  ]);
  const takeBack = async (error: unknown): Promise<never> => {
    await unknownCodes.takeBack(attempt);
    throw error;
  };
  // A refusal of the request takes precedence over a failed look-up.
  const may = await permitted.catch(takeBack);
  const found = await looked.catch(takeBack);
  const isShown = (type: keyof typeof searchedTypes) => may(searchedTypes[type]);
  const candidates = attempt.isAdmitted ? found : { ...found, code: [] };
  const isKnown = Object.values(candidates).some((ids) => Object.values(ids).flat().length > 0);
  if (counts && !attempt.isAdmitted && !isKnown && isShown('gift_card')) throw refusal(attempt.again);

  const [results] = await Promise.all([
    read(store, query, candidates, { isShown, now: call.now }),
    isKnown || !isShown('gift_card') ? unknownCodes.takeBack(attempt) : undefined,
  ]);
  return results;
}

/** One round trip. */
async function lookUp(store: string, query: string): Promise<Candidates> {
  const name = foldedName(query);
  const [code, last4, addressed, namedCustomers, namedProducts] = await Promise.all([
    rules.isCode(query) ? findIds(store, query) : [],
    rules.isLast4(query) ? giftCards.listIdsByLast4(store, query.toUpperCase(), searchResults) : [],
    lookUpAddress(store, query),
    // A customer may have two names that start alike.
    name ? terms.listByName(store, name, { resource: 'customer', limit: 2 * searchResults }) : [],
    name ? terms.listByName(store, name, { resource: 'product', limit: searchResults }) : [],
  ]);
  return {
    id: rules.resourceOf(query) ? [query] : [],
    code,
    last4,
    addressed,
    named: { customers: [...new Set(namedCustomers)].slice(0, searchResults), products: namedProducts },
  };
}

async function lookUpAddress(store: string, query: string): Promise<Candidates['addressed']> {
  if (!query.includes('@')) return { customers: [], cards: [] };
  const address = await markOf(store, query);
  const [found, cards] = await Promise.all([
    terms.listByAddress(store, address, { resource: 'customer', limit: searchResults }),
    terms.listByAddress(store, address, { resource: 'giftCard', limit: searchResults }),
  ]);
  return { customers: found, cards };
}

interface Reading {
  isShown(type: keyof typeof searchedTypes): boolean;
  now: string;
}

/** One round trip. */
async function read(
  store: string,
  query: string,
  { code, last4, addressed, named }: Candidates,
  { isShown, now }: Reading,
): Promise<SearchResult[]> {
  const resource = rules.resourceOf(query);
  const idOf = (one: SearchedResource) => (resource === one ? [query] : []);
  const [people, goods, cards, [order], [review], [credit], ordersOf] = await Promise.all([
    // The orders of an address are those of its customers.
    isShown('customer') || isShown('order')
      ? customers.findRecords(store, [...new Set([...idOf('customer'), ...addressed.customers, ...named.customers])])
      : [],
    products.findMany(store, [...new Set([...idOf('product'), ...named.products])]),
    isShown('gift_card')
      ? giftCards.findMany(store, [...new Set([...idOf('giftCard'), ...code, ...addressed.cards, ...last4])])
      : [],
    isShown('order') ? orders.findMany(store, idOf('order')) : [],
    isShown('review') ? Promise.all(idOf('review').map((id) => reviews.find(store, id))) : [],
    isShown('store_credit') ? Promise.all(idOf('storeCredit').map((id) => storeCredits.find(store, id))) : [],
    isShown('order')
      ? Promise.all(
          addressed.customers.map(async (id) => ({ id, listed: await orders.listTimesOf(store, id, searchedOrders) })),
        )
      : [],
  ]);

  const present = people.flatMap((each) => (each && !customers.isDeleted(each) ? [each] : []));
  const known = goods.flatMap((each) => each ?? []);
  const withCode = await Promise.all(cards.map(async (card) => code.includes(card.id) && hasCode(card, query)));
  const isTheirs = (address: string | null) => address !== null && normaliseEmail(address) === normaliseEmail(query);
  const owners = present.filter(({ email }) => isTheirs(email));
  const theirOrders = ordersOf
    .filter(({ id }) => owners.some((owner) => owner.id === id))
    .flatMap(({ listed }) => listed)
    .toSorted((a, b) => (a.place < b.place ? 1 : -1))
    .slice(0, searchedOrders);
  const ofCustomers = (list: typeof present) => (isShown('customer') ? list.map(rules.customerResult) : []);
  const ofCards = (list: typeof cards) => list.map((card) => rules.cardResult(card, now));
  const customersNamed = (how: 'exact' | 'start') =>
    ofCustomers(present.filter((each) => matchOf(namesOfCustomer(each), query) === how));
  const productsNamed = (how: 'exact' | 'start') =>
    known.filter((each) => matchOf(namesOfProduct(each), query) === how).map(rules.productResult);

  return rules.bestOf([
    [
      ofCustomers(present.filter(({ id }) => id === query)),
      known.filter(({ id }) => id === query).map(rules.productResult),
      ofCards(cards.filter(({ id }, index) => id === query || withCode[index])),
      order ? [rules.orderResult(order)] : [],
      review ? [rules.reviewResult(review)] : [],
      credit ? [rules.creditResult(credit, now)] : [],
    ],
    // No more of them, so that their orders and cards have room.
    [ofCustomers(owners.slice(0, searchedCustomers))],
    [theirOrders.map(rules.orderResult), ofCards(cards.filter(({ recipient_email }) => isTheirs(recipient_email)))],
    [customersNamed('exact'), productsNamed('exact')],
    [
      ofCards(cards.filter((card) => card.last4 === query.toUpperCase())),
      customersNamed('start'),
      productsNamed('start'),
    ],
  ]);
}
