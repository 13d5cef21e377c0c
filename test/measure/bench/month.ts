/** A month's bill, line by line: pure. */
import type { Template } from '../../../infra/access-table.ts';
import { assumed, hoursOfMonth as hours, prices, type Usage } from './cost.ts';

/** What one call of a function takes. */
export interface Call extends Usage {
  /** Calls to AWS by their commands. */
  commands: Readonly<Record<string, number>>;
  /** Metrics that CloudWatch takes from its log, each by its dimensions and its name. */
  metrics: readonly string[];
  /** The function's memory. */
  megabytes: number;
  /** Behind distribution and gateway; else invoked. */
  isRoute: boolean;
  /** What the table's stream makes of the call. */
  published: Published;
}

/** Changes of items, their events, and the bytes of those as a target is given them. */
export interface Published {
  changes: number;
  events: number;
  bytes: number;
}

export interface Use {
  name: string;
  times: number;
  call: Call;
}

/** What costs though nothing happens, as the template has it. */
export interface Standing {
  alarms: number;
  dashboards: number;
  secrets: number;
  /** Whether API Gateway has metrics of each method. */
  methodMetrics: boolean;
  /** Queues that functions are called by: Lambda asks each of them all the time. */
  queues: number;
  /** Rules of the firewall, if it exists. */
  firewallRules: number | undefined;
  /** Containers of uploads, where there are any. */
  tasks: number | undefined;
  /** Whether Container Insights is on for their cluster. */
  insights: boolean;
}

export interface Volumes {
  /** Share of calls that start a process. */
  cold: number;
  tableGigabytes: number;
  bucketGigabytes: number;
  /** Photos and files read, through the distribution. */
  transferGigabytes: number;
  photoViews: number;
}

export interface LineItem {
  service: string;
  what: string;
  quantity: number;
  dollars: number;
}

/** Five requests at once that wait for 20 seconds each: what Lambda asks of an idle queue. */
const pollsOfQueue = 5 * 3 * 60 * hours;
/** A function's share of a processor grows with its memory; of so much it has a whole one. */
const megabytesOfCore = 1769;
/** Of a method, where API Gateway has them. */
const metricsOfMethod = 5;
const task = { cpus: 1, gigabytes: 2 };
/** Container Insights on Fargate: ten metrics each of the cluster, the service and the task definition, two more of the cluster and five of the service. */
const metricsOfContainers = 3 * 10 + 2 + 5;

const commandsOf = (kind: RegExp) => (commands: Call['commands']) =>
  Object.entries(commands).reduce((sum, [command, count]) => sum + (kind.test(command) ? count : 0), 0);
const bucketWrites = commandsOf(
  /^(?:PutObject|CopyObject|CreateMultipartUpload|UploadPart|CompleteMultipartUpload|ListParts)$/,
);
const bucketReads = commandsOf(/^(?:GetObject|HeadObject)$/);
const messages = commandsOf(/^SendMessage/);
const mails = commandsOf(/^SendEmail$/);

/** Gigabyte-seconds that a warm call is billed for. */
export const billedSeconds = ({ roundTrips, trueCpu, megabytes }: Call): number =>
  ((roundTrips * assumed.roundTripMilliseconds + (trueCpu / 1000) * (megabytesOfCore / megabytes)) / 1000) *
  (megabytes / 1024);

/** The lines of the bill, without empty ones. */
export function billOf(uses: readonly Use[], standing: Standing, volumes: Volumes): LineItem[] {
  const sum = (of: (call: Call) => number) => uses.reduce((total, { times, call }) => total + times * of(call), 0);
  const calls = sum(() => 1);
  const routes = sum(({ isRoute }) => Number(isRoute));
  const used = uses.filter(({ times }) => times > 0);
  const logGigabytes = (sum(({ logBytes }) => logBytes) + routes * assumed.gatewayLogBytes) / 1e9;
  const methods = standing.methodMetrics ? used.filter(({ call }) => call.isRoute).length : 0;
  const metrics = new Set(used.flatMap(({ call }) => call.metrics)).size + methods * metricsOfMethod;
  const events = sum(({ published }) => published.events);
  const eventGigabytes = sum(({ published }) => published.bytes) / 1e9;
  const { firewallRules, tasks = 0, insights } = standing;
  return linesOf([
    ['API Gateway', 'requests', routes, prices.gatewayRequest],
    ['CloudFront', 'requests', routes + volumes.photoViews, prices.distributionRequest],
    ['CloudFront', 'GB to viewers', volumes.transferGigabytes, prices.transferGigabyte],
    ['Lambda', 'requests', calls, prices.lambdaRequest],
    ['Lambda', 'GB-seconds', sum(billedSeconds), prices.lambdaGigabyteSecond],
    [
      'Lambda',
      'GB-seconds of INIT',
      volumes.cold * sum(({ initCpu, megabytes }) => (initCpu / 1000) * (megabytes / 1024)),
      prices.lambdaGigabyteSecond,
    ],
    ['DynamoDB', 'write units', sum(({ writeUnits }) => writeUnits), prices.writeUnits],
    ['DynamoDB', 'read units', sum(({ readUnits }) => readUnits), prices.readUnits],
    ['DynamoDB', 'GB kept', volumes.tableGigabytes, prices.tableGigabyteMonth],
    ['DynamoDB', 'GB that can be restored', volumes.tableGigabytes, prices.recoveryGigabyteMonth],
    ['S3', 'writes', sum(({ commands }) => bucketWrites(commands)), prices.bucketWrite],
    ['S3', 'reads', sum(({ commands }) => bucketReads(commands)) + volumes.photoViews, prices.bucketRead],
    ['S3', 'GB kept', volumes.bucketGigabytes, prices.bucketGigabyteMonth],
    // A message is sent, received and deleted; each event is one, for the webhooks.
    ['SQS', 'requests', 3 * (sum(({ commands }) => messages(commands)) + events), prices.queueRequest],
    ['SQS', 'requests by which Lambda waits', standing.queues * pollsOfQueue, prices.queueRequest],
    ['EventBridge', 'events', events, prices.event],
    ['EventBridge', 'GB taken into the archive', eventGigabytes, prices.archivedGigabyte],
    // For 30 days.
    ['EventBridge', 'GB in the archive', eventGigabytes, prices.archiveGigabyteMonth],
    ['SES', 'mails', sum(({ commands }) => mails(commands)), prices.mail],
    ...linesOfLogs(logGigabytes),
    ['CloudWatch', 'metrics of functions and methods', metrics, prices.metricMonth],
    ['CloudWatch', 'alarms', standing.alarms, prices.alarmMonth],
    ['CloudWatch', 'dashboards', standing.dashboards, prices.dashboardMonth],
    ['Secrets Manager', 'secrets', standing.secrets, prices.secretMonth],
    ['WAF', 'web ACL', Number(firewallRules !== undefined), prices.firewallMonth],
    ['WAF', 'rules', firewallRules ?? 0, prices.firewallRuleMonth],
    ['WAF', 'requests', firewallRules === undefined ? 0 : routes, prices.firewallRequest],
    ['Fargate', 'hours of a processor', tasks * task.cpus * hours, prices.taskCpuHour],
    ['Fargate', 'hours of a GB', tasks * task.gigabytes * hours, prices.taskGigabyteHour],
    ['Fargate', 'hours of an address', tasks * hours, prices.addressHour],
    ['CloudWatch', 'metrics of containers', insights ? metricsOfContainers : 0, prices.metricMonth],
    ['Load balancer', 'hours', tasks > 0 ? hours : 0, prices.balancerHour],
  ]);
}

type Priced = [service: string, what: string, quantity: number, price: number];

const linesOf = (priced: readonly Priced[]): LineItem[] =>
  priced
    .filter(([, , quantity]) => quantity > 0)
    .map(([service, what, quantity, price]) => ({ service, what, quantity, dollars: quantity * price }));

/** Logs are kept for 90 days. */
const linesOfLogs = (gigabytes: number): Priced[] => [
  ['CloudWatch', 'GB of logs taken in', gigabytes, prices.logGigabyte],
  ['CloudWatch', 'GB of logs kept', 3 * gigabytes, prices.logGigabyteMonth],
];

/** What lines come to, in US dollars. */
export const sumOf = (lines: readonly LineItem[]): number => lines.reduce((sum, { dollars }) => sum + dollars, 0);

/** The functions on the way of an event, and the other one that the stream calls. */
export const publish = 'publish-events';
export const countFigures = 'keep-figures';
export const deliver = 'deliver-events';

/** A batch of changes on the way to the bus and to the figures of a store, and the delivery of an event to one webhook. */
export interface WayOfEvents {
  batch: Call;
  figures: Call;
  delivery: Call;
}

/** What follows from calls, each of which has a batch of its own, as where little happens, and a webhook for each event. */
export function followingOf(uses: readonly Use[], { batch, figures, delivery }: WayOfEvents): Use[] {
  const sum = (of: (call: Call) => number) => uses.reduce((total, { times, call }) => total + times * of(call), 0);
  const times = sum(({ published }) => Number(published.changes > 0));
  // Its events are counted where they are caused.
  const unpublished = (call: Call): Call => ({ ...call, published: { changes: 0, events: 0, bytes: 0 } });
  return [
    { name: publish, times, call: unpublished(batch) },
    { name: countFigures, times, call: unpublished(figures) },
    { name: deliver, times: sum(({ published }) => published.events), call: delivery },
  ];
}

/** What is billed besides calls, for any calls. */
const monthly = /^metrics of/;

/**
 * What so many events cost from the stream to the bus and to one webhook, where each batch of changes is like this one, and each event a
 * batch of its own on its way to the webhook. Lambda reads a stream at no charge.
 */
export const billOfEvents = (events: number, { batch, delivery }: Omit<WayOfEvents, 'figures'>): LineItem[] =>
  billOf(
    [
      { name: publish, times: events / batch.published.events, call: batch },
      { name: deliver, times: events, call: delivery },
    ],
    nothing,
    none,
  ).filter(({ what }) => !monthly.test(what));

/**
 * What so many requests cost beside themselves, in US dollars: their lines of the access log, and the way of their events from the stream
 * to one webhook. `events` are those of one request.
 */
export const dollarsBeyond = (requests: number, events: number, way: WayOfEvents): number =>
  sumOf(linesOf(linesOfLogs((requests * assumed.gatewayLogBytes) / 1e9))) +
  (events > 0 ? sumOf(billOfEvents(requests * events, way)) : 0);

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
const none: Volumes = { cold: 0, tableGigabytes: 0, bucketGigabytes: 0, transferGigabytes: 0, photoViews: 0 };

/** A bill as the Costs page has it: its sums by service, and for CloudWatch, which is the largest, by what it has. */
export function sumsOf(lines: readonly LineItem[]): Map<string, number> {
  const labelOf = ({ service, what }: LineItem) =>
    service === 'CloudWatch' ? `${service}: ${/\blogs\b/.test(what) ? 'logs' : what}` : service;
  return new Map([...Map.groupBy(lines, labelOf)].map(([label, own]) => [label, sumOf(own)]));
}

/** What so many calls add to a bill that has their metrics already. */
export const dollarsOf = (uses: readonly Use[], way: WayOfEvents): number =>
  sumOf(billOf([...uses, ...followingOf(uses, way)], nothing, none).filter(({ what }) => !monthly.test(what)));

/** What so many views of files of the bucket cost, each of so many kilobytes, if CloudFront keeps none of them. */
export const dollarsOfFiles = (views: number, kilobytes: number): number =>
  sumOf(billOf([], nothing, { ...none, photoViews: views, transferGigabytes: (views * kilobytes) / 1e6 }));

/** The cost of only the standing resources. */
export const dollarsOfStanding = (standing: Standing): number => sumOf(billOf([], standing, none));

/** An alarm costs as much for each metric that its expression takes. */
const watchedBy = ({ Metrics }: { Metrics?: readonly { MetricStat?: object }[] } = {}): number =>
  Metrics?.filter(({ MetricStat }) => MetricStat).length ?? 1;

/** What of a template costs though nothing happens. */
export function standingOf({ Resources }: Template): Standing {
  const ofType = (type: string) => Object.values(Resources).filter(({ Type }) => Type === type);
  const [firewall] = ofType('AWS::WAFv2::WebACL');
  const [service] = ofType('AWS::ECS::Service');
  return {
    alarms: ofType('AWS::CloudWatch::Alarm').reduce((sum, { Properties }) => sum + watchedBy(Properties), 0),
    dashboards: ofType('AWS::CloudWatch::Dashboard').length,
    secrets: ofType('AWS::SecretsManager::Secret').length,
    methodMetrics: JSON.stringify(ofType('AWS::ApiGateway::Stage')).includes('"MetricsEnabled":true'),
    // A stream is read at no charge.
    queues: ofType('AWS::Lambda::EventSourceMapping').filter(
      ({ Properties = {} }) => !('StartingPosition' in Properties),
    ).length,
    firewallRules: firewall && [firewall.Properties?.Rules ?? []].flat().length,
    tasks: service && Number(service.Properties?.DesiredCount),
    insights: ofType('AWS::ECS::Cluster').some(({ Properties = {} }) =>
      JSON.stringify(Properties.ClusterSettings ?? []).includes('"enabled"'),
    ),
  };
}

/** Megabytes of each function, by its name without the stack's. */
export const memoryOf = ({ Resources }: Template, stackName: string): Map<string, number> =>
  new Map(
    Object.values(Resources).flatMap(({ Type, Properties = {} }) =>
      Type === 'AWS::Lambda::Function' && typeof Properties.FunctionName === 'string'
        ? [[Properties.FunctionName.slice(stackName.length + 1), Number(Properties.MemorySize)] as const]
        : [],
    ),
  );
