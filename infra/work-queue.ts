import { Duration } from 'aws-cdk-lib';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { backgroundFunctions } from '../lib/resources/background.ts';
import { limits } from '../lib/schema/limits.ts';
import { backgroundTimeout } from './functions.ts';
import { deadLetterQueue, encryptedQueue } from './shared-constructs.ts';

/** How long a function waits for more messages of a batch, at most. */
const longestWindowSeconds = Math.max(
  ...backgroundFunctions.map(({ trigger }) => ('windowSeconds' in trigger && trigger.windowSeconds) || 0),
);

/** Due work, and the queue for work that failed each time it was tried. */
export class WorkQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.deadLetters = deadLetterQueue(this, 'DeadLetters');
    this.queue = new Queue(this, 'Queue', {
      ...encryptedQueue,
      retentionPeriod: Duration.days(4),
      // Six times the function's timeout, plus its window, as Lambda requires of a queue it reads: so nothing is done
      // twice meanwhile.
      visibilityTimeout: Duration.seconds(6 * backgroundTimeout.toSeconds() + longestWindowSeconds),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: limits.queueDeliveries },
    });
  }
}
