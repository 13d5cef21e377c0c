/** Calls of the command line as a person types them, right and wrong, against the local server. Each error contains what to type next. */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { commandLine } from '../support/command-line.ts';
import { run, useLocalServer } from '../support/http/local-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const server = useLocalServer();
let folder: string;

beforeAll(() => {
  folder = temporaryFolder();
  const files = {
    'credits.csv': 'external_id,customer_id,value,reason\n1,cus_margaret,700,refund\n2,cus_margaret,25,reward\n',
    'cards.csv': 'code,balance\nOLD-00000001,700\nOLD-00000002,25\n',
    'unknown.csv': 'code,balance,recipent_email\nOLD-00000003,700,\n',
    'decimal.csv': 'code,balance\nOLD-00000004,7.00\n',
    'records.jsonl':
      '{"type":"customer","id":"cus_line","email":"line@example.com","first_name":"L","last_name":"M","email_verified":true}\n',
    'new.csv': 'value,note\n500,from a table\n',
    'bad.csv': 'value\n5.00\n',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
});

/** The words of a line of a shell, by its quotes; `@` is the folder of the files. */
const descriptionsOf = (line: string): string[] =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain = '']) => (quoted ?? plain).replace('@', folder));

const call = (line: string, more: Readonly<Record<string, string>> = {}) =>
  commandLine(descriptionsOf(line), {
    ...process.env,
    ...{ STORE_ENDPOINT: server.url, XDG_CONFIG_HOME: join(folder, 'config'), STORE_COMMERCE_API_KEY: '' },
    ...more,
  });

const right: readonly (readonly [line: string, output: RegExp])[] = [
  ['--version', /^\d+\.\d+\.\d+\n$/],
  ['', /^Usage: npx store-commerce COMMAND/],
  ['--help', /^ {2}gift-cards list {2,}List the gift cards/m],
  ['help keys', /^ {2}keys revoke/m],
  ['keys create -h', /^Requires: /m],
  ['store list', /^sto_demo +USD/m],
  ['store list --json', /^\{"data":\[\{"id":"sto_/],
  ['store create --id sto_line --name Line --currency usd', /^currency +USD$/m],
  ["store update --store sto_line --name 'New name'", /^name +New name$/m],
  ['keys list --store sto_line', /^No API keys in sto_line$/],
  ['keys list --store sto_line --json', /^\{"data":\[\]\}$/],
  ['keys create --store sto_line --name Till --permission read --expires 90d', /^permission +Read$/m],
  [
    'keys create --store sto_line --name Till --permission WRITE --expires 2035-03-04',
    /^expires_at +2035-03-04T00:00:00Z$/m,
  ],
  ['keys revoke --store sto_demo --key key_demospare --at 2h', /^revoked_at +2/m],
  ['webhooks list --store sto_line', /^No webhooks in sto_line$/],
  ['gift-cards list --store sto_demo', /^gcd_00birthday +DEM2 +active +USD 55\.00 +grace@example\.com/m],
  ['gift-cards list --store sto_demo --status USED --json', /^\{"data":\[\{"id":"gcd_00spent".*"has_more":false\}$/],
  ['gift-cards list --store sto_demo --limit 1', /^More follow: add --after gcd_/m],
  ['gift-cards list --store sto_line', /^No gift cards$/],
  ['gift-cards get --store sto_demo --card gcd_00birthday', /^20\S+ +redeemed +USD -20\.00 +USD 30\.00/m],
  ['store-credits list --store sto_demo --customer cus_margaret --status disabled', /^No store credits$/],
  [
    'store-credits create --store sto_demo --customer cus_margaret --value 15.00 --decimal --reason Goodwill --expires 90d',
    /^balance +USD 15\.00$/m,
  ],
  ['store-credits list --store sto_demo --customer cus_margaret', /^scr_\w+ +active +goodwill +USD 15\.00 +2/m],
  ['overview --store sto_demo', /^reviews +published \d+, hidden \d+, unanswered \d+\nliability +USD /m],
  [
    'store-credits update --store sto_demo --customer cus_ada --credit scr_00goodwill --expires 90d --note Extended',
    /^note +Extended$/m,
  ],
  [
    'store-credits update --store sto_demo --customer cus_ada --credit scr_00goodwill --no-expiry --json',
    /"note":"Extended",.*"expires_at":null/,
  ],
  ['orders get --store sto_demo --order ord_demo', /^refund_1 +USD 65\.00/m],
  ['orders get --store sto_demo --order ord_cups', /^refund_cup +USD 12\.00/m],
  ['orders get --store sto_demo --order ord_demo', /^gift_card +gcd_00birthday +USD 20\.00 +USD 15\.00/m],
  ['reviews list --store sto_demo --status hidden', /^rev_00demo4 +hidden +1 +pro_cup/m],
  ['reviews hide --store sto_demo --review rev_00demo2 --reason Spam', /^hidden_reason +spam$/m],
  ['reviews show --store sto_demo --review rev_00demo2', /^status +published$/m],
  ["reviews reply --store sto_demo --review rev_00demo2 --text 'Thank you'", /^body +Thank you$/m],
  ['reviews reply --store sto_demo --review rev_00demo2 --remove', /^rev_00demo2 has no reply$/m],
  [
    'import @/cards.csv --store sto_line --dry-run',
    /would import.*gift-cards +2 +2 +0 +0 +0\n.*Nothing was imported \(--dry-run\)$/s,
  ],
  ['import @/cards.csv --store sto_line', /gift-cards +2 +2 +0 +0 +0$/m],
  ['import @/cards.csv --store sto_line --dry-run', /gift-cards +2 +0 +0 +2 +0$/m],
  [
    'import @/credits.csv --store sto_demo',
    /store-credits +2 +2 +0 +0 +0\nThe store credits of the file are worth USD 7\.25$/m,
  ],
  ['import @/records.jsonl --store sto_line', /^customers +1$/m],
  ['export gift-cards --store sto_line', /"7\.00","7\.00"/],
  ['liability --store sto_demo --at 5m', /^all +\d+ +USD/m],
  ['events tail --last 1 --types review.* --no-follow', /^20\S+ {2}sto_demo {2}review\.reply_removed {2}rev_00demo2$/m],
  ['ratings audit --store sto_demo', /checked, 0 found$/m],
  [
    'keys create --store sto_line --name Bob --permission write --areas reviews,Gift-Cards',
    /^areas +reviews,gift_cards$/m,
  ],
  ['keys list --store sto_line', /reviews,gift_cards +Bob$/m],
  ['store create --help', /^ +--rate-limit REQUESTS +requests .* a new store has 600$/m],
  ['import --help', /^ {2}gift-cards: code \(required\), balance \(required\), currency, /m],
  ['gift-cards issue --help', /^ {2}2500,ada@example\.com,/m],
  [
    'store update --store sto_line --countries 3=DE --address-rules country',
    /^countries +1 US, 2 CA, 3 DE\naddress_rules +country$/m,
  ],
  ['export gift-cards --store sto_line --json', /^\{"data":\[\{"id":"gcd_/],
  [
    'gift-cards issue --store sto_demo --from @/new.csv --codes-to @/codes --dry-run',
    /1 gift card with a total value of USD 5\.00$/m,
  ],
  ['--help', /^ {2}--help, -h .*npx store-commerce --version \(-v\)/ms],
];

test.each([
  ['--version', 0],
  ['kyes list', 2],
])('the program ends with the exit code of %s', async (line, code) => {
  const args = descriptionsOf(line);

  expect(await run('bin/store-commerce.js', args)).toEqual({ ...(await commandLine(args)), code });
});

test.each(right)('%s', async (line, output) => {
  const { code, stdout, stderr } = await call(line);

  expect(
    stdout.replace(/\n$/, (end) => (line === '--version' ? end : '')),
    stderr,
  ).toMatch(output);
  expect(code).toBe(0);
});

const help = (command: string) => ` \\(see npx store-commerce ${command} --help\\)\n$`;

const booksOf = (from: string) => `books --store sto_demo --from ${from} --to 2026-02-01`;

const wrong: readonly (readonly [line: string, code: number, message: string])[] = [
  ['kyes list', 2, '^There is no command kyes list. Did you mean keys list\\?'],
  ['keys lsit', 2, `Did you mean keys list\\?${help('keys')}`],
  ['keys frobnicate', 2, 'Subcommands of keys: create, list, revoke, or rotate'],
  ['keys --store sto_demo', 2, 'keys needs a subcommand: create, list, revoke, or rotate'],
  ['issue --help', 2, 'Did you mean gift-cards issue\\?'],
  ['--store sto_demo keys list', 2, 'The command comes first, then its options'],
  ['keys create', 2, `^--store, --name, and --permission are required${help('keys create')}`],
  ['keys create --store sto_demo', 2, '^--name and --permission are required'],
  ['keys create --sotre sto_demo --name x --permission read', 2, 'Unknown option --sotre: did you mean --store\\?'],
  ['keys list -store sto_demo', 2, 'Unknown option -store: did you mean --store\\?'],
  ['keys create --store sto_demo --name x --permission admin', 2, 'must be Read, Write, or Storefront, not admin'],
  ['keys create --store sto_demo --name x --permission read --expires soon', 2, 'a time such as 2027-01-31, .*90d'],
  [
    'keys create --store sto_demo --name x --permission read --expires 2020-01-01',
    2,
    '--expires must be in the future',
  ],
  ['keys list --store', 2, '--store requires a value: --store ID'],
  ['keys list --store demo', 2, `^--store must be the id of a store, sto_…${help('keys list')}`],
  ['keys list --store sto_nope', 1, 'there is no store sto_nope \\(list them: npx store-commerce store list\\)'],
  [
    'keys revoke --store sto_demo --key key_nope',
    1,
    'no API key key_nope \\(list them: npx store-commerce keys list --store sto_demo\\)',
  ],
  ['keys list --store sto_demo extra', 2, 'Unexpected argument extra after sto_demo: quote a value that has spaces'],
  ['keys list sto_demo', 2, 'Unexpected argument sto_demo: use --store sto_demo'],
  ['store create --name x --currency dollars', 2, '--currency must be'],
  ['store update --store sto_demo --window 60', 2, 'Use --rate-limit and --window together'],
  ['webhooks create --store sto_demo --url ftp://x', 2, '--url must be'],
  ['webhooks update --store sto_demo --webhook whk_1', 2, 'nothing to change: use --url, --types'],
  ['webhooks replay --store sto_demo', 2, 'also requires --webhook, --from, --to'],
  ['gift-cards list --store sto_demo --status activ', 2, 'active, used, expired, or disabled, not activ'],
  [
    'gift-cards get --store sto_demo --card gcd_nope',
    1,
    'sto_demo has no gift card gcd_nope \\(list them: npx store-commerce gift-cards list --store sto_demo\\)',
  ],
  ['gift-cards list --store sto_demo --limit 0', 2, '--limit must be a whole number from 1, not 0'],
  [
    'store-credits get --store sto_demo --customer cus_ada --credit scr_nope',
    1,
    'no customer cus_ada, or no store credit scr_nope \\(list them: .* store-credits list --store sto_demo --customer cus_ada\\)',
  ],
  [
    'store-credits create --store sto_demo --customer cus_ada --value 5.00 --reason goodwill',
    2,
    '--value must be a whole number in the smallest unit of the currency \\(give --decimal for 25\\.00\\)',
  ],
  [
    'store-credits update --store sto_demo --customer cus_ada --credit scr_00goodwill',
    2,
    'nothing to change: use --expires, --no-expiry or --note',
  ],
  [
    'store-credits create --store sto_demo --customer cus_ada --value 0 --reason goodwill',
    2,
    '--value must be between 1 and 10000000',
  ],
  ['orders get --store sto_demo --order ord_nope', 1, 'sto_demo has no order ord_nope'],
  ['reviews hide --store sto_demo --review rev_00demo2', 2, '^--reason is required'],
  ['reviews reply --store sto_demo --review rev_00demo2', 2, 'Use either --text or --remove'],
  ['import --store sto_demo', 2, '^FILE… is required'],
  ['import @/nowhere.csv --store sto_demo', 1, 'nowhere\\.csv does not exist'],
  [
    'import @/unknown.csv --store sto_demo',
    1,
    'column 3, "recipent_email", is not in gift-cards: did you mean recipient_email\\?',
  ],
  ['gift-cards issue --store sto_demo --from @/cards.csv --codes-to @/codes', 1, 'Columns: value,'],
  ['liability --store sto_demo --at 2090-01-01', 2, '--at must be a minute ago or earlier'],
  ['liability --store sto_demo --at soon', 2, '^--at must be a time such as .*, not soon '],
  [`${booksOf('2026-01-01')} --format qif`, 2, '^--format must be csv or hledger, not qif '],
  [booksOf('2026-01-01T09:00:00Z'), 2, '^--from must be the start of a day in UTC, such as 2027-01-31 '],
  [booksOf('2024-01-01'), 2, '^--to must be at most 400 days after from '],
  [`${booksOf('2026-01-01')} --accounts none.csv`, 1, 'none\\.csv'],
  ['restock show --store sto_demo', 2, '^--restock is required '],
  ['restock show --store sto_demo --restock none', 1, '^Resource not found: sto_demo has no restock none\n$'],
  ['store update --store sto_demo --countries 1=DE', 2, '^--countries: 1 is always US '],
  [
    'keys create --store sto_demo --name x --permission storefront --functions post-review,post-reveiw',
    2,
    '^Unknown function post-reveiw; choose from cancel-order, ',
  ],
  ['migrate --retry nothing', 2, 'choose from '],
  ['customers delete --store sto_demo --customer cus_ada', 2, 'confirm it with --yes'],
  ['store list --endpoint http://localhost:1', 1, 'start the server with npm start -- --port 1, or correct --endpoint'],
  ['store list --endpoint localhost:3000', 2, '--endpoint must be a URL such as http://localhost:3000'],
  ['store list --stack Other', 1, 'check --stack Other'],
  ['logout --store sto_line2', 1, 'You are not signed in to sto_line2'],
  ['events tail --types nope --no-follow', 2, 'There is no event type nope\\. --types takes customer_address\\.\\*, '],
  ['events tail --store sto_nope --no-follow', 1, 'there is no store sto_nope'],
  ['webhooks delete --store sto_demo --webhook whk_nope', 2, 'confirm it with --yes'],
  ['import @ --store sto_demo', 1, ' is a folder: choose a file'],
  ['import @/cards.csv --store sto_line --exported-at 2090-01-01', 2, '--exported-at must be in the past'],
  ['store create --id sto_demo --name Other --currency USD', 1, 'has other content: change it with .* store update'],
  [
    'keys create --store sto_demo --name x --permission read --areas cards',
    2,
    'one or more of customers, .*, not cards',
  ],
  ['keys create --store sto_demo --name x --permission storefront --areas reviews', 2, '--areas can only be given'],
  ['keys list --file x --store sto_demo', 2, 'Unknown option --file: the options are --store, '],
  ['store list --endpoint http://localhost:1/api', 2, 'a server without a path: http://localhost:1'],
];

test.each(wrong)('%s is refused with what to type', async (line, code, message) => {
  const ended = await call(line);

  expect(ended).toEqual({ code, stdout: '', stderr: expect.stringMatching(new RegExp(message)) });
});

test.each([
  ['keys create --json', 2, { code: 'USAGE', message: '--store, --name, and --permission are required' }],
  ['keys list --store demo --json', 2, { code: 'USAGE', message: '--store must be the id of a store, sto_…' }],
  ['import @/nowhere.csv --store sto_demo --json', 1, { code: 'FAILED', message: expect.stringMatching(/not exist$/) }],
])('%s prints the refusal as JSON', async (line, code, error) => {
  const { stdout, ...ended } = await call(line);

  expect(JSON.parse(stdout)).toEqual({ error });
  expect(ended.code).toBe(code);
});

test('an amount with decimals in the smallest unit is reported with its line and what to add', async () => {
  const { code, stdout } = await call('import @/decimal.csv --store sto_demo --dry-run');

  expect(stdout).toMatch(/decimal\.csv, line 2: balance must be a whole number.*--decimal/);
  expect(code).toBe(1);
});

test('a store credit is granted, raised, lowered, disabled and enabled, and shown with its ledger', async () => {
  const of = '--store sto_demo --customer cus_margaret';
  const { id } = JSON.parse(
    (await call(`store-credits create ${of} --value 1500 --reason reward --note thanks --json`)).stdout,
  );
  const change = async (line: string) =>
    JSON.parse((await call(`store-credits ${line} ${of} --credit ${id} --json`)).stdout);

  expect(await change('adjust --amount 500')).toMatchObject({ balance: 2000, reason: 'reward', note: 'thanks' });
  expect(await change('adjust --amount -2.50 --decimal')).toMatchObject({ balance: 1750 });
  expect(await change('disable')).toMatchObject({ status: 'disabled' });
  expect(await change('enable')).toMatchObject({ status: 'active' });
  expect((await call(`store-credits get ${of} --credit ${id}`)).stdout).toMatch(
    /^balance +USD 17\.50$.*^20\S+ +adjusted +USD -2\.50 +USD 17\.50.*^20\S+ +issued +USD 15\.00/ms,
  );
});

describe('a login', () => {
  const file = () => join(folder, 'config/store-commerce/logins.json');
  const keyIn = () => Object.values(JSON.parse(readFileSync(file(), 'utf8')) as Record<string, { api_key: string }>);

  test('keeps a key that is never shown in a file of its owner, and logout revokes it', async () => {
    const signedIn = await call('login --store sto_demo --permission write --json');
    const [{ api_key = '' } = {}] = keyIn();
    expect(api_key).toMatch(/^sk_/);
    expect(signedIn.stdout + signedIn.stderr).not.toContain(api_key);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    const { key_id, expires_at } = JSON.parse(signedIn.stdout);
    expect(Date.parse(expires_at) - Date.now()).toBeLessThan(12 * 3_600_000 + 60_000);

    await call('logout --store sto_demo');
    expect(readFileSync(file(), 'utf8')).not.toContain(api_key);
    const { data } = JSON.parse((await call('keys list --store sto_demo --json')).stdout);
    expect(data).toContainEqual(expect.objectContaining({ key_id, revoked_at: expect.any(String) }));
  });

  test('with Read permission names the login that may write', async () => {
    await call('login --store sto_demo');

    expect(await call('reviews show --store sto_demo --review rev_00demo4')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('npx store-commerce login --store sto_demo --permission Write'),
    });
  });

  test('to a local server is renewed if the server does not know its key', async () => {
    const logins = JSON.parse(readFileSync(file(), 'utf8'));
    for (const each of Object.values(logins)) Object.assign(each as object, { api_key: 'sk_gone' });
    writeFileSync(file(), JSON.stringify(logins));

    expect(await call('reviews list --store sto_demo')).toMatchObject({ code: 0 });
  });

  test('is not used where the environment has a key, which must belong to the store', async () => {
    const key = { STORE_COMMERCE_API_KEY: server.key('read') };

    expect(await call('orders get --store sto_demo --order ord_demo', key)).toMatchObject({ code: 0 });
    expect(await call('orders get --store sto_line --order ord_demo', key)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('STORE_COMMERCE_API_KEY belongs to sto_demo, not to --store sto_line'),
    });
  });

  test('is suggested if the key in the environment lacks the permission', async () => {
    const keyOf = async (more: string) =>
      JSON.parse((await call(`keys create --store sto_demo --name x --json ${more}`)).stdout).api_key;
    const listBy = async (more: string) =>
      call('gift-cards list --store sto_demo', { STORE_COMMERCE_API_KEY: await keyOf(more) });

    expect(await listBy('--permission write --areas reviews')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^The areas of the API key do not include gift_cards\. Set STORE_COMMERCE_API_KEY to another key, or unset it and sign in: npx store-commerce login /,
      ),
    });
    expect(await listBy('--permission storefront')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        'STORE_COMMERCE_API_KEY has Storefront permission, and this command needs Read or Write',
      ),
    });
  });

  test('is asked for on AWS', async () => {
    const { code, stderr } = await call('reviews list --store sto_demo', { STORE_ENDPOINT: '' });

    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('You are not signed in: npx store-commerce login --store sto_demo --base-url URL'),
    ]);
  });
});
