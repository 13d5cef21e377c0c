/** The queue of the public files that are due, in a stack of its own within the stack: CloudFormation takes 500 resources a template. */
import { NestedStack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { WorkQueue } from './work-queue.ts';

export class PublicReviews extends NestedStack {
  readonly queue: WorkQueue;

  constructor(scope: Construct, id: string) {
    super(scope, id, { description: 'Public files of reviews: the queue of those that are due' });
    this.queue = new WorkQueue(this, 'publicFiles');
  }
}
