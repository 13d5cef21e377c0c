import { createdAt, envelope, pageWords, storeId as store_id } from '../../schema/shared-words.ts';
import { functionWords } from '../../schema/words.ts';
import * as catalogFunctions from '../catalog/functions.ts';
import * as customersFunctions from '../customers/functions.ts';
import * as ledger from '../gift-cards/functions.ts';
import * as reviewsFunctions from '../reviews/functions.ts';
import * as contract from '../stores/functions.ts';
import { deliveryWords } from '../waitlist/fields.ts';
import * as waitlist from '../waitlist/functions.ts';

const reads = 'Only reads: invoke it as often as you like.';

const permissions = {
  Read: 'May use every GET of the API.',
  Write: 'May use the whole API, reads included.',
};

const key = {
  key_id: 'Public id of the key, `key_…`, by which it is listed and revoked. Not secret.',
  name: 'What the key is for. It stands as the actor in the transactions that requests with the key cause.',
  permission: { text: 'What the key may do.', values: permissions },
  created_at: createdAt,
  expires_at: 'From this second on the key is answered 401; null where it does not expire.',
};

/** A store as every function shows it. */
const store = {
  id: 'Public id of the store, `sto_…`.',
  name: 'Name of the store.',
  currency: 'Currency of all of its money (ISO 4217).',
  rate_limit: {
    text: 'How many requests each of its API keys may make.',
    fields: { requests: 'Requests in a window.', window_seconds: 'Length of the window in seconds.' },
  },
  created_at: createdAt,
};

export const standings = {
  good: 'Reviews are published again, but for those that the store hid.',
  shadowbanned: 'Reviews are shown to their author alone and do not count.',
  banned: 'Reviews are shown to nobody, and the customer can post none.',
};

const rating = { review_count: 'How many reviews are published.', rating_sum: 'Sum of their stars.' };

const worth = {
  cards: 'How many cards.',
  balance: "What was left on them together, in the smallest unit of the store's currency.",
};

export const functions = [
  functionWords(contract.createStore, {
    text: "Makes a store, to which every record, key and limit belongs. Its currency holds for good: all of the store's money is in it.",
    same: 'The same `store_id` with the same payload gives the store as it stands; with another payload it is `DUPLICATE`. Without a `store_id` each call makes a store.',
    payload: {
      store_id: 'Id of your own choosing, `sto_…`, so that the call can be repeated. Left out: one is made.',
      name: 'Name of the store, 1 to 255 characters. Mails of a store without sites carry it.',
      currency: 'Currency of all of its money, three capital letters (ISO 4217).',
      rate_limit: {
        text: 'How many requests each of its API keys may make. Left out: 600 in 60 seconds.',
        fields: {
          requests: 'Requests in a window, 1 to 10,000,000.',
          window_seconds: 'Length of the window in seconds, 1 to 86,400.',
        },
      },
    },
    result: store,
  }),
  functionWords(contract.updateStore, {
    text: "Changes a store's name, the rate limit of its API keys, or both; what is left out stays. A limit holds from the next request on; for a key whose window is used up, within 10 seconds.",
    same: 'The same fields have no further effect. The call that made the store can still be repeated.',
    payload: {
      store_id,
      name: 'Another name, 1 to 255 characters. Left out: it stays.',
      rate_limit: {
        text: 'How many requests each of its API keys may make. Left out: it stays.',
        fields: {
          requests: 'Requests in a window, 1 to 10,000,000.',
          window_seconds: 'Length of the window in seconds, 1 to 86,400.',
        },
      },
      currency: 'May be given as it is. Another one is refused: the money of cards and orders is in it.',
    },
    result: store,
  }),
  functionWords(contract.listStores, {
    text: 'Returns the stores of the deployment, by id. A store made a moment ago may be missing still.',
    same: reads,
    payload: pageWords('store'),
    result: {
      ...envelope('stores', 'by id'),
      data: { text: 'The page of stores, by id.', fields: store },
    },
  }),
  functionWords(contract.createApiKey, {
    text: 'Makes an API key and answers it, this once: only its hash is kept.',
    same: 'Never: each call makes another key. If an answer is lost, list the keys and revoke the one that nobody has.',
    payload: {
      store_id,
      name: 'What the key is for, 1 to 255 characters, such as `Back office`.',
      permission: { text: 'What the key may do.', values: permissions },
      expires_at: 'When the key ends by itself, RFC 3339, in the future. Left out: never.',
    },
    result: { ...key, api_key: 'The key itself, `sk_…`, to be sent as `Authorization: Bearer`. Shown this once.' },
  }),
  functionWords(contract.revokeApiKey, {
    text: 'Ends an API key: from the next request on it is answered 401, everywhere. With `at` it ends then, so that a new key can take over first. There is no way back, but a revocation to come can be brought forward.',
    same: 'The same `key_id` and `at`: a key that is revoked, or will be by then, stays so, and the time that stands is answered.',
    payload: {
      store_id,
      key_id: 'The key, `key_…`, as it is listed.',
      at: 'When it ends, RFC 3339. Left out, or past: now. Later than a revocation that stands: nothing changes.',
    },
    result: { key_id: 'The key that has ended, or will.', revoked_at: 'When it ended, or will end.' },
  }),
  functionWords(contract.listApiKeys, {
    text: 'Returns the keys of a store, newest first, revoked ones included: neither the keys themselves nor their hashes.',
    same: reads,
    payload: { store_id, ...pageWords('key') },
    result: {
      ...envelope('keys', 'newest first'),
      data: {
        text: 'The page of keys, newest first.',
        fields: { ...key, revoked_at: 'When the key was revoked, or will be; null where neither is so.' },
      },
    },
  }),
  functionWords(catalogFunctions.importRecords, {
    text: 'Mirrors what is kept elsewhere: each record replaces the one with its id, but for what this service counts itself (ratings, waiting shoppers). Nothing of a call is stored where one record breaks a rule. A variant that its product no longer has drops those who wait for it.',
    same: 'The same records have no further effect.',
    payload: {
      store_id,
      sites: {
        text: "Storefronts of the store. The one imported first is the store's own: cards issued without a `site_id` are mailed in its name.",
        fields: {
          id: 'Public id of the site, `sit_…`.',
          name: 'Name, 1 to 255 characters, with which mails are signed.',
          email_from: 'Address that mails of the site come from. It must be verified in Amazon SES.',
          url: 'Address of the storefront, `http` or `https`, to which mails lead.',
          reviews_enabled:
            'Whether its customers may post reviews and its pages show them. Left out: `true`. The API lists them either way.',
          gift_notes_enabled: 'Whether buyers may write a note with a gift. Left out: `true`.',
          gift_note_max_length: 'Longest gift note in characters, 0 to 10,000. Left out: 500.',
        },
      },
      customers: {
        text: 'Customers of the store.',
        fields: {
          id: 'Public id of the customer, `cus_…`.',
          email: 'Mail address. Gift cards they buy without a recipient are mailed there.',
          email_verified: 'Whether the address is proved to be theirs; only then may they post reviews.',
          first_name: 'Given name, up to 255 characters, possibly empty; reviews show it.',
          last_name: 'Family name, up to 255 characters, possibly empty; reviews show its initial.',
        },
      },
      products: {
        text: 'Products with all of their variants.',
        fields: {
          id: 'Public id of the product, `pro_…`.',
          name: 'Name, 1 to 1,000 characters, by which the waitlist is searched.',
          status: "The store's own word for it, such as `active`, 1 to 64 characters.",
          description: 'Text, up to 20,000 characters. Left out: empty.',
          url: "The product's page on the storefront, `http` or `https`, to which a restock mail leads. Left out: none.",
          delivery: { text: 'How buyers get the product.', values: deliveryWords },
          created_at: 'When the product was created, RFC 3339. Of equal waiting counts the later one comes first.',
          updated_at: 'When the product was last changed, RFC 3339.',
          variants: {
            text: 'Every variant of the product, up to 250. One that is missing here is gone.',
            fields: {
              id: 'Public id of the variant, `prv_…`.',
              name: 'Name, up to 255 characters, possibly empty; reviews of the variant show it.',
            },
          },
        },
      },
    },
    result: {
      imported: {
        text: 'How many records were stored, by kind.',
        fields: { sites: 'Sites stored.', customers: 'Customers stored.', products: 'Products stored.' },
      },
    },
  }),
  functionWords(customersFunctions.setCustomerStanding, {
    text: 'Bans or shadowbans a customer, or lifts that. Their reviews and the ratings of the products follow, a page at a time; hidden reviews stay hidden.',
    same: 'The same standing has no further effect; `reviews_changed` counts what this call changed.',
    payload: {
      store_id,
      customer_id: 'Whose standing changes.',
      standing: { text: 'How the store regards them from now on.', values: standings },
    },
    result: {
      customer_id: 'Whose standing it is.',
      standing: { text: 'How the store regards them now.', values: standings },
      reviews_changed: 'Reviews whose status this call changed; 0 when the call is repeated.',
    },
  }),
  functionWords(customersFunctions.deleteCustomer, {
    text: 'Deletes a customer with their addresses, reviews and waitlist entries; ratings follow. Their orders, and the gift cards bought or paid with by them, keep ids and amounts; notes, messages and mail addresses on them become null, and so do their names in ledgers. A pending order that is paid later issues its cards without mail, unless a line names a recipient. [What stays](/docs/project/security.html#what-stays-of-a-deleted-customer) are gifts of others to their address, notes of staff in ledgers, and for a while replies, messages and backups. There is no way back.',
    same: 'The same `customer_id` answers the same, though nothing is left to delete. A customer the store never had is `NOT_FOUND`.',
    payload: { store_id, customer_id: 'The customer to delete.' },
    result: {
      customer_id: 'The customer that is gone.',
      deleted: 'Always `true`: the customer, and everything that was theirs, is gone.',
    },
  }),
  functionWords(reviewsFunctions.auditRatings, {
    text: "Counts the published reviews of a page of products anew and reports every product whose rating says otherwise. Nothing is changed. An empty `drifts` on every page proves the store's ratings.",
    same: reads,
    payload: { store_id, ...pageWords('product', { usual: 100 }) },
    result: {
      audited: 'Products that were counted on this page.',
      drifts: {
        text: 'Products whose rating is not that of their reviews; empty when all is well.',
        fields: {
          product_id: 'The product that drifted.',
          stored: { text: 'As the product has it.', fields: rating },
          counted: { text: 'As its published reviews have it.', fields: rating },
        },
      },
      next: 'What to give as `after` for the next page; null at the end.',
    },
  }),
  functionWords(ledger.auditLedger, {
    text: 'Proves a page of gift cards, and then of the orders they paid for: that entries sum to balances, that holds never exceed them, that each redemption has its order. Nothing is changed.',
    same: reads,
    payload: {
      store_id,
      after: 'The `next` of the previous page, a gift card or an order. Leave it out for the first page.',
    },
    result: {
      checked: 'Gift cards or orders that were proved on this page.',
      findings: {
        text: 'What does not add up; empty when all is well.',
        fields: { id: 'The gift card or the order.', finding: 'What is wrong with it, in words.' },
      },
      next: 'What to give as `after` for the next page; null at the end.',
    },
  }),
  functionWords(ledger.reportLiability, {
    text: 'Tells what the store owes on its gift cards as they stood at `at`: of each card, the amounts of its ledger up to that time are summed, and its status follows from them. The expiry is the one that the card has today. A page costs the same whatever the store has; `npm run store -- liability` adds all of them up.',
    same: reads,
    payload: {
      store_id,
      at: 'The time to tell of, a minute ago or earlier, since what was issued later may not be listed yet. Left out: a minute ago. Give the `at` of the first page with each that follows.',
      after: 'The `next` of the previous page. Leave it out for the first page.',
    },
    result: {
      at: 'The time that this page tells of.',
      statuses: {
        text: 'The cards of this page by the status that they had. What had not been issued yet is not counted.',
        fields: {
          active: { text: 'Cards that could be spent.', fields: worth },
          disabled: { text: 'Cards that the store had disabled, whatever is left on them.', fields: worth },
          used: { text: 'Cards with nothing left.', fields: worth },
          expired: { text: 'Cards whose expiry had passed with something left on them.', fields: worth },
        },
      },
      next: 'What to give as `after` for the next page; null at the end.',
    },
  }),
  functionWords(ledger.exportGiftCards, {
    text: 'Reads the gift cards of a store as they are now, newest first, each with its transactions, oldest first: for books kept elsewhere. It may lack what was issued in the last minute. A page holds up to 100 cards and 250 transactions, whatever the store has; a ledger that does not fit goes on on the next page, under the same card. `npm run store -- export` writes all of them as CSV.',
    same: reads,
    payload: {
      store_id,
      after: "The `after` of the last page's `next`. Leave it out for the first page.",
      after_transaction: "The `after_transaction` of the last page's `next`.",
    },
    result: {
      data: {
        text: 'The cards of this page, each with its transactions.',
        fields: {
          gift_card: 'The card as it is now.',
          transactions:
            'Its transactions on this page, oldest first: all of them, unless its ledger began before or goes on.',
        },
      },
      next: {
        text: 'What the next page begins after; null at the end.',
        fields: {
          after: 'The last card of this page.',
          after_transaction: 'The last transaction of this page where the card has more of them; else null.',
        },
      },
    },
  }),
  functionWords(waitlist.getRestock, {
    text: 'Tells how far the mails of a restock have come.',
    same: reads,
    payload: { store_id, restock_id: 'The id that the restock was announced with.' },
    result: {
      restock_id: 'Your own id of the restock.',
      product_id: 'The product that is back.',
      variant_id: 'The variant that is back in stock.',
      created_at: 'When the restock was announced.',
      notifying: 'Shoppers who were waiting then.',
      notified: 'Shoppers whose mail has been queued so far.',
      done: 'Whether all of them have been notified.',
      finished_at: 'When the last mail was queued; null until then.',
    },
  }),
];
