/** What is flooded: a local service of its own, and the upload container's program as its image runs it, on the same engines. */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleUploadServer } from '../../../../bin/build/bundles.ts';
import { startLocalServer } from '../../../support/http/local-server.ts';
import { startUploadServer } from '../../../support/http/upload-server.ts';
import { startCountedEngines } from './counted-engines.ts';

export interface Target {
  port: number;
  url: string;
  pid: number;
}

export interface Shop {
  store: string;
  key: string;
  customer: string;
  product: string;
  variant: string;
  site: string;
  giftOption: string;
}

export interface Targets {
  service: Target;
  container: Target;
  /** A store whose owner floods, one whose window is soon used up, and one of somebody else. */
  attacker: Shop;
  hasty: Shop;
  bystander: Shop;
  /** Ends a key of the attacker's store that has just been made. */
  revokedKey: string;
  /** Calls to AWS that have named a store. */
  callsOf(store: string): number;
  engines: { s3: string };
  stop(): Promise<void>;
}

const stack = 'StoreCommerceApi';

/** Starts everything. The hasty store may make so many requests a day. */
export async function startTargets(hastyRequests: number): Promise<Targets> {
  const stores = ['sto_attacker', 'sto_hasty', 'sto_bystander'] as const;
  const engines = await startCountedEngines(stores);
  const service = await withVariables(engines.env, () => startLocalServer());
  const folder = await mkdtemp(join(tmpdir(), 'floods-'));
  await bundleUploadServer(folder);
  const container = await startContainer(folder, engines.env);
  const plenty = { requests: 10_000_000, window_seconds: 86_400 };
  const [attacker, hasty, bystander] = await Promise.all([
    newShop(service.url, stores[0], plenty),
    newShop(service.url, stores[1], { ...plenty, requests: hastyRequests }),
    newShop(service.url, stores[2], plenty),
  ]);
  const { api_key, key_id } = await invoke(service.url, 'create-api-key', {
    store_id: attacker.store,
    name: 'Revoked',
    permission: 'Write',
  });
  await invoke(service.url, 'revoke-api-key', { store_id: attacker.store, key_id });
  return {
    service: { url: service.url, port: Number(new URL(service.url).port), pid: service.child.pid ?? 0 },
    container: { url: container.url, port: container.port, pid: container.child.pid ?? 0 },
    ...{ attacker, hasty, bystander, revokedKey: String(api_key) },
    callsOf: engines.callsOf,
    engines: { s3: engines.env.S3_ENDPOINT ?? '' },
    async stop() {
      container.child.kill('SIGKILL');
      await service.stop();
      await engines.stop();
      await rm(folder, { recursive: true });
    },
  };
}

/** What is started has these variables; this process keeps its own. */
function withVariables<T>(variables: Record<string, string>, start: () => T): T {
  const own = { ...process.env };
  Object.assign(process.env, variables);
  try {
    return start();
  } finally {
    for (const name of Object.keys(variables)) delete process.env[name];
    Object.assign(process.env, own);
  }
}

/** What the image runs, with its options. */
function commandOf(folder: string): string[] {
  const [, command = '[]'] = /^CMD (.*)$/m.exec(readFileSync(join(folder, 'Dockerfile'), 'utf8')) ?? [];
  const [, ...args] = JSON.parse(command) as string[];
  return args;
}

const startContainer = (folder: string, engines: Record<string, string>) =>
  startUploadServer({
    args: commandOf(folder),
    cwd: folder,
    env: {
      LOG_LEVEL: 'error',
      NODE_ENV: 'production',
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
      AWS_ENDPOINT_URL_DYNAMODB: engines.DYNAMODB_ENDPOINT,
      AWS_ENDPOINT_URL_S3: engines.S3_ENDPOINT,
      STORE_TABLE: stack,
      REQUEST_TABLE: `${stack}-requests`,
      OBJECT_BUCKET: 'store-commerce-api',
      S3_FORCE_PATH_STYLE: 'true',
    },
  });

async function newShop(url: string, store: string, rate_limit: object): Promise<Shop> {
  const name = store.slice(4);
  const shop = { store, customer: `cus_${name}`, product: `pro_${name}`, variant: `prv_${name}`, site: `sit_${name}` };
  const time = '2026-01-01T00:00:00Z';
  await invoke(url, 'create-store', { store_id: store, name, currency: 'USD', rate_limit });
  await invoke(url, 'import-records', {
    store_id: store,
    sites: [{ id: shop.site, name, email_from: 'shop@example.com', url: 'https://shop.example.com' }],
    customers: [
      { id: shop.customer, email: 'ada@example.com', email_verified: true, first_name: 'Ada', last_name: 'Lovelace' },
    ],
    products: [
      {
        ...{
          id: shop.product,
          name: 'Book',
          status: 'active',
          delivery: 'digital',
          created_at: time,
          updated_at: time,
        },
        variants: [{ id: shop.variant, name: 'PDF' }],
      },
    ],
  });
  const { api_key } = await invoke(url, 'create-api-key', { store_id: store, name, permission: 'Write' });
  const options = await fetch(`${url}/api/v1/sites/${shop.site}/gift-options/`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${api_key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Wrapping', price: 500, enabled: true }),
  });
  const { id } = (await options.json()) as { id: string };
  return { ...shop, giftOption: id, key: String(api_key) };
}

async function invoke(url: string, name: string, payload: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${url}/2015-03-31/functions/${stack}-${name}/invocations`, {
    method: 'POST',
    body: JSON.stringify(payload),
  });
  const result = (await response.json()) as Record<string, unknown>;
  if (response.headers.has('x-amz-function-error')) throw new Error(`${name}: ${JSON.stringify(result)}`);
  return result;
}

export const addressesOf = ({ customer }: Shop): string => `/api/v1/customers/${customer}/addresses/`;

export const filesOf = ({ product, variant }: Shop): string =>
  `/api/v1/products/${product}/variants/${variant}/digital-files/`;

/** Where there is none, removing it takes reads alone. */
export const imageOf = ({ site, giftOption }: Shop): string =>
  `/api/v1/sites/${site}/gift-options/${giftOption}/image/`;

export const bearer = ({ key }: Pick<Shop, 'key'>): string => `Authorization: Bearer ${key}`;
