/**
 * The list of nouns, in the contract's order. The registries of operations, functions and examples, the sections of the reference and the
 * client's groups of methods are made from it. A noun's examples name each of its operations and functions. No bundle imports this list: a function imports its own noun only.
 */

import type { Example, FunctionExample } from '../schema/examples.ts';
import type { Invocable } from '../schema/invocable.ts';
import { methods, type Operation } from '../schema/operation.ts';
import { overHttp } from '../schema/storefront.ts';
import * as catalog from './catalog/examples.ts';
import * as customerAddresses from './customer-addresses/examples.ts';
import * as customers from './customers/examples.ts';
import * as digitalFiles from './digital-files/examples.ts';
import * as giftCards from './gift-cards/examples.ts';
import * as giftOptions from './gift-options/examples.ts';
import * as moveIn from './move-in/examples.ts';
import * as orders from './orders/examples.ts';
import * as overview from './overview/examples.ts';
import * as publicReviews from './public-reviews/examples.ts';
import * as reviewRequests from './review-requests/examples.ts';
import * as reviews from './reviews/examples.ts';
import * as search from './search/examples.ts';
import * as shopperTokens from './shopper-tokens/examples.ts';
import * as storeCredits from './store-credits/examples.ts';
import * as stores from './stores/examples.ts';
import * as waitlist from './waitlist/examples.ts';
import * as webhooks from './webhooks/examples.ts';

interface Noun {
  /** The operations by the names under which programs call them. */
  methods?: Readonly<Record<string, Operation>>;
  /** The noun's section of the reference, if no operation names it. */
  section?: string;
  /** Describes that section. */
  text: string;
  examples?: readonly Example[];
  functionExamples?: Readonly<Record<string, FunctionExample>>;
}

/** The nouns, each under the name of its group of methods in the client. */
export const nouns = {
  customerAddresses: { ...customerAddresses, text: 'Any number of shipping and billing addresses for each customer.' },
  giftOptions: {
    ...giftOptions,
    text: 'Optional extras, such as gift wrapping, that a site offers at checkout, each with a price and an optional photo. A site can have at most 20, and an order at most one.',
  },
  reviews: {
    ...reviews,
    text: 'Product reviews written by customers. Staff can hide, show and reply to reviews.',
  },
  giftCards: {
    ...giftCards,
    text: 'Prepaid cards that buyers spend at checkout: issued by the store or bought as a product, with a ledger of every change.',
  },
  storeCredits: {
    ...storeCredits,
    text: 'What the shop owes one customer: a refund kept in the shop, goodwill, a reward, or a promotion that ends. The customer spends it at checkout without a code.',
  },
  waitlist: {
    ...waitlist,
    text: 'Shoppers waiting for a variant that is out of stock. The API returns counts, never addresses.',
  },
  digitalFiles: { ...digitalFiles, text: 'Files that buyers of digital products download, one for each variant.' },
  key: {
    ...stores,
    text: 'Stores and their API keys. Operators create keys, and every request needs one. A request can read the name, permission, areas, store and sites of its key.',
  },
  products: {
    ...catalog,
    text: 'Sites, customers and products, imported from your own systems. Get a product, its variants and their waiting shoppers.',
  },
  customers: {
    ...customers,
    text: 'Your customers, as imported: get a customer, ban them, export their data, or delete them.',
  },
  orders: {
    ...orders,
    text: 'Record orders and the gift cards that pay for them, mark orders as paid or fulfilled, refund or cancel them.',
  },
  overview: {
    ...overview,
    text: 'The figures of a store at a glance: reviews without an answer, what gift cards are worth, who waits, emails that failed.',
  },
  search: {
    ...search,
    text: 'Find a customer, product, order, gift card, review or store credit by what staff know: a name, an email address, a code, an id.',
  },
  publicReviews: {
    ...publicReviews,
    section: 'Public reviews',
    text: 'Published reviews as files that every visitor may read without an API key: JSON, HTML, structured data for search engines, and feeds.',
  },
  reviewRequests: {
    ...reviewRequests,
    section: 'Review requests',
    text: 'Emails that ask the buyer of a fulfilled order for reviews, with one reminder, and a link that ends them.',
  },
  moveIn: {
    ...moveIn,
    section: 'Moving in',
    text: 'Import gift cards, store credits, reviews, addresses and waiting shoppers from another system, while the shop stays open.',
  },
  shopperTokens: {
    ...shopperTokens,
    section: 'Shopper tokens',
    text: 'Tokens with which the browser of one shopper writes reviews, joins waitlists and asks for the balance of a gift card.',
  },
  webhooks: {
    ...webhooks,
    section: 'Webhooks',
    text: 'URLs that receive events: up to 16 for each store, each with its own event types and its own secret.',
  },
} as const satisfies Readonly<Record<string, Noun>>;

const declared: readonly Noun[] = Object.values(nouns);

type TableOf<N> = N extends { functionExamples: infer Table } ? Table : never;

type Table = TableOf<(typeof nouns)[keyof typeof nouns]>;

type NameIn<T> = T extends T ? keyof T : never;

type InvocableOf<T, Name extends PropertyKey> = T extends { readonly [N in Name]: FunctionExample<infer I> }
  ? I
  : never;

function sectionOf({ examples: [first] = [], section = '' }: Noun): string {
  return first?.operation.section ?? section;
}

/** The functions of all nouns, by the names under which they are exported. */
type DeclaredFunctions = { readonly [Name in NameIn<Table>]: InvocableOf<Table, Name> };

/** A resource comes after its parent, reading before writing. */
const inOrder = (a: Operation, b: Operation): number => {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return methods.indexOf(a.method) - methods.indexOf(b.method);
};

/** Every operation of the contract, by section. */
export const operations: readonly Operation[] = declared.flatMap(({ examples = [] }) =>
  examples.map(({ operation }) => operation).toSorted(inOrder),
);

/** The text of each section, in the contract's order; sections that are not in the contract come last. */
export const sections: Readonly<Record<string, string>> = Object.fromEntries(
  declared.map((noun) => [sectionOf(noun), noun.text]),
);

/** Every function that is invoked directly, by the name that it is exported under. */
export const functions = Object.fromEntries(
  declared
    .flatMap(({ functionExamples = {} }) => Object.entries(functionExamples))
    .map(([name, { invocable }]) => [name, invocable]),
) as unknown as DeclaredFunctions;

/** Every function that is invoked directly, the operator's first. */
export const invocables: readonly Invocable[] = Object.values<Invocable>(functions).toSorted((a, b) =>
  `${a.group}/${a.name}` < `${b.group}/${b.name}` ? -1 : 1,
);

const storefrontExamples: readonly Example[] = declared.flatMap((noun) =>
  Object.values(noun.functionExamples ?? {})
    .filter(({ invocable }) => invocable.group === 'storefront')
    .map(({ invocable, payload: { store_id: _, ...body }, result }: StorefrontExample) => ({
      operation: overHttp(invocable, sectionOf(noun)),
      path: {},
      query: {},
      body,
      reply: result,
    }))
    .toSorted((a, b) => inOrder(a.operation, b.operation)),
);

type StorefrontExample = FunctionExample & { payload: { store_id?: unknown } };

/** The HTTP operation of every storefront function, by section. */
export const storefrontOperations: readonly Operation[] = storefrontExamples.map(({ operation }) => operation);

/** Every route of the API: the contract's, and those of storefront functions. */
export const routes: readonly Operation[] = [...operations, ...storefrontOperations];

const sectionsByFunction = new Map(
  declared.flatMap((noun) =>
    Object.values(noun.functionExamples ?? {}).map(({ invocable }) => [invocable.name, sectionOf(noun)] as const),
  ),
);

/** The section of a function's noun. Throws an Error if the list of nouns lacks the noun. */
export const sectionOfFunction = ({ name }: Invocable): string => found(sectionsByFunction.get(name), name);

const byOperation = new Map(
  [...declared.flatMap(({ examples = [] }) => examples), ...storefrontExamples].map((each) => [
    each.operation.name,
    each,
  ]),
);

const byFunction = new Map(
  declared
    .flatMap(({ functionExamples = {} }) => Object.values(functionExamples))
    .map((each) => [each.invocable.name, each]),
);

/** Throws an Error if the list of nouns lacks the operation's noun. */
export const exampleOf = ({ name }: Operation): Example => found(byOperation.get(name), name);

/** Throws an Error if the list of nouns lacks the function's noun. */
export const exampleOfFunction = ({ name }: Invocable): FunctionExample => found(byFunction.get(name), name);

function found<T>(example: T | undefined, name: string): T {
  if (!example) throw new Error(`lib/resources/nouns.ts has no noun with ${name}`);
  return example;
}
