/**
 * Pages of someone else, in a real browser, against every port that a running `npm start` listens on: by cross-site requests, and by
 * a name of their own that leads to this machine (DNS rebinding). They read nothing and change nothing.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { DynamoDBClient, ListTablesCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { GetQueueAttributesCommand, ListQueuesCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { closedToBrowsers } from '../../bin/local/engines/ports.ts';
import { s3Options } from '../../lib/objects/objects.ts';
import { attackFrom, newTab, startBrowser } from '../support/browser/browser.ts';
import { deeds, victim } from '../support/browser/deeds.ts';
import { type Running, startLocalServer } from '../support/http/local-server.ts';
import { listen } from '../support/http/servers.ts';
import { listeningPlaces } from '../support/machine.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Another address of this machine, at which containers find the engines. */
const address =
  Object.values(networkInterfaces())
    .flat()
    .find((each) => each?.family === 'IPv4' && !each.internal)?.address ?? '127.0.0.2';

/** Names of someone else's, by where they lead. */
const names: Readonly<Record<string, string>> = { '127.0.0.1': 'one.evil.test', [address]: 'two.evil.test' };

const browser = await startBrowser(
  `--host-resolver-rules=${Object.entries(names)
    .map(([to, name]) => `MAP ${name} ${to}`)
    .join(', ')}`,
  // Chromium's own guard, which other browsers lack.
  '--disable-features=LocalNetworkAccessChecks',
);
const isLinux = process.platform === 'linux';

let server: Running;
let data: string;
let variablesFile: string;
let engines: Record<string, string>;
let site: Server;
let siteUrl: URL;

/** Everything that was asked of the site that guards nothing. */
const arrived: string[] = [];

beforeAll(async () => {
  // The embedded engines are what is attacked.
  for (const name of ['DYNAMODB', 'S3', 'SQS', 'SES']) vi.stubEnv(`${name}_ENDPOINT`, '');
  data = temporaryFolder();
  variablesFile = join(temporaryFolder(), 'env.json');
  const first = 20_000 + Math.floor(Math.random() * 10_000);
  server = await startLocalServer(
    ...['--engines', address, '--engine-port', String(first), '--env-vars', variablesFile],
    ...['--data', data],
  );
  engines = JSON.parse(readFileSync(variablesFile, 'utf8')).Parameters;
  site = unguardedSite();
  siteUrl = new URL(await listen(site));
  await s3().send(new PutObjectCommand({ Bucket: engines.OBJECT_BUCKET, Key: victim, Body: 'victim' }));
});

afterAll(async () => {
  await browser?.close();
  site.close();
  site.closeAllConnections();
  await server.stop();
});

/** A page of its own, and otherwise an answer to any caller, which every page may read. */
const unguardedSite = () =>
  createServer((request, response) => {
    const { method, url = '', headers } = request;
    if (url === '/page') return void response.setHeader('Content-Type', 'text/html').end('<!doctype html><body>');
    arrived.push(`${method} ${url}`);
    const types: Record<string, string> = { image: 'image/svg+xml', script: 'text/javascript' };
    const isStream = headers.accept === 'text/event-stream';
    response.writeHead(200, {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Methods': 'GET, POST, PUT, DELETE',
      'Access-Control-Allow-Headers': 'Content-Type, X-Amz-Target, Authorization',
      'Content-Type': isStream
        ? 'text/event-stream'
        : (types[headers['sec-fetch-dest']?.toString() ?? ''] ?? typeOf(headers.accept)),
    });
    response.end(
      isStream
        ? 'data: x\n\n'
        : '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><text>answer</text></svg>',
    );
  });

/** No browser says what it wants an answer for where the host is one that it does not trust. */
const typeOf = (accept = ''): string => (accept.startsWith('image/') ? 'image/svg+xml' : 'text/html');

const s3 = () => new S3Client({ ...s3Options(), endpoint: engines.AWS_ENDPOINT_URL_S3 ?? '', forcePathStyle: true });

const counts = [
  'ApproximateNumberOfMessages',
  'ApproximateNumberOfMessagesDelayed',
  'ApproximateNumberOfMessagesNotVisible',
] as const;

/** How far schedules have come, which come due meanwhile. */
const ofSchedules = 'SWEEPS';

/** All that is kept. */
async function state() {
  const dynamodb = new DynamoDBClient({ endpoint: engines.AWS_ENDPOINT_URL_DYNAMODB ?? '' });
  const sqs = new SQSClient({ endpoint: engines.AWS_ENDPOINT_URL_SQS ?? '' });
  const { TableNames = [] } = await dynamodb.send(new ListTablesCommand({}));
  const { QueueUrls = [] } = await sqs.send(new ListQueuesCommand({}));
  const json = async (path: string) => (await fetch(server.url + path)).json();
  const { now } = (await json('/clock/')) as { now: string };
  const minutesAhead = Math.round(Math.abs(Date.parse(now) - Date.now()) / 60_000);
  return {
    tables: await Promise.all(
      TableNames.map(async (TableName) => [
        TableName,
        ((await dynamodb.send(new ScanCommand({ TableName }))).Items ?? []).filter(({ pk }) => pk?.S !== ofSchedules),
      ]),
    ),
    objects: (await s3().send(new ListObjectsV2Command({ Bucket: engines.OBJECT_BUCKET }))).Contents?.map(
      ({ Key, ETag }) => `${Key} ${ETag}`,
    ),
    queues: await Promise.all(
      QueueUrls.map(async (QueueUrl) => ({
        name: new URL(QueueUrl).pathname,
        messages: (await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [...counts] }))).Attributes,
      })),
    ),
    mails: await json('/mail/messages.json'),
    events: await json('/events/messages.json'),
    minutesAhead,
  };
}

/** What is there when the server has printed all of its start. */
async function settledState() {
  let before = await state();
  await expect
    .poll(
      async () => {
        const last = before;
        before = await state();
        const isIdle = before.queues.every(({ messages = {} }) =>
          Object.values(messages).every((count) => count === '0'),
        );
        return isIdle && isDeepStrictEqual(last, before);
      },
      { interval: 1000 },
    )
    .toBe(true);
  return before;
}

/** A page at an origin, with any server there: undefined if the browser goes to no such port. */
async function pageAt(origin: string): Promise<Page | undefined> {
  const page = await newTab(opened());
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    if (request.url() !== `${origin}/page`) return void request.continue();
    return void request.respond({ contentType: 'text/html', body: '<!doctype html><body>' });
  });
  return page.goto(`${origin}/page`).then(
    () => page,
    () => undefined,
  );
}

function opened(): Browser {
  if (!browser) throw new Error('There is no browser');
  return browser;
}

const places = () => listeningPlaces([server.child.pid ?? 0, ...server.engines]);

/** By cross-site requests, from another port and from another site. */
async function attackFromElsewhere(targets: readonly string[], patience?: number): Promise<string[]> {
  const origins = [siteUrl.origin, `http://${names['127.0.0.1']}:${siteUrl.port}`];
  const got = origins.map(async (origin) => {
    const page = await newTab(opened());
    await page.goto(`${origin}/page`);
    const what = await Promise.all(targets.map((base) => attackFrom(page, base, deeds, patience)));
    await page.close();
    return what.flat();
  });
  return (await Promise.all(got)).flat();
}

/** From a page with its own name leading to the target. */
async function attackRebound(targets: readonly string[], patience?: number): Promise<string[]> {
  const got = targets.map(async (target) => {
    const { hostname, port } = new URL(target);
    const origin = `http://${names[hostname]}:${port}`;
    const page = await pageAt(origin);
    const what = page ? await attackFrom(page, origin, deeds, patience) : [];
    await page?.close();
    return what;
  });
  return (await Promise.all(got)).flat();
}

const basesOf = (hosts: readonly string[]): string[] => hosts.map((host) => `http://${host}`);

/** What the browser says of a navigation. Now and then it forgets to report one that it refused: that is tried again. */
async function navigate(url: string): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    const page = await newTab(opened());
    const said = await page.goto(url, { timeout: 30_000 }).then(String, String);
    await page.close();
    if (attempt === 3 || !said.includes('TimeoutError')) return said;
  }
}

test.skipIf(!browser)('the browser goes to no port of those that are closed to browsers', async () => {
  const went: number[] = [];
  for (const port of closedToBrowsers) {
    const said = await navigate(`http://127.0.0.1:${port}/`);
    if (!said.includes('ERR_UNSAFE_PORT')) went.push(port);
  }

  expect(went).toEqual([]);
});

describe.skipIf(!browser || !isLinux)('a page of someone else', () => {
  test('gets all that it asks for from a site that guards nothing', async () => {
    const target = `http://127.0.0.1:${siteUrl.port}`;
    for (const [attackIt, ways] of [
      [attackFromElsewhere, ['fetch', 'image', 'script', 'events']],
      [attackRebound, ['fetch', 'image', 'script', 'events', 'form']],
    ] as const) {
      arrived.length = 0;
      const got = await attackIt([target], 60_000);

      expect(
        new Set(deeds.map(({ method, path }) => `${method} ${path}`).filter((deed) => !arrived.includes(deed))),
      ).toEqual(new Set());
      expect(ways.filter((way) => !got.some((each) => each.startsWith(`${way} `)))).toEqual([]);
    }
  });

  test('reads nothing and changes nothing on any port of a running server', async () => {
    const targets = places();
    const known = Object.entries(engines).flatMap(([name, url]) =>
      name.startsWith('AWS_ENDPOINT_') ? new URL(url).port : [],
    );
    for (const port of known)
      expect(targets).toEqual(expect.arrayContaining([`127.0.0.1:${port}`, `${address}:${port}`]));
    expect(targets).toContain(`127.0.0.1:${new URL(server.url).port}`);
    const before = await settledState();

    const got = [...(await attackFromElsewhere(basesOf(targets))), ...(await attackRebound(basesOf(targets)))];

    expect(got).toEqual([]);
    expect(await state()).toEqual(before);
  });
});

test('only its owner can read what the server keeps and writes', () => {
  const names = readdirSync(data, { recursive: true, encoding: 'utf8' });
  const open = names.filter(
    (name) => ((statSync(join(data, name), { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0,
  );

  expect(names).toEqual(
    expect.arrayContaining(['tables.sqlite', 'fauxqs.db', 'mails.jsonl', 'clock.json', 'server.lock']),
  );
  expect(open).toEqual([]);
  expect([data, variablesFile].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o600]);
});
