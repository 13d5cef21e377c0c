/** What may happen to a site's gift options between the reads of a decision and its commit. */
import { expect, test } from 'vitest';
import { createGiftOption, listGiftOptions, updateGiftOption } from '../../../lib/resources/gift-options/operations.ts';
import { around, as } from '../../support/aws/interleave.ts';
import { call } from '../../support/http/call.ts';
import { newWorld } from '../../support/world/world.ts';

async function setUp() {
  const world = await newWorld();
  const path = { site_id: world.sites[0].id };
  const make = (name: string) => call(createGiftOption, { path, key: world.write, body: { name } });
  const rename = (id: string, name: string) =>
    call(updateGiftOption, { path: { ...path, gift_option_id: id }, key: world.write, body: { name } });
  const names = async (): Promise<string[]> =>
    (await call(listGiftOptions, { path, key: world.read })).body.data.map(({ name }: { name: string }) => name);
  return { make, rename, names };
}

/** A twin commits as soon as a decision has read. */
const between = (twin: () => Promise<unknown>) =>
  around(
    ({ by, command }) => by === 'late' && /^(?:BatchGet|Query)/.test(command),
    async (send) => {
      const read = await send();
      await twin();
      return read;
    },
  );

test('a name stays unique within the site', async () => {
  const { make, rename, names } = await setUp();
  const { body: other } = await make('First');
  between(() => make('Silk'));
  expect((await as('late', () => make('Silk'))).status).toBe(409);
  expect((await rename(other.id, 'Silk')).status).toBe(409);
  expect((await names()).toSorted()).toEqual(['First', 'Silk']);
});

test('a site has 20 at most', async () => {
  const { make, names } = await setUp();
  for (let n = 1; n <= 19; n += 1) await make(`Option ${n}`);
  between(() => make('Twentieth'));
  expect((await as('late', () => make('Twenty-first'))).status).toBe(400);
  expect(await names()).toHaveLength(20);
});
