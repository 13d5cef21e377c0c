/** Changes for others to follow (Events page): a bus and its archive. */
import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Archive, EventBus } from 'aws-cdk-lib/aws-events';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { StackOptions } from './options.ts';
import { acknowledge, keptFor, privateBucket } from './shared-constructs.ts';

const archivedFor = Duration.days(30);

export class Events extends Construct {
  readonly bus: EventBus;
  readonly archive: Archive;
  /** Keeps changes whole that could not be published as events. */
  readonly failedChanges: Bucket;

  constructor(scope: Construct, id: string, options: StackOptions) {
    super(scope, id);
    this.bus = new EventBus(this, 'Bus', {
      eventBusName: options.stackName,
      description: 'Events of the store commerce API',
    });
    this.archive = new Archive(this, 'Archive', {
      sourceEventBus: this.bus,
      description: 'Events of the last 30 days, to be played again',
      eventPattern: { source: [options.stackName] },
      retention: archivedFor,
    });
    this.failedChanges = new Bucket(this, 'FailedChanges', {
      ...privateBucket,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
      lifecycleRules: [{ id: 'mended-or-given-up', expiration: keptFor }],
    });
    acknowledge(this.failedChanges, {
      'AwsSolutions-S1': 'Only the event source writes to it, and a person reads it',
    });
  }
}
