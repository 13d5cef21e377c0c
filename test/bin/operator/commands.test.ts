import { expect, test, vi } from 'vitest';
import { UsageError } from '../../../bin/command-line/options.ts';
import { helpFor, parseCommand } from '../../../bin/operator/commands.ts';

const namesIn = (usage: unknown) =>
  [
    ...(String(usage)
      .split('Options of every command', 1)[0]
      ?.matchAll(/^ {2}(\S+(?: \S+)?) {2,}/gm) ?? []),
  ].map(([, name = '']) => name);
const names = namesIn(parseCommand(['--help']));

test.each([[['keys']], [['keys', '--help']], [['help', 'keys']]])('%j lists the commands of keys', (args) => {
  const ofKeys = names.filter((name) => name.startsWith('keys '));

  expect(ofKeys).toContain('keys rotate');
  expect(namesIn(parseCommand(args))).toEqual(ofKeys);
});

test.each([
  [['keys', 'creat'], 'There is no command keys creat. Did you mean keys create?'],
  [['keys', 'frobnicate'], /^There is no command keys frobnicate\. Subcommands of keys: create, list, revoke, /],
  [['kyes'], 'There is no command kyes. Did you mean keys?'],
  [['kyes', 'lsit'], 'There is no command kyes lsit. Did you mean keys list?'],
  [['liabilty'], 'There is no command liabilty. Did you mean liability?'],
  [['gift-card', 'issue', '--store', 'x'], 'There is no command gift-card issue. Did you mean gift-cards issue?'],
  [['issue', '--help'], 'There is no command issue. Did you mean gift-cards issue?'],
  [['webhooks', '--store', 'x'], /^webhooks needs a subcommand: create, list, /],
  [['frobnicate'], 'There is no command frobnicate'],
  [['--store', 'x', 'keys', 'list'], 'The command comes first, then its options'],
])('%j is no command, and the message contains what to type', (args, message) => {
  expect(() => parseCommand(args)).toThrow(typeof message === 'string' ? new UsageError(message) : message);
});

test.each([
  [['keys', 'create'], 'npx store-commerce keys create --help'],
  [['keys', 'lose'], 'npx store-commerce keys --help'],
  [['lose'], 'npx store-commerce --help'],
])('the help of %j is %s', (args, help) => {
  expect(helpFor(args)).toBe(help);
});

test('the usage contains every command', () => {
  for (const name of [
    'keys create',
    'import',
    'gift-cards get',
    'reviews reply',
    'orders get',
    'events tail',
    'login',
  ]) {
    expect(names).toContain(name);
  }
});

/** The words of a line of a shell, by its quotes. */
const descriptionsOf = (line: string): string[] =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain = '']) => quoted ?? plain);

test.each(names)('%s --help shows how it is used, what it requires, and examples that parse', (name) => {
  const shown = String(parseCommand([...name.split(' '), '--help']));

  expect(shown).toContain(`Usage: npx store-commerce ${name} `);
  expect(shown).toContain('--endpoint URL');
  expect(shown).toMatch(/^Requires: \S/m);
  const examples = [...shown.matchAll(/^ {2}npx store-commerce (.*)$/gm)].map(([, example = '']) => example);
  expect(examples.length).toBeGreaterThan(0);
  for (const example of examples) {
    expect(example).not.toContain('undefined');
    expect(shown).not.toContain('undefined');
    expect(parseCommand(descriptionsOf(example.replace(/ > .*/, '')))).toHaveProperty('run');
  }
  expect(shown).toContain('Exit codes: 0 done');
});

test('an unknown permission is reported before any prompt', () => {
  const args = ['keys', 'create', '--store', 'sto_1', '--name', 'App', '--permission', 'Everything'];

  expect(() => parseCommand(args)).toThrow('--permission must be Read, Write, or Storefront, not Everything');
});

test.each([
  ['http://ada:hunter2@localhost:3000', '--endpoint must not contain a user name or a password'],
  ['http://hunter2@localhost:3000', '--endpoint must not contain a user name or a password'],
  ['ada:hunter2@localhost:3000', '--endpoint must be a URL such as http://localhost:3000'],
  ['http://ada:hunter2@localhost:port', '--endpoint must be a URL such as http://localhost:3000'],
  ['http://localhost:3000/hunter2', '--endpoint must be the address of a server without a path: http://localhost:3000'],
])('an endpoint with more than a server is refused, and a password not repeated: %s', (endpoint, message) => {
  const parse = () => parseCommand(['store', 'list', '--endpoint', endpoint]);

  expect(parse).toThrow(new UsageError(message));
});

test.each([
  ['gift-cards get --store sto_1 --card TEAP-TTEA-PTTE', '--card must be the id of a gift card, gcd_…'],
  [
    'gift-cards get --store sto_1 --card gcd_1 TEAP-TTEA-PTTE',
    'Unexpected argument after gcd_1: quote a value that has spaces',
  ],
])('%s is refused, and the code is not repeated', (line, message) => {
  expect(() => parseCommand(line.split(' '))).toThrow(new UsageError(message));
});

test('the server is that of STORE_ENDPOINT unless --endpoint is given', () => {
  vi.stubEnv('STORE_ENDPOINT', 'http://localhost:4000');
  const list = (...args: string[]) => parseCommand(['store', 'list', ...args]);
  expect(list()).toMatchObject({ target: { endpoint: 'http://localhost:4000' } });
  expect(list('--endpoint', 'http://localhost:3000')).toMatchObject({ target: { endpoint: 'http://localhost:3000' } });
  vi.unstubAllEnvs();
});

/** Runs a command without a service. */
function attempt(...args: string[]) {
  const parsed = parseCommand(args);
  if (typeof parsed === 'string') throw new Error(parsed);
  const operator = vi.fn();
  return { outcome: parsed.run({ operator, target: parsed.target } as never), operator };
}

test.each([
  'customers delete --store sto_1 --customer cus_1',
  'customers forget-address --store sto_1 --email ada@example.com',
  'webhooks delete --store sto_1 --webhook whk_1',
])('%s without a terminal requires --yes', async (line) => {
  const { outcome, operator } = attempt(...line.split(' '));

  await expect(outcome).rejects.toThrow(new UsageError('A deletion cannot be undone: confirm it with --yes'));
  expect(operator).not.toHaveBeenCalled();
});

test.each([
  [
    'store update --store sto_1',
    'There is nothing to change: use --name, --countries or --address-rules, or --rate-limit and --window',
  ],
  ['store update --store sto_1 --countries DE', '--countries must be a list such as 3=DE,4=JP, not DE'],
  ['store update --store sto_1 --window 60', 'Use --rate-limit and --window together'],
  ['webhooks update --store sto_1 --webhook whk_1 --enable --disable', 'Use either --enable or --disable'],
  ['webhooks replay --store sto_1 --from 2h', 'A replay also requires --webhook, --to'],
  ['webhooks replay --cancel rpl_1 --store sto_1', '--cancel cannot be used with --store'],
  ['reviews reply --store sto_1 --review rev_1', 'Use either --text or --remove'],
  ['reviews reply --store sto_1 --review rev_1 --text Hi --remove', 'Use either --text or --remove'],
  ['migrate --status --again', 'Only one of --status, --again, --retry and --accept can be used'],
])('%s is refused before anything is called', async (line, message) => {
  const { outcome, operator } = attempt(...line.split(' '));

  await expect(outcome).rejects.toThrow(new UsageError(message));
  expect(operator).not.toHaveBeenCalled();
});
