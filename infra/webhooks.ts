/** Deliveries to webhooks, in a stack of their own within the stack: CloudFormation takes 500 resources a template. */
import { Duration, NestedStack } from 'aws-cdk-lib';
import { type EventBus, type EventPattern, Match, Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import { Background } from './background.ts';
import { type FunctionSettings, invocableFunction, type StoreFunction } from './functions.ts';
import { functionsIn } from './released.ts';
import { WorkQueue } from './work-queue.ts';

/** The queues, and what leads events to them. */
export class Webhooks extends NestedStack {
  readonly queues: Record<'deliveries' | 'redeliveries', WorkQueue>;
  /** The rule that replays of the archive are limited to. */
  readonly replays: Rule;

  constructor(scope: Construct, id: string, { bus, stackName }: { bus: EventBus; stackName: string }) {
    super(scope, id, { description: 'Webhooks: their functions, queues and deliveries' });
    const queues = new Construct(this, 'Queues');
    this.queues = {
      deliveries: new WorkQueue(queues, 'deliveries'),
      redeliveries: new WorkQueue(queues, 'redeliveries'),
    };
    // A replay that a person starts without choosing a rule is delivered like any event, to all webhooks.
    const source = [stackName];
    this.lead(bus, 'Deliveries', 'Queues events for webhooks', this.queues.deliveries, { source });
    this.replays = this.lead(bus, 'Replays', 'Queues events again, for one webhook', this.queues.redeliveries, {
      source,
      ...({ 'replay-name': Match.prefix('rpl_') } as EventPattern),
    });
  }

  private lead(eventBus: EventBus, id: string, description: string, to: WorkQueue, eventPattern: EventPattern): Rule {
    const target = new SqsQueue(to.queue, {
      deadLetterQueue: to.deadLetters,
      retryAttempts: 185,
      maxEventAge: Duration.hours(24),
    });
    return new Rule(this, id, { eventBus, description, eventPattern, targets: [target] });
  }

  /** The functions. */
  deliver(settings: FunctionSettings): { invoked: StoreFunction[]; background: Background } {
    const { invocables, background } = functionsIn('Webhooks');
    const invoked = invocables.map((each) => invocableFunction(this, settings, each));
    return { invoked, background: new Background(this, 'Background', settings, background) };
  }
}
