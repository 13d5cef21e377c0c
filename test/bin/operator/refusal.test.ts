import { expect, test, vi } from 'vitest';
import { commands, parseCommand } from '../../../bin/operator/commands.ts';
import { lineOf } from '../../../bin/operator/definition.ts';
import { inOptions, refusalOf } from '../../../bin/operator/refusal.ts';
import { FunctionError } from '../../../lib/client/functions.ts';
import { ApiError, AuthenticationError } from '../../../lib/client/store-commerce.ts';

test.each([
  ['keys create', 'expires_at must be in the future', '--expires must be in the future'],
  ['keys create', 'name is required; store_id must be a store ID', '--name is required; --store must be a store ID'],
  ['store create', 'rate_limit.requests must be between 1 and 5', '--rate-limit must be between 1 and 5'],
  ['store create', 'The store has a name', 'The store has a name'],
  ['webhooks replay', 'to must be after from', '--to must be after from'],
  ['gift-cards get', 'gift_card_id must be an id', '--card must be an id'],
  ['reviews reply', 'body is required', '--text is required'],
])('in errors of %s, %j is %j', (name, message, expected) => {
  expect(inOptions(message, commands[name])).toBe(expected);
});

const parsedOf = (line: string) => {
  const parsed = parseCommand(line.split(' '));
  if (typeof parsed === 'string') throw new Error(parsed);
  return parsed;
};

const notFound = (message: string) => new FunctionError('NOT_FOUND', message);

test('an error shows ids that are not found, with the commands that list such ids', () => {
  const parsed = parsedOf('webhooks redeliver --store sto_1 --webhook whk_1 --event evt_1');

  expect(refusalOf(notFound('Resource not found'), 'webhooks redeliver', parsed).error.message).toBe(
    'Resource not found: sto_1 has no webhook whk_1 (list them: npx store-commerce webhooks list --store sto_1), ' +
      'or no event evt_1 (list them: npx store-commerce webhooks deliveries --store sto_1 --webhook whk_1)',
  );
});

test('an error shows a store that is not found, and the commands to type next select the same server and stack', () => {
  const target = '--endpoint http://localhost:4000 --stack Other';
  const parsed = parsedOf(`gift-cards get --store sto_1 --card gcd_1 ${target}`);
  const messageOf = (message: string) => refusalOf(notFound(message), 'gift-cards get', parsed).error.message;

  expect(messageOf('Store not found')).toBe(
    `Store not found: there is no store sto_1 (list them: npx store-commerce store list --stack Other --endpoint http://localhost:4000)`,
  );
  expect(messageOf('Resource not found')).toContain('sto_1 has no gift card gcd_1 (list them: ');
});

test('an id with a space is quoted in the command to type next', () => {
  expect(
    lineOf(['restock', 'show', '--restock', "delivery's 7"], { stack: 'StoreCommerceApi', endpoint: undefined }),
  ).toBe(`npx store-commerce restock show --restock 'delivery'\\''s 7'`);
});

const details = { requestId: undefined, retryAfter: undefined };
const invalid = new AuthenticationError({ ...details, status: 401, code: 'UNAUTHORIZED', message: 'Invalid API key' });
const forbidden = new ApiError({ ...details, status: 403, code: 'FORBIDDEN', message: 'Insufficient permissions' });

test.each([
  ['a refused API key', invalid, '', 'Invalid API key. Sign in again: LOGIN'],
  [
    'a refused API key of the environment',
    invalid,
    'sk_1',
    'Invalid API key. Correct STORE_COMMERCE_API_KEY, or unset it and sign in: LOGIN',
  ],
  ['too few rights', forbidden, '', 'Insufficient permissions. Sign in with more rights: LOGIN --permission Write'],
  [
    'too few rights of the key in the environment',
    forbidden,
    'sk_1',
    'Insufficient permissions. Set STORE_COMMERCE_API_KEY to another key, or unset it and sign in: LOGIN --permission Write',
  ],
])('%s is followed by what to type', (_, error, key, message) => {
  vi.stubEnv('STORE_COMMERCE_API_KEY', key);
  const parsed = parsedOf('reviews list --store sto_1');

  expect(refusalOf(error, 'reviews list', parsed)).toEqual({
    error: {
      code: error.code,
      message: message.replace('LOGIN', 'npx store-commerce login --store sto_1 --base-url URL'),
    },
    isUsage: false,
  });
  vi.unstubAllEnvs();
});

test.each([
  ['connect ECONNREFUSED', 'Nothing listens at http://localhost:4000: start the server with npm start -- --port 4000,'],
  ['write EPROTO wrong version number', 'The server at http://localhost:4000 has no TLS'],
  ['getaddrinfo ENOTFOUND nowhere', 'There is no host localhost: correct --endpoint'],
])('the failure %j of a server is followed by what to type', (failure, message) => {
  const parsed = parsedOf('store list --endpoint http://localhost:4000');

  expect(refusalOf(new Error(failure), 'store list', parsed).error.message).toContain(message);
});

test('an error shows the path of a folder in place of a file', () => {
  const parsed = parsedOf('import test --store sto_1');
  const error = Object.assign(new Error('EISDIR: illegal operation on a directory, read'), { code: 'EISDIR' });

  expect(refusalOf(error, 'import', parsed).error.message).toBe('test is a folder: choose a file');
});

test('a value that the service rejects is wrong use, any other refusal is not', () => {
  const parsed = parsedOf('keys list --store sto_1');
  const refused = (code: 'INVALID_FIELD' | 'CONFLICT', message: string) =>
    refusalOf(new FunctionError(code as 'INVALID_FIELD', message), 'keys list', parsed).isUsage;

  expect(refused('INVALID_FIELD', 'store_id must be a store ID')).toBe(true);
  expect(refused('INVALID_FIELD', 'The store is closed')).toBe(false);
  expect(refused('CONFLICT', 'store_id is taken')).toBe(false);
});
