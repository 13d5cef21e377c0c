/** What a function is granted by what the contract says that it reaches. */
import { App, Duration, Stack } from 'aws-cdk-lib';
import { AttributeType, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { EventBus } from 'aws-cdk-lib/aws-events';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, test } from 'vitest';
import { StoreFunction } from '../../infra/functions.ts';
import { type Access, accesses, grantsOf } from '../../infra/grants.ts';
import { readOptions } from '../../infra/options.ts';
import { adjustGiftCard, getGiftCard } from '../../lib/resources/gift-cards/operations.ts';
import { permits } from '../support/aws/permissions.ts';
import { bundles } from '../support/aws/template.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const everything: Access = {
  reach: [
    'BatchGetItem',
    'Query',
    'Query feed',
    'PutItem',
    'GetObject pending/',
    'PutObject media/',
    'DeleteObject files/',
    'SendMessage mail',
    'SendEmail',
  ],
  requests: 'record',
  consumes: 'mail',
};

describe('a function is granted', () => {
  test('nothing that it does not reach', () => {
    expect(grantsOf({ reach: [], requests: 'none' })).toEqual([]);
  });

  test('each action on the things that it reaches by it alone', () => {
    const granted = grantsOf(everything).map(({ sid, actions, targets }) => [sid, actions, targets]);

    expect(granted).toEqual([
      ['Store', ['dynamodb:BatchGetItem', 'dynamodb:PutItem', 'dynamodb:Query'], [{ table: 'store' }]],
      ['Indexes', ['dynamodb:Query'], [{ table: 'store', index: 'feed' }]],
      ['NoKeys', ['dynamodb:*'], [{ table: 'store' }]],
      ['CountRequests', ['dynamodb:UpdateItem'], [{ table: 'requests' }]],
      ['RecordReplies', ['dynamodb:GetItem', 'dynamodb:PutItem'], [{ table: 'requests' }]],
      ['ObjectsFiles', ['s3:DeleteObject'], [{ objects: 'files' }]],
      ['ObjectsMedia', ['s3:PutObject'], [{ objects: 'media' }]],
      ['ObjectsPending', ['s3:GetObject'], [{ objects: 'pending' }]],
      ['MissObjects', ['s3:ListBucket'], [{ bucket: true }]],
      ['QueueMail', ['sqs:SendMessage'], [{ queue: 'mail' }]],
      ['ConsumeMail', ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'], [{ queue: 'mail' }]],
      ['SendMail', ['ses:SendEmail'], [{ senders: true }, { configurationSets: true }]],
    ]);
  });
});

describe('in the table of requests', () => {
  const onRequests = (action: string, key: string) => ({
    action: `dynamodb:${action}`,
    target: 'requests',
    leadingKeys: [key],
  });
  const window = 'sto_1#RATE#hash#60#1';
  const record = 'sto_1#IDEMPOTENCY#digest';

  test.each([
    ['counts in a window', getGiftCard, 'UpdateItem', window, true],
    ['changes no record', getGiftCard, 'UpdateItem', record, false],
    ['records nothing', getGiftCard, 'PutItem', record, false],
    ['counts in a window', adjustGiftCard, 'UpdateItem', window, true],
    ['records a reply', adjustGiftCard, 'PutItem', record, true],
    ['sets no window back', adjustGiftCard, 'PutItem', window, false],
    ['reads no window', adjustGiftCard, 'GetItem', window, false],
  ] as const)('an endpoint %s ($name)', (_, { name }, action, key, is) => {
    expect(permits(name, onRequests(action, key))).toBe(is);
  });

  test('a record is put beside items of the store table, wherever AWS counts their keys', () => {
    const together = { ...onRequests('PutItem', record), leadingKeys: ['sto_1#GIFTCARD#gcd_1', record] };

    expect(permits(adjustGiftCard.name, together)).toBe(true);
  });
});

test('what only reads writes nothing to the store table', () => {
  const writers = [...accesses].filter(([, { reach }]) =>
    reach.some((each) => /^(?:Put|Update|Delete)Item$/.test(each)),
  );

  expect(writers.map(([name]) => name).filter((name) => /^(?:get|list|audit|create-download)/.test(name))).toEqual([]);
});

test('a function that reaches everything has no finding that is not acknowledged with a reason', async () => {
  const app = new App({ outdir: temporaryFolder() });
  const stack = new Stack(app, 'Stack');
  const key = { partitionKey: { name: 'pk', type: AttributeType.STRING } };
  const created = new StoreFunction(stack, 'Function', {
    declaration: getGiftCard,
    access: everything,
    group: 'api',
    timeout: Duration.seconds(10),
    bundles: (await bundles()).folder,
    options: readOptions(app.node),
    resources: {
      storeTable: new TableV2(stack, 'Entities', key),
      requestTable: new TableV2(stack, 'Requests', key),
      bucket: new Bucket(stack, 'Objects'),
      queues: { mail: new Queue(stack, 'Mail') } as never,
      eventBus: new EventBus(stack, 'Bus'),
      failedChanges: new Bucket(stack, 'Failed'),
      downloadRole: 'arn:aws:iam::123456789012:role/downloads',
      mailSender: 'no-reply@example.com',
    },
  });

  const { violations } = new AwsSolutionsChecks(app).validateScope(created);

  expect(violations.map(({ ruleName }) => ruleName)).toEqual([]);
}, 120_000);
