/** How changes of the table become events on AWS, and reach others (Events page). */
import { expect, test } from 'vitest';
import { functionAccess, type Template } from '../../infra/access-table.ts';
import { everyOption, template } from '../support/aws/template.ts';

const [usual, full] = [await template(), await template(everyOption)];

const propertiesOf = ({ Resources }: Template, type: string) =>
  Object.values(Resources).flatMap(({ Type, Properties = {} }) => (Type === type ? [Properties] : []));

const hours = 3600;

test('the table streams what each item was and is', () => {
  expect(propertiesOf(usual, 'AWS::DynamoDB::GlobalTable')).toContainEqual(
    expect.objectContaining({ StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' } }),
  );
});

test('a batch that fails comes again, in halves and from where its function got to, for six hours; then it is kept whole if it has events', () => {
  const sources = propertiesOf(usual, 'AWS::Lambda::EventSourceMapping').filter((each) => 'StartingPosition' in each);
  const followed = {
    StartingPosition: 'TRIM_HORIZON',
    BatchSize: 100,
    // Records of deliveries, which are many and have no events, do not call the function.
    FilterCriteria: {
      Filters: [
        {
          Pattern: JSON.stringify({
            dynamodb: {
              NewImage: { without_events: { BOOL: [{ exists: false }] } },
              OldImage: { without_events: { BOOL: [{ exists: false }] } },
            },
          }),
        },
      ],
    },
    BisectBatchOnFunctionError: true,
    FunctionResponseTypes: ['ReportBatchItemFailures'],
    MaximumRecordAgeInSeconds: 6 * hours,
    // As many as there can be: it is time that ends them.
    MaximumRetryAttempts: 10_000,
  };
  const OnFailure = { Destination: { 'Fn::GetAtt': [expect.stringMatching(/^EventsFailedChanges/), 'Arn'] } };
  const kept = { DestinationConfig: { OnFailure }, MetricsConfig: { Metrics: ['EventCount'] } };

  expect(sources).toHaveLength(2);
  for (const source of sources) expect(source).toMatchObject(followed);
  expect(sources.filter((source) => 'DestinationConfig' in source)).toEqual([expect.objectContaining(kept)]);
});

test('the bus keeps what the stack put there for 30 days', () => {
  const [bus] = propertiesOf(usual, 'AWS::Events::EventBus');

  expect(bus).toMatchObject({ Name: 'StoreCommerceApi' });
  expect(propertiesOf(usual, 'AWS::Events::Archive')).toEqual([
    expect.objectContaining({
      RetentionDays: 30,
      SourceArn: { 'Fn::GetAtt': [expect.stringMatching(/^EventsBus/), 'Arn'] },
      EventPattern: { source: ['StoreCommerceApi'] },
    }),
  ]);
});

test('one function puts events on the bus and keeps what failed, and only it and the one that counts figures read the stream', () => {
  const reading = /^events:Put|^dynamodb:(?:.*Stream|GetRecords|GetShardIterator)/;
  const allowed = [...functionAccess(usual)].flatMap(([name, statements]) =>
    statements.flatMap(({ actions, resources }) =>
      actions.some((action) => reading.test(action)) || resources.some((resource) => resource.includes('FailedChanges'))
        ? [name]
        : [],
    ),
  );
  const own = functionAccess(usual).get('StoreCommerceApi-publish-events') ?? [];

  expect([...new Set(allowed)].toSorted()).toEqual([
    'StoreCommerceApi-keep-figures',
    'StoreCommerceApi-publish-events',
  ]);
  expect(own.flatMap(({ actions }) => actions).toSorted()).toEqual([
    'dynamodb:DescribeStream',
    'dynamodb:GetRecords',
    'dynamodb:GetShardIterator',
    'dynamodb:ListStreams',
    'events:PutEvents',
    expect.stringMatching(/^logs:/),
    expect.stringMatching(/^logs:/),
    's3:ListBucket',
    's3:PutObject',
  ]);
});

test('every event of the stack is queued for webhooks, whole, for a day, and what the queue never takes is kept', () => {
  const [rule] = propertiesOf(full, 'AWS::Events::Rule').filter((each) => 'EventPattern' in each);

  expect(rule).toMatchObject({
    EventPattern: { source: ['Staging'] },
    Targets: [
      {
        Arn: { 'Fn::GetAtt': [expect.stringMatching(/Queuesdeliveries/), 'Arn'] },
        RetryPolicy: { MaximumEventAgeInSeconds: 24 * hours, MaximumRetryAttempts: 185 },
        DeadLetterConfig: { Arn: { 'Fn::GetAtt': [expect.stringMatching(/deliveriesDeadLetters/), 'Arn'] } },
      },
    ],
  });
  expect(JSON.stringify(rule?.Targets)).not.toMatch(/"Input(?:Path|Transformer)?":/);
});
