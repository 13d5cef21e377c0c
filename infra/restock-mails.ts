/** Emails of restocks, in a stack of their own within the stack: CloudFormation takes 500 resources a template. */
import { NestedStack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { readQueue } from './background.ts';
import { backgroundFunction, type FunctionSettings, type StoreFunction } from './functions.ts';
import { functionsIn } from './released.ts';
import { WorkQueue } from './work-queue.ts';

export class RestockMails extends NestedStack {
  readonly queue: WorkQueue;

  constructor(scope: Construct, id: string) {
    super(scope, id, { description: 'Emails of restocks: their queue, and what sends them' });
    this.queue = new WorkQueue(this, 'restockMail');
  }

  /** The functions. */
  send(settings: FunctionSettings): StoreFunction[] {
    return functionsIn('RestockMails').background.map((declaration) => {
      const created = backgroundFunction(this, settings, declaration);
      if ('queue' in declaration.trigger) readQueue(created, settings, declaration.trigger);
      return created;
    });
  }
}
