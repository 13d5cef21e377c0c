import { describe, expect, test } from 'vitest';
import { type Access, grantsOf } from '../../infra/grants.ts';
import { adjustGiftCard, getGiftCard } from '../../lib/resources/gift-cards/operations.ts';
import { permits } from '../support/aws/permissions.ts';

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
    'GetSecretValue key',
  ],
  requests: ['count', 'record'],
  consumes: 'mail',
};

describe('a function is granted', () => {
  test('nothing that it does not reach', () => {
    expect(grantsOf({ reach: [], requests: [] })).toEqual([]);
  });

  test('each action only on the resources that it uses', () => {
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
      ['ReadKey', ['secretsmanager:GetSecretValue'], [{ key: true }]],
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
