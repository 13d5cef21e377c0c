/** That the comparison of two doors notices what differs, and nothing where nothing does. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Door } from '../../support/door.ts';
import type { Response } from '../../support/http/documented.ts';
import { type Running, startLocalServer } from '../../support/http/local-server.ts';
import { compareDoors } from './doors.command.ts';
import { localDoor } from './exchanges.ts';

let server: Running;
let door: Door;

beforeAll(async () => {
  server = await startLocalServer();
  door = localDoor(server.url);
});

afterAll(() => server.stop());

/** One of each kind; `npm run measure -- doors` asks everything. */
const ofEachKind =
  /^(?:list-gift-cards|create-customer-address|update-gift-option|upload-digital-file|record-order(?: over HTTP)?|what is no operation)$/;

test('a service answers like itself: operations and functions, refused and done, and all else', async () => {
  const { asked, succeeded, differences } = await compareDoors(door, door, ofEachKind);

  expect(differences).toEqual([]);
  expect(asked).toBeGreaterThan(50);
  expect(succeeded).toEqual({ here: 5, there: 5 });
});

/** The same service behind something that changes what it says. */
const behind = (change: (response: Response, request: Parameters<Door['send']>[0]) => Response): Door => ({
  ...door,
  send: async (request) => change(await door.send(request), request),
});

const without = ({ headers, ...response }: Response, lost: string): Response => ({
  ...response,
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => name !== lost)),
});

describe.each<[string, RegExp, (response: Response, request: Parameters<Door['send']>[0]) => Response]>([
  ['a gateway that renames a header', /^get-review$/, (response) => without(response, 'www-authenticate')],
  ['one that drops the request id', /^get-review$/, (response) => without(response, 'x-request-id')],
  [
    'one that answers what nobody serves in its own words',
    /^get-review$/,
    (response) =>
      response.status === 404 ? { ...response, body: { message: 'Missing Authentication Token' } } : response,
  ],
  [
    'one that serves HEAD',
    /^get-review$/,
    (response, { method }) => (method === 'HEAD' ? { ...response, status: 200 } : response),
  ],
  [
    'one that knows paths with a closing slash alone',
    /^get-review$/,
    (response, { target }) => (target.endsWith('/') ? response : { ...response, status: 404 }),
  ],
  [
    'one that forgets what it has answered',
    /^create-customer-address$/,
    (response) => ({ ...response, headers: { ...response.headers, 'x-idempotency-replayed': 'false' } }),
  ],
  [
    'one that lets every origin in',
    /^what is no operation$/,
    (response) => ({ ...response, headers: { ...response.headers, 'access-control-allow-origin': '*' } }),
  ],
  [
    'a bucket that does not tell what is missing',
    /^what is no operation$/,
    (response, { target }) => (target.includes('img_none') ? { ...response, status: 403 } : response),
  ],
])('%s', (_, only, change) => {
  test('is noticed', { tags: 'power' }, async () => {
    const { differences } = await compareDoors(door, behind(change), only);

    expect(differences).not.toEqual([]);
  });
});

test('a call that fails at both doors is noticed', async () => {
  const closed: Door = { ...door, invoke: () => Promise.reject(new Error('The function is not there')) };

  const { differences } = await compareDoors(closed, closed, /^get-review$/);

  expect(differences.map(({ asked }) => asked)).toEqual(['get-review could not be asked']);
});

test('a function that lacks a right is noticed', async () => {
  const refused: Door = {
    ...door,
    invoke: async () => ({ errorType: 'INTERNAL_ERROR', errorMessage: 'Internal server error' }),
  };

  const { differences } = await compareDoors(door, refused, /^list-api-keys$/);

  expect(differences).not.toEqual([]);
});
