import { ArnFormat, Aws, Duration, NestedStack, Stack } from 'aws-cdk-lib';
import type { RestApiBase } from 'aws-cdk-lib/aws-apigateway';
import {
  Alarm,
  ComparisonOperator,
  Dashboard,
  GraphWidget,
  type IMetric,
  MathExpression,
  Metric,
  type MetricOptions,
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
import {
  type BackgroundFunction,
  backgroundFunctions,
  type QueueName,
  queueNames,
} from '../lib/resources/background.ts';
import type { MetricName } from '../lib/schema/metrics.ts';
import { storeTableDefinition } from '../lib/schema/tables.ts';
import { nameInAccount, type StackOptions } from './options.ts';
import { isAlarmOfStack } from './released.ts';
import { acknowledge } from './shared-constructs.ts';
import type { UploadMetrics } from './upload-service.ts';
import type { WorkQueue } from './work-queue.ts';

type Functions = ReadonlyMap<string, IFunction>;

interface ObservabilityProps {
  options: StackOptions;
  api: RestApiBase;
  storeTable: TableV2;
  /** All functions, by name. */
  functions: Functions;
  queues: Readonly<Record<QueueName, WorkQueue>>;
  /** Queues of messages that need a person, by what the messages are. */
  deadLetters: ReadonlyMap<string, Queue>;
  /** Delivers the changes of the store table to the function that publishes them. */
  changes: EventSourceMapping | undefined;
  /** Metrics of the containers that receive large uploads, if there are any. */
  uploads?: UploadMetrics | undefined;
}

/** An alarm: its id, the fault that it reports, its metric in each period, and its threshold. */
type Watch = readonly [
  id: string,
  description: string,
  metric: IMetric,
  /** `silent` rings below one, and where nothing is measured. */
  threshold: number | 'silent',
  /** How many of the last periods must reach the threshold; one of one unless named. */
  periods?: { reached: number; of: number },
];

/** These wake a person, since shoppers or stores notice at once. All others can wait for the next working day. */
const urgent =
  /^(?:ServerErrors|ClientErrors|Failures|Silent-.*|Late-.*|Lost-.*|Oldest-mail|Uploads-(?:Unhealthy|Refused))$/;

const period = Duration.minutes(5);
const sum = { period, statistic: Stats.SUM };
const maximum = { period, statistic: Stats.MAXIMUM };

const lasting = { reached: 3, of: 3 };
/** Two rounds that follow one another may leave a period between them, or share the failures of one with the next. */
const nearlyLasting = { reached: 2, of: 3 };

/** Alarms that reach a person through two topics: what is urgent, and what can wait. A dashboard, where the options ask for one. */
export class Observability extends Construct {
  private readonly stackName: string;

  constructor(scope: Construct, id: string, props: ObservabilityProps) {
    super(scope, id);
    this.stackName = props.options.stackName;
    const { alarmEmail, ticketEmail, stackName } = props.options;
    const alarms = topic(this, 'Alarms', { displayName: `${stackName} alarms`, stackName, email: alarmEmail });
    const later = new NestedStack(this, 'Later', { description: 'Alarms that came later' });
    const tickets = topic(later, 'Tickets', { displayName: `${stackName} tickets`, stackName, email: ticketEmail });
    const watches = [
      ...this.requestWatches(props),
      ...backgroundFunctions.flatMap((declaration) => scheduleWatches(props.functions, declaration)),
      ...queueWatches(props),
      ...changeWatches(props),
      migrationWatch(this.stackName),
      overdueWatch(this.stackName),
      throttleWatch(props.storeTable),
      ...reputationWatches,
      ...(props.uploads ? uploadWatches(props.uploads) : []),
    ];
    for (const watch of watches) {
      const [id] = watch;
      const alarm = this.alarm(isAlarmOfStack(id) ? this : later, watch);
      alarm.addAlarmAction(new SnsAction(urgent.test(id) ? alarms : tickets));
    }
    if (props.options.dashboard) this.dashboard(props);
  }

  private requestWatches({ api }: ObservabilityProps): Watch[] {
    const p99 = api.metricLatency({ period, statistic: Stats.p(99) });
    const throttles = LambdaFunction.metricAllThrottles(sum);
    return [
      ['ServerErrors', 'Requests fail with 5xx', api.metricServerError(sum), 5],
      ['ClientErrors', 'Almost all requests are refused with 4xx', refusedShare(api), 95, nearlyLasting],
      ['Failures', 'Functions fail inside, those without a route included', this.overAll('server_errors'), 5],
      [
        'Webhooks-GivenUp',
        'Events were delivered for three days in vain: replay them',
        this.overAll('events_given_up'),
        1,
      ],
      [
        'Webhooks-Disabled',
        'A webhook was disabled: its receiver is gone, or fails',
        this.overAll('webhooks_disabled'),
        1,
      ],
      [
        'Guessing',
        'A thousand unknown gift card codes were typed in a store within an hour',
        this.overAll('guessed_stores'),
        1,
      ],
      ['Latency', 'One request in a hundred takes longer than 3 seconds', p99, 3000, lasting],
      ['Throttles', 'Functions of the account are kept from starting', throttles, 10, nearlyLasting],
    ];
  }

  private alarm(
    scope: Construct,
    [id, alarmDescription, metric, threshold, periods = { reached: 1, of: 1 }]: Watch,
  ): Alarm {
    const isSilence = threshold === 'silent';
    return new Alarm(scope, id, {
      alarmName: `${this.stackName}-${id}`,
      alarmDescription,
      metric,
      threshold: isSilence ? 1 : threshold,
      evaluationPeriods: periods.of,
      datapointsToAlarm: periods.reached,
      comparisonOperator: isSilence
        ? ComparisonOperator.LESS_THAN_THRESHOLD
        : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: isSilence ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
  }

  private dashboard({ options, api, storeTable, functions, queues, deadLetters, uploads }: ObservabilityProps): void {
    const half = (title: string, ...left: IMetric[]) => new GraphWidget({ title, left, width: 12 });
    const errors = api.metricServerError(sum);
    new Dashboard(this, 'Dashboard', {
      dashboardName: nameInAccount(options, 'overview'),
      defaultInterval: Duration.hours(3),
      widgets: [
        [
          half('Requests and errors', api.metricCount({ period }), api.metricClientError({ period }), errors),
          half('Latency', ...[50, 99].map((share) => api.metricLatency({ period, statistic: Stats.p(share) }))),
        ],
        [
          half('Functions', ofAllFunctions(functions, 'Errors'), ofAllFunctions(functions, 'Throttles')),
          half('Throttled requests to the store table and its indexes', ...throttledRequests(storeTable)),
        ],
        [
          half('The ten slowest functions: p99 in milliseconds', topTen(functions, 'Duration', Stats.p(99))),
          half('The ten functions that are called most', topTen(functions, 'Invocations', Stats.SUM)),
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

  /** A sum over all functions, from the metrics that they log. */
  private overAll(metricName: MetricName): IMetric {
    return new Metric({ ...sum, namespace: this.stackName, metricName });
  }
}

interface TopicProps {
  displayName: string;
  stackName: string;
  email: string | undefined;
}

function topic(scope: Construct, id: string, { displayName, stackName, email }: TopicProps): Topic {
  const made = new Topic(scope, id, { displayName, enforceSSL: true });
  // A policy that only denies, as that of `enforceSSL` does, admits no one.
  made.addToResourcePolicy(
    new PolicyStatement({
      sid: 'AlarmsPublish',
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [made.topicArn],
      conditions: {
        StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID },
        ArnLike: {
          'aws:SourceArn': Stack.of(scope).formatArn({
            service: 'cloudwatch',
            resource: 'alarm',
            resourceName: `${stackName}-*`,
            arnFormat: ArnFormat.COLON_RESOURCE_NAME,
          }),
        },
      },
    }),
  );
  acknowledge(made, { 'AwsSolutions-SNS2': 'Alarms only hold names and numbers of the stack' });
  if (email) made.addSubscription(new EmailSubscription(email));
  return made;
}

/** In percent, of 50 requests or more: fewer may all be those of a caller without a key. */
const refusedShare = (api: RestApiBase): IMetric =>
  new MathExpression({
    label: 'Refused requests in %',
    expression: 'IF(requests >= 50, 100 * refused / requests, 0)',
    usingMetrics: { requests: api.metricCount({ period }), refused: api.metricClientError(sum) },
    period,
  });

/**
 * Missing calls fail nowhere: a rule that is disabled, a permission that is gone. Of a function that a queue or the stream calls, what fails
 * comes again, and ends in dead letters that have an alarm.
 */
function scheduleWatches(functions: Functions, { name, trigger }: BackgroundFunction): Watch[] {
  if (!('everyMinutes' in trigger)) return [];
  // A period in which it has run once.
  const options = { ...sum, period: Duration.minutes(Math.max(5, trigger.everyMinutes)) };
  const [calls, errors] = ['Invocations', 'Errors'].map((metric) => ofFunction(functions, name, metric, options));
  if (!calls || !errors) return [];
  return [
    [`Silent-${name}`, `The schedule of ${name} no longer runs`, calls, 'silent', lasting],
    [`Failing-${name}`, `${name} fails, and no caller waits for its answer`, errors, 1, nearlyLasting],
  ];
}

const reputation = (rate: 'BounceRate' | 'ComplaintRate'): IMetric =>
  new Metric({ ...maximum, period: Duration.hours(1), namespace: 'AWS/SES', metricName: `Reputation.${rate}` });

/** For the whole account. From these rates on AWS reviews it, and at the double and at five times SES stops. */
const reputationWatches: readonly Watch[] = [
  ['Mail-Bounces', '5% of the emails of the account bounce: at 10% SES stops sending', reputation('BounceRate'), 0.05],
  ['Mail-Complaints', 'Recipients report 1 email in 1,000 as spam', reputation('ComplaintRate'), 0.001],
];

/** A restock of 100,000 shoppers takes two hours at the 14 emails a second that SES grants at first. */
const lateAfterMinutes: Partial<Record<QueueName, number>> = { restockMail: 360 };

const queueWatches = ({ queues, deadLetters }: ObservabilityProps): Watch[] => [
  ...queueNames.map((name): Watch => {
    // Read often: a message received more than three times no longer counts, and moves to the dead letters after five.
    const oldest = queues[name].queue.metricApproximateAgeOfOldestMessage({ period: Duration.minutes(1) });
    const minutes = lateAfterMinutes[name] ?? 10;
    const description = `Something in the ${name} queue has been due for ${minutes} minutes`;
    return [`Oldest-${name}`, description, oldest, 60 * minutes];
  }),
  ...[...deadLetters].map(([what, queue]): Watch => {
    return [`DeadLetters-${what}`, `The ${what} queue's dead letters wait for a person`, visible(queue), 1];
  }),
];

const isKept = (trigger: BackgroundFunction['trigger']): boolean => 'stream' in trigger && trigger.keepsFailed === true;

function changeWatches({ functions, changes }: ObservabilityProps): Watch[] {
  const followers = backgroundFunctions.filter(({ trigger }) => 'stream' in trigger);
  const watches = followers.flatMap(({ name, trigger }): Watch[] => {
    const age = ofFunction(functions, name, 'IteratorAge', maximum);
    const lost = ofFunction(functions, name, 'DestinationDeliveryFailures', sum);
    return [
      [`Late-${name}`, `The changes that ${name} processes are 10 minutes old`, age, 600_000],
      ...(isKept(trigger)
        ? [
            [
              `Lost-${name}`,
              `Changes that ${name} could not publish could not be kept in their bucket either`,
              lost,
              1,
            ] satisfies Watch,
          ]
        : []),
    ];
  });
  if (!changes) return watches;
  const failed = new Metric({
    ...sum,
    namespace: 'AWS/Lambda',
    metricName: 'OnFailureDestinationDeliveredEventCount',
    dimensionsMap: { EventSourceMappingUUID: changes.eventSourceMappingId },
  });
  const waiting = 'Unpublished changes wait in their bucket for a person';
  return [...watches, ['DeadLetters-changes', waiting, failed, 1]];
}

/** Sweeps process what is due every minute. */
const overdueMinutes = 15;

function overdueWatch(namespace: string): Watch {
  const metricName: MetricName = 'overdue_seconds';
  const description = `Something has been due for ${overdueMinutes} minutes: an email on its day, a delivery, an expiry`;
  return ['Overdue', description, new Metric({ ...maximum, namespace, metricName }), 60 * overdueMinutes];
}

/** A day, the most that a large table may take. */
function migrationWatch(namespace: string): Watch {
  const metricName: MetricName = 'migrations_due';
  const due = new Metric({ ...maximum, period: Duration.hours(1), namespace, metricName });
  const description = 'A day after a deployment, stored data is still not in line with the release';
  return ['Migrations-Due', description, due, 1, { reached: 24, of: 24 }];
}

/**
 * Clients of the API do not see an occasional throttled request to DynamoDB: it is sent again. An index that cannot
 * keep up throttles the writes of its table. AWS bills an alarm by the metrics that it watches.
 */
const throttleWatch = ({ tableName }: TableV2): Watch => {
  const metrics = [throttleEvents(tableName, 'Read'), throttleEvents(tableName, 'Write')];
  const usingMetrics = Object.fromEntries(metrics.map((metric, index) => [`throttled${index}`, metric]));
  const all = new MathExpression({ label: 'Throttled', expression: 'SUM(METRICS())', usingMetrics, period });
  return ['Throttled-Table', 'DynamoDB throttles requests to the store table', all, 100, lasting];
};

const uploadWatches = ({ unhealthyTasks, refusals, memory }: UploadMetrics): Watch[] => [
  ['Uploads-Unhealthy', 'A container that receives uploads does not answer', unhealthyTasks, 1, lasting],
  ['Uploads-Refused', 'Uploads meet no container that takes them', refusals, 5],
  ['Uploads-Memory', 'The containers that receive uploads use 85% of their memory', memory, 85, lasting],
];

function ofFunction(functions: Functions, name: string, metric: string, options: MetricOptions): IMetric {
  const found = functions.get(name);
  if (!found) throw new Error(`The stack has no function ${name}`);
  return found.metric(metric, options);
}

const visible = (queue: Queue): IMetric => queue.metricApproximateNumberOfMessagesVisible(maximum);

const ofAllFunctions = (functions: Functions, metric: string): IMetric =>
  overFunctions(functions, metric, Stats.SUM, (all) => `SUM([${all}])`);

/** A line for each of the ten functions with the highest values. */
const topTen = (functions: Functions, metric: string, statistic: string): IMetric =>
  overFunctions(functions, metric, statistic, (all) => `SLICE(SORT([${all}], MAX, DESC), 0, 10)`);

/** An expression over functions by their names: a search matches whole tokens, not the beginning of a name. */
function overFunctions(
  functions: Functions,
  metric: string,
  statistic: string,
  expression: (metrics: string) => string,
): IMetric {
  const usingMetrics = Object.fromEntries(
    [...functions.values()].map((each, index) => [
      `${metric.toLowerCase()}${index}`,
      each.metric(metric, { period, statistic }),
    ]),
  );
  return new MathExpression({
    label: metric,
    expression: expression(Object.keys(usingMetrics).join(',')),
    usingMetrics,
    period,
  });
}

/** DynamoDB reports a table and each of its indexes separately. */
function throttledRequests({ tableName }: TableV2): IMetric[] {
  const places = [{}, ...storeTableDefinition.indexes.map(({ name }) => ({ GlobalSecondaryIndexName: name }))];
  return places.flatMap((place) =>
    (['Read', 'Write'] as const).map((access) => throttleEvents(tableName, access, place)),
  );
}

const throttleEvents = (TableName: string, access: 'Read' | 'Write', index: Record<string, string> = {}): Metric =>
  new Metric({
    namespace: 'AWS/DynamoDB',
    metricName: `${access}ThrottleEvents`,
    dimensionsMap: { TableName, ...index },
    ...sum,
  });
