import { expect, test, vi } from 'vitest';
import { UsageError } from '../../../bin/command-line/options.ts';
import { parseCommand } from '../../../bin/operator/commands.ts';

const namesIn = (usage: unknown) =>
  [
    ...(String(usage)
      .split('Options of every command', 1)[0]
      ?.matchAll(/^ {2}(\S+(?: \S+)?) {2,}/gm) ?? []),
  ].map(([, name = '']) => name);
const names = namesIn(parseCommand(['--help']));

test.each([[['keys']], [['keys', '--help']]])('%j lists what can be done with keys', (args) => {
  const ofKeys = names.filter((name) => name.startsWith('keys '));

  expect(ofKeys).toContain('keys rotate');
  expect(namesIn(parseCommand(args))).toEqual(ofKeys);
});

test.each([
  [['keys', 'creat'], 'keys creat. Did you mean keys create?'],
  [['liabilty'], 'liabilty. Did you mean liability?'],
  [['gift-card', 'issue', '--store', 'x'], 'gift-card issue. Did you mean gift-cards issue?'],
])('%j is no command, and another is suggested', (args, message) => {
  expect(() => parseCommand(args)).toThrow(new UsageError(`There is no command ${message}`));
});

test('the usage names every command', () => {
  expect(names).toContain('keys create');
  expect(names).toContain('import');
  expect(names.length).toBeGreaterThanOrEqual(18);
});

test.each(names)('%s --help shows how it is used, with any other options', (name) => {
  const shown = parseCommand([...name.split(' '), '--help']);

  expect(shown).toContain(`Usage: npm run store -- ${name} `);
  expect(shown).toContain('--endpoint URL');
  const [, example = ''] = /^Example: npm run store -- (.*)$/m.exec(String(shown)) ?? [];
  expect(example).not.toContain('undefined');
  expect(parseCommand(example.replace("'Back office'", 'Office').split(' '))).toHaveProperty('run');
  expect(shown).toContain('Exit codes: 0 done');
});

test('an unknown command is reported', () => {
  expect(() => parseCommand(['keys', 'lose'])).toThrow('There is no command keys lose');
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
])('an endpoint with a password is refused and not repeated: %s', (endpoint, message) => {
  const parse = () => parseCommand(['store', 'list', '--endpoint', endpoint]);

  expect(parse).toThrow(new UsageError(message));
});

test('the server comes from STORE_ENDPOINT where no option says it', () => {
  vi.stubEnv('STORE_ENDPOINT', 'http://localhost:4000');
  const list = (...args: string[]) => parseCommand(['store', 'list', ...args]);
  expect(list()).toMatchObject({ target: { endpoint: 'http://localhost:4000' } });
  expect(list('--endpoint', 'http://localhost:3000')).toMatchObject({ target: { endpoint: 'http://localhost:3000' } });
  vi.unstubAllEnvs();
});

test('a deletion without a terminal asks for more than a command line', async () => {
  const parsed = parseCommand(['customers', 'delete', '--store', 'sto_1', '--customer', 'cus_1']);
  if (typeof parsed === 'string') throw new Error(parsed);
  const operator = vi.fn();
  await expect(parsed.run({ operator } as never)).rejects.toThrow(
    new UsageError('A deletion cannot be undone: confirm it with --yes'),
  );
  expect(operator).not.toHaveBeenCalled();
});
