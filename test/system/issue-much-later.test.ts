/** Gift cards whose run is continued, or goes on, hours later: none is issued twice, whatever the clocks show. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createCodes } from '../../bin/operator/issue/codes.ts';
import { beginJournal, type Journal, readJournal } from '../../bin/operator/issue/journal.ts';
import { issueRows } from '../../bin/operator/issue/run.ts';
import type { Fetch } from '../../lib/client/options.ts';
import { StoreCommerce } from '../../lib/client/store-commerce.ts';
import { type Running, run, startLocalServer } from '../support/http/local-server.ts';
import { openLine } from '../support/killed-issue.ts';
import { brokenLine } from '../support/scripted-line.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let server: Running;
let store: string;
let folder: string;

beforeAll(async () => {
  server = await startLocalServer();
});

afterAll(() => server.stop());

async function post<T = object>(path: string, body: object): Promise<T> {
  const response = await fetch(new URL(path, server.url), { method: 'POST', body: JSON.stringify(body) });
  expect(response.ok).toBe(true);
  return (await response.json()) as T;
}

const invoke = <T = object>(name: string, payload: object = {}) =>
  post<T>(`/2015-03-31/functions/StoreCommerceApi-${name}/invocations`, { store_id: store, ...payload });

/** The service's clock: it decides how long a reply is kept. */
const pass = (hours: number) => post('/clock/', { advance_seconds: hours * 3600 });

beforeEach(async () => {
  store = `sto_${randomUUID().replaceAll('-', '')}`;
  folder = temporaryFolder();
  await invoke('create-store', { name: 'Mine', currency: 'EUR' });
});

const from = () => join(folder, 'cards.csv');
const codesTo = () => join(folder, 'codes.csv');

const write = (cards: number) =>
  writeFile(from(), ['value', ...Array.from({ length: cards }, () => '5'), ''].join('\n'));

interface Key {
  key_id: string;
  api_key: string;
  name: string;
  revoked_at: string | null;
}

const createKey = (name = 'Test') => invoke<Key>('create-api-key', { name, permission: 'Write' });

async function cards(): Promise<number> {
  const { api_key } = await createKey();
  const shop = new StoreCommerce({ apiKey: api_key, baseUrl: server.url });
  return (await shop.giftCards.list({ limit: 100 }).withResponse()).data.data.length;
}

describe('a run that is killed with its answers on their way', () => {
  const args = (endpoint: string) => [
    ...['gift-cards', 'issue', '--store', store, '--from', from(), '--codes-to', codesTo(), '--endpoint', endpoint],
  ];

  /** With a machine's clock that is so many hours ahead. */
  const at = (hours: number): NodeJS.ProcessEnv => ({
    ...process.env,
    HOURS_AHEAD: String(hours),
    NODE_OPTIONS: `--import=${pathToFileURL(resolve(import.meta.dirname, '../support/moved-clock.ts'))}`,
  });

  /** By which address its server is reached is part of what a run was begun with. */
  async function reachedAt(url: string): Promise<void> {
    if (!existsSync(`${from()}.issue`)) return;
    const journal = await readFile(`${from()}.issue`, 'utf8');
    await writeFile(`${from()}.issue`, journal.replace(/on http:\/\/[^"]+/, `on ${url}`));
  }

  async function killed(hours: number): Promise<void> {
    const line = await openLine(server.url);
    await reachedAt(line.url);
    const broken = line.breakAfter(0);
    const child = spawn(process.execPath, ['bin/operator.ts', ...args(line.url)], { env: at(hours), stdio: 'ignore' });
    const ended = once(child, 'exit');
    await Promise.race([broken, ended.then(() => Promise.reject(new Error('The run ended before it was killed')))]);
    child.kill('SIGKILL');
    await ended;
    line.close();
    await reachedAt(server.url);
  }

  const continued = (hours: number) => run('bin/operator.ts', args(server.url), at(hours));

  test('and again 20 hours later issues nothing 30 hours after it began', async () => {
    await write(1);
    await killed(0);
    await pass(20);
    await killed(20);
    await pass(10);

    const ended = await continued(30);

    expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining('Lines 2 were begun too long ago') });
    expect(await cards()).toBe(1);
  });

  test('goes on 20 hours later, and every card is there once', async () => {
    await write(20);
    await killed(0);
    await pass(20);

    expect(await continued(20)).toMatchObject({ code: 0 });
    expect(await cards()).toBe(20);
    expect((await readFile(codesTo(), 'utf8')).split('\r\n')).toHaveLength(22);
  });

  test('issues nothing 30 hours later on a machine whose clock was set back: its key has ended by the clock of the service', async () => {
    await write(1);
    await killed(0);
    await pass(30);

    const ended = await continued(0);

    expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining('Lines 2 were begun too long ago') });
    expect(await cards()).toBe(1);
  });
});

describe('a run that goes on while hours pass', () => {
  interface Going {
    connect(send: Fetch, journal: Journal): StoreCommerce;
    show?: (text: string) => unknown;
    /** Hours before which the first card was issued, and its answer lost. */
    issuedBefore?: number;
  }

  /** Issues a file's cards in this process, with keys that nothing ends. */
  async function going({ connect, show = () => {}, issuedBefore }: Going) {
    await beginJournal(from(), {
      into: 'x',
      sha256: 'x'.repeat(64),
      codes: codesTo(),
      mail: false,
      ...(await createKey('Run')),
    });
    const journal = await readJournal(from());
    if (!journal || !('run' in journal)) throw new Error('There is no journal');
    if (issuedBefore !== undefined) {
      await shopOf(journal, fetch).giftCards.issue({ value: 5 }, { idempotencyKey: `${journal.run.sha256}-2` });
      journal.begun.set(2, new Date().toISOString());
      await passHere(issuedBefore);
    }
    const lines = (await readFile(from(), 'utf8')).split('\n').length - 2;
    const keys = {
      create: () => createKey('Run'),
      end: async ({ key_id }: { key_id: string }) => void (await invoke('revoke-api-key', { key_id })),
    };
    const given = { from: from(), connect: (send: Fetch) => connect(send, journal), keys, journal, cards: lines };
    return issueRows({ ...given, codes: await createCodes(codesTo()) }, show);
  }

  /** On both clocks. */
  async function passHere(hours: number): Promise<void> {
    await pass(hours);
    vi.setSystemTime(Date.now() + hours * 3_600_000);
  }

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
    return () => vi.useRealTimers();
  });

  const shopOf = ({ run: { api_key } }: Journal, send: Fetch) =>
    new StoreCommerce({ apiKey: api_key, baseUrl: server.url, fetch: send });

  test('before a retry whose first answer was lost: the card is not asked for again', async () => {
    await write(1);
    let lost = false;
    const losing =
      (send: Fetch): Fetch =>
      async (url, init) => {
        const response = await send(url, init);
        if (lost) return response;
        lost = true;
        await response.text();
        await passHere(3);
        throw brokenLine();
      };

    const outcome = going({ issuedBefore: 22, connect: (send, journal) => shopOf(journal, losing(send)) });

    await expect(outcome).rejects.toThrow('Lines 2 were begun too long ago');
    expect(await cards()).toBe(1);
  });

  test('while it waits for the rate limit: nothing is asked for again', async () => {
    await invoke('update-store', { rate_limit: { requests: 1, window_seconds: 2 } });
    await write(2);
    const answered: number[] = [];
    const noting =
      (send: Fetch): Fetch =>
      async (url, init) => {
        const response = await send(url, init);
        answered.push(response.status);
        return response;
      };

    const outcome = going({
      connect: (send, { run: { api_key } }) =>
        new StoreCommerce({ apiKey: api_key, baseUrl: server.url, fetch: noting(send), maxRetries: 0 }),
      show: (text) => text.startsWith('Waiting') && vi.setSystemTime(Date.now() + 24 * 3_600_000),
    });

    await expect(outcome).rejects.toThrow(/Lines \d were begun too long ago/);
    expect(answered.toSorted()).toEqual([201, 429]);
  });

  test('takes another key each hour, so that a reply can be asked for as long as it is kept', async () => {
    await write(20);
    let portions = 0;

    const { issued } = await going({
      connect: (send, journal) => shopOf(journal, send),
      show: () => {
        portions += 1;
        if (portions === 1) vi.setSystemTime(Date.now() + 2 * 3_600_000);
      },
    });

    const { data } = await invoke<{ data: Key[] }>('list-api-keys');
    const [second, first] = data.filter(({ name }) => name === 'Run');
    expect(issued).toBe(20);
    expect(await cards()).toBe(20);
    expect([first?.revoked_at === null, second?.revoked_at === null]).toEqual([false, true]);
    expect(await readJournal(from())).toMatchObject({ run: { key_id: second?.key_id } });
  });
});
