/** Storefront page: the fields of a store and of its API keys. */
import * as z from 'zod/mini';
import { fixedCountries, isCountry } from '../../schema/countries.ts';
import {
  exampleTime,
  field,
  idOf,
  inputOf,
  objectOf,
  shownInteger,
  shownOf,
  shownText,
  times,
} from '../../schema/field.ts';
import { id } from '../../schema/ids.ts';
import { limits } from '../../schema/limits.ts';
import { type Area, areas, type Permission } from '../../schema/operation.ts';
import { text } from '../../schema/text.ts';
import { timestamp, timestampInput } from '../../schema/times.ts';
import { currencyCode, currentCurrency, integer, oneOf } from '../../schema/values.ts';

/** The store that a function acts for. */
export const storeId = field({
  input: id('store_id', 'store'),
  words: 'The store to act for. A caller that may invoke the function can act for every store of the deployment.',
  example: 'sto_demo',
});

const name = text({ label: 'name', max: 255, form: 'line' });

const rateLimitInput = (label: string, max: number) =>
  integer({ label, min: 1, max, outside: `${label} must be between 1 and ${max}` });

const rateLimit = z.nullish(
  inputOf(
    {
      requests: field({
        input: rateLimitInput('rate_limit.requests', limits.rateLimitRequests),
        words: 'Requests in a window, 1 to 10,000,000.',
        example: 1200,
      }),
      window_seconds: field({
        input: rateLimitInput('rate_limit.window_seconds', limits.rateLimitWindowSeconds),
        words: 'Length of the window in seconds, 1 to 86,400.',
        example: 60,
      }),
    },
    { error: 'rate_limit must be an object' },
  ),
);

const requests = 'How many requests each API key of the store may make.';

/** The payload that creates a store. */
export const storeInput = inputOf({
  store_id: field({
    input: z.nullish(storeId.input),
    words: 'Your own id, `sto_…`, so that the call can be repeated. If omitted, the service assigns one.',
    example: 'sto_teahouse',
  }),
  name: field({
    input: name,
    words: 'Name of the store, 1 to 255 characters. Emails of a store without sites show it.',
    example: 'Tea house',
  }),
  currency: field({
    input: currentCurrency('currency'),
    words: 'Currency of the store (ISO 4217), in any letter case. It is stored in capitals.',
    example: 'EUR',
  }),
  rate_limit: field({
    input: rateLimit,
    words: `${requests} If omitted, 600 in 60 seconds.`,
    example: { requests: 1200, window_seconds: 60 },
  }),
});

const wrongCountries = 'countries must be an object of country IDs with ISO 3166-1 alpha-2 codes';

const countriesInput = z.pipe(
  z.record(z.string(), z.string({ error: wrongCountries }), { error: wrongCountries }).check(({ value, issues }) => {
    const message = ruleOfCountries(value);
    if (message) issues.push({ code: 'custom', input: value, message });
  }),
  z.transform(
    (given: Record<string, string>): Record<string, string> => ({
      ...fixedCountries,
      ...Object.fromEntries(Object.entries(given).map(([number, code]) => [number, code.toUpperCase()])),
    }),
  ),
);

/** The first rule that `given` breaks; undefined if it is valid. */
function ruleOfCountries(given: Readonly<Record<string, string>>): string | undefined {
  if (Object.keys(given).length > limits.countries) return `countries must have ${limits.countries} entries or fewer`;
  const entries = Object.entries(given).map(([number, code]) => [number, code.toUpperCase()] as const);
  return entries.map(ruleOfCountry).find((rule) => rule !== undefined) ?? twice(entries);
}

function ruleOfCountry([number, code]: readonly [string, string]): string | undefined {
  const fixed = fixedCountries[number];
  if (fixed !== undefined && code !== fixed) return `countries: ${number} is always ${fixed}`;
  if (!/^[1-9]\d*$/.test(number) || !Number.isSafeInteger(Number(number))) {
    return 'countries must have whole numbers from 1 as names';
  }
  return isCountry(code) ? undefined : `countries: the value of ${number} must be an ISO 3166-1 alpha-2 code`;
}

function twice(entries: readonly (readonly [string, string])[]): string | undefined {
  const numbers = new Map(Object.entries(fixedCountries).map(([number, code]) => [code, number]));
  for (const [number, code] of entries) {
    const other = numbers.get(code) ?? number;
    if (other !== number) return `countries: ${other} and ${number} are the same country`;
    numbers.set(code, number);
  }
  return undefined;
}

/** The rules that the addresses of a store can follow. */
export const addressRuleNames = ['contract', 'country'] as const;

const addressRulesWords = {
  contract: 'An address needs a city and a state. This is the default.',
  country:
    'The country decides which of `city`, `state` and `zip` an address needs, and the format of `zip`. Countries 1 and 2, and a country that is not in `countries`, keep the default rules.',
};

const countryWords =
  'The countries of the store: each `country_id` with its country (ISO 3166-1 alpha-2). 1 is always the United States, and 2 is always Canada.';

/** The fields of a store that can be changed. */
export const storeChange = inputOf({
  store_id: storeId,
  name: field({
    input: z.nullish(name),
    words: 'New name, 1 to 255 characters. If omitted, unchanged.',
    example: 'Teapots & Co',
  }),
  rate_limit: field({ input: rateLimit, words: `${requests} If omitted, unchanged.`, example: undefined }),
  currency: field({
    input: z.nullish(currencyCode('currency')),
    words: 'Cannot be changed. Sending the current value is allowed.',
    example: undefined,
  }),
  countries: field({
    input: z.nullish(countriesInput),
    words: `${countryWords} Up to ${limits.countries} entries, in any letter case; they replace all others. If omitted, unchanged.`,
    example: { '3': 'DE', '4': 'JP' },
  }),
  address_rules: field({
    input: z.nullish(
      oneOf(addressRuleNames, {
        required: 'address_rules is required',
        wrong: 'address_rules must be contract or country',
      }),
    ),
    words: {
      text: 'The rules for new and changed addresses. Stored addresses stay as they are. If omitted, unchanged.',
      values: addressRulesWords,
    },
    example: 'country',
  }),
});

/** Of the store in examples, which is the demo store. */
const exampleCountries = { ...fixedCountries, 3: 'DE', 4: 'JP' };

/** The countries of a store and its rules for addresses, as it shows them. */
const countryFields = {
  countries: field({
    shown: z.record(z.string(), z.string()),
    words: countryWords,
    example: exampleCountries,
  }),
  address_rules: field({
    shown: z.enum(addressRuleNames),
    words: { text: 'The rules for new and changed addresses.', values: addressRulesWords },
    example: 'country',
  }),
};

/** A store as operators see it. */
export const store = shownOf({
  id: idOf('store', { words: 'Public id of the store, `sto_…`.', example: 'sto_demo' }),
  name: shownText({ words: 'Name of the store.', example: 'Demo store' }),
  currency: shownText({ words: 'Currency of the store (ISO 4217).', example: 'USD' }),
  rate_limit: field({
    shown: shownOf({
      requests: shownInteger({ words: 'Requests in a window.', example: 600 }),
      window_seconds: shownInteger({ words: 'Length of the window in seconds.', example: 60 }),
    }),
    words: requests,
    example: { requests: 600, window_seconds: 60 },
  }),
  ...countryFields,
  created_at: times.created_at,
});

const permissions = ['Read', 'Write', 'Storefront'] as const satisfies readonly Permission[];

const permission = field({
  input: oneOf(permissions, {
    required: 'permission is required',
    wrong: 'permission must be Read, Write or Storefront',
  }),
  shown: z.enum(permissions),
  words: {
    text: 'Permission of the key.',
    values: {
      Read: 'May use every GET below `/api/v1/`.',
      Write: 'May use everything below `/api/v1/`, reads included.',
      Storefront:
        'May use everything below `/storefront/v1/`: checkout, orders, reviews and waitlists. For servers only.',
    },
  },
  example: 'Write',
});

const wrongFunctions = 'functions must be 1 to 50 names of storefront functions';

const functionNames = z
  .array(z.string({ error: wrongFunctions }).check(z.regex(/^[a-z]+(?:-[a-z]+)*$/)), {
    error: wrongFunctions,
  })
  .check(z.maxLength(50), z.minLength(1));

const areaWords = {
  customers: 'Customers with their addresses, orders and waitlist entries, and their standing.',
  gift_options: 'Gift options and their photos.',
  reviews: 'Reviews and replies, and the standing of customers.',
  gift_cards: 'Gift cards and orders.',
  store_credits: 'Store credit of customers.',
  waitlist: 'The restock waitlist and restocks.',
  digital_files: 'Digital files.',
} satisfies Record<Area, string>;

const wrongAreas = `areas must be one or more of ${areas.join(', ')}, each only once`;

const areaNames = z.array(z.enum(areas, { error: wrongAreas }), { error: wrongAreas }).check(
  z.minLength(1),
  z.refine((names) => new Set(names).size === names.length),
);

/** The payload that creates an API key. */
export const apiKeyInput = inputOf({
  store_id: storeId,
  name: field({
    input: name,
    words: 'Name of the key, 1 to 255 characters, such as `Back office`.',
    example: 'Back office',
  }),
  permission,
  functions: field({
    input: z.nullish(functionNames),
    words:
      'Names of the storefront functions that a `Storefront` key may call, so that a key for reviews cannot touch money. If omitted, all of them.',
    example: undefined,
  }),
  areas: field({
    input: z.nullish(areaNames),
    words: {
      text: 'Areas that a `Read` or `Write` key may use, so that staff see only what their job needs. If omitted, the key may use all areas.',
      values: areaWords,
    },
    example: undefined,
  }),
  expires_at: field({
    input: z.nullish(timestampInput('expires_at')),
    words: 'When the key expires, RFC 3339, in the future. If omitted, never.',
    example: undefined,
  }),
});

/** Values of an API key that was stored before these fields existed. */
export const absentOfKey = { functions: null, areas: null, expires_at: null, revoked_at: null };

const areasOfKey = field({
  shown: z.nullable(z.array(z.enum(areas))),
  words:
    'Areas that the key may use; null means all. A request to another area returns 403. Operations without an area, such as `GET /api/v1/key/`, are always allowed.',
  example: null,
});

const keyFields = {
  key_id: idOf('apiKey', {
    words: 'Public id of the key, `key_…`, used to list and revoke it. Not secret.',
    example: 'key_01khdq50148v3k5x9w2t6r0ybn',
  }),
  name: shownText({
    words: 'Name of the key; gift card transactions show it as the actor.',
    example: 'Back office',
  }),
  permission,
  functions: field({
    shown: z.nullable(z.array(z.string())),
    words: 'Names of the storefront functions that the key may call; null means all that its permission allows.',
    example: null,
  }),
  areas: areasOfKey,
  created_at: times.created_at,
  expires_at: field({
    shown: z.nullable(timestamp),
    words: 'When the key expires. From this second on, requests with it get a 401; null if it does not expire.',
    example: null,
  }),
};

/** An API key as lists show it: neither the key nor its hash. */
export const apiKey = shownOf({
  ...keyFields,
  revoked_at: field({
    shown: z.nullable(timestamp),
    words: 'When the key was or will be revoked; null if no revocation is planned.',
    example: null,
  }),
});

export type ApiKey = z.output<typeof apiKey>;

/** An API key in the only response that contains it. */
export const createdApiKey = shownOf({
  ...keyFields,
  api_key: shownText({
    words: 'The key itself, `sk_…`. Send it as `Authorization: Bearer`. Only this response contains it.',
    example: 'sk_demo_EXAMPLE-EXAMPLE-EXAMPLE-EXAMPLE-EXAMPLE-EXA',
  }),
});

/** The store of an API key, as a request with the key sees it. */
export const storeOfKey = shownOf({
  id: idOf('store', { words: 'Public id of the store, `sto_…`.', example: 'sto_demo' }),
  name: shownText({ words: 'Name of the store.', example: 'Demo store' }),
  currency: shownText({ words: 'Currency of the store (ISO 4217).', example: 'USD' }),
  ...countryFields,
});

/** A site, as a request with an API key of its store sees it. */
export const siteOfKey = shownOf({
  id: idOf('site', { words: 'Public id of the site, `sit_…`.', example: 'sit_demo' }),
  name: shownText({ words: 'Name of the site.', example: 'Teapots & Co' }),
});

/** The API key of a request, with its store and sites. */
export const callingKey = objectOf('CallingKey', {
  id: idOf('apiKey', { words: 'Public id of the key, `key_…`. Not secret.', example: 'key_demowrite' }),
  name: shownText({ words: 'Name of the key, or of the person using it.', example: 'Demo write key' }),
  permission,
  areas: areasOfKey,
  expires_at: field({
    shown: z.nullable(timestamp),
    words:
      'When the key expires or is revoked. From this second on, requests with it get a 401; null if neither is planned.',
    example: null,
  }),
  store: field({
    shown: storeOfKey,
    words: 'The store that the key belongs to.',
    example: {
      ...{ id: 'sto_demo', name: 'Demo store', currency: 'USD' },
      ...{ countries: exampleCountries, address_rules: 'country' },
    },
  }),
  sites: field({
    shown: z.array(siteOfKey),
    words: 'The first 100 sites of the store, ordered by id. A site imported a moment ago may still be missing.',
    example: [
      { id: 'sit_demo', name: 'Teapots & Co' },
      { id: 'sit_outlet', name: 'Teapots Outlet' },
    ],
  }),
});

/** The payload that revokes an API key. */
export const revocation = inputOf({
  store_id: storeId,
  key_id: field({
    input: id('key_id', 'apiKey'),
    words: 'Id of the key, `key_…`, as returned by `list-api-keys`.',
    example: 'key_demospare',
  }),
  at: field({
    input: z.nullish(timestampInput('at')),
    words:
      'When the key is revoked, RFC 3339. If omitted or in the past, now. A time later than an existing revocation changes nothing.',
    example: undefined,
  }),
});

/** An API key that is or will be revoked. */
export const revokedApiKey = shownOf({
  key_id: idOf('apiKey', { words: 'The key that is or will be revoked.', example: 'key_demospare' }),
  revoked_at: field({
    shown: timestamp,
    words: 'When the key was or will be revoked.',
    example: exampleTime,
  }),
});
