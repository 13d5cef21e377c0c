/** Staff console page, "What the API gains": the search. */
import { operation } from '../../schema/operation.ts';
import { listOf } from '../../schema/paging.ts';
import { tooManyCodes } from '../gift-cards/fields.ts';
import { searchInput, searchResult } from './fields.ts';

export const search = operation({
  section: 'Find records',
  folder: 'search',
  area: null,
  ids: {},
  name: 'search',
  summary: 'Search records of a store',
  words:
    'Finds customers, products, orders, gift cards, reviews and store credits, at most 30, best first. A query can be a public id of one of these; an email address, which finds up to 10 customers, gift cards emailed to it and the newest 10 orders of all customers with the address (of 30 customers at most); a gift card code; the last four characters of a code; or the start of a last name, of a first name with a last name, or of a product name. A key that is limited to areas gets only results of its areas. The request changes nothing: it is a POST so that no code or address is part of a URL. An `Idempotency-Key` is ignored. A code that is found nowhere counts if the query contains a digit: after 100 of them within an hour, searches for codes with this API key are refused until the hour is over, and other searches work.',
  method: 'POST',
  path: '/api/v1/search/',
  permission: 'Read',
  readOnly: true,
  body: searchInput,
  success: {
    status: 200,
    description: 'The results',
    schema: listOf(searchResult, { of: 'results, best first', hasMore: 'Always `false`: a search has one page.' }),
  },
  errors: [
    { body: { query: undefined }, when: 'the query is absent, null or empty' },
    { body: { query: 7 }, when: 'the query breaks a rule' },
    {
      code: 'RATE_LIMIT_EXCEEDED',
      message: tooManyCodes,
      when: 'the query may be a gift card code and contains a digit, and the API key has searched for 100 unknown codes within an hour',
    },
  ],
  reach: ['Query', 'Query feed', 'CountUnknownCodes', 'GetSecretValue key'],
});

/** The client's methods by name. Each method calls one operation. */
export const methods = { find: search } as const;
