/**
 * That the simulation notices what a client may not do: here are clients with a defect each, right as long as nothing is lost.
 *
 * @module-tag power
 */
import { expect, test } from 'vitest';
import type { Fetch } from '../../../lib/client/options.ts';
import { StoreCommerce } from '../../../lib/client/store-commerce.ts';
import type { MakeShop } from '../../models/client.ts';
import { clientArea } from '../../requests/client.ts';
import { simulate } from './simulation.ts';

/** A client with requests that go through a defect. */
const through =
  (wrong: (fetch: Fetch) => Fetch): MakeShop =>
  (options) =>
    new StoreCommerce({ ...options, fetch: wrong(options.fetch ?? fetch) });

let keys = 0;

const anotherKey = (init: RequestInit): RequestInit => {
  const headers = new Headers(init.headers);
  if (headers.has('Idempotency-Key')) headers.set('Idempotency-Key', `another-${keys++}`);
  return { ...init, headers };
};

test.each<[string, MakeShop]>([
  ['each try has a key of its own', through((fetch) => (url, init) => fetch(url, anotherKey(init)))],
  [
    'what was refused is asked again',
    through((fetch) => async (url, init) => {
      const response = await fetch(url, init);
      return response.status === 400 ? fetch(url, init) : response;
    }),
  ],
  [
    'a deletion that a retry finds done is an error',
    through((fetch) => async (url, init) => {
      const response = await fetch(url, init);
      const isGone = init.method === 'DELETE' && response.status === 404;
      return isGone ? new Response(await response.text(), { status: 410 }) : response;
    }),
  ],
  [
    'what is lost counts as done',
    through((fetch) => (url, init) => fetch(url, init).catch(() => Response.json({ id: 'cad_lost', balance: 0 }))),
  ],
  [
    'a list ends with its first page',
    through((fetch) => async (url, init) => {
      const response = await fetch(url, init);
      if (init.method !== 'GET' || !response.ok) return response;
      const page = JSON.parse(await response.text());
      return Response.json({ ...page, has_more: false });
    }),
  ],
])('%s: noticed', async (_, shopOn) => {
  for (let seed = 1; seed <= 12; seed += 1) {
    const { violation } = await simulate(seed, { among: [clientArea(shopOn)] });
    if (violation) return expect(violation.message).toMatch(/client/);
  }
  expect.unreachable('12 runs have shown nothing');
});

test('a run of the client can be made again', async () => {
  const [first, again] = [await simulate(5, { among: [clientArea()] }), await simulate(5, { among: [clientArea()] })];

  expect(first.violation?.message).toBeUndefined();
  expect([again.run.time, again.run.digest]).toEqual([first.run.time, first.run.digest]);
});
