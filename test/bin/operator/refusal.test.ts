import { expect, test } from 'vitest';
import { commands, parseCommand } from '../../../bin/operator/commands.ts';
import { inOptions, refusalOf } from '../../../bin/operator/refusal.ts';
import { FunctionError } from '../../../lib/client/functions.ts';
import { AuthenticationError } from '../../../lib/client/store-commerce.ts';

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

test('an id that is not found is named with the command that lists such ids', () => {
  const parsed = parsedOf('webhooks redeliver --store sto_1 --webhook whk_1 --event evt_1');
  const error = new FunctionError('NOT_FOUND', 'Resource not found');

  expect(refusalOf(error, 'webhooks redeliver', parsed).error.message).toBe(
    'Resource not found. Check --store sto_1 (npx store-commerce store list) ' +
      'and --webhook whk_1 (npx store-commerce webhooks list --store sto_1) ' +
      'and --event evt_1 (npx store-commerce webhooks deliveries --store sto_1 --webhook whk_1)',
  );
});

test('a refused API key is followed by the login to make', () => {
  const details = { status: 401, requestId: undefined, retryAfter: undefined };
  const error = new AuthenticationError({ ...details, code: 'UNAUTHORIZED', message: 'Invalid API key' });

  expect(refusalOf(error, 'reviews list', parsedOf('reviews list --store sto_1'))).toEqual({
    error: {
      code: 'UNAUTHORIZED',
      message: 'Invalid API key. Sign in: npx store-commerce login --store sto_1, or correct STORE_COMMERCE_API_KEY',
    },
    isUsage: false,
  });
});

test('a value that the service rejects is wrong use, any other refusal is not', () => {
  const parsed = parsedOf('keys list --store demo');
  const refused = (code: 'INVALID_FIELD' | 'CONFLICT', message: string) =>
    refusalOf(new FunctionError(code as 'INVALID_FIELD', message), 'keys list', parsed).isUsage;

  expect(refused('INVALID_FIELD', 'store_id must be a store ID')).toBe(true);
  expect(refused('INVALID_FIELD', 'The store is closed')).toBe(false);
  expect(refused('CONFLICT', 'store_id is taken')).toBe(false);
});
