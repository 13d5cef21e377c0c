/** Numbers of the template that depend on each other: as AWS asks, or so that nothing is lost unseen. */
import { expect, test } from 'vitest';
import type { Template } from '../../infra/access-table.ts';
import { operations } from '../../lib/resources/nouns.ts';
import { everyOption, resolveIn, template } from '../support/aws/template.ts';

type Properties = Readonly<Record<string, unknown>>;

/** Seconds: what SQS keeps a message for where a queue does not say, and how long API Gateway waits. */
const [usualRetention, gatewayWaits] = [4 * 86_400, 29];

const ofType = ({ Resources }: Template, type: string): [id: string, properties: Properties][] =>
  Object.entries(Resources).flatMap(([id, { Type, Properties = {} }]) => (Type === type ? [[id, Properties]] : []));

/** What the numbers of a template break, each in words that name the resource. */
function faultsOf(stack: Template): string[] {
  const queues = new Map(ofType(stack, 'AWS::SQS::Queue'));
  const functions = new Map(ofType(stack, 'AWS::Lambda::Function').map(([, each]) => [each.FunctionName, each]));
  const queueOf = (reference: unknown): Properties | undefined =>
    queues.get(/^<([^.>]+)/.exec(String(resolveIn(stack, reference)))?.[1] ?? '');
  const retentionOf = (queue: Properties | undefined): number =>
    Number(queue?.MessageRetentionPeriod ?? usualRetention);

  const reading = ofType(stack, 'AWS::Lambda::EventSourceMapping').flatMap(([id, each]) => {
    const { EventSourceArn, FunctionName, MaximumBatchingWindowInSeconds = 0 } = each;
    const [queue, reader] = [queueOf(EventSourceArn), functions.get(resolveIn(stack, FunctionName))];
    if (!queue || !reader) return 'StartingPosition' in each ? [] : [`${id} leads from no queue to no function`];
    const least = 6 * Number(reader.Timeout) + Number(MaximumBatchingWindowInSeconds);
    return Number(queue.VisibilityTimeout) < least ? [`${id}: a message comes again within ${least} s`] : [];
  });

  const ending = [...queues].flatMap(([id, queue]) => {
    const { deadLetterTargetArn, maxReceiveCount } = Object(queue.RedrivePolicy);
    if (deadLetterTargetArn === undefined) return [];
    const kept = retentionOf(queueOf(deadLetterTargetArn));
    return [
      ...(kept > retentionOf(queue) ? [] : [`${id}: a dead letter is kept no longer than a message waits`]),
      ...(maxReceiveCount >= 3 ? [] : [`${id}: a message is given up after ${maxReceiveCount} attempts`]),
    ];
  });

  const answering = operations.flatMap(({ name }) => {
    const own = [...functions.values()].find((each) => String(each.FunctionName).endsWith(`-${name}`));
    return Number(own?.Timeout) <= gatewayWaits ? [] : [`${name} may answer after ${gatewayWaits} s`];
  });

  const warning = ofType(stack, 'AWS::CloudWatch::Alarm').flatMap(([id, alarm]) => {
    if (alarm.MetricName !== 'ApproximateAgeOfOldestMessage') return [];
    const [{ Value } = { Value: '' }] = alarm.Dimensions as { Value: unknown }[];
    return Number(alarm.Threshold) < retentionOf(queueOf(Value)) ? [] : [`${id} goes off after its messages are gone`];
  });

  return [...reading, ...ending, ...answering, ...warning];
}

const full = await template(everyOption);
const stacks: readonly (readonly [string, Template])[] = [
  ['by default', await template()],
  ['with every option', full],
];

test.each(stacks)('the numbers of the stack %s fit each other', (_, stack) => {
  expect(ofType(stack, 'AWS::Lambda::EventSourceMapping').length).toBeGreaterThan(4);
  expect(faultsOf(stack)).toEqual([]);
});

/** The stack with every option, in which some properties of the first such resource are others. */
function planted(type: string, isIt: (properties: Properties) => boolean, change: object): Template {
  const [id = ''] = ofType(full, type).find(([, properties]) => isIt(properties)) ?? [];
  const resource = full.Resources[id];
  if (!resource) throw new Error(`The stack has no such ${type}`);
  const Properties = { ...resource.Properties, ...change };
  return { ...full, Resources: { ...full.Resources, [id]: { ...resource, Properties } } };
}

const isQueue = (properties: Properties): boolean => 'RedrivePolicy' in properties;
const ofQueue = ({ BatchSize, StartingPosition }: Properties): boolean => BatchSize !== undefined && !StartingPosition;

test.each<[string, Template]>([
  ['a message comes again too soon', planted('AWS::SQS::Queue', isQueue, { VisibilityTimeout: 30 })],
  ['a dead letter goes first', planted('AWS::SQS::Queue', isQueue, { MessageRetentionPeriod: 1_209_600 })],
  [
    'a batch waits longer than its messages are hidden',
    planted('AWS::Lambda::EventSourceMapping', ofQueue, { MaximumBatchingWindowInSeconds: 90_000 }),
  ],
  [
    'an endpoint answers too late',
    planted('AWS::Lambda::Function', ({ FunctionName }) => /-get-review$/.test(String(FunctionName)), { Timeout: 30 }),
  ],
  [
    'an alarm comes too late',
    planted('AWS::CloudWatch::Alarm', ({ MetricName }) => MetricName === 'ApproximateAgeOfOldestMessage', {
      Threshold: 1_209_600,
    }),
  ],
])('a stack in which %s is noticed', (_, stack) => {
  expect(faultsOf(stack)).toHaveLength(1);
});

test.each([
  ['its own domain', everyOption, 'Staging', 'https://api.example.com'],
  ['the domain of CloudFront', undefined, 'StoreCommerceApi', /^https:\/\/<Distribution\w+\.DomainName>$/],
] as const)('emails of a deployment with %s lead to the base URL', async (_, options, name, url) => {
  const stack = await template(options);
  const [sender] = ofType(stack, 'AWS::Lambda::Function').filter(
    ([, { FunctionName }]) => FunctionName === `${name}-send-restock-mail`,
  );
  const { Variables } = resolveIn(stack, sender?.[1].Environment) as { Variables: Properties };

  expect(Variables.SERVICE_URL).toEqual(typeof url === 'string' ? url : expect.stringMatching(url));
});
