/** What is flooded: a local service of its own, and the upload container's program as its image runs it, on the same engines. */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleUploadServer } from '../../../../bin/build/bundles.ts';
import { operatorOn } from '../../../../bin/operator/invoke.ts';
import { StoreCommerce } from '../../../../lib/client/store-commerce.ts';
import { startLocalServer } from '../../../support/http/local-server.ts';
import { startUploadServer } from '../../../support/http/servers.ts';
import { newShop, type Shop, stack } from '../shop.ts';
import { startCountedEngines } from './counted-engines.ts';

export interface Target {
  port: number;
  url: string;
  pid: number;
}

export interface Targets {
  service: Target;
  container: Target;
  /** The attacker's store, one with a nearly used rate window, and one of someone else. */
  attacker: Shop;
  hasty: Shop;
  bystander: Shop;
  /** Ends a key of the attacker's store that has just been made. */
  revokedKey: string;
  /** The path of a photo of the bystander's that is not there: removing it takes only reads. */
  photo: string;
  /** Calls to AWS that have named a store. */
  callsOf(store: string): number;
  engines: { s3: string };
  stop(): Promise<void>;
}

/** Starts everything. The hasty store may make so many requests a day. */
export async function startTargets(hastyRequests: number): Promise<Targets> {
  const stores = ['sto_attacker', 'sto_hasty', 'sto_bystander'] as const;
  const engines = await startCountedEngines(stores);
  const service = await withVariables(engines.env, () => startLocalServer());
  const folder = await mkdtemp(join(tmpdir(), 'floods-'));
  await bundleUploadServer(folder);
  const container = await startContainer(folder, engines.env);
  const [attacker, hasty, bystander] = await Promise.all([
    newShop(service.url, stores[0]),
    newShop(service.url, stores[1], hastyRequests),
    newShop(service.url, stores[2]),
  ]);
  const operator = operatorOn({ stack, endpoint: service.url })(attacker.store);
  const { api_key, key_id } = await operator.createApiKey({ name: 'Revoked', permission: 'Write' });
  await operator.revokeApiKey({ key_id });
  const shop = new StoreCommerce({ apiKey: bystander.key, baseUrl: service.url });
  const option = { name: 'Wrapping', price: 500, enabled: true };
  const { id } = await shop.giftOptions.create(bystander.site, option);
  return {
    service: { url: service.url, port: Number(new URL(service.url).port), pid: service.child.pid ?? 0 },
    container: { url: container.url, port: container.port, pid: container.child.pid ?? 0 },
    ...{ attacker, hasty, bystander, revokedKey: api_key },
    photo: `/api/v1/sites/${bystander.site}/gift-options/${id}/image/`,
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

export const addressesOf = ({ customer }: Shop): string => `/api/v1/customers/${customer}/addresses/`;

export const filesOf = ({ product, variant }: Shop): string =>
  `/api/v1/products/${product}/variants/${variant}/digital-files/`;

export const bearer = ({ key }: Pick<Shop, 'key'>): string => `Authorization: Bearer ${key}`;
