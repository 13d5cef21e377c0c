/** An index is for showing: it follows later, without a bound (design, "What no rule may lean on"). */
import { expect, test } from 'vitest';
import { accesses } from '../../infra/grants.ts';
import { invocables } from '../../lib/resources/functions.ts';
import { operations } from '../../lib/resources/operations.ts';

/** What writes and may look into an index all the same, and why. */
const allowed: Readonly<Record<string, string>> = {
  'sweep-gift-cards': 'what an index shows as due is read by its key, and judged by that',
  'sweep-uploads': 'what an index shows as due is read by its key, and judged by that',
};

const onlyReads = new Set(
  [...operations.filter(({ method }) => method === 'GET'), ...invocables.filter(({ readOnly }) => readOnly)].map(
    ({ name }) => name,
  ),
);

test('no function that writes may query an index, but for those that judge anew what it shows', () => {
  // What a function is not granted it is refused in every test.
  const looking = [...accesses].filter(([, { reach }]) => reach.some((each) => /^Query \w/.test(each)));

  expect(looking.map(([name]) => name).filter((name) => !onlyReads.has(name))).toEqual(
    expect.arrayContaining(Object.keys(allowed)),
  );
  expect(looking.map(([name]) => name).filter((name) => !onlyReads.has(name) && !(name in allowed))).toEqual([]);
});
