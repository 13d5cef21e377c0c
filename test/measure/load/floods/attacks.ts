/** The attacks, each with the replies that its clients must get. */
import { randomBytes } from 'node:crypto';
import autocannon from 'autocannon';
import { multipart } from '../../../support/http/multipart.ts';
import type { Shop } from '../shop.ts';
import {
  beginningOfHeaders,
  beginningOfUpload,
  type Ending,
  exchange,
  type RawRequest,
  slowClients,
} from './sockets.ts';
import { addressesOf, bearer, filesOf, type Target, type Targets } from './targets.ts';

export interface Sizes {
  /** Of the floods of requests. */
  requests: number;
  /** Of the floods of connections. */
  connections: number;
  /** Seconds for which slow clients are watched. */
  seconds: number;
}

export interface Attack {
  name: string;
  on: 'service' | 'container';
  /** What each must get; any of these. */
  rightly: readonly Ending[];
  /** What comes before and is not counted. */
  prepare?(): Promise<unknown>;
  /** Calls to AWS that it may cause. */
  callsAtMost: number;
  run(): Promise<Ending[]>;
  /** A genuine upload of the full size runs at the same time. */
  besideUpload?: true;
}

/** What the hasty store may do in a day. */
export const hastyRequests = 50;

export function attacks(targets: Targets, { requests, connections, seconds }: Sizes): Attack[] {
  const { service, container, attacker, hasty, revokedKey } = targets;
  const forged = () => ({ key: `sk_attacker_${randomBytes(32).toString('base64url')}` });
  const addresses = addressesOf(attacker);
  return [
    {
      name: 'keys that were never made',
      on: 'service',
      rightly: [401],
      callsAtMost: 0,
      run: () => flood(service, addresses, requests, () => forged()),
    },
    {
      name: 'a key that was revoked',
      on: 'service',
      rightly: [401],
      // The first request of a function is an ordinary one.
      prepare: () => flood(service, addresses, 1, () => ({ key: revokedKey })),
      callsAtMost: 0,
      run: () => flood(service, addresses, requests, () => ({ key: revokedKey })),
    },
    {
      name: 'a window that is used up',
      on: 'service',
      rightly: [429],
      prepare: () => flood(service, addressesOf(hasty), hastyRequests + 1, () => hasty, 1),
      callsAtMost: 9,
      // One at a time, as a function serves them.
      run: () => flood(service, addressesOf(hasty), requests, () => hasty, 1),
    },
    {
      name: 'slow strangers with uploads',
      on: 'service',
      rightly: [401],
      callsAtMost: 0,
      run: () => slowly(service, connections, beginningOfUpload(service.port, filesOf(attacker)), seconds),
    },
    {
      name: 'headers that are too large',
      on: 'service',
      rightly: [400],
      callsAtMost: 0,
      run: () => each(service, largeHeaders(attacker)),
    },
    {
      name: 'JSON that is too large',
      on: 'service',
      rightly: [413],
      callsAtMost: 0,
      run: () => each(service, largeJson(attacker)),
    },
    {
      name: 'JSON that is invalid, deep or wide',
      on: 'service',
      rightly: [400],
      callsAtMost: 100,
      run: () => each(service, strangeJson(attacker)),
    },
    {
      name: 'requests that end in two ways',
      on: 'service',
      rightly: [400],
      callsAtMost: 0,
      run: () => each(service, ambiguous(attacker)),
    },
    {
      name: 'strange multipart',
      on: 'service',
      rightly: [400],
      callsAtMost: 100,
      run: () => each(service, strangeMultipart(attacker)),
    },
    {
      name: 'keys that were never made',
      on: 'container',
      rightly: [401],
      callsAtMost: 0,
      run: () => flood(container, filesOf(attacker), requests, () => forged(), 10, 'POST'),
    },
    {
      name: 'slow strangers with uploads',
      on: 'container',
      rightly: [401],
      callsAtMost: 0,
      run: () => slowly(container, connections, beginningOfUpload(container.port, filesOf(attacker)), seconds),
      besideUpload: true,
    },
    {
      name: 'headers that never end',
      on: 'container',
      rightly: [400],
      callsAtMost: 0,
      run: () => slowly(container, connections, beginningOfHeaders(filesOf(attacker)), seconds),
    },
    {
      name: 'slow uploads with a good key',
      on: 'container',
      rightly: [400, 429],
      callsAtMost: 20 * 8,
      run: () => slowly(container, 20, beginningOfUpload(container.port, filesOf(attacker), bearer(attacker)), seconds),
    },
    {
      name: 'headers that are too large',
      on: 'container',
      rightly: [400],
      callsAtMost: 0,
      run: () => each(container, largeHeaders(attacker)),
    },
    {
      name: 'strange multipart',
      on: 'container',
      rightly: [400],
      callsAtMost: 100,
      run: () => each(container, strangeMultipart(attacker)),
    },
    {
      name: 'more connections than it takes',
      on: 'container',
      // The oldest strangers make room.
      rightly: ['closed', 400],
      callsAtMost: 0,
      run: () => slowly(container, 1000 + connections, beginningOfHeaders('/'), seconds),
    },
  ];
}

/** So many requests with the keys it is given, from clients at once. */
async function flood(
  { url }: Target,
  path: string,
  amount: number,
  caller: () => { key: string },
  clients = 10,
  method: 'GET' | 'POST' = 'GET',
): Promise<Ending[]> {
  const endings: Ending[] = [];
  const { errors, timeouts } = await autocannon({
    url,
    amount,
    connections: Math.min(clients, amount),
    requests: [
      {
        method,
        path,
        setupRequest: (request) => ({ ...request, headers: { authorization: `Bearer ${caller().key}` } }),
        onResponse: (status) => void endings.push(status),
      },
    ],
  });
  return [...endings, ...Array.from({ length: errors + timeouts }, (): Ending => 'closed')];
}

const slowly = async ({ port }: Target, count: number, beginning: string, seconds: number): Promise<Ending[]> =>
  (await slowClients(port, count, beginning)).endings(seconds);

async function each({ port }: Target, requests: readonly RawRequest[]): Promise<Ending[]> {
  const endings: Ending[] = [];
  for (const request of requests) endings.push(await exchange(port, request));
  return endings;
}

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

const largeHeaders = (shop: Shop): RawRequest[] =>
  [[`X-Large: ${'x'.repeat(32 * 1024)}`], times(2000, (index) => `X-Many-${index}: ${'x'.repeat(20)}`)].flatMap(
    (headers) => times(10, () => ({ path: filesOf(shop), headers: [bearer(shop), 'Connection: close', ...headers] })),
  );

const sent = (shop: Shop, path: string, body: Buffer | string, ...headers: string[]): RawRequest => ({
  path,
  headers: [bearer(shop), 'Connection: close', `Content-Length: ${Buffer.byteLength(body)}`, ...headers],
  body,
});

const json = (shop: Shop, body: Buffer | string) =>
  sent(shop, addressesOf(shop), body, 'Content-Type: application/json');

const largeJson = (shop: Shop): RawRequest[] =>
  times(10, () => json(shop, `{"first_name":"${'x'.repeat(11 * 1024 * 1024)}"}`));

const strangeJson = (shop: Shop): RawRequest[] =>
  [
    `{"first_name":${'['.repeat(1_000_000)}`,
    `{"first_name":${'['.repeat(5000)}${']'.repeat(5000)}}`,
    `{${times(200_000, (index) => `"a${index}":0`).join(',')}}`,
    `{"__proto__":{"first_name":"Ada"},"constructor":{"prototype":{}}}`,
    '{"country_id":1e999}',
    `{"first_name":"${'\\u0000'.repeat(1000)}"}`,
    Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
    `[${'1,'.repeat(1_000_000)}1]`,
    '',
  ].map((body) => json(shop, body));

/** By which one server could be made to see another request than the next one. */
const ambiguous = (shop: Shop): RawRequest[] =>
  [
    ['Content-Length: 5', 'Transfer-Encoding: chunked'],
    ['Content-Length: 5', 'Content-Length: 6'],
    ['Transfer-Encoding: chunked, identity'],
    ['Content-Length: 5', ' Content-Length: 6'],
    ['Content-Length: -5'],
  ].map((headers) => ({
    path: addressesOf(shop),
    headers: [bearer(shop), 'Connection: close', ...headers],
    body: 'Hello',
  }));

/** Bodies of which no file comes. */
function strangeMultipart(shop: Shop): RawRequest[] {
  const type = 'Content-Type: multipart/form-data; boundary=b';
  const { body: whole } = multipart([{ name: 'file', fileName: 'a', content: 'x'.repeat(100_000) }], 'b');
  const upload = (body: Buffer | string, header = type) => sent(shop, filesOf(shop), body, header);
  return [
    upload(whole, 'Content-Type: multipart/form-data'),
    upload(whole, `Content-Type: multipart/form-data; boundary=${'b'.repeat(10_000)}`),
    upload(whole, 'Content-Type: application/json'),
    upload(whole.subarray(0, -10)),
    upload('--b\r\n'.repeat(10_000)),
    upload(`--b\r\n${'X-Header: x\r\n'.repeat(100_000)}`),
    upload(`--b\r\nContent-Disposition: form-data; name="file"; filename="${'a'.repeat(1_000_000)}"\r\n\r\nx\r\n--b--`),
    upload(
      multipart(
        times(5000, () => ({ name: 'file', content: '' })),
        'b',
      ).body,
    ),
    upload('x'.repeat(3_000_000)),
    upload(''),
  ];
}
