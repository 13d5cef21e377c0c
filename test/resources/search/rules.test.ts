import { expect, test } from 'vitest';
import type { SearchResult } from '../../../lib/resources/search/fields.ts';
import { namesOfCustomer } from '../../../lib/resources/search/name-rules.ts';
import { bestOf } from '../../../lib/resources/search/rules.ts';

const result = (id: string): SearchResult => ({ type: 'customer', id, title: id, detail: '' });

test('a record that matches twice has its better place', () => {
  const groups = [[['a', 'b'], ['c']], [['d', 'a']]].map((lists) => lists.map((ids) => ids.map(result)));

  expect(bestOf(groups).map(({ id }) => id)).toEqual(['a', 'c', 'b', 'd']);
});

test('an email address in place of a name is in no key', () => {
  expect(namesOfCustomer({ first_name: 'Ada', last_name: 'ada@example.org' })).toEqual([]);
});
