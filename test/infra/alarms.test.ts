/** Alarms that arrive: each gets its fault, as functions, queues and AWS report it, and goes off. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  CreateQueueCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { queueUrlAtEngine } from '../../bin/local/environment.ts';
import { scheduledFunction } from '../../lib/chain/background.ts';
import { commitUnitOfWork, writing } from '../../lib/once/unit-of-work.ts';
import { backgroundFunctions } from '../../lib/resources/background.ts';
import { getGiftCardBalance } from '../../lib/resources/gift-cards/functions.ts';
import { getGiftCard } from '../../lib/resources/gift-cards/operations.ts';
import { payOrder } from '../../lib/resources/orders/functions.ts';
import { limits } from '../../lib/schema/limits.ts';
import { toTimestamp } from '../../lib/schema/times.ts';
import { dueAt } from '../../lib/table/due.ts';
import * as items from '../../lib/table/items.ts';
import { watch } from '../support/aws/aws-calls.ts';
import { alarmsOf, goesOff, Metrics } from '../support/aws/cloudwatch.ts';
import { beginAnew } from '../support/aws/deployment.ts';
import { roundWithoutTime } from '../support/aws/due-migration.ts';
import { everyOption, resolveIn, template } from '../support/aws/template.ts';
import { handlerOf } from '../support/handlers.ts';
import { call } from '../support/http/call.ts';
import { invoke } from '../support/invoke.ts';
import { guessed } from '../support/world/move-in.ts';
import { deliver, newEvent, newWebhook, redeliver, startReceiver } from '../support/world/webhooks.ts';
import { newWorld } from '../support/world/world.ts';

const { stackName = '' } = everyOption;
const minute = 60_000;
/** The beginning of a period, however long the periods are. */
const start = Date.UTC(2026, 0, 1, 12);
const sqs = new SQSClient({});

const stack = await template(everyOption);
const alarms = alarmsOf(stack);
let metrics: Metrics;

const schedules = backgroundFunctions.flatMap(({ name, trigger }) =>
  'everyMinutes' in trigger ? [{ name, everyMinutes: trigger.everyMinutes }] : [],
);
const scheduled = schedules.map(({ name }) => name);

/** A day of schedules that run. */
function withRuns(of: readonly string[] = scheduled): Metrics {
  const running = new Metrics();
  for (const name of of) {
    for (let at = start - 60 * minute; at <= start + 25 * 60 * minute; at += 5 * minute) {
      running.put('AWS/Lambda', 'Invocations', { FunctionName: `${stackName}-${name}` }, { at, value: 1 });
    }
  }
  return running;
}

beforeEach(() => {
  metrics = withRuns();
});

const goingOff = (now: number): string[] =>
  [...alarms.values()].filter((alarm) => goesOff(alarm, metrics, now)).map(({ AlarmName }) => AlarmName);

const points = (count: number, from = start): number[] => Array.from({ length: count }, (_, index) => from + index);

/** A period of five minutes, and the two after it. */
const threePeriods = [start, start + 5 * minute, start + 10 * minute];

/** What some work logs, each line as if it had been written at these times. */
async function logged(work: () => Promise<unknown>, times: readonly number[]): Promise<void> {
  vi.stubEnv('METRICS_NAMESPACE', stackName);
  vi.stubEnv('LOG_LEVEL', 'info');
  const lines: string[] = [];
  const output = vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
  await work().finally(() => output.mockRestore());
  for (const time of times) {
    for (const line of lines) metrics.takeLog(line.replace(/"Timestamp":\d+/, `"Timestamp":${time}`));
  }
}

/** As it goes where no call reaches AWS. */
const failing = <T>(work: () => Promise<T>) => watch(work, () => 'before');

const idOf = (type: string): string => Object.entries(stack.Resources).find(([, { Type }]) => Type === type)?.[0] ?? '';

const propertiesOf = (type: string): Record<string, unknown>[] =>
  Object.values(stack.Resources)
    .filter(({ Type }) => Type === type)
    .map(({ Properties }) => resolveIn(stack, Properties) as Record<string, unknown>);

/** `<id.Arn>` of a queue in the dimension that SQS gives its metrics. */
const queueNamed = (arn: unknown) => ({ QueueName: String(arn).replace('.Arn>', '.QueueName>') });

/** The queue that a function is called by. */
function queueOf(name: string) {
  const source = propertiesOf('AWS::Lambda::EventSourceMapping').find(
    ({ FunctionName }) => FunctionName === `${stackName}-${name}`,
  );
  const arn = String(source?.EventSourceArn);
  const { Properties } = stack.Resources[arn.slice(1, -'.Arn>'.length)] ?? {};
  return { arn, ...(resolveIn(stack, Properties) as { RedrivePolicy: Redrive }) };
}

interface Redrive {
  deadLetterTargetArn: string;
  maxReceiveCount: number;
}

async function createQueue(redrive?: Redrive): Promise<string> {
  const Attributes = redrive ? { RedrivePolicy: JSON.stringify(redrive) } : {};
  const created = await sqs.send(new CreateQueueCommand({ QueueName: `alarms-${randomUUID()}`, Attributes }));
  return queueUrlAtEngine(created.QueueUrl ?? '');
}

const attributesOf = async (QueueUrl: string) => {
  const { Attributes = {} } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }));
  return Attributes;
};

const receive = (QueueUrl: string) => sqs.send(new ReceiveMessageCommand({ QueueUrl, VisibilityTimeout: 0 }));

/** A message that is in the queue of a function, which cannot work on it, for 10 minutes. */
async function dueFor10Minutes(name: string): Promise<number> {
  for (let age = 0; age <= 10; age += 1) {
    const point = { at: start + age * minute, value: age * 60 };
    metrics.put('AWS/SQS', 'ApproximateAgeOfOldestMessage', queueNamed(queueOf(name).arn), point);
  }
  return start + 10 * minute;
}

/** A message that fails as often as the queue delivers it. */
async function givenUp(name: string): Promise<number> {
  const { deadLetterTargetArn, maxReceiveCount } = queueOf(name).RedrivePolicy;
  const dead = await createQueue();
  const { QueueArn = '' } = await attributesOf(dead);
  const queue = await createQueue({ deadLetterTargetArn: QueueArn, maxReceiveCount });
  await sqs.send(new SendMessageCommand({ QueueUrl: queue, MessageBody: '{}' }));
  for (let receives = 0; receives <= maxReceiveCount; receives += 1) await receive(queue);
  const value = Number((await attributesOf(dead)).ApproximateNumberOfMessages);
  metrics.put('AWS/SQS', 'ApproximateNumberOfMessagesVisible', queueNamed(deadLetterTargetArn), { at: start, value });
  return start;
}

/** Lambda's own metric of a function that has run. */
async function invocation(name: string, work: () => Promise<unknown>, time: number): Promise<void> {
  const [outcome] = await Promise.allSettled([work()]);
  const point = { at: time, value: Number(outcome.status === 'rejected') };
  metrics.put('AWS/Lambda', 'Errors', { FunctionName: `${stackName}-${name}` }, point);
}

const uploadTargets = () => {
  const balancer = `<${idOf('AWS::ElasticLoadBalancingV2::LoadBalancer')}.LoadBalancerFullName>`;
  const group = `<${idOf('AWS::ElasticLoadBalancingV2::TargetGroup')}.TargetGroupFullName>`;
  return { balancer: { LoadBalancer: balancer }, targets: { LoadBalancer: balancer, TargetGroup: group } };
};

interface RuleProperties {
  EventPattern?: object;
  ScheduleExpression?: string;
  Targets: { DeadLetterConfig: { Arn: string } }[];
}

/** What rules of a kind call. */
const targetsOf = (isMeant: (rule: RuleProperties) => boolean) =>
  (propertiesOf('AWS::Events::Rule') as unknown as RuleProperties[])
    .filter((rule) => isMeant(rule) && rule.Targets.some(({ DeadLetterConfig }) => DeadLetterConfig))
    .flatMap(({ Targets }) => Targets);

const isOfWebhooks = ({ Arn }: { Arn: string }): boolean => Arn.includes('Webhooks');
const isOfLater = ({ Arn }: { Arn: string }): boolean => Arn.includes('Later');

/** Schedules that failed on every call. */
async function neverCalled(isMeant: (target: RuleProperties['Targets'][number]) => boolean): Promise<number> {
  for (const { DeadLetterConfig } of targetsOf(({ ScheduleExpression }) => ScheduleExpression !== undefined).filter(
    isMeant,
  )) {
    await putMetric([start], 'AWS/SQS ApproximateNumberOfMessagesVisible', queueNamed(DeadLetterConfig.Arn), 1);
  }
  return start;
}

/** Metrics that AWS reports about itself; the last period in which it does. */
async function putMetric(times: readonly number[], metric: string, dimensions: Record<string, string>, value: number) {
  const [namespace = '', name = ''] = metric.split(' ');
  for (const at of times) metrics.put(namespace, name, dimensions, { at, value });
  return times === threePeriods ? start + 10 * minute : start;
}

/** The requests to the API in two periods that follow one another, and how many of each are refused. */
async function refused(requests: number, share: number): Promise<number> {
  const dimensions = { ApiName: stackName };
  const times = [start, start + 5 * minute].flatMap((from) => points(requests, from));
  await putMetric(times, 'AWS/ApiGateway Count', dimensions, 1);
  for (const [index, at] of times.entries()) {
    await putMetric([at], 'AWS/ApiGateway 4XXError', dimensions, Number(index % 100 < 100 * share));
  }
  return start + 5 * minute;
}

const counting = { FunctionName: `${stackName}-keep-figures` };
const publishing = { FunctionName: `${stackName}-publish-events` };

/** Lets a fault happen, and gives the time at which its alarm has to go off. */
const faults: Record<string, () => Promise<number>> = {
  async ServerErrors() {
    const { write: key } = await newWorld();
    for (const time of points(5)) {
      const { result } = await failing(() => call(getGiftCard, { path: { gift_card_id: 'gcd_1' }, key }));
      const point = { at: time, value: Number(result.status >= 500) };
      metrics.put('AWS/ApiGateway', '5XXError', { ApiName: stackName }, point);
    }
    return start;
  },
  async Failures() {
    const { store } = await newWorld();
    await logged(() => failing(() => invoke(payOrder, { store_id: store.id, order_id: 'ord_1' })), points(5));
    return start;
  },
  async 'Webhooks-GivenUp'() {
    const world = await newWorld();
    const webhook = await newWebhook(world);
    await logged(() => redeliver({ ...webhook, event: newEvent(world), attempt: 10 }), [start]);
    return start;
  },
  async 'Webhooks-Disabled'() {
    const world = await newWorld();
    const { url } = await startReceiver(410);
    await newWebhook(world, { url });
    await logged(() => deliver(newEvent(world)), [start]);
    return start;
  },
  async Guessing() {
    const world = await newWorld();
    await guessed(world, limits.unknownCodes.ofStore - 1);
    await logged(() => invoke(getGiftCardBalance, { store_id: world.store.id, code: 'NO-SUCH-CODE' }), [start]);
    return start;
  },
  async Overdue() {
    // What is due in other tests' tables is not.
    await beginAnew();
    const thing = { pk: 'sto_1#THING#1', sk: 'THING' };
    const due = toTimestamp(Date.now() - 16 * minute);
    await commitUnitOfWork(writing([items.create(thing, dueAt('DAYS', due, thing))]));
    await logged(async () => (await handlerOf({ name: 'sweep-gift-cards' }))({}, {}), [start]);
    return start;
  },
  Latency: () => putMetric(threePeriods, 'AWS/ApiGateway Latency', { ApiName: stackName }, 4000),
  Throttles: () => putMetric(threePeriods, 'AWS/Lambda Throttles', {}, 10),
  ClientErrors: () => refused(100, 0.96),
  ...Object.fromEntries(
    scheduled.map((name) => [
      `Silent-${name}`,
      async () => {
        metrics = withRuns(scheduled.filter((other) => other !== name));
        return start;
      },
    ]),
  ),
  'Throttled-Table': () =>
    putMetric(
      threePeriods,
      'AWS/DynamoDB WriteThrottleEvents',
      { TableName: `<${idOf('AWS::DynamoDB::GlobalTable')}>` },
      100,
    ),
  'Mail-Bounces': () => putMetric([start], 'AWS/SES Reputation.BounceRate', {}, 0.05),
  'Mail-Complaints': () => putMetric([start], 'AWS/SES Reputation.ComplaintRate', {}, 0.001),
  'Oldest-restockMail': async () => {
    const oldest = queueNamed(queueOf('send-restock-mail').arn);
    return putMetric([start], 'AWS/SQS ApproximateAgeOfOldestMessage', oldest, 6 * 3600);
  },
  'DeadLetters-restockMail': () => givenUp('send-restock-mail'),
  'Oldest-mail': () => dueFor10Minutes('send-mail'),
  'Oldest-waitlist': () => dueFor10Minutes('work-on-waitlist'),
  'Oldest-deliveries': () => dueFor10Minutes('deliver-events'),
  'Oldest-redeliveries': () => dueFor10Minutes('redeliver-events'),
  'DeadLetters-deliveries': () => givenUp('deliver-events'),
  'DeadLetters-redeliveries': () => givenUp('redeliver-events'),
  'DeadLetters-mail': () => givenUp('send-mail'),
  'DeadLetters-waitlist': () => givenUp('work-on-waitlist'),
  'Oldest-publicFiles': () => dueFor10Minutes('write-public-files'),
  'DeadLetters-publicFiles': () => givenUp('write-public-files'),
  'Late-publish-events': () => putMetric([start], 'AWS/Lambda IteratorAge', publishing, 10 * minute),
  'Late-keep-figures': () => putMetric([start], 'AWS/Lambda IteratorAge', counting, 10 * minute),
  'Lost-publish-events': () => putMetric([start], 'AWS/Lambda DestinationDeliveryFailures', publishing, 1),
  async 'DeadLetters-changes'() {
    const [mapping] = Object.entries(stack.Resources).filter(
      ([, { Type, Properties = {} }]) =>
        Type === 'AWS::Lambda::EventSourceMapping' &&
        'StartingPosition' in Properties &&
        'DestinationConfig' in Properties,
    );
    const dimensions = { EventSourceMappingUUID: `<${mapping?.[0]}>` };
    return putMetric([start], 'AWS/Lambda OnFailureDestinationDeliveredEventCount', dimensions, 1);
  },
  'DeadLetters-schedule': () =>
    neverCalled(({ DeadLetterConfig }) => !isOfWebhooks(DeadLetterConfig) && !isOfLater(DeadLetterConfig)),
  'DeadLetters-later-schedule': () => neverCalled(({ DeadLetterConfig }) => isOfLater(DeadLetterConfig)),
  'DeadLetters-webhook-schedule': () => neverCalled(({ DeadLetterConfig }) => isOfWebhooks(DeadLetterConfig)),
  async 'Migrations-Due'() {
    const hours = Array.from({ length: 24 }, (_, index) => start + index * 60 * minute);
    await logged(roundWithoutTime, hours);
    return hours.at(-1) ?? start;
  },
  'Uploads-Unhealthy': () =>
    putMetric(threePeriods, 'AWS/ApplicationELB UnHealthyHostCount', uploadTargets().targets, 1),
  'Uploads-Refused': () =>
    putMetric(points(5), 'AWS/ApplicationELB HTTPCode_ELB_5XX_Count', uploadTargets().balancer, 1),
  'Uploads-Memory': () =>
    putMetric(
      threePeriods,
      'AWS/ECS MemoryUtilization',
      { ClusterName: `<${idOf('AWS::ECS::Cluster')}>`, ServiceName: `<${idOf('AWS::ECS::Service')}.Name>` },
      90,
    ),
};

test.each(Object.entries(faults))('%s goes off at its fault, and no other alarm does', async (name, happen) => {
  const now = await happen();

  expect(goingOff(now)).toEqual([`${stackName}-${name}`]);
});

test.each([
  ['few requests, all of which are refused', 40, 1],
  ['many requests, a tenth of which succeed', 200, 0.9],
])('ClientErrors is silent at %s', async (_, requests, share) => {
  expect(goingOff(await refused(requests, share))).toEqual([]);
});

test('a restock of 100,000, mailed in two hours, raises no alarm', async () => {
  const oldest = queueNamed(queueOf('send-restock-mail').arn);

  expect(goingOff(await putMetric([start], 'AWS/SQS ApproximateAgeOfOldestMessage', oldest, 7200))).toEqual([]);
});

test('there is no alarm without a fault that was tried', () => {
  const tried = [...Object.keys(faults), ...scheduled.map((name) => `Failing-${name}`)];

  expect([...alarms.keys()].toSorted()).toEqual(tried.map((name) => `${stackName}-${name}`).toSorted());
});

test('the reference says of each alarm what to do', () => {
  const page = readFileSync(resolve(import.meta.dirname, '../../bin/reference/project/2-deploy.md'), 'utf8');
  const listed = [...page.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, names = '']) => {
    const [first = '', ...more] = [...names.matchAll(/`([\w<>-]+)`/g)].map(([, name = '']) => name);
    return [first, ...more.map((name) => first.replace(/-.*/, name))];
  });
  const patterns = listed.map((name) => new RegExp(`^${name.replace(/<\w+>/, '[\\w-]+')}$`));
  const unnamed = Object.keys(faults).filter((name) => !patterns.some((pattern) => pattern.test(name)));

  expect(unnamed).toEqual([]);
});

describe.each(schedules)('Failing-$name', ({ name, everyMinutes }) => {
  /** What runs more often than every 5 minutes is given as long. */
  const every = Math.max(5, everyMinutes) * minute;
  const alarm = `${stackName}-Failing-${name}`;
  const run = async () => (await handlerOf({ name }))({}, {});

  test('goes off at the second round that fails, wherever in a period it falls', async () => {
    for (const offset of [0, 4, 14]) {
      metrics = withRuns();
      const second = start + offset * minute + every;
      await invocation(name, async () => failing(async () => run()), start + offset * minute);
      await invocation(name, async () => failing(async () => run()), second);

      expect(goingOff(second)).toContain(alarm);
    }
  });

  test('is silent at a round that fails and is made good by the next try, a minute later', async () => {
    await invocation(name, async () => failing(async () => run()), start);
    await invocation(name, async () => undefined, start + minute);
    await invocation(name, async () => undefined, start + every);

    expect(goingOff(start + every)).toEqual([]);
  });
});

test('a round in which a single thing fails counts as one that failed', async () => {
  const round = scheduledFunction('sweep', async () => ({ done: 4, failed: 1 }));

  await expect(round()).rejects.toThrow('1 failed, 4 done');
});

/** What a person must handle at once. */
const urgent = [
  ...[
    'ServerErrors',
    'ClientErrors',
    'Failures',
    'Oldest-mail',
    'Late-keep-figures',
    'Late-publish-events',
    'Lost-publish-events',
  ],
  ...['Uploads-Unhealthy', 'Uploads-Refused', ...scheduled.map((name) => `Silent-${name}`)],
];

test('CloudWatch, for the alarms of this stack, may publish to the topics they name', () => {
  const topics = Object.entries(stack.Resources).filter(([, { Type }]) => Type === 'AWS::SNS::Topic');
  const [pages, tickets] = topics.map(([id]) => `<${id}>`);
  const policies = propertiesOf('AWS::SNS::TopicPolicy') as { PolicyDocument: { Statement: object[] } }[];

  for (const [index, topic] of [pages, tickets].entries()) {
    expect(policies[index]?.PolicyDocument.Statement).toContainEqual({
      Sid: 'AlarmsPublish',
      Effect: 'Allow',
      Principal: { Service: 'cloudwatch.amazonaws.com' },
      Action: 'sns:Publish',
      Resource: topic,
      Condition: {
        StringEquals: { 'aws:SourceAccount': '<AWS::AccountId>' },
        ArnLike: { 'aws:SourceArn': expect.stringMatching(/^arn:.*:cloudwatch:.*:alarm:Staging-\*$/) },
      },
    });
  }
  const paged = [...alarms.values()].filter(({ AlarmActions: [topic] }) => topic === pages);
  expect(paged.map(({ AlarmName }) => AlarmName).toSorted()).toEqual(
    urgent.map((name) => `${stackName}-${name}`).toSorted(),
  );
  for (const { AlarmActions } of alarms.values()) expect([[pages], [tickets]]).toContainEqual(AlarmActions);
});
