/**
 * `npx store-commerce gift-cards issue` as a person runs it, against the local server. If a run is continued, or continues, hours later,
 * no card is issued twice, by any clocks.
 */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Papa from 'papaparse';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createCodes } from '../../bin/operator/issue/cards.ts';
import { RunJournal } from '../../bin/operator/issue/journal.ts';
import { issueRows } from '../../bin/operator/issue/run.ts';
import type { Fetch } from '../../lib/client/options.ts';
import { StoreCommerce } from '../../lib/client/store-commerce.ts';
import { commandLine } from '../support/command-line.ts';
import { invokeAt, useLocalServer } from '../support/http/local-server.ts';
import { issueUnderKills, killedRun, openLine } from '../support/killed-issue.ts';
import { brokenLine } from '../support/scripted-line.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { newSite } from '../support/world/world.ts';

const server = useLocalServer();
let store: string;
let folder: string;

const invoke = <T = object>(name: string, payload: object): Promise<T> =>
  invokeAt(server.url, name, { store_id: store, ...payload });

beforeEach(async () => {
  store = `sto_${randomUUID().replaceAll('-', '')}`;
  folder = temporaryFolder();
  await invoke('create-store', {
    name: 'Mine',
    currency: 'EUR',
    rate_limit: { requests: 100_000, window_seconds: 60 },
  });
});

const file = (name = 'cards.csv') => join(folder, name);

const write = (lines: readonly string[], name?: string) =>
  writeFile(file(name), lines.map((line) => `${line}\n`).join(''));

const issue = (...args: string[]) =>
  commandLine([
    ...['gift-cards', 'issue', '--store', store, '--from', file(), '--codes-to', file('codes.csv')],
    ...['--endpoint', server.url, ...args],
  ]);

const codesOf = async () => Papa.parse<string[]>(await readFile(file('codes.csv'), 'utf8')).data.slice(1, -1);

interface Key {
  key_id: string;
  api_key: string;
}

const apiKey = async (): Promise<string> =>
  (await invoke<Key>('create-api-key', { name: 'Test', permission: 'Read' })).api_key;

interface Shown {
  balance: number;
  note: string | null;
  recipient_email: string | null;
}

async function cards(): Promise<Shown[]> {
  const headers = { Authorization: `Bearer ${await apiKey()}` };
  const response = await fetch(new URL('/api/v1/gift-cards/?limit=100', server.url), { headers });
  return ((await response.json()) as { data: Shown[] }).data;
}

interface Listed {
  name: string;
  revoked_at: string | null;
}

const keys = async (): Promise<Listed[]> =>
  (await invoke<{ data: Listed[] }>('list-api-keys', {})).data.filter(({ name }) => name === 'gift-cards issue');

test('killed three times with answers on their way, each of 200 cards is issued once and its code is in the file', async () => {
  const counts = await issueUnderKills({
    ...{ server: server.url, store, apiKey: await apiKey(), folder },
    ...{ cards: 200, kills: 3 },
  });

  expect(counts).toMatchObject({ cards: 200, codes: 200, differentCodes: 200, differentCards: 200, notOnce: [] });
  // Each time the store had issued cards with codes that no one had got.
  expect(counts.killedAt).toHaveLength(3);
  for (const { codes, cards } of counts.killedAt) expect(cards).toBeGreaterThan(codes);
});

test('writes the codes to a file that only its owner can read, and never to the screen', async () => {
  await write([
    'value,recipient_email,message,note,expires_at',
    '5000,ada@example.com,,"=1+1",2090-01-01T00:00:00Z',
    '70,,,,',
  ]);

  const ended = await issue('--no-mail', '--json');

  expect(JSON.parse(ended.stdout)).toEqual({ issued: 2, refused: [], codes: file('codes.csv') });
  const [first, second] = await codesOf();
  const codePattern = /^(?:[A-HJ-NP-Z2-9]{4}-){6}[A-HJ-NP-Z2-9]{4}$/;
  const id = expect.stringMatching(/^gcd_/);
  const code = expect.stringMatching(codePattern);
  expect(first).toEqual(['2', id, code, '5000', 'EUR', '2090-01-01T00:00:00Z', 'ada@example.com']);
  expect(second).toEqual(['3', id, code, '70', 'EUR', '', '']);
  expect(ended.stdout + ended.stderr).not.toMatch(/([A-HJ-NP-Z2-9]{4}-){3}|sk_/);
  for (const name of ['codes.csv', 'cards.csv.issue']) expect((await stat(file(name))).mode & 0o777).toBe(0o600);
  expect(await readFile(file('cards.csv.issue'), 'utf8')).not.toContain('sk_');
  expect(await keys()).toEqual([expect.objectContaining({ revoked_at: expect.any(String) })]);
  const hold = { checkout_id: 'one', amount: 70, currency: 'EUR', expires_at: '2090-01-01T00:00:00Z' };
  expect(await invoke('hold-gift-card', { ...hold, code: second?.[2] })).toMatchObject({ held: 70 });
});

test('a run that is done issues nothing when it is run again, with another codes file or more rows', async () => {
  await write(['value', '5', '6']);
  await issue();

  const again = await issue();
  const elsewhere = await issue('--codes-to', file('others.csv'));
  await write(['value', '5', '6', '7']);
  const longer = await issue();

  expect(again).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(
      /^Nothing was issued: a run that ended at \S+ issued 2 gift cards of this file\. The codes are in .* delete .*\.issue\n$/,
    ),
  });
  expect(elsewhere).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("The codes of this file's cards go to "),
  });
  expect(longer).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('The file has changed since its cards were started'),
  });
  expect(await cards()).toHaveLength(2);
});

describe('each bad row is reported with its line, and nothing is issued', () => {
  test('where one breaks a rule of the API', async () => {
    await write([
      'value,recipient_email,message,expires_at',
      '0,,,',
      '5.50,,,',
      '500,ada@,"two',
      'lines",',
      '500,,,2020-01-01T00:00:00Z',
      '500,,',
      '500,,,',
    ]);

    const ended = await issue('--mail');

    expect(ended).toMatchObject({ code: 1 });
    expect(ended.stdout.split('\n')).toEqual([
      'line 2: value must be between 1 and 10000000',
      'line 3: value is in the smallest unit of the currency: 550 for 5.50, or use --decimal',
      'line 4: recipient_email must be an email address',
      'line 6: expires_at must be in the future',
      'line 7: has 3 fields, the header 4',
      'Nothing was issued',
      '',
    ]);
    expect([await cards(), await keys()]).toEqual([[], []]);
    expect([existsSync(file('codes.csv')), existsSync(file('cards.csv.issue'))]).toEqual([false, false]);
  });

  test('with an unknown site', async () => {
    const site = newSite();
    await invoke('import-records', { sites: [site] });
    await write(['value,site_id', `5,${site.id}`, '6,sit_unknown']);

    const ended = await issue();

    expect(ended).toMatchObject({
      code: 1,
      stdout: 'line 3: site_id must be a site of this store\nNothing was issued\n',
    });
    expect(await cards()).toEqual([]);
    expect(await keys()).toEqual([expect.objectContaining({ revoked_at: expect.any(String) })]);
    await write(['value,site_id', `5,${site.id}`]);
    expect(await issue()).toMatchObject({ code: 0 });
  });

  test.each([
    [['amount', '5'], '"amount" is unknown or repeated'],
    [['value;note', '5;x'], 'Unknown column "value;note". Separate columns with commas; allowed: value,'],
    [['note', 'x'], 'has no column value'],
    [['value', '"5'], 'Quote Not Closed'],
    [[], 'has no header'],
  ])('where the file is not of cards: %j', async (lines, stderr) => {
    await write(lines);

    expect(await issue()).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(stderr) });
  });
});

test('amounts may be decimals, a dry run issues nothing, and the result has the sum of the file', async () => {
  await write(['value', '5.00', '"1,234.50"', '7.0010']);
  expect((await issue('--decimal')).stdout).toBe(
    'line 4: value must have 2 digits after the decimal point at most\nNothing was issued\n',
  );
  await write(['value', '5.00', '"1,234.50"']);

  expect(await issue('--decimal', '--dry-run')).toEqual({
    code: 0,
    stdout: 'The file has 2 gift cards with a total value of EUR 1239.50\nNothing was issued (--dry-run)\n',
    stderr: '',
  });
  expect([await cards(), await keys(), existsSync(file('codes.csv'))]).toEqual([[], [], false]);
  expect((await issue('--decimal')).stdout).toMatch(/^Issued 2 gift cards with a total value of EUR 1239\.50\. /);
  expect((await cards()).map(({ balance }) => balance).toSorted((a, b) => a - b)).toEqual([500, 123_450]);
  expect(await issue()).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^The cards of this file were started with --decimal/),
  });
});

describe('emails', () => {
  const mailed = async () => (await fetch(new URL('/mail/messages.json', server.url))).text();

  test('go to the recipients only with --mail', async () => {
    const [to, notTo] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`];
    await write(['value,recipient_email', `5,${to}`]);
    expect(await issue()).toMatchObject({ code: 2, stderr: expect.stringContaining('use --mail to email them') });
    expect(await issue('--mail')).toMatchObject({ code: 0 });
    await write(['value,recipient_email', `5,${notTo}`], 'silent.csv');
    expect(
      await issue('--no-mail', '--from', file('silent.csv'), '--codes-to', file('silent-codes.csv')),
    ).toMatchObject({ code: 0 });

    await expect.poll(mailed).toContain(to);
    expect(await mailed()).not.toContain(notTo);
    expect((await cards()).map(({ recipient_email }) => recipient_email)).toEqual([null, to]);
  });
});

describe('a run that died', () => {
  /** Issues the cards, and leaves files as a run does that was killed before it was done. */
  async function died() {
    await write(['value', ...Array.from({ length: 20 }, (_, index) => String(index + 1))]);
    const { api_key, key_id } = await invoke<Key>('create-api-key', { name: 'gift-cards issue', permission: 'Write' });
    await issue();
    const { cards: _, finished_at: __, ...run } = JSON.parse(await readFile(file('cards.csv.issue'), 'utf8'));
    return { run: { ...run, api_key, key_id }, codes: await readFile(file('codes.csv'), 'utf8') };
  }

  const journal = (...entries: object[]) =>
    writeFile(file('cards.csv.issue'), entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));

  test('in the midst of a line of codes: that line is asked for again', async () => {
    const { run, codes } = await died();
    const started = Array.from({ length: 20 }, (_, index) => index + 2);
    await journal(run, { begun: started, at: new Date().toISOString() });
    await writeFile(file('codes.csv'), codes.slice(0, -30));

    const ended = await issue();

    expect(ended).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Issued 20 gift cards/) });
    const lines = (await codesOf()).map(([line]) => Number(line));
    expect(lines).toEqual(started);
  });

  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

  test.each([
    ['a day ago', [24]],
    ['30 hours ago, and again 10 hours ago, which keeps no reply any longer', [30, 10]],
    ['when the machine had another time, which was set back since', [-2]],
  ])('%s: its started cards are reported, and not issued again', async (_, hours) => {
    const { run, codes } = await died();
    await journal(run, ...hours.map((ago) => ({ begun: [19, 20, 21], at: hoursAgo(ago) })));
    await writeFile(file('codes.csv'), codes.split('\r\n').slice(0, -3).join('\r\n').concat('\r\n'));

    const ended = await issue();

    expect(ended).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Lines 20, 21 were started too long ago to know/),
    });
    expect(await cards()).toHaveLength(20);
  });

  test('under an earlier version, which put no quotes around its codes: they are read', async () => {
    const { run, codes } = await died();
    await journal(run, { begun: [18, 19, 20, 21], at: hoursAgo(1) });
    await writeFile(file('codes.csv'), codes.replaceAll('"', ''));

    expect(await issue()).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Issued 20 gift cards/) });
    expect(await cards()).toHaveLength(20);
  });

  test('with a key that has ended: its started cards are reported, and not issued again', async () => {
    const { run, codes } = await died();
    await invoke('revoke-api-key', { key_id: run.key_id });
    await journal(run, { begun: [20, 21], at: hoursAgo(1) });
    await writeFile(file('codes.csv'), codes.split('\r\n').slice(0, -3).join('\r\n').concat('\r\n'));

    const ended = await issue();

    expect(ended).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Lines 20, 21 were started too long ago to know/),
    });
    expect(await cards()).toHaveLength(20);
  });

  test('before it had started a card: another one starts', async () => {
    const { run } = await died();
    await invoke('revoke-api-key', { key_id: run.key_id });
    await journal(run);
    await writeFile(file('codes.csv'), '');

    expect(await issue()).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Issued 20 gift cards/) });
  });
});

test('waits for windows of the rate limit', async () => {
  await invoke('update-store', { rate_limit: { requests: 15, window_seconds: 2 } });
  await write(['value', ...Array.from({ length: 40 }, () => '5')]);

  expect(await issue()).toMatchObject({ code: 0 });
  expect(await codesOf()).toHaveLength(40);
});

test('an address of the API with a password is refused, and stands neither on the screen nor in a file', async () => {
  await write(['value', '5']);

  const ended = await issue('--base-url', server.url.replace('//', '//ada:hunter2@'));

  expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining('--base-url must not contain a user name') });
  expect(ended.stdout + ended.stderr).not.toContain('hunter2');
  expect(existsSync(file('cards.csv.issue'))).toBe(false);
});

test('does not write over a file that is there, and says what is missing', async () => {
  await write(['value', '5']);
  await writeFile(file('codes.csv'), 'mine');

  expect(await issue()).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('exists: choose another file'),
  });
  expect(await readFile(file('codes.csv'), 'utf8')).toBe('mine');
  expect(await issue('--from', file('nowhere.csv'))).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('nowhere.csv does not exist'),
  });
  expect(await commandLine(['gift-cards', 'issue', '--store', store])).toMatchObject({ code: 2 });
});

/** The service's clock: it decides how long a reply is kept. */
async function pass(hours: number): Promise<void> {
  const body = JSON.stringify({ advance_seconds: hours * 3600 });
  expect((await fetch(new URL('/clock/', server.url), { method: 'POST', body })).ok).toBe(true);
}

const writeCards = (count: number) => write(['value', ...Array.from({ length: count }, () => '5')]);

const createKey = (name = 'Test') => invoke<Key>('create-api-key', { name, permission: 'Write' });

describe('a run that is killed with its answers on their way', () => {
  async function killed(): Promise<void> {
    const line = await openLine(server.url);
    await killedRun([store, file(), file('codes.csv'), line.url], line.breakAfter(0));
    line.close();
    // The address of its server is one of the options that a run was started with.
    const journal = await readFile(file('cards.csv.issue'), 'utf8');
    await writeFile(file('cards.csv.issue'), journal.replace(/on http:\/\/[^"]+/, `on ${server.url}`));
  }

  /** On a machine with a clock that is so many hours ahead. */
  async function continued(hours: number) {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 });
    return issue().finally(() => vi.useRealTimers());
  }

  test('continues 20 hours later, and every card is there once', async () => {
    await writeCards(20);
    await killed();
    await pass(20);

    expect(await continued(20)).toMatchObject({ code: 0 });
    expect(await cards()).toHaveLength(20);
    expect((await readFile(file('codes.csv'), 'utf8')).split('\r\n')).toHaveLength(22);
  });

  test('issues nothing 30 hours later on a machine with its clock set back: its key has ended by the clock of the service', async () => {
    await writeCards(1);
    await killed();
    await pass(30);

    const ended = await continued(0);

    expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining('Lines 2 were started too long ago') });
    expect(await cards()).toHaveLength(1);
  });
});

describe('a run that takes hours', () => {
  interface Going {
    connect(send: Fetch, journal: RunJournal): StoreCommerce;
    show?: (text: string) => unknown;
    /** Hours before which the first card was issued, and its answer lost. */
    issuedBefore?: number;
  }

  /** Issues a file's cards in this process, with keys that nothing ends. */
  async function going({ connect, show = () => {}, issuedBefore }: Going) {
    const journal = await RunJournal.begin(file(), {
      into: 'x',
      sha256: 'x'.repeat(64),
      codes: file('codes.csv'),
      mail: false,
      ...(await createKey('Run')),
    });
    if (issuedBefore !== undefined) {
      await shopOf(journal, fetch).giftCards.issue({ value: 5 }, { idempotencyKey: `${journal.run.sha256}-2` });
      journal.started.set(2, new Date().toISOString());
      await passHere(issuedBefore);
    }
    const lines = (await readFile(file(), 'utf8')).split('\n').length - 2;
    const keys = {
      create: () => createKey('Run'),
      end: async ({ key_id }: { key_id: string }) => void (await invoke('revoke-api-key', { key_id })),
    };
    const amounts = { decimal: false, currency: 'EUR' };
    const given = {
      from: file(),
      amounts,
      connect: (send: Fetch) => connect(send, journal),
      keys,
      journal,
      cards: lines,
    };
    return issueRows({ ...given, codes: await createCodes(file('codes.csv')) }, show);
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

  const shopOf = ({ run: { api_key } }: RunJournal, send: Fetch) =>
    new StoreCommerce({ apiKey: api_key, baseUrl: server.url, fetch: send });

  test('before a retry after a lost answer: the card is not asked for again', async () => {
    await writeCards(1);
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

    await expect(outcome).rejects.toThrow('Lines 2 were started too long ago');
    expect(await cards()).toHaveLength(1);
  });

  test('while it waits for the rate limit: nothing is asked for again', async () => {
    await writeCards(1);
    let asked = 0;
    const limited: Fetch = async () => {
      asked += 1;
      const body = { error: { code: 'RATE_LIMIT_EXCEEDED', message: 'Rate limit exceeded. Try again in 1 second' } };
      return Response.json(body, { status: 429, headers: { 'Retry-After': '1' } });
    };

    const outcome = going({
      connect: (send, { run: { api_key } }) =>
        new StoreCommerce({
          apiKey: api_key,
          baseUrl: server.url,
          fetch: async (url, init) => (asked === 0 ? limited(url, init) : send(url, init)),
          maxRetries: 0,
        }),
      show: (text) => text.startsWith('Waiting') && vi.setSystemTime(Date.now() + 24 * 3_600_000),
    });

    await expect(outcome).rejects.toThrow('Lines 2 were started too long ago');
    expect(asked).toBe(1);
    expect(await cards()).toEqual([]);
  });

  test('takes another key each hour, so that a reply can be asked for as long as it is kept', async () => {
    await writeCards(20);
    let portions = 0;

    const { issued } = await going({
      connect: (send, journal) => shopOf(journal, send),
      show: () => {
        portions += 1;
        if (portions === 1) vi.setSystemTime(Date.now() + 2 * 3_600_000);
      },
    });

    const { data } = await invoke<{ data: (Key & Listed)[] }>('list-api-keys', {});
    const used = data.filter(({ name }) => name === 'Run');
    expect(issued).toBe(20);
    expect(await cards()).toHaveLength(20);
    expect(used.map(({ revoked_at }) => revoked_at)).toEqual([null, expect.any(String)]);
    expect(await RunJournal.read(file())).toMatchObject({ run: { key_id: used[0]?.key_id } });
  });
});
