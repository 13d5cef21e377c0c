import { describe, expect, test } from 'vitest';
import { backgroundFunctions } from '../../../lib/resources/background.ts';
import { functionFiles } from '../../../lib/resources/function-files.ts';
import { issueGiftCard, listGiftCards } from '../../../lib/resources/gift-cards/operations.ts';
import { logWithMetrics } from '../../../lib/runtime/log.ts';
import { isolateTables } from '../../support/aws/table-contents.ts';
import { everyOption, template } from '../../support/aws/template.ts';
import { call as request } from '../../support/http/call.ts';
import { newWorld } from '../../support/world/world.ts';
import { eventsOf } from './calls.ts';
import { type ActivityName, activities, prices, type Shop, shops, timesOf } from './cost.ts';
import { loggedBy } from './endpoints.ts';
import {
  billedSeconds,
  billOf,
  billOfEvents,
  type Call,
  dollarsBeyond,
  dollarsOf,
  dollarsOfFiles,
  dollarsOfStanding,
  followingOf,
  memoryOf,
  type Standing,
  standingOf,
  sumOf,
  sumsOf,
  type Use,
  type Volumes,
} from './month.ts';

const call: Call = {
  roundTrips: 2,
  readUnits: 2,
  writeUnits: 7,
  trueCpu: 500,
  logBytes: 970,
  commands: { TransactWrite: 1, PutObject: 1, GetObject: 2, SendMessageBatch: 1, SendEmail: 1 },
  metrics: ['server_errors', 'overdue_seconds'],
  megabytes: 512,
  initCpu: 200,
  isRoute: true,
  published: { changes: 4, events: 2, bytes: 2000 },
};
const nothing: Standing = {
  alarms: 0,
  dashboards: 0,
  secrets: 0,
  methodMetrics: false,
  queues: 0,
  firewallRules: undefined,
  tasks: undefined,
  insights: false,
};
const quiet: Volumes = { cold: 0, tableGigabytes: 0, bucketGigabytes: 0, transferGigabytes: 0, photoViews: 0 };

const million: Use[] = [{ name: 'create', times: 1e6, call }];

const bill = (uses: Use[], standing: Partial<Standing> = {}, volumes: Partial<Volumes> = {}) =>
  Object.fromEntries(
    billOf(uses, { ...nothing, ...standing }, { ...quiet, ...volumes }).map(({ service, what, dollars }) => [
      `${service}: ${what}`,
      Math.round(dollars * 100) / 100,
    ]),
  );

describe('a month', () => {
  test('of a million calls has a line for everything they take', () => {
    expect(bill(million)).toEqual({
      'API Gateway: requests': 3.5,
      'CloudFront: requests': 1,
      'Lambda: requests': 0.2,
      'Lambda: GB-seconds': Math.round(1e6 * billedSeconds(call) * prices.lambdaGigabyteSecond * 100) / 100,
      'DynamoDB: write units': 4.38,
      'DynamoDB: read units': 0.25,
      'S3: writes': 5,
      'S3: reads': 0.8,
      'SQS: requests': 3.6,
      'EventBridge: events': 2,
      'EventBridge: GB taken into the archive': 0.2,
      'EventBridge: GB in the archive': 0.05,
      'SES: mails': 100,
      'CloudWatch: GB of logs taken in': 0.64,
      'CloudWatch: GB of logs kept': 0.11,
      'CloudWatch: metrics of functions and methods': 0.6,
    });
  });

  test('bills INIT by the share of calls that start a process', () => {
    const gigabyteSeconds = 1e6 * 0.1 * 0.2 * 0.5;

    expect(bill(million, {}, { cold: 0.1 })).toMatchObject({
      'Lambda: GB-seconds of INIT': Math.round(gigabyteSeconds * prices.lambdaGigabyteSecond * 100) / 100,
    });
  });

  test('of a function without a route has no gateway in it', () => {
    const invoked = bill([{ name: 'record', times: 1e6, call: { ...call, isRoute: false } }]);

    expect(Object.keys(invoked).filter((line) => /API Gateway|CloudFront/.test(line))).toEqual([]);
  });

  test('of files costs their requests and their bytes', () => {
    // A dollar for requests of CloudFront, 40 cents for reads of S3, 8 GB to viewers.
    expect(dollarsOfFiles(1e6, 8)).toBeCloseTo(1 + 0.4 + 8 * prices.transferGigabyte);
  });

  test('in which nothing happens costs what stands', () => {
    expect(
      bill([], { alarms: 10, dashboards: 1, secrets: 1, queues: 2, firewallRules: 2, tasks: 2, insights: true }),
    ).toEqual({
      'SQS: requests by which Lambda waits': 0.53,
      'CloudWatch: alarms': 1,
      'CloudWatch: dashboards': 3,
      'Secrets Manager: secrets': 0.4,
      'WAF: web ACL': 5,
      'WAF: rules': 2,
      'Fargate: hours of a processor': 47.27,
      'Fargate: hours of a GB': 10.4,
      'Fargate: hours of an address': 7.3,
      'CloudWatch: metrics of containers': 11.1,
      'Load balancer: hours': 16.43,
    });
  });

  test('has metrics of each function that is called, and of its method where the gateway has them', () => {
    const another = { ...call, metrics: ['overdue_seconds', 'migrations_due'] };
    const both = [...million, { name: 'get', times: 1, call: another }, { name: 'never', times: 0, call: another }];
    const metrics = (uses: Use[], standing: Partial<Standing> = {}) =>
      bill(uses, standing)['CloudWatch: metrics of functions and methods'];

    expect(metrics(both)).toBeCloseTo(3 * 0.3);
    expect(metrics(both, { methodMetrics: true })).toBeCloseTo((3 + 2 * 5) * 0.3);
  });

  test('keeps tables and files, and sends them', () => {
    const kept = { tableGigabytes: 10, bucketGigabytes: 100, transferGigabytes: 100, photoViews: 1e6 };

    expect(bill([], {}, kept)).toMatchObject({
      'DynamoDB: GB kept': 2.5,
      'DynamoDB: GB that can be restored': 2,
      'S3: GB kept': 2.3,
      'S3: reads': 0.4,
      'CloudFront: requests': 1,
      'CloudFront: GB to viewers': 8.5,
    });
  });
});

test('a million events cost what their batches take, and no gateway, table or month', () => {
  const batch: Call = {
    ...call,
    roundTrips: 3,
    commands: { PutEvents: 3 },
    readUnits: 0,
    writeUnits: 0,
    isRoute: false,
  };
  const nothingPublished = { changes: 0, events: 0, bytes: 0 };
  const delivery: Call = { ...batch, commands: {}, published: nothingPublished };
  const lines = (events: number) =>
    Object.fromEntries(
      billOfEvents(1e6, {
        batch: { ...batch, published: { changes: 100, events, bytes: 1000 * events } },
        delivery,
      }).map(({ service, what, dollars }) => [`${service}: ${what}`, dollars]),
    );

  expect(Object.keys(lines(25))).toEqual([
    'Lambda: requests',
    'Lambda: GB-seconds',
    'SQS: requests',
    'EventBridge: events',
    'EventBridge: GB taken into the archive',
    'EventBridge: GB in the archive',
    'CloudWatch: GB of logs taken in',
    'CloudWatch: GB of logs kept',
  ]);
  expect(lines(25)).toMatchObject({ 'EventBridge: events': 1 });
  expect(lines(25)['Lambda: requests']).toBeCloseTo(0.2 + 0.2 / 25);
  expect(lines(1)['Lambda: requests']).toBeCloseTo(0.4);
});

const away = { ...call, isRoute: false };
const way = { batch: away, figures: away, delivery: away };

describe('what requests cause beside themselves', () => {
  test('costs their lines of the access log, and for each event its batch and its delivery', () => {
    const log = 300 / 1e9;
    const [quiet, published] = [dollarsBeyond(1e6, 0, way), dollarsBeyond(1e6, 1, way)];

    expect(quiet).toBeCloseTo(1e6 * log * (prices.logGigabyte + 3 * prices.logGigabyteMonth));
    expect(published - quiet).toBeCloseTo(sumOf(billOfEvents(1e6, way)));
    expect(published - quiet).toBeGreaterThan(1e6 * prices.event);
  });

  test('is two batches for each call that changes something, and a delivery for each event', () => {
    const reading = { ...call, published: { changes: 0, events: 0, bytes: 0 } };
    const uses = [...million, { name: 'get', times: 5, call: reading }];

    expect(followingOf(uses, way).map(({ name, times }) => [name, times])).toEqual([
      ['publish-events', 1e6],
      ['keep-figures', 1e6],
      ['deliver-events', 2e6],
    ]);
    expect(followingOf(uses, way)[0]?.call.published.events).toBe(0);
  });

  test('is in what calls add to a bill, and no metric of the month is', () => {
    const all = billOf([...million, ...followingOf(million, way)], nothing, quiet);

    expect(dollarsOf(million, way)).toBeCloseTo(sumOf(all) - 2 * prices.metricMonth);
  });
});

test('the sums of a bill by service lose nothing, and separate what CloudWatch has', () => {
  const lines = billOf(million, { ...nothing, alarms: 10, dashboards: 1 }, quiet);
  const sums = sumsOf(lines);

  expect([...sums.values()].reduce((sum, each) => sum + each, 0)).toBeCloseTo(sumOf(lines));
  expect(sums.get('CloudWatch: alarms')).toBeCloseTo(10 * prices.alarmMonth);
  expect(sums.get('CloudWatch: logs')).toBeGreaterThan(0);
  expect(sums.get('Lambda')).toBeGreaterThan(1e6 * prices.lambdaRequest);
});

test('larger shops cost more, and an idle one costs what its stack does', () => {
  const standing = { ...nothing, alarms: 10 };
  const dollars = Object.values<Shop>(shops).map(({ month, ...volumes }) => {
    const uses = [...timesOf(month)].map(([name, times]) => ({ name, times, call }));
    return sumOf(billOf(uses, standing, { ...volumes, cold: 0 }));
  });

  expect(dollars).toEqual(dollars.toSorted((a, b) => a - b));
  expect(new Set(dollars).size).toBe(Object.keys(shops).length);
  expect([...timesOf(shops.idle.month).keys()]).toEqual(
    backgroundFunctions.filter(({ trigger }) => 'everyMinutes' in trigger).map(({ name }) => name),
  );
  expect(dollarsOfStanding(standing)).toBeCloseTo(10 * prices.alarmMonth);
});

describe('what the stream makes of a call', () => {
  isolateTables('suite', { stream: true });

  test('is measured: the changes of a gift card’s issue, and its one event', async () => {
    const { write: key } = await newWorld();
    const published = await eventsOf(() => request(issueGiftCard, { key, body: { value: 500 } }));

    expect(published).toMatchObject({ events: 1, bytes: expect.any(Number) });
    expect(published.changes).toBeGreaterThan(1);
  });

  test('is nothing of what only reads', async () => {
    const { write: key } = await newWorld();

    expect(await eventsOf(() => request(listGiftCards, { key }))).toEqual({ changes: 0, events: 0, bytes: 0 });
  });
});

test('every activity calls functions of the contract, and twice as much of it calls them twice as often', () => {
  for (const [name, { calls }] of Object.entries(activities)) {
    expect(Object.keys(calls).filter((called) => !functionFiles.has(called))).toEqual([]);
    const [once, twice] = [1, 2].map((count) => timesOf({ [name as ActivityName]: count }));
    for (const [called, times] of Object.entries(calls)) {
      expect(once?.get(called)).toBe(times);
      expect(twice?.get(called)).toBe(times * 2);
    }
  }
});

test.each([true, false])('whether methods have metrics is read in the template: %s', (MetricsEnabled) => {
  const Stage = { Type: 'AWS::ApiGateway::Stage', Properties: { MethodSettings: [{ MetricsEnabled }] } };

  expect(standingOf({ Resources: { Stage } }).methodMetrics).toBe(MetricsEnabled);
});

test('the log of a function shows its bytes and its metrics', async () => {
  const { bytes, metrics } = await loggedBy(async () =>
    logWithMetrics('request', { operation: 'get-review' }, { reruns: 2, server_errors: 0, overdue_seconds: 0 }),
  );

  expect(bytes).toBeGreaterThan(100);
  expect(metrics).toEqual(['overdue_seconds']);
});

test('an alarm counts as often as the metrics that its expression takes', () => {
  const Metrics = [{ Expression: 'a + b' }, { MetricStat: {} }, { MetricStat: {} }];
  const alarm = (Properties: Record<string, unknown>) => ({ Type: 'AWS::CloudWatch::Alarm', Properties });

  expect(standingOf({ Resources: { sum: alarm({ Metrics }), plain: alarm({ MetricName: 'c' }) } }).alarms).toBe(3);
});

test('standing resources are counted in the template, with the chosen options', async () => {
  const [usual, full] = [await template(), await template(everyOption)];

  expect(standingOf(usual)).toMatchObject({ dashboards: 0, secrets: 2, queues: 6 });
  expect(standingOf(usual)).toMatchObject({ firewallRules: undefined, tasks: undefined, insights: false });
  expect(standingOf(full)).toMatchObject({
    dashboards: 1,
    firewallRules: expect.any(Number),
    tasks: 2,
    insights: true,
  });
  expect(standingOf(full).alarms).toBeGreaterThan(standingOf(usual).alarms);
  expect(memoryOf(usual, 'StoreCommerceApi').get('upload-digital-file')).toBe(1024);
  expect([...functionFiles.keys()].filter((name) => !memoryOf(usual, 'StoreCommerceApi').get(name))).toEqual([]);
});
