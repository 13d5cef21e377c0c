/** A local server that is seeded: so many of everything, each once however often it is started. */
import { expect, test } from 'vitest';
import { seeded } from '../../bin/local/seed.ts';
import { type Running, run, startLocalServer } from '../support/http/local-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

interface Listed {
  id: string;
  name: string;
  status: string;
}

/** All of a list, page by page. */
async function all({ url }: Running, path: string): Promise<Listed[]> {
  const found: Listed[] = [];
  for (let after = ''; ; ) {
    const page = `${url}/api/v1/${path}${path.includes('?') ? '&' : '?'}limit=11&after=${after}`;
    const response = await fetch(page, { headers: { Authorization: `Bearer ${seeded.readKey}` } });
    const { data, has_more } = (await response.json()) as { data: Listed[]; has_more: boolean };
    found.push(...data);
    if (!has_more) return found;
    after = data.at(-1)?.id ?? '';
  }
}

const lists = {
  addresses: 'customers/cus_seed0000000/addresses/',
  reviews: 'reviews/',
  giftCards: 'gift-cards/',
  waitlisted: 'products/waitlisted/',
  firstOptions: 'sites/sit_seed0000000/gift-options/',
  lastOptions: 'sites/sit_seed0000001/gift-options/',
} as const;

async function lengths(server: Running): Promise<Record<string, number>> {
  const found = Object.entries(lists).map(async ([name, path]) => {
    const ids = (await all(server, path)).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    return [name, ids.length];
  });
  return Object.fromEntries(await Promise.all(found));
}

// Other engines than the embedded ones keep their own data.
test.skipIf(process.env.DYNAMODB_ENDPOINT)(
  'has so many of everything, and what is missing of more when it is started with more',
  async () => {
    const data = temporaryFolder();
    const first = await startLocalServer('--data', data, '--seed', '21');
    const of21 = await lengths(first);
    const cards = Map.groupBy(await all(first, lists.giftCards), ({ status }) => status);
    const found = await all(first, 'products/waitlisted/?search=STRASSBURG');
    const { stderr } = await first.stop();

    expect(of21).toEqual({
      addresses: 21,
      reviews: 21,
      giftCards: 21,
      waitlisted: 21,
      firstOptions: 20,
      lastOptions: 1,
    });
    expect([...cards.keys()].toSorted()).toEqual(['active', 'disabled', 'expired', 'used']);
    expect(found.map(({ name }) => name.split(' ')[0])).toEqual(['Straßburg', 'Straßburg', 'Straßburg']);
    expect(stderr).toContain('Seeding sto_seeded: 21 of 21 digital files');
    expect(first.summary).toContain('Store sto_seeded with 21 of everything');

    const second = await startLocalServer('--data', data, '--seed', '23');
    expect(await lengths(second)).toEqual({
      addresses: 23,
      reviews: 23,
      giftCards: 23,
      waitlisted: 23,
      firstOptions: 20,
      lastOptions: 3,
    });
    const file = `${second.url}/api/v1/products/pro_seed0000022/variants/prv_seed0000022/digital-files/pdf_seed0000022/`;
    const deleted = await fetch(file, { method: 'DELETE', headers: { Authorization: `Bearer ${seeded.writeKey}` } });
    expect(deleted.status).toBe(204);
    await second.stop();
  },
);

test.each(['0', '1000001'])('is refused in one line for %s', async (seed) => {
  expect(await run('bin/local.ts', ['--port', '0', '--seed', seed])).toEqual({
    code: 1,
    stdout: '',
    stderr: `--seed must be between 1 and 1000000, not ${seed}\n`,
  });
});
