import { Duration } from 'aws-cdk-lib';
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
import { type IFunction, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { QueueName } from '../lib/contract/background.ts';
import { acknowledge } from './acknowledge.ts';
import type { StackOptions } from './options.ts';
import type { WorkQueue } from './work-queue.ts';

interface ObservabilityProps {
  options: StackOptions;
  api: RestApi;
  storeTable: TableV2;
  /** Functions that nobody calls, by name. */
  background: ReadonlyMap<string, IFunction>;
  queues: Readonly<Record<QueueName, WorkQueue>>;
  /** Queues in which something lies that needs a person, by what lies there. */
  deadLetters: ReadonlyMap<string, Queue>;
}

interface Watch {
  description: string;
  metric: IMetric;
  threshold: number;
  /** Periods in a row. */
  periods?: number;
}

/** One dashboard, and alarms that reach a person through one topic. */
export class Observability extends Construct {
  readonly alarms: Topic;
  private readonly stackName: string;

  constructor(scope: Construct, id: string, props: ObservabilityProps) {
    super(scope, id);
    const { api, options, storeTable } = props;
    const mailQueue = props.queues.mail.queue;
    this.stackName = options.stackName;
    this.alarms = new Topic(this, 'Alarms', { displayName: `${options.stackName} alarms`, enforceSSL: true });
    acknowledge(this.alarms, { 'AwsSolutions-SNS2': 'Alarms hold names and numbers of the stack alone' });
    if (options.alarmEmail) this.alarms.addSubscription(new EmailSubscription(options.alarmEmail));

    const period = Duration.minutes(5);
    const serverErrors = api.metricServerError({ period, statistic: Stats.SUM });
    const latency = api.metricLatency({ period, statistic: Stats.p(99) });
    const throttles = this.ofAllFunctions('Throttles', period);
    // An alarm takes no search expression, so this one watches what Lambda reports for the account as a whole.
    const accountThrottles = LambdaFunction.metricAllThrottles({ period, statistic: Stats.SUM });
    const functionErrors = this.ofAllFunctions('Errors', period);
    const oldestMail = mailQueue.metricApproximateAgeOfOldestMessage({ period });
    const tableThrottles = new Metric({
      namespace: 'AWS/DynamoDB',
      metricName: 'ThrottledRequests',
      dimensionsMap: { TableName: storeTable.tableName },
      statistic: Stats.SUM,
      period,
    });

    this.watch('ServerErrors', { description: 'Requests fail with 5xx', metric: serverErrors, threshold: 5 });
    this.watch('Failures', {
      description: 'Functions fail inside, those without a route included',
      metric: this.overAll('server_errors', period),
      threshold: 5,
    });
    this.watch('Contention', {
      description: 'Writes lose against each other so often that they are decided again and again',
      metric: this.overAll('reruns', period),
      threshold: 1000,
      periods: 3,
    });
    this.watch('Latency', {
      description: 'One request in a hundred takes longer than 3 seconds',
      metric: latency,
      threshold: 3000,
      periods: 3,
    });
    this.watch('Throttles', {
      description: 'Functions of the account are kept from starting',
      metric: accountThrottles,
      threshold: 1,
    });
    for (const [name, background] of props.background) {
      this.watch(`Failing-${name}`, {
        description: `${name} fails, and nobody waits for its answer`,
        metric: background.metricErrors({ period }),
        threshold: 1,
        periods: 3,
      });
    }
    this.watch('OldestMail', {
      description: 'A mail has been due for 15 minutes',
      metric: oldestMail,
      threshold: 900,
    });
    for (const [what, queue] of props.deadLetters) {
      this.watch(`DeadLetters-${what}`, {
        description: `The ${what} queue's dead letters wait for a person`,
        metric: queue.metricApproximateNumberOfMessagesVisible({ period, statistic: Stats.MAXIMUM }),
        threshold: 1,
      });
    }

    const half = (title: string, ...left: IMetric[]) => new GraphWidget({ title, left, width: 12 });
    new Dashboard(this, 'Dashboard', {
      dashboardName: options.stackName,
      defaultInterval: Duration.hours(3),
      widgets: [
        [
          half('Requests and errors', api.metricCount({ period }), api.metricClientError({ period }), serverErrors),
          half('Latency', api.metricLatency({ period, statistic: Stats.p(50) }), latency),
        ],
        [half('Functions', functionErrors, throttles), half('Store table', tableThrottles)],
        [
          half('Operations: p99 in milliseconds', this.ofEachOperation('milliseconds', 'p99', period)),
          half(
            'Operations: refused, failed, throttled, replayed, decided again',
            ...['client_errors', 'server_errors', 'throttles', 'replays', 'reruns'].map((metric) =>
              this.ofEachOperation(metric, 'Sum', period),
            ),
          ),
        ],
        [
          half('Mail', mailQueue.metricApproximateNumberOfMessagesVisible({ period }), oldestMail),
          half(
            'Dead letters',
            ...[...props.deadLetters.values()].map((queue) =>
              queue.metricApproximateNumberOfMessagesVisible({ period, statistic: Stats.MAXIMUM }),
            ),
          ),
        ],
      ],
    });
  }

  /** A sum over the stack's functions, found by their names when the dashboard is looked at. */
  private ofAllFunctions(metric: string, period: Duration): IMetric {
    return new MathExpression({
      label: metric,
      expression: `SUM(SEARCH('{AWS/Lambda,FunctionName} MetricName="${metric}" "${this.stackName}-"', 'Sum'))`,
      period,
    });
  }

  /** A sum over all operations, from the metrics that the functions log. */
  private overAll(metricName: string, period: Duration): IMetric {
    return new Metric({ namespace: this.stackName, metricName, statistic: Stats.SUM, period });
  }

  /** A line for each operation, from the metrics that the functions log. */
  private ofEachOperation(metric: string, statistic: string, period: Duration): IMetric {
    return new MathExpression({
      label: metric,
      expression: `SEARCH('{"${this.stackName}",operation} MetricName="${metric}"', '${statistic}')`,
      period,
    });
  }

  private watch(id: string, { description, metric, threshold, periods = 1 }: Watch): void {
    new Alarm(this, id, {
      alarmName: `${this.stackName}-${id}`,
      alarmDescription: description,
      metric,
      threshold,
      evaluationPeriods: periods,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    }).addAlarmAction(new SnsAction(this.alarms));
  }
}
