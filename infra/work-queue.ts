import { Duration } from 'aws-cdk-lib';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { backgroundFunctions } from '../lib/resources/background.ts';
import { backgroundTimeout } from './functions.ts';
import { deadLetterQueue, encryptedQueue } from './shared-constructs.ts';

/** How long a function waits for more messages of a batch, at most. */
const longestWindowSeconds = Math.max(
  ...backgroundFunctions.map(({ trigger }) => ('windowSeconds' in trigger && trigger.windowSeconds) || 0),
);

/** Work that is due, and the queue where that ends which failed each time it was tried. */
export class WorkQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.deadLetters = deadLetterQueue(this, 'DeadLetters');
    this.queue = new Queue(this, 'Queue', {
      ...encryptedQueue,
      retentionPeriod: Duration.days(4),
      // Six times what the function may take, and its window, as Lambda asks of a queue it reads: so nothing is done twice meanwhile.
      visibilityTimeout: Duration.seconds(6 * backgroundTimeout.toSeconds() + longestWindowSeconds),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: 5 },
    });
  }
}
