import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { backgroundTimeout } from './functions.ts';

/** Work that is due, and the queue where that ends which failed each time it was tried. */
export class WorkQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const shared = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };
    this.deadLetters = new Queue(this, 'DeadLetters', { ...shared, retentionPeriod: Duration.days(14) });
    this.queue = new Queue(this, 'Queue', {
      ...shared,
      retentionPeriod: Duration.days(4),
      // Six times what the function may take, as Lambda asks of a queue it reads, so that nothing is done twice meanwhile.
      visibilityTimeout: Duration.seconds(6 * backgroundTimeout.toSeconds()),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: 5 },
    });
  }
}
