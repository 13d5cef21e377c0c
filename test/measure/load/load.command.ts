/**
 * `npm run measure -- load`: mixed traffic over HTTP on a local service of its own, in its own process; then whether everything that was
 * acknowledged is there. Only loopback, about half a minute.
 */
import autocannon from 'autocannon';
import { StoreCommerce } from '../../../lib/client/store-commerce.ts';
import { startLocalServer } from '../../support/http/local-server.ts';
import { measure } from '../measure.ts';
import { barChart, keepFile } from '../proof/report.ts';
import { newShop, type Shop, stack } from './shop.ts';

interface LoadOptions {
  connections: number;
  /** How long, or how many requests. */
  until: { duration: number } | { amount: number };
}

interface LoadResult {
  latency: { percentile: number; milliseconds: number }[];
  requestsPerSecond: number;
  /** Replies by status. */
  statuses: Map<number, number>;
  errors: number;
  acknowledged: number;
  missing: string[];
}

/** What was acknowledged: addresses by id and by what their client called them. */
interface Acknowledged {
  addresses: Map<string, string>;
  waiting: Set<string>;
}

export async function load({ connections, until }: LoadOptions): Promise<LoadResult> {
  const server = await startLocalServer();
  try {
    const shop = await newShop(server.url, 'sto_load');
    const acknowledged: Acknowledged = { addresses: new Map(), waiting: new Set() };
    const statuses = new Map<number, number>();
    const result = await autocannon({
      url: server.url,
      connections,
      ...until,
      requests: requests(shop, acknowledged, statuses),
    });
    return {
      latency: percentilesOf(result.latency),
      requestsPerSecond: result.requests.average,
      statuses: new Map([...statuses].toSorted(([a], [b]) => a - b)),
      errors: result.errors + result.timeouts,
      acknowledged: acknowledged.addresses.size + acknowledged.waiting.size,
      missing: await missingOf(server.url, shop, acknowledged),
    };
  } finally {
    await server.stop();
  }
}

const percentilesOf = ({ p50, p75, p90, p97_5, p99, p99_9 }: autocannon.Histogram) =>
  Object.entries({ 50: p50, 75: p75, 90: p90, 97.5: p97_5, 99: p99, 99.9: p99_9 })
    .map(([percentile, milliseconds]) => ({ percentile: Number(percentile), milliseconds }))
    .toSorted((a, b) => a.percentile - b.percentile);

/** Three reads to each keyed write and each shopper who joins the waitlist. */
function requests(
  { key, store, site, customer, product, variant }: Shop,
  { addresses, waiting }: Acknowledged,
  statuses: Map<number, number>,
): autocannon.Request[] {
  const count = (status: number) => void statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const read = (path: string): autocannon.Request => ({
    method: 'GET',
    path,
    headers: { authorization: `Bearer ${key}` },
    onResponse: count,
  });
  let made = 0;
  const name = (): string => `load-${++made}`;
  const creating: autocannon.Request = {
    method: 'POST',
    path: `/api/v1/customers/${customer}/addresses/`,
    setupRequest(request, context: { name?: string }) {
      const called = name();
      context.name = called;
      const body = { first_name: 'Ada', last_name: called, street1: '1', city: 'Boston', state: 'MA', country_id: 1 };
      const headers = {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': called,
      };
      return { ...request, headers, body: JSON.stringify(body) };
    },
    onResponse(status, body) {
      count(status);
      if (status !== 201) return;
      const { id, last_name } = JSON.parse(body) as { id: string; last_name: string };
      addresses.set(id, last_name);
    },
  };
  const joining: autocannon.Request = {
    method: 'POST',
    path: `/2015-03-31/functions/${stack}-join-waitlist/invocations`,
    setupRequest(request, context: { email?: string }) {
      const email = `${name()}@example.com`;
      context.email = email;
      const payload = { store_id: store, product_id: product, variant_id: variant, email };
      return { ...request, headers: { 'content-type': 'application/json' }, body: JSON.stringify(payload) };
    },
    onResponse(status, body, context: { email?: string }) {
      count(status);
      if (status === 200 && body.includes('"waiting":true') && context.email) waiting.add(context.email);
    },
  };
  return [
    creating,
    read(`/api/v1/customers/${customer}/addresses/?limit=20`),
    read(`/api/v1/sites/${site}/gift-options/`),
    read('/api/v1/products/waitlisted/'),
    joining,
    read(`/api/v1/products/${product}/waitlist/`),
  ];
}

async function missingOf(
  url: string,
  { key, customer, product }: Shop,
  { addresses, waiting }: Acknowledged,
): Promise<string[]> {
  const shop = new StoreCommerce({ apiKey: key, baseUrl: url });
  const there = new Map<string, string>();
  for await (const { id, last_name } of shop.customerAddresses.list(customer, { limit: 100 })) there.set(id, last_name);
  const lost = [...addresses]
    .filter(([id, called]) => there.get(id) !== called)
    .map(([, called]) => `${called} is missing`);
  const names = [...there.values()];
  const twice = names.length - new Set(names).size;
  const { data } = await shop.waitlist.get(product);
  return [
    ...lost,
    ...(twice > 0 ? [`${twice} addresses are there twice`] : []),
    ...(data.waiting_count < waiting.size ? [`${waiting.size} joined, ${data.waiting_count} wait`] : []),
  ];
}

export default measure(
  {
    name: 'load',
    summary: 'Loads a local service with mixed traffic, and looks for what was acknowledged.',
    options: {
      seconds: { type: 'number', value: 'N', default: 20, summary: 'how long' },
      connections: { type: 'number', value: 'N', default: 20, summary: 'clients at once' },
    },
  },
  async ({ seconds, connections }) => {
    const { latency, requestsPerSecond, statuses, errors, acknowledged, missing } = await load({
      connections,
      until: { duration: seconds },
    });
    for (const what of missing.slice(0, 10)) console.error(what);
    const failures = [...statuses].reduce((sum, [status, count]) => sum + (status >= 500 ? count : 0), errors);
    await keepFile(
      'load.svg',
      barChart(
        'Latency in milliseconds by percentile',
        latency.map(({ percentile }) => `p${percentile}`),
        [{ label: 'milliseconds', values: latency.map(({ milliseconds }) => milliseconds) }],
      ),
    );
    return {
      passed: missing.length === 0 && failures === 0,
      figures: {
        connections,
        'requests per second': requestsPerSecond,
        ...Object.fromEntries(latency.map(({ percentile, milliseconds }) => [`p${percentile} (ms)`, milliseconds])),
        ...Object.fromEntries([...statuses].map(([status, count]) => [`replies with ${status}`, count])),
        'connection errors and time-outs': errors,
        'acknowledged writes': acknowledged,
        'acknowledged and missing, or there twice': missing.length,
      },
    };
  },
);
