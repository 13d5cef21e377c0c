/** Where deliveries may go: nothing within a network is reached, however an address is written. */
import { promises as dns } from 'node:dns';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { portOf } from '../../../bin/local/engines/ports.ts';
import { isPublic, PrivateAddress, publicLookup, refusePrivate } from '../../../lib/delivery/addresses.ts';
import { post } from '../../../lib/delivery/post.ts';

/** Of each block that IANA's special-purpose registries list as not globally reachable, its ends and a few within. */
const notPublic = [
  ...[
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '10.255.255.255',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.254',
  ],
  ...['169.254.0.1', '169.254.169.254', '169.254.170.2', '172.16.0.1', '172.31.255.255', '192.0.0.1', '192.0.0.170'],
  ...['192.0.2.1', '192.88.99.1', '192.168.0.1', '192.168.255.255', '198.18.0.1', '198.19.255.255', '198.51.100.7'],
  ...['203.0.113.9', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
  ...['::', '::1', '::ffff:127.0.0.1', '::ffff:169.254.169.254', '::ffff:a9fe:a9fe', '::127.0.0.1', '64:ff9b::7f00:1'],
  ...['64:ff9b:1::1', '100::1', '100:0:0:1::1', '2001::1', '2001:2::1', '2001:10::1', '2001:db8::1', '2002:7f00:1::'],
  ...[
    '2002:a9fe:a9fe::1',
    '3fff::1',
    '5f00::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    '4000::1',
  ],
];

test.each(notPublic)('%s is not public', (address) => {
  expect(isPublic(address)).toBe(false);
});

test.each([
  '1.1.1.1',
  '8.8.8.8',
  '93.184.216.34',
  '172.32.0.1',
  '2606:4700:4700::1111',
  '2a00:1450:4001:81b::200e',
  '::ffff:1.1.1.1',
])('%s is public', (address) => {
  expect(isPublic(address)).toBe(true);
});

describe('a URL is refused', () => {
  test.each([
    ['with the decimal form of an address', 'https://2130706433/'],
    ['with the octal form of an address', 'https://0177.0.0.1/'],
    ['with the hexadecimal form of an address', 'https://0x7f.1/'],
    ['with an address cut short', 'https://127.1/'],
    ['of the metadata service', 'https://169.254.169.254/latest/meta-data/'],
    ['of the metadata service by IPv6', 'https://[fd00:ec2::254]/'],
    ['with an IPv4 address mapped to IPv6', 'https://[::ffff:10.0.0.1]/'],
    ['with full-width digits', 'https://１２７.０.０.１/'],
    ['with a name that leads to loopback', 'https://localhost/'],
  ])('%s', async (_, url) => {
    await expect(refusePrivate(new URL(url))).rejects.toThrow(PrivateAddress);
  });
});

test.each(['nowhere.invalid', 'localhost.invalid'])(
  'a name that does not resolve is let through, to fail at delivery: %s',
  async (host) => {
    await expect(refusePrivate(new URL(`https://${host}/`))).resolves.toBeUndefined();
  },
);

test('a connection is refused to a name that leads to loopback', async () => {
  const error = await new Promise((resolve) => publicLookup('localhost', {}, resolve));

  expect(error).toBeInstanceOf(PrivateAddress);
});

describe('a delivery makes no connection', () => {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });

  beforeAll(async () => {
    await once(server.listen(0, '::'), 'listening');
  });
  afterAll(() => server.close());
  afterEach(() => {
    vi.useRealTimers();
    expect(connections).toBe(0);
  });

  const delivery = (host: string) =>
    post({ url: `https://${host}:${portOf(server)}/`, headers: {}, body: '{}' }, { allowsPrivate: false });
  const refused = { status: null, failure: 'The host leads to an address that is not public' };

  const written = [
    '2130706433',
    '0177.0.0.1',
    '0x7f.1',
    '127.1',
    '１２７.０.０.１',
    'localhost',
    '2852039166',
    '0251.0376.0251.0376',
    '10.1',
  ];
  const hosts = [...notPublic.map((address) => (address.includes(':') ? `[${address}]` : address)), ...written];

  test.each(hosts)('to %s', async (host) => {
    expect(await delivery(host)).toMatchObject(refused);
  });

  test('to any of at least 60 addresses within a network', () => {
    expect(hosts.length).toBeGreaterThanOrEqual(60);
  });

  /** Names lead where this says, by the count of the look-up; undefined: their name servers never answer. */
  function resolving(...answers: readonly (readonly string[] | undefined)[]): () => number {
    let asked = 0;
    vi.spyOn(dns.Resolver.prototype, 'resolve6').mockRejectedValue(new Error('ENODATA'));
    vi.spyOn(dns.Resolver.prototype, 'resolve4').mockImplementation(() => {
      const addresses = answers[Math.min(asked, answers.length - 1)];
      asked += 1;
      return addresses ? (Promise.resolve(addresses) as never) : new Promise(() => undefined);
    });
    return () => asked;
  }

  test('to a name that was public when its URL was set', async () => {
    resolving(['93.184.216.34'], ['127.0.0.1']);
    await refusePrivate(new URL('https://shop.test/'));

    expect(await delivery('shop.test')).toMatchObject(refused);
  });

  test('to a name of which one address is within the network', async () => {
    resolving(['93.184.216.34', '127.0.0.1']);

    expect(await delivery('shop.test')).toMatchObject(refused);
  });

  test('to another address than the one that was checked: a name is looked up once', async () => {
    // An unassigned address: the next address of the name is not looked up.
    const asked = resolving(['93.184.216.34'], ['127.0.0.1']);
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const delivered = delivery('shop.test');
    await vi.advanceTimersByTimeAsync(15_000);

    expect((await delivered).status).toBeNull();
    expect(asked()).toBe(1);
  });

  test('to a name with silent name servers, which is known after 5 seconds', { tags: 'long' }, async () => {
    resolving(undefined);
    const startedAt = performance.now();
    const [delivered] = await Promise.all([delivery('shop.test'), refusePrivate(new URL('https://shop.test/'))]);

    expect(delivered).toMatchObject({ status: null, failure: 'The host name does not resolve' });
    expect(performance.now() - startedAt).toBeLessThan(6000);
  });
});
