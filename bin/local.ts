/** Runs the whole service on one machine, with real engines behind it and a demo store to try it on. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isLargeUpload } from '../lib/gateway/connections.ts';
import { gateway } from '../lib/gateway/gateway.ts';
import { demoStore } from '../lib/resources/demo-store.ts';
import { routes } from '../lib/resources/nouns.ts';
import { describeError, log } from '../lib/runtime/log.ts';
import { runBackground } from './local/background.ts';
import { startClock } from './local/clock.ts';
import { dataFiles, keptKey, takeDataFolder } from './local/data-folder.ts';
import { createDemoStore, demo } from './local/demo.ts';
import { startEngines } from './local/engines/engines.ts';
import { portOf } from './local/engines/ports.ts';
import { prepareEnvironment, writeEnvVars } from './local/environment.ts';
import { LocalBus } from './local/events/bus.ts';
import { busPath } from './local/events/bus-path.ts';
import { followDeliveries } from './local/events/feed.ts';
import { eventsPage } from './local/events/page.ts';
import { runRoute } from './local/functions.ts';
import { invokeApi } from './local/invoke.ts';
import { migrateData } from './local/migrate.ts';
import { localOptions } from './local/options.ts';
import { clockPage } from './local/pages/clock.ts';
import { demoShop } from './local/pages/demo-shop.ts';
import { landing } from './local/pages/landing.ts';
import { links } from './local/pages/links.ts';
import { mailPage } from './local/pages/mail-page.ts';
import { media, publicFiles } from './local/pages/media.ts';
import { shopCalls } from './local/pages/shop-calls.ts';
import { shopperPages } from './local/pages/shopper-pages.ts';
import { docs, elements, hosted, madeFiles, staffConsole } from './local/pages/sites.ts';
import { createSeededStore, seeded } from './local/seed.ts';
import { startServer } from './local/server.ts';
import { StartupError } from './local/startup-error.ts';
import { progressOn } from './operator/progress.ts';

const stack = 'StoreCommerceApi';
const bucket = 'store-commerce-api';

async function main(): Promise<void> {
  const options = localOptions();
  // Codes, keys and people's data are among what is written: nothing of it is anybody else's to read.
  process.umask(0o077);
  process.env.LOG_LEVEL ||= 'warn';
  if (options.data !== undefined) takeDataFolder(options.data, options);
  const kept = (name: string) => options.data && join(options.data, name);
  const keyFile = kept(dataFiles.key);
  startClock({ at: options.beginning, file: kept(dataFiles.clock) });

  const engines = await startEngines({
    data: options.data,
    firstPort: options['engine-port'],
    address: options.engines,
    onCrash: fail,
  });
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
    const { send } = await import('../lib/queue/send.ts');
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
  stopOnSignal(stop);
  background = runBackground({
    signal: stopping.signal,
    placeFile: kept(dataFiles.place),
  });
  const webhook = options['event-webhook'];
  const { demoWebhook } = await import('./local/events/webhook.ts');
  const secret = webhook === undefined ? undefined : await demoWebhook(webhook);
  console.log(summary(baseOf(server), { ...options, webhook, secret }));
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

/** The first signal lets requests end, a second one does not wait for them. */
function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      stop().then(() => process.exit(0), fail);
    });
  }
}

/** One line where a person can put it right, everything where not. Engines end with this process. */
function fail(error: unknown): never {
  console.error(error instanceof StartupError ? error.message : error);
  process.exit(1);
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

// A request that brings a function down must not take the other functions with it: on AWS it would not either.
process.on('uncaughtException', (error) => log('error', 'uncaught', { error: describeError(error) }));
// The output is closed, as in `npm start | head`.
process.stdout.on('error', () => process.exit(1));

await main().catch(fail);
