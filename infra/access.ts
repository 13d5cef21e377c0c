/** What a function may do, by what the contract says of it: hand-written statements, one for each purpose. */
import { Stack } from 'aws-cdk-lib';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { type QueueName, queueUrlSettings } from '../lib/contract/background.ts';
import type { Reach } from '../lib/contract/kinds/operation.ts';
import { storeTableDefinition } from '../lib/contract/tables.ts';

/** What the functions reach beside one another. */
export interface Resources {
  storeTable: TableV2;
  requestTable: TableV2;
  bucket: Bucket;
  queues: Readonly<Record<QueueName, Queue>>;
  /** Sender of mails for a store without sites. */
  mailSender: string;
}

export const queueNames = Object.keys(queueUrlSettings) as QueueName[];

/** A function's part of the service. */
export interface Access {
  /** Whether it writes to the store table. */
  writes: boolean;
  /** What it does with the request table: counts the caller's rate, and keeps idempotency records. */
  requests: 'none' | 'count' | 'record';
  reach: readonly Reach[];
  /** The queue it is called by. */
  consumes?: QueueName;
}

export function statementsFor({ writes, requests, reach, consumes }: Access, resources: Resources): PolicyStatement[] {
  return [
    readStore(resources),
    ...(writes ? [writeStore(resources)] : []),
    ...(requests === 'none' ? [] : [countRequests(resources)]),
    ...(requests === 'record' ? [recordReplies(resources)] : []),
    ...reach.filter(isObjectsOrMail).flatMap((each) => statementsOf[each](resources)),
    ...queuesOf(reach).map((name) => queueWork(name, resources)),
    ...(consumes ? [consumeWork(consumes, resources)] : []),
  ];
}

const readStore = ({ storeTable }: Resources): PolicyStatement =>
  new PolicyStatement({
    sid: 'ReadStore',
    actions: ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'],
    resources: [
      storeTable.tableArn,
      ...storeTableDefinition.indexes.map(({ name }) => `${storeTable.tableArn}/index/${name}`),
    ],
  });

const writeStore = ({ storeTable }: Resources): PolicyStatement =>
  new PolicyStatement({
    sid: 'WriteStore',
    actions: ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem', 'dynamodb:ConditionCheckItem'],
    resources: [storeTable.tableArn],
  });

/** The windows of the rate limit and nothing else in the table: every key there has its kind in the middle. */
const countRequests = ({ requestTable }: Resources): PolicyStatement =>
  new PolicyStatement({
    sid: 'CountRequests',
    actions: ['dynamodb:UpdateItem'],
    resources: [requestTable.tableArn],
    conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['*#RATE#*'] } },
  });

/** By table alone: a record is put in one transaction with items of the store table, whose keys are others. */
const recordReplies = ({ requestTable }: Resources): PolicyStatement =>
  new PolicyStatement({
    sid: 'RecordReplies',
    actions: ['dynamodb:GetItem', 'dynamodb:PutItem'],
    resources: [requestTable.tableArn],
  });

const capitalised = (name: string): string => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;

const queueWork = (name: QueueName, { queues }: Resources): PolicyStatement =>
  new PolicyStatement({
    sid: `Queue${capitalised(name)}`,
    actions: ['sqs:SendMessage'],
    resources: [queues[name].queueArn],
  });

const consumeWork = (name: QueueName, { queues }: Resources): PolicyStatement =>
  new PolicyStatement({
    sid: `Consume${capitalised(name)}`,
    actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:ChangeMessageVisibility', 'sqs:GetQueueAttributes'],
    resources: [queues[name].queueArn],
  });

type ObjectsOrMail = Exclude<Reach, `queue-${string}`>;

const isObjectsOrMail = (reach: Reach): reach is ObjectsOrMail => !reach.startsWith('queue-');

/** The queues it puts work into. */
const queuesOf = (reach: readonly Reach[]): QueueName[] => queueNames.filter((name) => reach.includes(`queue-${name}`));

const statementsOf: Record<ObjectsOrMail, (resources: Resources) => PolicyStatement[]> = {
  'read-objects': ({ bucket }) => [
    new PolicyStatement({ sid: 'ReadObjects', actions: ['s3:GetObject'], resources: [bucket.arnForObjects('*')] }),
    // Without it S3 answers 403 in place of 404 for an object that is not there.
    new PolicyStatement({ sid: 'MissObjects', actions: ['s3:ListBucket'], resources: [bucket.bucketArn] }),
  ],
  'write-objects': ({ bucket }) => [
    new PolicyStatement({
      sid: 'WriteObjects',
      actions: ['s3:PutObject', 's3:AbortMultipartUpload', 's3:ListMultipartUploadParts'],
      resources: [bucket.arnForObjects('*')],
    }),
  ],
  'delete-objects': ({ bucket }) => [
    // An upload in parts that is given up is not yet an object, but goes the same way.
    new PolicyStatement({
      sid: 'DeleteObjects',
      actions: ['s3:DeleteObject', 's3:AbortMultipartUpload'],
      resources: [bucket.arnForObjects('*')],
    }),
  ],
  // Each site's mails carry its own sender, so the account's identities are named by kind.
  'send-mail': ({ bucket }) => [
    new PolicyStatement({
      sid: 'SendMail',
      actions: ['ses:SendEmail'],
      resources: [Stack.of(bucket).formatArn({ service: 'ses', resource: 'identity', resourceName: '*' })],
    }),
  ],
};

/** The settings a function finds in its environment: only of what it reaches. */
export function environmentFor({ requests, reach }: Access, resources: Resources): Record<string, string> {
  const objects = reach.some((each) => each.endsWith('-objects'));
  return {
    STORE_TABLE: resources.storeTable.tableName,
    ...(requests === 'none' ? {} : { REQUEST_TABLE: resources.requestTable.tableName }),
    ...(objects ? { OBJECT_BUCKET: resources.bucket.bucketName } : {}),
    ...Object.fromEntries(queuesOf(reach).map((name) => [queueUrlSettings[name], resources.queues[name].queueUrl])),
    ...(reach.includes('send-mail') ? { MAIL_SENDER: resources.mailSender } : {}),
  };
}
