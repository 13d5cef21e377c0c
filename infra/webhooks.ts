/** Deliveries to webhooks, in a stack of their own within the stack: CloudFormation takes 500 resources a template. */
import { Duration, NestedStack } from 'aws-cdk-lib';
import { type EventBus, Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import { backgroundFunctions } from '../lib/resources/background.ts';
import * as contract from '../lib/resources/webhooks/functions.ts';
import type { Invocable } from '../lib/schema/invocable.ts';
import { Background } from './background.ts';
import { type FunctionSettings, invocableFunction, type StoreFunction } from './functions.ts';
import { WorkQueue } from './work-queue.ts';

const ownFunctions: ReadonlySet<string> = new Set([
  ...Object.values<Invocable>(contract).map(({ name }) => name),
  ...['deliver-events', 'redeliver-events', 'sweep-deliveries'],
]);

export const isFunctionOfWebhooks = ({ name }: { name: string }): boolean => ownFunctions.has(name);

/** The queues alone: functions of the stack find them before the rest of the nested one is made. */
export class Webhooks extends NestedStack {
  readonly queues: Record<'deliveries' | 'redeliveries', WorkQueue>;

  constructor(scope: Construct, id: string) {
    super(scope, id, { description: 'Webhooks: their functions, queues and deliveries' });
    const queues = new Construct(this, 'Queues');
    this.queues = {
      deliveries: new WorkQueue(queues, 'deliveries'),
      redeliveries: new WorkQueue(queues, 'redeliveries'),
    };
  }

  /** The functions, and what leads events to them. */
  deliver(settings: FunctionSettings, bus: EventBus): { invoked: StoreFunction[]; background: Background } {
    const invoked = Object.values<Invocable>(contract).map((each) => invocableFunction(this, settings, each));
    const own = backgroundFunctions.filter(isFunctionOfWebhooks);
    const background = new Background(this, 'Background', settings, own);
    new Rule(this, 'Deliveries', {
      eventBus: bus,
      description: 'Queues events for webhooks',
      eventPattern: { source: [settings.options.stackName] },
      targets: [
        new SqsQueue(this.queues.deliveries.queue, {
          deadLetterQueue: this.queues.deliveries.deadLetters,
          retryAttempts: 185,
          maxEventAge: Duration.hours(24),
        }),
      ],
    });
    return { invoked, background };
  }
}
