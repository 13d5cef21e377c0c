/** An index is for showing: it follows later, without a bound (design, "What no rule may lean on"). */
import { describe, expect, test } from 'vitest';
import { accesses } from '../../../infra/grants.ts';
import { invocables, operations } from '../../../lib/resources/nouns.ts';
import { shopCalls } from '../../../lib/resources/shop-calls.ts';
import { allScenarios, invocationScenarios } from '../../requests/all.ts';
import { around, as } from '../../support/aws/interleave.ts';
import { isolateTables } from '../../support/aws/table-contents.ts';
import { call } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { newWorld, type World } from '../../support/world/world.ts';

/** What writes and may look into an index anyway, and why. */
const allowed: Readonly<Record<string, string>> = {
  'sweep-gift-cards': 'what an index shows as due is read by its key, and judged by that',
  'send-review-requests': 'what an index shows as due is read by its key, and judged by that',
  'sweep-deliveries': 'what an index shows as due is read by its key, and judged by that',
  'sweep-uploads': 'what an index shows as due is read by its key, and judged by that',
  'write-public-files': 'a review that an index proposes for a file is read by its key, and judged by that',
  'rebuild-public': 'a review that an index proposes for a file is read by its key, and judged by that',
  'shop-post-review': 'a site that an index shows for an origin is read by its key, and judged by that',
  'shop-edit-review': 'a site that an index shows for an origin is read by its key, and judged by that',
  'shop-join-waitlist': 'a site that an index shows for an origin is read by its key, and judged by that',
};

const onlyReads = new Set(
  [
    ...operations.filter(({ method, readOnly }) => method === 'GET' || readOnly),
    ...invocables.filter(({ readOnly }) => readOnly),
    ...shopCalls.filter(({ method, of }) => method === 'GET' || of?.readOnly),
  ].map(({ name }) => name),
);

test('no function that writes may query an index, but for those that judge again what it shows', () => {
  // What a function is not granted it is refused in every test.
  const looking = [...accesses].filter(([, { reach }]) => reach.some((each) => /^Query \w/.test(each)));

  expect(looking.map(([name]) => name).filter((name) => !onlyReads.has(name))).toEqual(
    expect.arrayContaining(Object.keys(allowed)),
  );
  expect(looking.map(([name]) => name).filter((name) => !onlyReads.has(name) && !(name in allowed))).toEqual([]);
});

// Lists of all stores only show those of this test.
isolateTables('test');

/** No index shows yet what is written meanwhile. */
function whileIndexesLag<T>(work: () => Promise<T>): Promise<T> {
  around(
    ({ by, input }) => by === 'lagging' && input.IndexName !== undefined,
    async (send) => {
      const answer = await send();
      return { ...answer, Items: [], Count: 0, LastEvaluatedKey: undefined };
    },
    { times: Number.POSITIVE_INFINITY },
  );
  return as('lagging', work);
}

const madeAnew = new Set([
  'code',
  'last4',
  'url',
  'api_key',
  'key_id',
  'email',
  'customer_email',
  'secret',
  'token',
  'milliseconds',
]);

/** An answer without what differs from store to store: ids, times, secrets, and the order of what is made at the same time. */
const shapeOf = (answer: unknown): unknown =>
  JSON.parse(
    JSON.stringify(answer, (name, value) => (madeAnew.has(name) ? typeof value : value))
      .replaceAll(/_[0-9a-z]{26}/g, '_')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:]+Z/g, 'T'),
    (_, value) => (Array.isArray(value) ? value.toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1)) : value),
  );

/** With the fields in their order. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, each) =>
    each && typeof each === 'object' && !Array.isArray(each) ? Object.entries(each).toSorted() : each,
  );

/** The search of the tables is for a customer: it reads no index. */
const looksIntoAnIndex = (name: string): boolean =>
  name !== 'search' && (accesses.get(name)?.reach.some((each) => /^Query \w/.test(each)) ?? false);

/** Makes a request ready in a store, that can be sent again and again. */
type Ready = (world: World) => Promise<() => Promise<unknown>>;

const requests: [string, Ready][] = [
  ...allScenarios.map(([name, { operation, prepare }]): [string, Ready] => [
    name,
    async (world) => {
      const request = { ...(await prepare(world)), key: operation.permission === 'Read' ? world.read : world.write };
      return async () => {
        const { status, body } = await call(operation, request);
        return { status, body };
      };
    },
  ]),
  ...invocationScenarios.map(({ invocable, prepare }): [string, Ready] => [
    invocable.name,
    async (world) => {
      const payload = await prepare(world);
      return () => invoke(invocable, payload);
    },
  ]),
];

const [lists, others] = [true, false].map((isList) =>
  requests.filter(([name]) => (looksIntoAnIndex(name) && onlyReads.has(name)) === isList),
);

describe.each(others ?? [])('%s', (_, ready) => {
  test('answers the same while every index lags', async () => {
    const answer = await (await ready(await newWorld()))();

    const lagging = await whileIndexesLag(async () => (await ready(await newWorld()))());

    expect(shapeOf(lagging)).toEqual(shapeOf(answer));
  });
});

describe.each(lists ?? [])('%s', (_, ready) => {
  test('may lag, and answers the same when the lag has passed', async () => {
    const answer = await (await ready(await newWorld()))();

    const send = await whileIndexesLag(async () => ready(await newWorld()));
    const lagging = await whileIndexesLag(send);

    expect(shapeOf(lagging)).not.toEqual(shapeOf(answer));
    expect(shapeOf(await send())).toEqual(shapeOf(answer));
  });
});
