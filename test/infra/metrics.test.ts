/** Every metric that an alarm or the dashboard names exists, with those very dimensions: AWS documents it, or the functions emit it. */
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { backgroundFunctions } from '../../lib/resources/background.ts';
import { getGiftCardBalance } from '../../lib/resources/gift-cards/functions.ts';
import { issueGiftCard } from '../../lib/resources/gift-cards/operations.ts';
import { limits } from '../../lib/schema/limits.ts';
import { metricUnits } from '../../lib/schema/metrics.ts';
import { watch } from '../support/aws/aws-calls.ts';
import { alarmsOf, Metrics } from '../support/aws/cloudwatch.ts';
import { roundWithoutTime } from '../support/aws/due-migration.ts';
import { everyOption, resolveIn, template } from '../support/aws/template.ts';
import { handlerOf } from '../support/handlers.ts';
import { call } from '../support/http/call.ts';
import { invoke } from '../support/invoke.ts';
import { guessed } from '../support/world/move-in.ts';
import { deliver, newEvent, newWebhook, redeliver, startReceiver } from '../support/world/webhooks.ts';
import { newWorld } from '../support/world/world.ts';

// What goes through a whole table goes through little.
const { stackName = '' } = everyOption;

/** AWS's own metrics, each with the sets of dimensions under which it is published. */
const documented: Record<string, { metrics: RegExp; dimensions: readonly (readonly string[])[] }[]> = {
  'AWS/ApiGateway': [
    { metrics: /^(?:Count|Latency|IntegrationLatency|4XXError|5XXError)$/, dimensions: [['ApiName']] },
  ],
  'AWS/ApplicationELB': [
    { metrics: /^(?:Un)?HealthyHostCount$/, dimensions: [['LoadBalancer', 'TargetGroup']] },
    { metrics: /^HTTPCode_ELB_5XX_Count$/, dimensions: [['LoadBalancer']] },
  ],
  'AWS/DynamoDB': [
    {
      metrics: /^(?:Read|Write)ThrottleEvents$/,
      dimensions: [['TableName'], ['GlobalSecondaryIndexName', 'TableName']],
    },
    { metrics: /^ThrottledRequests$/, dimensions: [['Operation', 'TableName']] },
  ],
  'AWS/ECS': [{ metrics: /^(?:CPU|Memory)Utilization$/, dimensions: [['ClusterName', 'ServiceName']] }],
  'AWS/Lambda': [
    { metrics: /^(?:Errors|Throttles|Invocations|Duration)$/, dimensions: [[], ['FunctionName']] },
    { metrics: /^(?:IteratorAge|DestinationDeliveryFailures)$/, dimensions: [['FunctionName']] },
    { metrics: /^OnFailureDestinationDeliveredEventCount$/, dimensions: [['EventSourceMappingUUID']] },
  ],
  'AWS/SES': [{ metrics: /^Reputation\.(?:Bounce|Complaint)Rate$/, dimensions: [[]] }],
  'AWS/SQS': [
    {
      metrics: /^(?:ApproximateAgeOfOldestMessage|ApproximateNumberOfMessagesVisible)$/,
      dimensions: [['QueueName']],
    },
  ],
};

/** The dimensions that name a resource, and what a reference to such a resource looks like. */
const kinds: Record<string, { type: string; attribute: string }> = {
  ClusterName: { type: 'AWS::ECS::Cluster', attribute: '' },
  EventSourceMappingUUID: { type: 'AWS::Lambda::EventSourceMapping', attribute: '' },
  LoadBalancer: { type: 'AWS::ElasticLoadBalancingV2::LoadBalancer', attribute: '.LoadBalancerFullName' },
  QueueName: { type: 'AWS::SQS::Queue', attribute: '.QueueName' },
  ServiceName: { type: 'AWS::ECS::Service', attribute: '.Name' },
  TableName: { type: 'AWS::DynamoDB::GlobalTable', attribute: '' },
  TargetGroup: { type: 'AWS::ElasticLoadBalancingV2::TargetGroup', attribute: '.TargetGroupFullName' },
};

interface Named {
  namespace: string;
  metric: string;
  dimensions: Record<string, string>;
}

const stack = await template(everyOption);
const ofType = (type: string) => Object.entries(stack.Resources).filter(([, { Type }]) => Type === type);

/** Names of what the template makes, for the dimensions in which they stand. */
function namesFor(dimension: string): unknown[] {
  const kind = kinds[dimension];
  if (kind) return ofType(kind.type).map(([id]) => `<${id}${kind.attribute}>`);
  if (dimension === 'ApiName') return ofType('AWS::ApiGateway::RestApi').map(([, { Properties }]) => Properties?.Name);
  if (dimension === 'FunctionName') {
    return ofType('AWS::Lambda::Function').map(([, { Properties }]) => Properties?.FunctionName);
  }
  if (dimension === 'GlobalSecondaryIndexName') {
    return ofType('AWS::DynamoDB::GlobalTable').flatMap(([, { Properties }]) =>
      ((Properties?.GlobalSecondaryIndexes ?? []) as { IndexName: string }[]).map(({ IndexName }) => IndexName),
    );
  }
  throw new Error(`Nobody knows what ${dimension} names`);
}

let emitted: Set<string>;
const signature = ({ namespace, metric }: Omit<Named, 'dimensions'>, dimensions: readonly string[]) =>
  [namespace, metric, ...dimensions.toSorted()].join(' ');

/** What is wrong with a metric that is named somewhere; nothing where it exists. */
function faultOf(named: Named): string | undefined {
  const { namespace, metric, dimensions } = named;
  const names = Object.keys(dimensions).toSorted();
  const own = signature(named, names);
  if (!namespace.startsWith('AWS/')) return emitted.has(own) ? undefined : `no function emits ${own}`;
  const known = documented[namespace]?.find(({ metrics }) => metrics.test(metric));
  if (!known?.dimensions.some((set) => set.join() === names.join())) return `AWS has no ${own}`;
  const [stranger] = Object.entries(dimensions).filter(([name, value]) => !namesFor(name).includes(value));
  return stranger && `${own}: the stack has no ${stranger.join(' ')}`;
}

interface Widget {
  properties: { metrics?: unknown[][] };
}

/** The metrics of the dashboard's graphs. */
function ofDashboard(): Named[] {
  const [[, { Properties = {} } = {}] = []] = ofType('AWS::CloudWatch::Dashboard');
  const { widgets } = JSON.parse(String(resolveIn(stack, Properties.DashboardBody))) as { widgets: Widget[] };
  return widgets.flatMap(({ properties: { metrics = [] } }) => metrics.flatMap(namedBy));
}

function namedBy(entry: readonly unknown[]): Named[] {
  const [first] = entry;
  return typeof first === 'object' ? [] : [listed(entry.map(String))];
}

/** `[namespace, name, dimension, value, …, options]`. */
function listed([namespace = '', metric = '', ...rest]: readonly string[]): Named {
  const dimensions: Record<string, string> = {};
  for (let index = 0; index + 1 < rest.length; index += 2) dimensions[rest[index] ?? ''] = rest[index + 1] ?? '';
  return { namespace, metric, dimensions };
}

/** What every kind of function logs where everything happens that is counted, taken as CloudWatch takes it. */
async function emittedMetrics(): Promise<Set<string>> {
  vi.stubEnv('METRICS_NAMESPACE', stackName);
  vi.stubEnv('LOG_LEVEL', 'info');
  const metrics = new Metrics();
  const output = vi.spyOn(process.stdout, 'write').mockImplementation((line) => {
    metrics.takeLog(String(line));
    return true;
  });
  const { write: key } = await newWorld();
  const issue = () => call(issueGiftCard, { key, body: { value: 500 } });
  await issue();
  await watch(issue, () => 'before');
  for (const declaration of backgroundFunctions) await (await handlerOf(declaration))({ Records: [] }, {});
  await roundWithoutTime();
  const world = await newWorld();
  await redeliver({ ...(await newWebhook(world)), event: newEvent(world), attempt: 10 });
  await newWebhook(world, { url: (await startReceiver(410)).url });
  await deliver(newEvent(world));
  await guessed(world, limits.unknownCodes.ofStore - 1);
  await invoke(getGiftCardBalance, { store_id: world.store.id, code: 'NO-SUCH-CODE' });
  output.mockRestore();
  return new Set(
    [...metrics.identities()].map((identity) => {
      const [namespace, metric, dimensions] = JSON.parse(identity) as [string, string, [string, string][]];
      return signature(
        { namespace, metric },
        dimensions.map(([name]) => name),
      );
    }),
  );
}

beforeAll(async () => {
  emitted = await emittedMetrics();
}, 300_000);

test('every metric that a function emits is watched by an alarm', () => {
  const watched = [...alarmsOf(stack).values()].flatMap((alarm) => Object.values(alarm.watched));
  const own = watched.filter(({ Namespace }) => Namespace === stackName).map(({ MetricName }) => MetricName);

  expect(own.toSorted()).toEqual(Object.keys(metricUnits).toSorted());
  expect([...emitted].toSorted()).toEqual(own.map((metric) => `${stackName} ${metric}`).toSorted());
});

test('every alarm watches a metric that exists', () => {
  const watched = [...alarmsOf(stack).values()].flatMap((alarm) => Object.values(alarm.watched));
  const named = watched.map(({ Namespace, MetricName, Dimensions = [] }) => ({
    namespace: Namespace,
    metric: MetricName,
    dimensions: Object.fromEntries(Dimensions.map(({ Name, Value }) => [Name, Value])),
  }));

  expect(named.length).toBeGreaterThan(10);
  expect(named.map(faultOf).filter(Boolean)).toEqual([]);
});

test('every graph of the dashboard shows metrics that exist', () => {
  const named = ofDashboard();

  expect(named.length).toBeGreaterThan(100);
  expect(named.map(faultOf).filter(Boolean)).toEqual([]);
});

describe('a metric that does not exist is found', () => {
  const table = { TableName: '<TablesStore7AC5B933>' };
  test.each<[string, Named]>([
    ['without the dimension it needs', { namespace: 'AWS/DynamoDB', metric: 'ThrottledRequests', dimensions: table }],
    ['of a function there is not', { namespace: 'AWS/Lambda', metric: 'Errors', dimensions: { FunctionName: 'x' } }],
    ['that no function emits', { namespace: stackName, metric: 'server_errors', dimensions: { store: '' } }],
  ])('%s', (_, named) => {
    expect(faultOf(named)).toEqual(expect.any(String));
  });
});
