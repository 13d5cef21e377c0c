/** Mixed traffic on a running local service, and whether what it acknowledged is there afterwards. */
import autocannon from 'autocannon';
import { startLocalServer } from '../../support/http/local-server.ts';

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

const stack = 'StoreCommerceApi';
export const store = 'sto_load';
const site = 'sit_load';
export const customer = 'cus_load';

/** What was acknowledged: addresses by id and by what their client called them. */
interface Acknowledged {
  addresses: Map<string, string>;
  waiting: Set<string>;
}

export async function load({ connections, until }: LoadOptions): Promise<LoadResult> {
  const server = await startLocalServer();
  try {
    const key = await setUp(server.url);
    const acknowledged: Acknowledged = { addresses: new Map(), waiting: new Set() };
    const statuses = new Map<number, number>();
    const result = await autocannon({
      url: server.url,
      connections,
      ...until,
      requests: requests(key, acknowledged, statuses),
    });
    return {
      latency: percentilesOf(result.latency),
      requestsPerSecond: result.requests.average,
      statuses: new Map([...statuses].toSorted(([a], [b]) => a - b)),
      errors: result.errors + result.timeouts,
      acknowledged: acknowledged.addresses.size + acknowledged.waiting.size,
      missing: await missingOf(server.url, key, acknowledged),
    };
  } finally {
    await server.stop();
  }
}

const percentilesOf = ({ p50, p75, p90, p97_5, p99, p99_9 }: autocannon.Histogram) =>
  Object.entries({ 50: p50, 75: p75, 90: p90, 97.5: p97_5, 99: p99, 99.9: p99_9 })
    .map(([percentile, milliseconds]) => ({ percentile: Number(percentile), milliseconds }))
    .toSorted((a, b) => a.percentile - b.percentile);

/** A store whose rate limit a load does not reach; answers with its key. */
export async function setUp(url: string): Promise<string> {
  await invoke(url, 'create-store', {
    store_id: store,
    name: 'Load',
    currency: 'USD',
    rate_limit: { requests: 10_000_000, window_seconds: 86_400 },
  });
  const time = '2026-01-01T00:00:00Z';
  await invoke(url, 'import-records', {
    store_id: store,
    sites: [{ id: site, name: 'Load', email_from: 'load@example.com', url: 'https://load.example.com' }],
    customers: [
      { id: customer, email: 'load@example.com', email_verified: true, first_name: 'Ada', last_name: 'Lovelace' },
    ],
    products: [
      {
        id: 'pro_load',
        name: 'Teapot',
        status: 'active',
        delivery: 'physical',
        created_at: time,
        updated_at: time,
        variants: [{ id: 'prv_load', name: 'Small' }],
      },
    ],
  });
  const { api_key } = await invoke(url, 'create-api-key', { store_id: store, name: 'Load', permission: 'Write' });
  return String(api_key);
}

async function invoke(url: string, name: string, payload: object): Promise<Record<string, unknown>> {
  const response = await fetch(invocation(url, name), { method: 'POST', body: JSON.stringify(payload) });
  const result = (await response.json()) as Record<string, unknown>;
  if (response.headers.has('x-amz-function-error')) throw new Error(`${name}: ${JSON.stringify(result)}`);
  return result;
}

const invocation = (url: string, name: string): string => `${url}/2015-03-31/functions/${stack}-${name}/invocations`;

/** Three reads to each keyed write and each shopper who joins the waitlist. */
function requests(
  key: string,
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
    path: new URL(invocation('http://localhost', 'join-waitlist')).pathname,
    setupRequest(request, context: { email?: string }) {
      const email = `${name()}@example.com`;
      context.email = email;
      const payload = { store_id: store, product_id: 'pro_load', variant_id: 'prv_load', email };
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
    read('/api/v1/products/pro_load/waitlist/'),
  ];
}

interface Page {
  data: { id: string; last_name: string }[];
  has_more: boolean;
}

async function missingOf(url: string, key: string, { addresses, waiting }: Acknowledged): Promise<string[]> {
  const get = async <T>(path: string): Promise<T> => {
    const response = await fetch(`${url}${path}`, { headers: { Authorization: `Bearer ${key}` } });
    return (await response.json()) as T;
  };
  const there = new Map<string, string>();
  for (let page: Page = { data: [], has_more: true }, after = ''; page.has_more; after = page.data.at(-1)?.id ?? '') {
    page = await get<Page>(`/api/v1/customers/${customer}/addresses/?limit=100&after=${after}`);
    for (const { id, last_name } of page.data) there.set(id, last_name);
  }
  const lost = [...addresses]
    .filter(([id, called]) => there.get(id) !== called)
    .map(([, called]) => `${called} is missing`);
  const names = [...there.values()];
  const twice = names.length - new Set(names).size;
  const { data } = await get<{ data: { waiting_count: number } }>('/api/v1/products/pro_load/waitlist/');
  return [
    ...lost,
    ...(twice > 0 ? [`${twice} addresses are there twice`] : []),
    ...(data.waiting_count < waiting.size ? [`${waiting.size} joined, ${data.waiting_count} wait`] : []),
  ];
}
