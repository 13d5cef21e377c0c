/** The operator's command line as a person runs it, against the local server. */
import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { json, text } from 'node:stream/consumers';
import Papa from 'papaparse';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { StoreCommerce } from '../../lib/client/store-commerce.ts';
import { commandLine } from '../support/command-line.ts';
import { invokeAt, useLocalServer } from '../support/http/local-server.ts';
import { listen } from '../support/http/servers.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { newCustomer, newProduct, newSite } from '../support/world/world.ts';

const server = useLocalServer();
let store: string;

const command = (...args: string[]) => commandLine([...args, '--endpoint', server.url]);

const invokeFunction = (name: string, payload: object) => invokeAt(server.url, name, { store_id: store, ...payload });

/** The code with which a function refuses, or undefined. */
async function refusalOf(name: string, payload: object): Promise<string | undefined> {
  const path = `/2015-03-31/functions/StoreCommerceApi-${name}/invocations`;
  const body = JSON.stringify({ store_id: store, ...payload });
  const response = await fetch(new URL(path, server.url), { method: 'POST', body });
  return ((await response.json()) as { errorType?: string }).errorType;
}

beforeEach(async () => {
  store = `sto_${randomUUID().replaceAll('-', '')}`;
  await invokeFunction('create-store', { name: 'Mine', currency: 'USD' });
});

test('without an endpoint and without an account: says how to give either', async () => {
  const { PATH, HOME = '' } = process.env;
  const env = { PATH, HOME: join(HOME, 'nothing-there'), AWS_EC2_METADATA_DISABLED: 'true' };
  const hint = 'set AWS_REGION and credentials, or use --endpoint';

  expect(await commandLine(['keys', 'list', '--store', store], env)).toMatchObject({
    code: 1,
    stderr: `Region is missing: ${hint}\n`,
  });
  expect(await commandLine(['keys', 'list', '--store', store], { ...env, AWS_REGION: 'us-east-1' })).toEqual({
    code: 1,
    stdout: '',
    stderr: `Could not load credentials from any providers: ${hint}\n`,
  });
});

test('keys list: all keys and nothing that is secret', async () => {
  const created = await command('keys', 'create', '--store', store, '--name', 'App', '--permission', 'Write', '--json');
  const { key_id, api_key } = JSON.parse(created.stdout);
  await command('keys', 'revoke', '--store', store, '--key', key_id);

  const [listed, shown] = [
    await command('keys', 'list', '--store', store, '--json'),
    await command('keys', 'list', '--store', store),
  ];

  const { data } = JSON.parse(listed.stdout);
  expect(data).toEqual([
    {
      key_id,
      functions: null,
      areas: null,
      name: 'App',
      permission: 'Write',
      created_at: expect.any(String),
      expires_at: null,
      revoked_at: expect.any(String),
    },
  ]);
  expect(shown.stdout).toMatch(new RegExp(`^key_id .*\\n${key_id} +Write .* App\\n$`));
  expect(listed.stdout + shown.stdout).not.toContain(api_key);
});

test('keys rotate: a key like the other one, which ends in a day', async () => {
  const expires = '2090-01-01T00:00:00Z';
  const created = await command(
    ...['keys', 'create', '--store', store, '--name', 'App', '--permission', 'Write', '--expires', expires, '--json'],
  );
  const old = JSON.parse(created.stdout);
  expect(old.expires_at).toBe(expires);

  const rotated = await command('keys', 'rotate', '--store', store, '--key', old.key_id, '--json');

  const made = JSON.parse(rotated.stdout);
  expect(made).toMatchObject({ name: 'App', permission: 'Write', api_key: expect.stringMatching(/^sk_/) });
  expect(made.key_id).not.toBe(old.key_id);
  const { data } = JSON.parse((await command('keys', 'list', '--store', store, '--json')).stdout);
  const listed = new Map(data.map((key: { key_id: string }) => [key.key_id, key]));
  expect(listed.get(made.key_id)).toMatchObject({ revoked_at: null });
  expect(listed.get(old.key_id)).toMatchObject({ revoked_at: made.replaces.revoked_at, expires_at: expires });
  const hours = (Date.parse(made.replaces.revoked_at) - Date.parse(made.created_at)) / 3_600_000;
  expect(Math.round(hours)).toBe(24);

  await command('keys', 'revoke', '--store', store, '--key', old.key_id);
  expect(await command('keys', 'rotate', '--store', store, '--key', old.key_id)).toEqual({
    code: 1,
    stdout: '',
    stderr: `${old.key_id} has expired: create another key with npx store-commerce keys create\n`,
  });
  expect(await command('keys', 'rotate', '--store', store, '--key', 'key_none')).toMatchObject({
    code: 1,
    stderr: `${store} has no API key key_none (list them: npx store-commerce keys list --store ${store} --endpoint ${server.url})\n`,
  });
});

test.each([
  ['functions', 'Storefront', 'post-review, edit-review', { functions: ['post-review', 'edit-review'] }],
  ['areas', 'Write', 'Reviews, gift-cards', { areas: ['reviews', 'gift_cards'] }],
])(
  'keys create and keys rotate: a key is limited to %s, and so is the one that replaces it',
  async (limit, permission, given, limited) => {
    const key = ['--store', store, '--name', 'Bob', '--permission', permission, `--${limit}`, given];
    const made = JSON.parse((await command('keys', 'create', ...key, '--json')).stdout);
    const rotated = JSON.parse(
      (await command('keys', 'rotate', '--store', store, '--key', made.key_id, '--json')).stdout,
    );

    for (const each of [made, rotated]) expect(each).toMatchObject({ permission, ...limited });
  },
);

test('store create, store update and store list: the store as it is called now', async () => {
  const created = await command('store', 'create', '--name', 'Mine', '--currency', 'EUR', '--json');
  expect(JSON.parse(created.stdout)).toMatchObject({ id: expect.stringMatching(/^sto_/), currency: 'EUR' });

  const updated = await command('store', 'update', '--store', store, '--name', 'Ours', '--json');
  const listed = await command('store', 'list', '--json');

  expect(JSON.parse(updated.stdout)).toMatchObject({ id: store, name: 'Ours', currency: 'USD' });
  expect(JSON.parse(listed.stdout).data).toContainEqual(JSON.parse(updated.stdout));
  expect((await command('store', 'list')).stdout).toMatch(new RegExp(`^${store} +USD +600 in 60 s .* Ours$`, 'm'));
});

describe('restock show', () => {
  const show = (...args: string[]) => command('restock', 'show', '--store', store, ...args);

  test('shows how far the notification has come, for a person and as JSON', async () => {
    const product = newProduct();
    const waiting = { product_id: product.id, variant_id: product.variants[0]?.id };
    await invokeFunction('import-records', { products: [product] });
    for (const email of ['ada@example.com', 'grace@example.com']) {
      await invokeFunction('join-waitlist', { ...waiting, email });
    }
    await invokeFunction('restock-variant', { ...waiting, restock_id: 'delivery 7' });

    await expect
      .poll(async () => JSON.parse((await show('--restock', 'delivery 7', '--json')).stdout))
      .toEqual({
        restock_id: 'delivery 7',
        ...waiting,
        created_at: expect.any(String),
        notifying: 2,
        notified: 2,
        done: true,
        finished_at: expect.any(String),
      });
    const shown = await show('--restock', 'delivery 7');
    expect(shown).toMatchObject({ code: 0, stderr: '' });
    expect(shown.stdout).toMatch(/^restock_id +delivery 7\n.*notified +2\ndone +true\nfinished_at +\d{4}-.*Z\n$/s);
  });
});

describe('import', () => {
  const importing = (file: string, ...args: string[]) => command('import', '--store', store, file, ...args);

  const customers = (count: number) => Array.from({ length: count }, () => ({ type: 'customer', ...newCustomer() }));

  const asText = (lines: readonly unknown[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

  async function fileOf(text: string): Promise<string> {
    const folder = temporaryFolder();
    const file = join(folder, 'records.jsonl');
    await writeFile(file, text);
    return file;
  }

  test('takes records of all kinds, more than one batch of them', async () => {
    const lines = [{ type: 'site', ...newSite() }, ...customers(150), { type: 'product', ...newProduct() }];
    const file = await fileOf(`\uFEFF${asText(lines)}\r\n`);

    const ended = await importing(file, '--json');

    expect(JSON.parse(ended.stdout)).toEqual({
      sites: 1,
      customers: 150,
      products: 1,
      rejected: 0,
      lines: 153,
      continued_after_line: null,
      refused_rows: [],
    });
    expect(ended.code).toBe(0);
    expect(ended.stderr).toBe('');
    expect(existsSync(`${file}.position`)).toBe(false);
    const audited = await command('ratings', 'audit', '--store', store, '--json');
    expect(JSON.parse(audited.stdout)).toEqual({ checked: 1, findings: [] });
  });

  test('a line that cannot be imported does not stop the others, and can be corrected where it was put aside', async () => {
    const lines = customers(230);
    const broken = { ...lines[219], email: 'nobody' };
    const file = await fileOf(`${asText(lines.with(219, broken as never))}{"type":\n`);
    const aside = file.replace(/\.jsonl$/, '.rejected.jsonl');

    const ended = await importing(file, '--json');

    expect(ended.code).toBe(1);
    expect(JSON.parse(ended.stdout)).toEqual({
      ...{ sites: 0, customers: 229, products: 0, rejected: 2, lines: 231 },
      ...{ continued_after_line: null, rejected_lines: aside },
      refused_rows: [
        { line: 220, reason: 'field email: customer email must be an email address' },
        { line: 231, reason: 'not JSON' },
      ],
    });
    expect(existsSync(`${file}.position`)).toBe(false);
    const [first = '', second = ''] = (await readFile(aside, 'utf8')).split('\n');
    const reason = 'field email: customer email must be an email address';
    expect(JSON.parse(first)).toEqual({ ...broken, rejected: { line: 220, reason } });
    expect(JSON.parse(second)).toEqual({ rejected: { line: 231, reason: 'not JSON', text: '{"type":' } });

    await writeFile(aside, first.replace('nobody', 'somebody@example.com'));
    const mended = await importing(aside, '--json');
    expect(mended.code).toBe(0);
    expect(JSON.parse(mended.stdout)).toMatchObject({ customers: 1, rejected: 0 });
    expect(existsSync(aside.replace(/\.jsonl$/, '.rejected.jsonl'))).toBe(false);
  });

  test('the faults are shown, at most 20 lines of them', async () => {
    const file = await fileOf(`${'7\n'.repeat(22)}${asText(customers(1))}`);

    const ended = await importing(file);

    expect(ended.code).toBe(1);
    const shown = ended.stdout.split('\n');
    expect(shown[0]).toBe('line 1: field type: must be site, customer, or product');
    expect(shown[20]).toBe('and 2 more');
    expect(ended.stdout).toMatch(/\ncustomers +1\n(.*\n)*rejected +22\n/);
  });

  test('a dry run imports nothing, and leaves nothing', async () => {
    const [known] = customers(1);
    const file = await fileOf(asText([known, { type: 'nothing' }]));

    const ended = await importing(file, '--dry-run', '--json');

    expect(ended.code).toBe(1);
    expect(JSON.parse(ended.stdout)).toEqual({
      ...{ sites: 0, customers: 1, products: 0, rejected: 1, lines: 2 },
      refused_rows: [{ line: 2, reason: 'field type: must be site, customer, or product' }],
    });
    expect((await importing(file, '--dry-run')).stdout).toMatch(/\nNothing was imported \(--dry-run\)\n$/);
    expect(await readdir(dirname(file))).toEqual(['records.jsonl']);
    expect(await refusalOf('set-customer-standing', { customer_id: known?.id, standing: 'good' })).toBe('NOT_FOUND');
  });

  test('of standard input too', async () => {
    const folder = temporaryFolder();
    const [known] = customers(1);
    const program = join(import.meta.dirname, '../../bin/operator.ts');
    const args = [program, 'import', '--store', store, '-', '--json', '--endpoint', server.url];
    const child = spawn(process.execPath, args, { cwd: folder, stdio: ['pipe', 'pipe', 'ignore'] });
    child.stdin.end(asText([known, 'none']));

    const [[code], answer] = await Promise.all([once(child, 'close'), json(child.stdout)]);

    expect(code).toBe(1);
    expect(answer).toMatchObject({ customers: 1, rejected: 1, lines: 2, rejected_lines: 'stdin.rejected.jsonl' });
    expect(await readdir(folder)).toEqual(['stdin.rejected.jsonl']);
    expect(await refusalOf('set-customer-standing', { customer_id: known?.id, standing: 'good' })).toBeUndefined();
  });

  test('interrupted, it continues after the last batch, and puts no line aside twice', async () => {
    const file = await fileOf(asText([...customers(99), { type: 'nothing' }, ...customers(150)]));
    let answered = 0;
    const dying = await answeredBy(async (path, body) => {
      answered += 1;
      if (answered > 1) return undefined;
      return (await fetch(new URL(path, server.url), { method: 'POST', body })).text();
    });
    const stopped = await commandLine(['import', '--store', store, file, '--endpoint', dying]);
    expect(stopped.code).toBe(1);
    const { lines, ...position } = JSON.parse(await readFile(`${file}.position`, 'utf8'));
    expect(lines).toBe(101);
    await writeFile(
      `${file}.position`,
      JSON.stringify({ ...position, lines, into: position.into.replace(dying, server.url) }),
    );

    const ended = await importing(file, '--json');

    expect(JSON.parse(ended.stdout)).toMatchObject({
      customers: 149,
      rejected: 0,
      lines: 250,
      continued_after_line: 101,
    });
    const aside = await readFile(file.replace(/\.jsonl$/, '.rejected.jsonl'), 'utf8');
    expect(
      aside
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).rejected.line),
    ).toEqual([100]);
  });

  test('does not continue if imported lines have changed since, or into another store', async () => {
    const lines = customers(150);
    const file = await fileOf(asText(lines));
    const bytes = Buffer.from(asText(lines.slice(0, 100)));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const into = `${store} of StoreCommerceApi on ${server.url}`;
    await writeFile(`${file}.position`, JSON.stringify({ into, bytes: bytes.length, lines: 100, sha256 }));

    const elsewhere = await command('import', '--store', 'sto_demo', file);
    await writeFile(file, asText(lines.toReversed()));
    const changed = await importing(file);

    const beginAgain = `delete ${file}.position to start again\n`;
    expect(elsewhere).toMatchObject({ code: 1, stderr: expect.stringMatching(/^The last import went into /) });
    expect(changed.stderr).toBe(`The first 100 lines are imported and have changed: ${beginAgain}`);
  });

  test('into no store puts no line aside', async () => {
    const file = await fileOf(asText(customers(2)));
    const refused = await command('import', '--store', 'sto_none', file);

    expect(refused).toEqual({
      code: 1,
      stdout: '',
      stderr: `Store not found: there is no store sto_none (list them: npx store-commerce store list --endpoint ${server.url})\n`,
    });
    expect(await readdir(dirname(file))).toEqual(['records.jsonl']);
  });
});

describe('export', () => {
  const exporting = (what: string, ...args: string[]) => command('export', what, '--store', store, ...args);

  /** Two cards of the store: one with texts that mean something to CSV and to spreadsheets, one that has been spent from. */
  async function issueCards() {
    const made = ['keys', 'create', '--store', store, '--name', '@SUM(1)', '--permission', 'Write', '--json'];
    const { stdout } = await command(...made);
    const shop = new StoreCommerce({ apiKey: JSON.parse(stdout).api_key, baseUrl: server.url });
    const texts = { recipient_email: '=ada@example.com', message: 'Tea,\n=WEBSERVICE("x")', note: ' =HYPERLINK("x")' };
    const first = await shop.giftCards.issue({ value: 5000, ...texts });
    const second = await shop.giftCards.issue({ value: 70 });
    await shop.giftCards.adjust(second.id, { amount: -20, note: '-1' });
    return { first, second };
  }

  test('gift cards, as CSV that no spreadsheet takes for formulas', async () => {
    const { first, second } = await issueCards();

    const { code, stdout } = await exporting('gift-cards');

    const columns = 'id,last4,currency,initial_value,balance,status,recipient_email,message,note,';
    const texts = ["'=ada@example.com", `Tea,\n'=WEBSERVICE("x")`, `' =HYPERLINK("x")`];
    const time = expect.stringMatching(/^20/);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^(?:"(?:[^"]|"")*"(?:,|\r\n))+$/);
    expect(Papa.parse(stdout).data).toEqual([
      `${columns}expires_at,disabled_at,created_at,updated_at,initial_value_decimal,balance_decimal`.split(','),
      [second.id, second.last4, 'USD', '70', '50', 'active', '', '', '', '', '', time, time, '0.70', '0.50'],
      [
        ...[first.id, first.last4, 'USD', '5000', '5000', 'active'],
        ...texts,
        '',
        '',
        first.created_at,
        first.updated_at,
        ...['50.00', '50.00'],
      ],
      [''],
    ]);
  });

  test('transactions, to a file that only its owner can read', async () => {
    const { first, second } = await issueCards();
    const folder = temporaryFolder();
    const to = join(folder, 'transactions.csv');

    const ended = await exporting('transactions', '--to', to, '--json');

    expect(JSON.parse(ended.stdout)).toEqual({ rows: 3, file: to });
    expect((await stat(to)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['transactions.csv']);
    const [header, ...rows] = Papa.parse<string[]>(await readFile(to, 'utf8')).data;
    expect(header?.join()).toBe(
      'gift_card_id,id,type,amount,balance,order_id,note,actor_type,actor_name,created_at,currency,amount_decimal,balance_decimal',
    );
    expect(rows.map(([card, , ...cells]) => [card, ...cells.slice(0, -4), ...cells.slice(-3)].join())).toEqual([
      `${second.id},issued,70,70,,,api_key,'@SUM(1),USD,0.70,0.70`,
      `${second.id},adjusted,-20,50,,'-1,api_key,'@SUM(1),USD,-0.20,0.50`,
      `${first.id},issued,5000,5000,,,api_key,'@SUM(1),USD,50.00,50.00`,
      '',
    ]);
  });

  test('prints the objects of the contract as JSON', async () => {
    const { first, second } = await issueCards();

    const cards = JSON.parse((await exporting('gift-cards', '--json')).stdout);
    const transactions = JSON.parse((await exporting('transactions', '--json')).stdout);

    const { code: _, ...shown } = first;
    expect(cards.data).toEqual([expect.objectContaining({ id: second.id, balance: 50 }), shown]);
    expect(transactions.data).toMatchObject([
      { gift_card_id: second.id, currency: 'USD', type: 'issued', amount: 70 },
      { gift_card_id: second.id, currency: 'USD', type: 'adjusted', amount: -20, note: '-1' },
      { gift_card_id: first.id, currency: 'USD', type: 'issued', amount: 5000 },
    ]);
  });

  test('lists a card with transactions on two pages only once in JSON', async () => {
    const pageOf = (transaction: string, next: string | null) => ({
      data: [{ gift_card: { id: 'gcd_1', currency: 'USD' }, transactions: [{ id: transaction }] }],
      next: next && { after: 'gcd_1', after_transaction: next },
    });
    const path = '/2015-03-31/functions/StoreCommerceApi-export-gift-cards/invocations';
    const exported = async (what: string) => {
      const { url } = await answering(path, [pageOf('gct_1', 'gct_1'), pageOf('gct_2', null)]);
      const { stdout } = await commandLine(['export', what, '--store', store, '--json', '--endpoint', url]);
      return JSON.parse(stdout).data;
    };

    expect(await exported('gift-cards')).toEqual([{ id: 'gcd_1', currency: 'USD' }]);
    expect(await exported('transactions')).toMatchObject([{ id: 'gct_1' }, { id: 'gct_2' }]);
  });

  test('overwrites no file', async () => {
    const to = join(temporaryFolder(), 'cards.csv');
    await writeFile(to, 'mine');

    expect(await exporting('gift-cards', '--to', to)).toEqual({
      code: 1,
      stdout: '',
      stderr: `${to} exists already: choose another file\n`,
    });
    expect(await readFile(to, 'utf8')).toBe('mine');
  });

  test('with a reader that stops early ends well', async () => {
    const args = ['export', 'transactions', '--store', 'sto_demo', '--endpoint', server.url];
    const program = join(import.meta.dirname, '../../bin/operator.ts');
    const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.destroy();

    const [[code], shown] = await Promise.all([once(child, 'close'), text(child.stderr)]);

    expect(code).toBe(0);
    expect(shown).not.toContain('EPIPE');
  });
});

describe('liability', () => {
  const liability = (...args: string[]) => command('liability', '--store', 'sto_demo', ...args);

  test('adds up what the cards of a store were worth at a time, for a person and as JSON', async () => {
    const at = '2026-02-01T01:00:00+01:00';
    const [shown, listed] = [await liability('--at', at), await liability('--at', at, '--json')];

    const none = { cards: 0, balance: 0 };
    const noCredits = { credits: 0, balance: 0 };
    const active = { cards: 1, balance: 5000 };
    expect(JSON.parse(listed.stdout)).toEqual({
      at: '2026-02-01T00:00:00Z',
      currency: 'USD',
      statuses: { active, disabled: none, expired: none, used: none },
      store_credits: { refund: noCredits, goodwill: noCredits, promotion: noCredits, reward: noCredits },
      total: active,
    });
    expect(shown.stdout).toMatch(
      /^At 2026-02-01T00:00:00Z:\nstatus +cards +balance\nactive +1 +USD 50\.00\n.*\nall +1 +USD 50\.00\n\nstore credit +credits +balance\nrefund +0 +USD 0\.00\n.*\n$/s,
    );
  });

  test('goes through all pages at the time of the first', async () => {
    const statuses = (cards: number) => ({
      active: { cards, balance: 10 * cards },
      disabled: { cards: 1, balance: 7 },
      used: { cards: 1, balance: 0 },
      expired: { cards: 0, balance: 0 },
    });
    const credits = (count: number) => ({
      refund: { credits: count, balance: 9 * count },
      goodwill: { credits: 1, balance: 3 },
      promotion: { credits: 0, balance: 0 },
      reward: { credits: 0, balance: 0 },
    });
    const at = '2026-03-01T00:00:00Z';
    const pages = [
      { at, currency: 'USD', statuses: statuses(2), store_credits: credits(0), next: 'gcd_5' },
      { at, currency: 'USD', statuses: statuses(3), store_credits: credits(4), next: null },
    ];
    const { url, payloads } = await answering(
      '/2015-03-31/functions/StoreCommerceApi-report-liability/invocations',
      pages,
    );

    const shown = await commandLine(['liability', '--store', store, '--json', '--endpoint', url]);

    expect(JSON.parse(shown.stdout)).toMatchObject({
      statuses: { active: { cards: 5, balance: 50 }, disabled: { cards: 2, balance: 14 } },
      total: { cards: 9, balance: 64 },
    });
    expect(payloads).toEqual([{ store_id: store }, { store_id: store, at, after: 'gcd_5' }]);
  });
});

describe('books', () => {
  const books = (...args: string[]) =>
    command('books', '--store', 'sto_demo', '--from', '2026-01-01', '--to', '2026-02-01', ...args);

  const id = 'sto_demo:2026-01-31:gift_cards:issued_free:USD';

  test('prints the entries of a month as CSV, for hledger and as JSON', async () => {
    const [csv, journal, listed] = [await books(), await books('--format', 'hledger'), await books('--json')];

    const { data } = Papa.parse(csv.stdout, { header: true, skipEmptyLines: true });
    const line = { date: '2026-01-31', id, currency: 'USD', description: 'Gift cards issued free' };
    expect(data).toEqual([
      { ...line, account: 'Liabilities:Gift cards', amount: '-50.00' },
      { ...line, account: 'Expenses:Gift cards issued free', amount: '50.00' },
    ]);
    expect(journal.stdout).toMatch(
      new RegExp(`^decimal-mark \\.\\n\\n2026-01-31 \\(${id}\\) Gift cards issued free\\n`),
    );
    expect(JSON.parse(listed.stdout)).toMatchObject({
      from: '2026-01-01T00:00:00Z',
      entries: [{ id, currency: 'USD' }],
    });
  });
});

const threeStars = { 1: 0, 2: 0, 3: 1, 4: 0, 5: 0 };

describe.each([
  {
    audit: 'ledger',
    name: 'audit-ledger',
    pages: [
      { checked: 50, findings: [{ id: 'gcd_1', finding: 'the ledger adds up to 5, not 4' }], next: 'gcd_50' },
      { checked: 3, findings: [], next: 'ord_zzz' },
      { checked: 1, findings: [{ id: 'ord_1', finding: 'nothing was spent' }], next: null },
    ],
    lines: ['gcd_1  the ledger adds up to 5, not 4', 'ord_1  nothing was spent', '54 checked, 2 found'],
    afters: [undefined, 'gcd_50', 'ord_zzz'],
  },
  {
    audit: 'ratings',
    name: 'audit-ratings',
    pages: [
      { audited: 100, drifts: [], next: 'pro_100' },
      {
        audited: 7,
        drifts: [
          {
            product_id: 'pro_101',
            stored: { review_count: 2, rating_sum: 3, ratings: threeStars },
            counted: { review_count: 1, rating_sum: 3, ratings: threeStars },
          },
        ],
        next: null,
      },
    ],
    lines: [
      'pro_101  has 2 reviews with a sum of 3 (by stars: 0, 0, 1, 0, 0), counted 1 with a sum of 3 (by stars: 0, 0, 1, 0, 0)',
      '107 checked, 1 found',
    ],
    afters: [undefined, 'pro_100'],
  },
])('$audit audit', ({ audit, name, pages, lines, afters }) => {
  test('ends well where nothing is found', async () => {
    const audited = await command(audit, 'audit', '--store', store);

    expect(audited).toEqual({ code: 0, stdout: '0 checked, 0 found\n', stderr: '' });
  });

  test('goes through all pages and ends with 1 where anything is found', async () => {
    const { url, payloads } = await answering(`/2015-03-31/functions/StoreCommerceApi-${name}/invocations`, pages);

    const shown = await commandLine([audit, 'audit', '--store', store, '--endpoint', url]);

    expect(shown).toMatchObject({ code: 1, stdout: `${lines.join('\n')}\n` });
    expect(payloads).toEqual(afters.map((after) => ({ store_id: store, after })));
  });

  test('begins after an ID, and keeps progress off a line of JSON', async () => {
    const { url, payloads } = await answering(
      `/2015-03-31/functions/StoreCommerceApi-${name}/invocations`,
      pages.slice(-1),
    );

    const shown = await commandLine([
      ...[audit, 'audit', '--store', store, '--after', 'gcd_50'],
      ...['--json', '--endpoint', url],
    ]);

    expect(shown.code).toBe(1);
    expect(JSON.parse(shown.stdout)).toMatchObject({ findings: [expect.anything()] });
    expect(payloads).toEqual([{ store_id: store, after: 'gcd_50' }]);
  });
});

/** Replaces Lambda for results that need a broken store: answers a function's invocations with these results. */
async function answering(path: string, results: readonly object[]) {
  const payloads: unknown[] = [];
  const url = await answeredBy(async (asked, body) => {
    const result = asked === path ? results[payloads.length] : undefined;
    payloads.push(JSON.parse(body));
    return result && JSON.stringify(result);
  });
  return { url, payloads };
}

/** A server in place of Lambda; it refuses without an answer. */
async function answeredBy(answer: (path: string, body: string) => Promise<string | undefined>): Promise<string> {
  const lambda = createServer(async (request, response) => {
    const answered = await answer(request.url ?? '', await text(request));
    response.writeHead(answered === undefined ? 403 : 200).end(answered);
  });
  onTestFinished(() => void lambda.close());
  return listen(lambda);
}
