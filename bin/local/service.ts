/** The service on one machine: its functions behind a gateway, what works in the background, and the pages to try it on. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isLargeUpload } from '../../lib/gateway/connections.ts';
import { gateway } from '../../lib/gateway/gateway.ts';
import { demoStore } from '../../lib/resources/demo-store.ts';
import { routes } from '../../lib/resources/nouns.ts';
import { progressOn } from '../operator/progress.ts';
import { runBackground } from './background.ts';
import { dataFiles, keptKey } from './data-folder.ts';
import { createDemoStore, demo } from './demo.ts';
import type { Engines } from './engines/engines.ts';
import { portOf } from './engines/ports.ts';
import { prepareEnvironment, writeEnvVars } from './environment.ts';
import { LocalBus } from './events/bus.ts';
import { busPath } from './events/bus-path.ts';
import { followDeliveries } from './events/feed.ts';
import { eventsPage } from './events/page.ts';
import { runRoute } from './functions.ts';
import { invokeApi } from './invoke.ts';
import { migrateData } from './migrate.ts';
import type { LocalOptions } from './options.ts';
import { clockPage } from './pages/clock.ts';
import { demoShop } from './pages/demo-shop.ts';
import { landing } from './pages/landing.ts';
import { links } from './pages/links.ts';
import { mailPage } from './pages/mail-page.ts';
import { media, publicFiles } from './pages/media.ts';
import { shopCalls } from './pages/shop-calls.ts';
import { shopperPages } from './pages/shopper-pages.ts';
import { docs, elements, hosted, madeFiles, staffConsole } from './pages/sites.ts';
import { createSeededStore, seeded } from './seed.ts';
import { startServer } from './server.ts';

const stack = 'StoreCommerceApi';
const bucket = 'store-commerce-api';

interface Service {
  /** What a person can try. */
  summary: string;
  stop(): Promise<void>;
}

/** Starts the service on these engines, at the port of the options. Throws if it cannot start: the process ends then, and the engines with it. */
export async function startService(options: LocalOptions, engines: Engines): Promise<Service> {
  const kept = (name: string) => options.data && join(options.data, name);
  const keyFile = kept(dataFiles.key);
  const bus = new LocalBus(kept(dataFiles.events));
  const deliveries = followDeliveries(kept(dataFiles.deliveries));
  const stopping = new AbortController();
  let server: Server | undefined;
  let background: Promise<void> | undefined;
  const stop = async () => {
    stopping.abort();
    await Promise.all([server && closeServer(server), Promise.race([background, sleep(graceMilliseconds)])]);
    await engines.stop();
  };
  try {
    const variables = await prepareEnvironment(engines, {
      storeTable: stack,
      requestTable: `${stack}-requests`,
      bucket,
      queues: stack,
      deploymentKey: keyFile && keptKey(keyFile),
      stream: true,
    });
    const progress = progressOn(process.stderr);
    await migrateData(progress.show);
    progress.end();
    await createDemoStore();
    if (options.seed !== undefined) await createSeededStore(options.seed, progressOn(process.stderr));
    const files = madeFiles();
    server = await startServer(
      options.port,
      [
        links(engines.s3, bucket),
        invokeApi(stack),
        mailPage(engines.ses),
        clockPage,
        bus.mount,
        eventsPage(bus, deliveries),
        docs(files.docs, { api: demo.writeKey, storefront: demo.storefrontKey }),
        staffConsole(files.console),
        elements(files.elements),
        hosted(files.hosted),
        demoShop(demo.storefrontKey),
        landing({ write: demo.writeKey, read: demo.readKey, storefront: demo.storefrontKey }),
        media,
        publicFiles,
        shopperPages,
        shopCalls,
        gateway(routes, runRoute, isLargeUpload),
      ],
      options['allow-host'],
    );
    process.env.S3_LINK_ENDPOINT = baseOf(server);
    process.env.SERVICE_URL = baseOf(server);
    const { send } = await import('../../lib/queue/send.ts');
    bus.queueIn({
      first: (events) => send('deliveries', events, 0),
      again: (events) => send('redeliveries', events, 0),
    });
    process.env.AWS_ENDPOINT_URL_EVENTBRIDGE = `${baseOf(server)}${busPath}`;
    const forFunctions = [...variables, 'S3_LINK_ENDPOINT'];
    if (options['env-vars'] !== undefined) writeEnvVars(options['env-vars'], forFunctions, options.engines);
  } catch (error) {
    await stop();
    throw error;
  }
  background = runBackground({
    signal: stopping.signal,
    placeFile: kept(dataFiles.place),
  });
  const webhook = options['event-webhook'];
  const { demoWebhook } = await import('./events/webhook.ts');
  const secret = webhook === undefined ? undefined : await demoWebhook(webhook);
  return { summary: summary(baseOf(server), { ...options, webhook, secret }), stop };
}

const baseOf = (server: Server): string => `http://localhost:${portOf(server)}`;

/** What requests and batches in progress get to end. */
const graceMilliseconds = 3000;

async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  const cut = setTimeout(() => server.closeAllConnections(), graceMilliseconds);
  await closed;
  clearTimeout(cut);
}

interface Started {
  data: string | undefined;
  seed: number | undefined;
  /** The URL of the demo store's webhook, and its secret. */
  webhook: string | undefined;
  secret: string | undefined;
}

function summary(base: string, { data, seed, webhook, secret }: Started): string {
  const { store, customer, writeKey, readKey, storefrontKey } = demo;
  return `
Store Commerce API on ${base}/api/v1/, for staff and their tools, and ${base}/storefront/v1/, for the shop's backend
API reference on ${base}/docs/
Staff console on ${base}/console/: sign in with a key of the demo store
Shop of the demo store on ${base}/demo-shop/: a product page with reviews, waitlist and gift card balance
Data ${data === undefined ? 'in memory' : `in ${data}`}, emails at ${base}/mail/, events at ${base}/events/, clock at ${base}/clock/, Lambda's Invoke API on the same port

Demo store ${store.store_id}
  Write key       ${writeKey}
  Read key        ${readKey}
  Storefront key  ${storefrontKey}
${webhook === undefined ? '' : `  Webhook         ${webhook}, signed with ${secret}\n`}${seed === undefined ? '' : seededSummary(seed)}
Try:
  curl -H 'Authorization: Bearer ${readKey}' \\
    ${base}/api/v1/customers/${customer}/addresses/

  curl -H 'Authorization: Bearer ${writeKey}' -H 'Content-Type: application/json' -H 'Idempotency-Key: first' \\
    -d '{"first_name":"Ada","last_name":"Lovelace","street1":"5 Loom Lane","city":"Boston","state":"MA","country_id":1,"zip":"02108"}' \\
    ${base}/api/v1/customers/${customer}/addresses/

  curl -H 'Authorization: Bearer ${storefrontKey}' \\
    -d '{"code":"${demoStore.giftCardCode}"}' ${base}/storefront/v1/get-gift-card-balance/

  npx store-commerce keys create --store ${store.store_id} --name mine --permission Read --endpoint ${base}

Ctrl-C stops it.
`;
}

const seededSummary = (count: number): string => `
Store ${seeded.store.store_id} with ${count} of everything
  Write key       ${seeded.writeKey}
  Read key        ${seeded.readKey}
  Storefront key  ${seeded.storefrontKey}
`;
