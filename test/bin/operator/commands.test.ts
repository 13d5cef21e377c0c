import { expect, test } from 'vitest';
import { UsageError } from '../../../bin/command-line/options.ts';
import { parseCommand } from '../../../bin/operator/commands.ts';

const usage = String(parseCommand(['--help']));
const names = [...usage.matchAll(/^ {2}([a-z]+(?: [a-z]+)?) --store|^ {2}(store (?:create|list))/gm)].map(
  ([, name, create]) => name ?? create ?? '',
);

test('the usage names every command', () => {
  expect(names).toContain('keys create');
  expect(names).toContain('import');
  expect(names.length).toBeGreaterThanOrEqual(8);
});

test.each(names)('%s --help shows how it is used, whatever else is given', (name) => {
  const shown = parseCommand([...name.split(' '), '--help']);

  expect(shown).toContain(`Usage: npm run store -- ${name} `);
  expect(shown).toContain('--endpoint URL');
  expect(shown).toContain('Exit codes: 0 done');
});

test('a command that there is not is told', () => {
  expect(() => parseCommand(['keys', 'lose'])).toThrow('There is no command keys lose');
});

test('a permission that is none is told before anything is asked', () => {
  const args = ['keys', 'create', '--store', 'sto_1', '--name', 'App', '--permission', 'Everything'];

  expect(() => parseCommand(args)).toThrow('--permission must be Read or Write, not Everything');
});

test.each([
  ['http://ada:hunter2@localhost:3000', '--endpoint must not hold a user name or a password'],
  ['http://hunter2@localhost:3000', '--endpoint must not hold a user name or a password'],
  ['ada:hunter2@localhost:3000', '--endpoint must be a URL such as http://localhost:3000'],
  ['http://ada:hunter2@localhost:port', '--endpoint must be a URL such as http://localhost:3000'],
])('an endpoint with a password is refused and not repeated: %s', (endpoint, message) => {
  const parse = () => parseCommand(['store', 'list', '--endpoint', endpoint]);

  expect(parse).toThrow(new UsageError(message));
});
