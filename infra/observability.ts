import { ArnFormat, Aws, Duration, Stack } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import {
  Alarm,
  ComparisonOperator,
  Dashboard,
  GraphWidget,
  type IMetric,
  MathExpression,
  Metric,
  Stats,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type EventSourceMapping, type IFunction, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { type BackgroundFunction, backgroundFunctions, type QueueName } from '../lib/resources/background.ts';
import { storeTableDefinition } from '../lib/schema/tables.ts';
import { acknowledge } from './acknowledge.ts';
import { queueNames } from './grants.ts';
import { nameInAccount, type StackOptions } from './options.ts';
import type { UploadMetrics } from './upload-service.ts';
import type { WorkQueue } from './work-queue.ts';

interface ObservabilityProps {
  options: StackOptions;
  api: RestApi;
  storeTable: TableV2;
  /** All functions, by name. */
  functions: ReadonlyMap<string, IFunction>;
  queues: Readonly<Record<QueueName, WorkQueue>>;
  /** Queues in which something lies that needs a person, by what lies there. */
  deadLetters: ReadonlyMap<string, Queue>;
  /** What hands the changes of the store table to the function that tells of them. */
  changes: EventSourceMapping | undefined;
  /** Of the containers that receive large uploads, where there are any. */
  uploads?: UploadMetrics | undefined;
}

interface Watch {
  description: string;
  /** What it sums or measures in each of its periods. */
  metric: IMetric;
  threshold: number;
  /** How many of the last periods must reach the threshold. */
  periods?: { reached: number; of: number };
}

const period = Duration.minutes(5);

/** One dashboard, and alarms that reach a person through one topic. */
export class Observability extends Construct {
  private readonly alarms: Topic;
  private readonly stackName: string;

  constructor(scope: Construct, id: string, props: ObservabilityProps) {
    super(scope, id);
    this.stackName = props.options.stackName;
    this.alarms = this.topic(props.options);
    this.watchRequests(props);
    this.watchBackground(props);
    this.watchQueues(props);
    this.watchChanges(props);
    if (props.uploads) this.watchUploads(props.uploads);
    this.dashboard(props);
  }

  private topic({ alarmEmail, stackName }: StackOptions): Topic {
    const topic = new Topic(this, 'Alarms', { displayName: `${stackName} alarms`, enforceSSL: true });
    // A policy that only denies, as that of `enforceSSL` does, lets nobody in.
    topic.addToResourcePolicy(
      new PolicyStatement({
        sid: 'AlarmsPublish',
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        conditions: {
          StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID },
          ArnLike: {
            'aws:SourceArn': Stack.of(this).formatArn({
              service: 'cloudwatch',
              resource: 'alarm',
              resourceName: `${stackName}-*`,
              arnFormat: ArnFormat.COLON_RESOURCE_NAME,
            }),
          },
        },
      }),
    );
    acknowledge(topic, { 'AwsSolutions-SNS2': 'Alarms hold names and numbers of the stack alone' });
    if (alarmEmail) topic.addSubscription(new EmailSubscription(alarmEmail));
    return topic;
  }

  private watchRequests({ api }: ObservabilityProps): void {
    this.watch('ServerErrors', {
      description: 'Requests fail with 5xx',
      metric: api.metricServerError({ period, statistic: Stats.SUM }),
      threshold: 5,
    });
    this.watch('Failures', {
      description: 'Functions fail inside, those without a route included',
      metric: this.overAll('server_errors'),
      threshold: 5,
    });
    this.watch('Contention', {
      description: 'Writes lose against each other so often that they are decided again and again',
      metric: this.overAll('reruns'),
      threshold: 1000,
      periods: { reached: 3, of: 3 },
    });
    this.watch('Latency', {
      description: 'One request in a hundred takes longer than 3 seconds',
      metric: api.metricLatency({ period, statistic: Stats.p(99) }),
      threshold: 3000,
      periods: { reached: 3, of: 3 },
    });
    this.watch('Throttles', {
      description: 'Functions of the account are kept from starting',
      metric: LambdaFunction.metricAllThrottles({ period, statistic: Stats.SUM }),
      threshold: 1,
    });
  }

  private watchBackground({ functions }: ObservabilityProps): void {
    for (const declaration of backgroundFunctions) {
      const { name } = declaration;
      this.watch(`Failing-${name}`, {
        description: `${name} fails, and nobody waits for its answer`,
        metric: this.ofFunction(functions, name, 'Errors', intervalOf(declaration)),
        threshold: 1,
        // Two rounds that follow one another may leave a period between them, or share the failures of one with the next.
        periods: { reached: 2, of: 3 },
      });
    }
  }

  private watchQueues({ queues, deadLetters }: ObservabilityProps): void {
    for (const name of queueNames) {
      this.watch(`Oldest-${name}`, {
        description: `Something in the ${name} queue has been due for 10 minutes`,
        // Read often: what has been received more than three times counts no more, and moves to the dead letters after five.
        metric: queues[name].queue.metricApproximateAgeOfOldestMessage({ period: Duration.minutes(1) }),
        threshold: 600,
      });
    }
    for (const [what, queue] of deadLetters) {
      this.watch(`DeadLetters-${what}`, {
        description: `The ${what} queue's dead letters wait for a person`,
        metric: queue.metricApproximateNumberOfMessagesVisible({ period, statistic: Stats.MAXIMUM }),
        threshold: 1,
      });
    }
  }

  private watchChanges({ functions, changes }: ObservabilityProps): void {
    for (const { name } of backgroundFunctions.filter(({ trigger }) => 'stream' in trigger)) {
      this.watch(`Late-${name}`, {
        description: `The changes that ${name} tells of are 10 minutes old`,
        metric: this.ofFunction(functions, name, 'IteratorAge', period, Stats.MAXIMUM),
        threshold: 600_000,
      });
      this.watch(`Lost-${name}`, {
        description: `Changes that ${name} could not tell of could not be kept in their bucket either`,
        metric: this.ofFunction(functions, name, 'DestinationDeliveryFailures', period),
        threshold: 1,
      });
    }
    if (!changes) return;
    this.watch('DeadLetters-changes', {
      description: 'Changes whose events could not be told wait in their bucket for a person',
      metric: new Metric({
        namespace: 'AWS/Lambda',
        metricName: 'OnFailureDestinationDeliveredEventCount',
        dimensionsMap: { EventSourceMappingUUID: changes.eventSourceMappingId },
        statistic: Stats.SUM,
        period,
      }),
      threshold: 1,
    });
  }

  private watchUploads({ unhealthyTasks, refusals, memory }: UploadMetrics): void {
    const lasting = { reached: 3, of: 3 };
    this.watch('Uploads-Unhealthy', {
      description: 'A container that receives uploads does not answer',
      metric: unhealthyTasks,
      threshold: 1,
      periods: lasting,
    });
    this.watch('Uploads-Refused', {
      description: 'Uploads meet no container that takes them',
      metric: refusals,
      threshold: 5,
    });
    this.watch('Uploads-Memory', {
      description: 'The containers that receive uploads use 85% of their memory',
      metric: memory,
      threshold: 85,
      periods: lasting,
    });
  }

  private dashboard({ options, api, storeTable, functions, queues, deadLetters, uploads }: ObservabilityProps): void {
    const half = (title: string, ...left: IMetric[]) => new GraphWidget({ title, left, width: 12 });
    const counts = ['client_errors', 'server_errors', 'throttles', 'replays', 'reruns'];
    new Dashboard(this, 'Dashboard', {
      dashboardName: nameInAccount(options, 'overview'),
      defaultInterval: Duration.hours(3),
      widgets: [
        [
          half(
            'Requests and errors',
            api.metricCount({ period }),
            api.metricClientError({ period }),
            api.metricServerError({ period, statistic: Stats.SUM }),
          ),
          half(
            'Latency',
            api.metricLatency({ period, statistic: Stats.p(50) }),
            api.metricLatency({ period, statistic: Stats.p(99) }),
          ),
        ],
        [
          half('Functions', ofAllFunctions(functions, 'Errors'), ofAllFunctions(functions, 'Throttles')),
          half('Throttled requests to the store table and its indexes', ...throttledRequests(storeTable)),
        ],
        [
          half('Operations: p99 in milliseconds', this.ofEachOperation('milliseconds', 'p99')),
          half(
            'Operations: refused, failed, throttled, replayed, decided again',
            ...counts.map((metric) => this.ofEachOperation(metric, 'Sum')),
          ),
        ],
        [
          half('Work waiting', ...queueNames.map((name) => visible(queues[name].queue))),
          half('Dead letters', ...[...deadLetters.values()].map(visible)),
        ],
        ...(uploads
          ? [[half('Upload containers: memory in %', uploads.memory), half('Uploads', uploads.refusals)]]
          : []),
      ],
    });
  }

  private ofFunction(
    functions: ObservabilityProps['functions'],
    name: string,
    metric: string,
    every: Duration,
    statistic: string = Stats.SUM,
  ): IMetric {
    const found = functions.get(name);
    if (!found) throw new Error(`The stack has no function ${name}`);
    return found.metric(metric, { period: every, statistic });
  }

  /** A sum over all operations, from the metrics that the functions log. */
  private overAll(metricName: string): IMetric {
    return new Metric({ namespace: this.stackName, metricName, statistic: Stats.SUM, period });
  }

  /** A line for each operation, from the metrics that the functions log. */
  private ofEachOperation(metric: string, statistic: string): IMetric {
    return new MathExpression({
      label: metric,
      expression: `SEARCH('{"${this.stackName}",operation} MetricName="${metric}"', '${statistic}')`,
      period,
    });
  }

  private watch(id: string, { description, metric, threshold, periods = { reached: 1, of: 1 } }: Watch): void {
    new Alarm(this, id, {
      alarmName: `${this.stackName}-${id}`,
      alarmDescription: description,
      metric,
      threshold,
      evaluationPeriods: periods.of,
      datapointsToAlarm: periods.reached,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    }).addAlarmAction(new SnsAction(this.alarms));
  }
}

/** A period in which what is called by a schedule has run once. */
const intervalOf = ({ trigger }: BackgroundFunction): Duration =>
  Duration.minutes(Math.max(5, 'everyMinutes' in trigger ? trigger.everyMinutes : 0));

const visible = (queue: Queue): IMetric =>
  queue.metricApproximateNumberOfMessagesVisible({ period, statistic: Stats.MAXIMUM });

/** A sum over functions by their names: a search matches whole tokens, and no beginning of a name. */
function ofAllFunctions(functions: ObservabilityProps['functions'], metric: string): IMetric {
  const usingMetrics = Object.fromEntries(
    [...functions.values()].map((each, index) => [
      `${metric.toLowerCase()}${index}`,
      each.metric(metric, { period, statistic: Stats.SUM }),
    ]),
  );
  return new MathExpression({
    label: metric,
    expression: `SUM([${Object.keys(usingMetrics).join(',')}])`,
    usingMetrics,
    period,
  });
}

/** DynamoDB tells of a table and of each of its indexes by itself. */
function throttledRequests({ tableName }: TableV2): IMetric[] {
  const places = [{}, ...storeTableDefinition.indexes.map(({ name }) => ({ GlobalSecondaryIndexName: name }))];
  return places.flatMap((place) =>
    ['ReadThrottleEvents', 'WriteThrottleEvents'].map(
      (metricName) =>
        new Metric({
          namespace: 'AWS/DynamoDB',
          metricName,
          dimensionsMap: { TableName: tableName, ...place },
          statistic: Stats.SUM,
          period,
        }),
    ),
  );
}
