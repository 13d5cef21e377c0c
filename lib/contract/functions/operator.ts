/** Storefront page, "Operator": setting a store up, keeping its records in step. */
import * as z from 'zod/mini';
import { oneOf, optionalBoolean } from '../kinds/choices.ts';
import { currencyCode } from '../kinds/currency.ts';
import { duplicateWhen, notFoundWhen } from '../kinds/errors.ts';
import { id, replyId } from '../kinds/ids.ts';
import { invocable } from '../kinds/invocable.ts';
import { limits } from '../kinds/limits.ts';
import { mailAddress } from '../kinds/mail-address.ts';
import { requiredOr } from '../kinds/messages.ts';
import { integer } from '../kinds/numbers.ts';
import { listOf, payloadPage } from '../kinds/paging.ts';
import { codePoints, optionalText, text } from '../kinds/text.ts';
import { timestamp, timestampInput } from '../kinds/times.ts';
import { webAddress } from '../kinds/web-address.ts';

export const storeId = id('store_id', 'store');

const name = text({ label: 'name', max: 255 });

const rateLimit = z.object(
  {
    requests: integer({
      label: 'rate_limit.requests',
      min: 1,
      max: limits.rateLimitRequests,
      outside: `rate_limit.requests must be between 1 and ${limits.rateLimitRequests}`,
    }),
    window_seconds: integer({
      label: 'rate_limit.window_seconds',
      min: 1,
      max: limits.rateLimitWindowSeconds,
      outside: `rate_limit.window_seconds must be between 1 and ${limits.rateLimitWindowSeconds}`,
    }),
  },
  { error: 'rate_limit must be an object' },
);

/** A store as its operator is shown it. */
export const store = z.object({
  id: replyId('store'),
  name: z.string(),
  currency: z.string(),
  rate_limit: z.object({ requests: z.int(), window_seconds: z.int() }),
  created_at: timestamp,
});

export const createStore = invocable({
  name: 'create-store',
  group: 'operator',
  summary: 'Create a store',
  payload: z.object({
    store_id: z.nullish(storeId),
    name,
    currency: currencyCode('currency'),
    rate_limit: z.nullish(rateLimit),
  }),
  result: store,
  errors: [duplicateWhen('the store exists with another content')],
  afterLostAnswer:
    'With a store_id, invoke the function again with the same payload; without one, list the stores first',
  reach: ['PutItem'],
});

export const updateStore = invocable({
  name: 'update-store',
  group: 'operator',
  summary: "Change a store's name or the rate limit of its API keys",
  payload: z.object({
    store_id: storeId,
    name: z.nullish(name),
    rate_limit: z.nullish(rateLimit),
    currency: z.nullish(currencyCode('currency')),
  }),
  result: store,
  errors: [{ code: 'INVALID_FIELD', message: 'currency cannot be changed', when: 'the currency is not its own' }],
  reach: ['PutItem'],
});

export const listStores = invocable({
  name: 'list-stores',
  group: 'operator',
  summary: 'List the stores of the deployment, by id',
  payload: z.object(payloadPage({ resource: 'store' })),
  result: listOf(store),
  errors: [],
  readOnly: true,
  reach: ['Query feed'],
});

const permission = oneOf(['Read', 'Write'], {
  required: 'permission is required',
  wrong: 'permission must be Read or Write',
});

/** What may be shown of an API key: neither the key nor its hash. */
export const apiKey = z.object({
  key_id: replyId('apiKey'),
  name: z.string(),
  permission,
  created_at: timestamp,
  expires_at: z.nullable(timestamp),
  /** Past or to come. */
  revoked_at: z.nullable(timestamp),
});

export type ApiKey = z.output<typeof apiKey>;

export const createApiKey = invocable({
  name: 'create-api-key',
  group: 'operator',
  summary: 'Create an API key of a store, shown this once',
  payload: z.object({ store_id: storeId, name, permission, expires_at: z.nullish(timestampInput('expires_at')) }),
  result: z.object({ ...z.omit(apiKey, { revoked_at: true }).shape, api_key: z.string() }),
  errors: [],
  afterLostAnswer: 'List the API keys of the store, and revoke one that nobody has, before you make another',
  reach: ['PutItem'],
  apiKeys: 'write',
});

export const revokeApiKey = invocable({
  name: 'revoke-api-key',
  group: 'operator',
  summary: 'Revoke an API key of a store, now or at a time to come: the next request with it is refused, everywhere',
  payload: z.object({ store_id: storeId, key_id: id('key_id', 'apiKey'), at: z.nullish(timestampInput('at')) }),
  result: z.object({ key_id: replyId('apiKey'), revoked_at: timestamp }),
  errors: [notFoundWhen('the store has no such key')],
  reach: ['PutItem'],
  apiKeys: 'write',
});

export const listApiKeys = invocable({
  name: 'list-api-keys',
  group: 'operator',
  summary: 'List the API keys of a store, revoked ones included, newest first',
  payload: z.object({
    store_id: storeId,
    ...payloadPage({ resource: 'apiKey' }),
  }),
  result: listOf(apiKey),
  errors: [],
  readOnly: true,
  reach: ['Query'],
  apiKeys: 'list',
});

/** A site as it is imported. */
export const importedSite = z.object({
  id: id('site id', 'site'),
  name: text({ label: 'site name', max: 255 }),
  email_from: mailAddress('site email_from', 'site email_from is required'),
  url: webAddress('site url'),
  reviews_enabled: optionalBoolean('site reviews_enabled'),
  gift_notes_enabled: optionalBoolean('site gift_notes_enabled'),
  gift_note_max_length: z.nullish(
    integer({
      label: 'site gift_note_max_length',
      min: 0,
      max: 10_000,
      outside: 'site gift_note_max_length must be between 0 and 10000',
    }),
  ),
});

export type ImportedSite = z.output<typeof importedSite>;

/** A customer as it is imported. */
export const importedCustomer = z.object({
  id: id('customer id', 'customer'),
  email: mailAddress('customer email', 'customer email is required'),
  email_verified: z.boolean({
    error: requiredOr('customer email_verified is required', 'customer email_verified must be a boolean'),
  }),
  first_name: text({ label: 'customer first_name', max: 255, min: 0 }),
  last_name: text({ label: 'customer last_name', max: 255, min: 0 }),
});

export type ImportedCustomer = z.output<typeof importedCustomer>;

/** A product as it is imported. */
export const importedProduct = z.object({
  id: id('product id', 'product'),
  name: text({ label: 'product name', max: 1000 }),
  status: text({ label: 'product status', max: 64 }),
  description: optionalText({ label: 'product description', max: 20_000 }),
  url: z.nullish(webAddress('product url')),
  delivery: oneOf(['physical', 'digital', 'gift_card'], {
    required: 'product delivery is required',
    wrong: 'product delivery must be physical, digital, or gift_card',
  }),
  created_at: timestampInput('product created_at'),
  updated_at: timestampInput('product updated_at'),
  variants: z
    .array(
      z.object({
        id: id('variant id', 'variant'),
        name: text({ label: 'variant name', max: 255, min: 0 }),
      }),
      {
        error: requiredOr('product variants is required', 'product variants must be an array'),
      },
    )
    .check(z.maxLength(250, { error: 'product variants must be 250 or fewer' })),
});

export type ImportedProduct = z.output<typeof importedProduct>;

const records = <T extends z.ZodMiniType>(label: string, record: T) =>
  z.nullish(z.array(record, { error: `${label} must be an array` }));

/** Code points of the names of products: what finding them by their names costs. */
const nameLength = (products: readonly { name: string }[]): number =>
  products.reduce((sum, { name }) => sum + codePoints(name), 0);

export const importRecords = invocable({
  name: 'import-records',
  group: 'operator',
  summary:
    "Mirror a store's sites, customers and products, 100 at once and 25,000 characters of product names; each record replaces the one with its id",
  payload: z
    .object({
      store_id: storeId,
      sites: records('sites', importedSite),
      customers: records('customers', importedCustomer),
      products: records('products', importedProduct),
    })
    .check(
      z.refine(
        ({ sites, customers, products }) =>
          (sites?.length ?? 0) + (customers?.length ?? 0) + (products?.length ?? 0) <= limits.importRecords,
        { error: `At most ${limits.importRecords} records can be imported at once` },
      ),
      z.refine(({ products }) => nameLength(products ?? []) <= limits.importNames, {
        error: `products must have names of ${limits.importNames} characters or fewer together`,
      }),
    ),
  result: z.object({ imported: z.object({ sites: z.int(), customers: z.int(), products: z.int() }) }),
  takesLong: true,
  errors: [],
  reach: ['Query', 'PutItem', 'UpdateItem', 'ConditionCheckItem', 'SendMessage waitlist'],
});

export const standing = oneOf(['good', 'shadowbanned', 'banned'], {
  required: 'standing is required',
  wrong: 'standing must be good, shadowbanned, or banned',
});

/** How a store regards a customer: what becomes of their reviews (contract, "Review status"). */
export type Standing = z.output<typeof standing>;

export const setCustomerStanding = invocable({
  name: 'set-customer-standing',
  group: 'operator',
  summary: 'Ban or shadowban a customer, or lift that; their reviews follow',
  payload: z.object({ store_id: storeId, customer_id: id('customer_id', 'customer'), standing }),
  result: z.object({ customer_id: replyId('customer'), standing, reviews_changed: z.int() }),
  takesLong: true,
  errors: [notFoundWhen('the customer does not exist')],
  reach: ['Query', 'PutItem', 'UpdateItem'],
});

export const deleteCustomer = invocable({
  name: 'delete-customer',
  group: 'operator',
  summary:
    'Delete a customer with addresses, reviews and waitlist entries; orders and gift cards tell nothing of them any more',
  payload: z.object({ store_id: storeId, customer_id: id('customer_id', 'customer') }),
  result: z.object({ customer_id: replyId('customer'), deleted: z.literal(true) }),
  takesLong: true,
  errors: [notFoundWhen('the store never had the customer')],
  reach: ['Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem', 'SendMessage waitlist'],
});

/** Published reviews of a product, and the sum of their ratings. */
const rating = z.object({ review_count: z.int(), rating_sum: z.int() });

/** A product whose rating is not that of its published reviews: as the product has it, and as they have it. */
const drift = z.object({ product_id: replyId('product'), stored: rating, counted: rating });

export type Drift = z.output<typeof drift>;

export const auditRatings = invocable({
  name: 'audit-ratings',
  group: 'operator',
  summary: "Recompute the ratings of a store's products from their published reviews, and report any drift",
  payload: z.object({
    store_id: storeId,
    ...payloadPage({ resource: 'product', limit: limits.pageMaximum }),
  }),
  result: z.object({ audited: z.int(), drifts: z.array(drift), next: z.nullable(replyId('product')) }),
  errors: [],
  readOnly: true,
  reach: ['Query'],
});
