/** Commands of stores, their API keys, and their data as a whole. */

import { addressRuleNames } from '../../../lib/resources/stores/fields.ts';
import { reported } from '../command.ts';
import { command } from '../definition.ts';
import { apiKeyNeeded, areasOf, key, nameOf, optional, store, timeOf } from '../shared-options.ts';

const rateLimit = {
  'rate-limit': {
    type: 'number',
    value: 'REQUESTS',
    summary: 'requests that each API key can make in a window; a new store has 600',
    field: 'rate_limit.requests',
  },
  window: {
    type: 'number',
    value: 'SECONDS',
    summary: 'length of the window; a new store has 60',
    field: 'rate_limit.window_seconds',
  },
} as const;

const addressSettings = {
  countries: {
    type: 'string',
    value: 'LIST',
    summary:
      'country ids of the addresses with their countries, such as 3=DE,4=JP; 1 is always US and 2 always CA. The list replaces the current list',
  },
  'address-rules': {
    type: 'string',
    value: 'RULES',
    choices: addressRuleNames,
    summary:
      'fields that an address needs: a city and a state (contract), or those that its country requires (country)',
  },
} as const;

const permission = {
  type: 'string',
  value: 'PERMISSION',
  required: true,
  choices: ['Read', 'Write', 'Storefront'],
  summary:
    'Read to see records, Write to see and change records, Storefront to serve shoppers from the backend of the shop',
} as const;

export const storeCommands = {
  'store create': command({
    options: {
      name: nameOf('store'),
      currency: {
        type: 'string',
        value: 'CODE',
        required: true,
        summary: 'currency, such as USD or EUR; it cannot be changed',
      },
      id: {
        ...optional(store),
        summary: 'id of your choice, sto_…, so that the command can be repeated; by default a new one',
      },
      ...rateLimit,
    },
    summary: 'Create a store',
    run: async (...given) => (await import('../stores.ts')).createStore(...given),
  }),
  'store update': command({
    options: { store, name: optional(nameOf('store')), ...rateLimit, ...addressSettings },
    summary: 'Update the name, the rate limit or the address rules of a store. Omitted options are unchanged',
    examples: [
      "--store sto_demo --name 'Teapots & Co' --endpoint http://localhost:3000",
      '--store sto_demo --countries 3=DE,4=JP --address-rules country --endpoint http://localhost:3000',
    ],
    run: async (...given) => (await import('../stores.ts')).updateStore(...given),
  }),
  'store list': command({
    options: {},
    summary: 'List the stores of the stack',
    run: async (...given) => (await import('../stores.ts')).listStores(...given),
  }),
  overview: command({
    options: { store },
    summary: 'Show the figures of a store: reviews, value of gift cards, waiting shoppers, emails that failed',
    needs: apiKeyNeeded('Read'),
    run: async (...given) => (await import('../overview.ts')).showOverview(...given),
  }),
  'keys create': command({
    options: {
      ...{ store, name: nameOf('key'), permission },
      functions: {
        type: 'string',
        value: 'NAMES',
        summary: 'storefront functions that a Storefront key may call, separated by commas; by default all',
      },
      areas: areasOf('staff work that a Read or Write key is for'),
      expires: { ...timeOf('when the key expires', 'ahead', 'never'), field: 'expires_at' },
    },
    summary: 'Create an API key. It is shown only once',
    examples: [
      "--store sto_demo --name 'Back office' --permission Read --endpoint http://localhost:3000",
      "--store sto_demo --name 'Ada, support' --permission Write --expires 90d --endpoint http://localhost:3000",
      "--store sto_demo --name 'Bob, reviews' --permission Write --areas reviews,gift_cards --endpoint http://localhost:3000",
    ],
    run: async (...given) => (await import('../stores.ts')).createKey(...given),
  }),
  'keys list': command({
    options: { store },
    summary: 'List the API keys of a store, newest first, including revoked ones',
    run: async (...given) => (await import('../stores.ts')).listKeys(...given),
  }),
  'keys revoke': command({
    options: { store, key, at: timeOf('when to revoke it', 'ahead', 'now') },
    summary: 'Revoke an API key, now or at a future time',
    examples: [
      '--store sto_demo --key key_demospare --endpoint http://localhost:3000',
      '--store sto_demo --key key_demospare --at tomorrow --endpoint http://localhost:3000',
    ],
    run: async ({ store, key, at }, { operator }) => reported(await operator(store).revokeApiKey({ key_id: key, at })),
  }),
  'keys rotate': command({
    options: { store, key, at: timeOf('when the old key expires', 'ahead', 'in a day') },
    summary:
      'Replace an API key. Creates a key with the same permission, functions and areas; the old one expires at --at',
    run: async (...given) => (await import('../stores.ts')).rotateKey(...given),
  }),
  login: command({
    options: {
      store,
      permission: {
        type: 'string',
        value: 'PERMISSION',
        choices: ['Read', 'Write'],
        default: 'Read',
        summary: 'permission of the key',
      },
      expires: { ...timeOf('when the login expires', 'ahead', 'in 12 hours'), field: 'expires_at' },
      'base-url': {
        type: 'string',
        value: 'URL',
        summary: 'address of the API on AWS, the BaseUrl output of the stack; by default STORE_COMMERCE_BASE_URL',
      },
    },
    summary: `Create an API key for the commands that call the HTTP API (gift-cards, reviews, orders), and keep it in a file that only you
      can read (~/.config/store-commerce/logins.json). It is never shown`,
    examples: [
      '--store sto_demo --endpoint http://localhost:3000',
      '--store sto_demo --permission write --base-url https://api.example.com',
    ],
    run: async (...given) => (await import('../login.ts')).signIn(...given),
  }),
  logout: command({
    options: { store },
    summary: 'Revoke the API key of a login and forget it',
    run: async (...given) => (await import('../login.ts')).signOut(...given),
  }),
  migrate: command({
    options: {
      status: { type: 'boolean', summary: 'only show the progress' },
      again: { type: 'boolean', summary: 'restart all migrations, for records that the previous version wrote' },
      retry: { type: 'string', value: 'NAME', summary: 'restart a migration, for items that it could not change' },
      accept: { type: 'string', value: 'NAME', summary: 'skip the items that a migration could not change' },
    },
    summary: `Migrate stored data to the deployed release. A schedule does this every five minutes. The exit code is 1 while
      migrations are not done, or could not change some items`,
    examples: ['--status --endpoint http://localhost:3000', '--endpoint http://localhost:3000'],
    run: async (...given) => (await import('../migrate.ts')).migrate(...given),
  }),
};
