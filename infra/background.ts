import { Duration } from 'aws-cdk-lib';
import { Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import {
  type EventSourceMapping,
  FilterCriteria,
  FilterRule,
  MetricType,
  StartingPosition,
} from 'aws-cdk-lib/aws-lambda';
import { S3OnFailureDestination, SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { BackgroundFunction, QueueTrigger, StreamTrigger } from '../lib/resources/background.ts';
import { storeTableDefinition } from '../lib/schema/tables.ts';
import { streamArnOf } from './access.ts';
import { backgroundFunction, type FunctionSettings, type StoreFunction } from './functions.ts';
import type { StackOptions } from './options.ts';
import { acknowledge, deadLetterQueue } from './shared-constructs.ts';

/** Lambda's minimum for an event source. */
const leastConcurrency = 2;

/**
 * How many batches of a queue are processed at once; undefined: as many as the account has room for. Never more than
 * the reserved executions: a message that a busy function refuses counts as received, and ends in the dead letters
 * after five times.
 */
function batchesAtMost(
  { queue, batchesAtMost: own }: QueueTrigger,
  { webhookConcurrency, reservedConcurrency }: StackOptions,
): number | undefined {
  const limits = [webhookConcurrency[queue] ?? own, reservedConcurrency.background];
  const known = limits.filter((limit) => limit !== undefined);
  return known.length === 0 ? undefined : Math.max(leastConcurrency, Math.min(...known));
}

/** Lets a function be called with batches of a queue. */
export function readQueue(
  reader: StoreFunction,
  { resources, options }: FunctionSettings,
  trigger: QueueTrigger,
): void {
  const atMost = batchesAtMost(trigger, options);
  reader.function.addEventSource(
    new SqsEventSource(resources.queues[trigger.queue], {
      batchSize: trigger.batchSize,
      ...(trigger.windowSeconds === undefined ? {} : { maxBatchingWindow: Duration.seconds(trigger.windowSeconds) }),
      ...(atMost === undefined ? {} : { maxConcurrency: atMost }),
      reportBatchItemFailures: true,
    }),
  );
}

/** The payload of each call of a schedule: its shard, if there are several. */
const shardsOf = ({ shards = 1 }: { shards?: number }): object[] =>
  shards === 1 ? [{}] : Array.from({ length: shards }, (_, shard) => ({ shard, shards }));

/** An image of an item that may have events, or no image. A busy webhook gets thousands of attempts a second, each of them an item. */
const mayHaveEvents = { [storeTableDefinition.withoutEvents]: { BOOL: FilterRule.notExists() } };

/** The functions without callers, each with its trigger: a queue in batches, the stream, or a schedule. */
export class Background extends Construct {
  readonly functions: readonly StoreFunction[];
  /** Delivers the changes of the store table to the function that keeps its failed changes. */
  changes: EventSourceMapping | undefined;
  /** The calls of schedules that failed each time they were tried, if there are schedules. */
  readonly failedSchedules: Queue | undefined;

  /** @param shared where failed calls of schedules end; by default in a queue of its own. */
  constructor(
    scope: Construct,
    id: string,
    settings: FunctionSettings,
    declarations: readonly BackgroundFunction[],
    shared?: Queue,
  ) {
    super(scope, id);
    const hasSchedules = declarations.some(({ trigger }) => 'everyMinutes' in trigger);
    const failedSchedules = hasSchedules ? (shared ?? this.ownFailedSchedules()) : undefined;
    this.failedSchedules = failedSchedules;
    this.functions = declarations.map((declaration) => {
      const created = backgroundFunction(this, settings, declaration);
      const { trigger } = declaration;
      if ('queue' in trigger) {
        readQueue(created, settings, trigger);
      } else if ('stream' in trigger) {
        this.follow(created, settings, trigger);
      } else {
        new Rule(created, 'Schedule', {
          description: declaration.summary,
          schedule: Schedule.rate(Duration.minutes(trigger.everyMinutes)),
          targets: shardsOf(trigger).map(
            (event) =>
              new LambdaTarget(created.function, {
                event: RuleTargetInput.fromObject(event),
                retryAttempts: 2,
                maxEventAge: Duration.hours(1),
                ...(failedSchedules && { deadLetterQueue: failedSchedules }),
              }),
          ),
        });
      }
      return created;
    });
  }

  private ownFailedSchedules(): Queue {
    const queue = deadLetterQueue(this, 'FailedSchedules');
    acknowledge(queue, { 'AwsSolutions-SQS3': 'It is itself where the failed calls of schedules end' });
    return queue;
  }

  /**
   * A failed batch comes again, in halves. After six hours of failing, later changes continue; the failed ones are kept whole if the function
   * keeps them, to be delivered again once the cause is fixed.
   */
  private follow(
    { function: follower }: StoreFunction,
    { resources }: FunctionSettings,
    { batchSize, keepsFailed }: StreamTrigger,
  ): void {
    const mapping = follower.addEventSourceMapping('Changes', {
      eventSourceArn: streamArnOf(resources.storeTable),
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize,
      filters: [FilterCriteria.filter({ dynamodb: { NewImage: mayHaveEvents, OldImage: mayHaveEvents } })],
      // Side by side for different objects; those of one stay in their order.
      parallelizationFactor: 4,
      bisectBatchOnError: true,
      reportBatchItemFailures: true,
      // As many as possible: only time ends them.
      retryAttempts: 10_000,
      maxRecordAge: Duration.hours(6),
      ...(keepsFailed && {
        onFailure: new S3OnFailureDestination(resources.failedChanges),
        metricsConfig: { metrics: [MetricType.EVENT_COUNT] },
      }),
    });
    if (keepsFailed) this.changes = mapping;
  }
}
