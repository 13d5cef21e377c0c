/** What a call to AWS has to be allowed, as IAM is asked for it. */
import { queueUrlSettings } from '../../../lib/resources/background.ts';
import { queriedKey } from './expressions.ts';
import type { Any as Input } from './on-call.ts';

/** Something that IAM is asked: an action on a thing. */
export interface Need {
  action: string;
  /** As `textOf` a target. */
  target: string;
  /** The partition keys of a request to a table. */
  leadingKeys?: readonly string[];
  /** The prefix of a list of objects. */
  prefix?: string;
}

const transactions = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
};

const tableNamed = (name: string): string => (name === process.env.REQUEST_TABLE ? 'requests' : 'store');

const onTable = (action: string, { TableName, Key, Item }: Input): Need => ({
  action: `dynamodb:${action}`,
  target: tableNamed(TableName),
  leadingKeys: [(Key ?? Item).pk],
});

/** What a call to DynamoDB needs: a transaction what each of its items needs. */
export function dynamodbNeeds(command: string, input: Input): Need[] {
  if (command === 'TransactWrite' || command === 'TransactWriteItems') {
    return input.TransactItems.flatMap((item: Input) =>
      Object.entries(transactions).flatMap(([kind, action]) => (item[kind] ? [onTable(action, item[kind])] : [])),
    );
  }
  if (command === 'BatchGet' || command === 'BatchGetItem') {
    return Object.entries<Input>(input.RequestItems).map(([table, { Keys }]) => ({
      action: 'dynamodb:BatchGetItem',
      target: tableNamed(table),
      leadingKeys: Keys.map(({ pk }: Input) => pk),
    }));
  }
  if (command === 'Query') {
    const { TableName, IndexName } = input;
    const table = tableNamed(TableName);
    const target = IndexName ? `${table}/${IndexName}` : table;
    return [{ action: 'dynamodb:Query', target, leadingKeys: [queriedKey(input).pk] }];
  }
  if (command === 'Scan') return [{ action: 'dynamodb:Scan', target: tableNamed(input.TableName), leadingKeys: [] }];
  return [onTable(command.endsWith('Item') ? command : `${command}Item`, input)];
}

const objectActions: Record<string, string> = {
  HeadObject: 'GetObject',
  CopyObject: 'PutObject',
  CreateMultipartUpload: 'PutObject',
  UploadPart: 'PutObject',
  CompleteMultipartUpload: 'PutObject',
  ListParts: 'ListMultipartUploadParts',
};

const onObject = (action: string, key: string): Need => ({ action: `s3:${action}`, target: `${key.split('/')[0]}/` });

export function s3Needs(command: string, { Key, CopySource, Prefix, Delete }: Input): Need[] {
  if (command === 'ListObjectsV2') return [{ action: 's3:ListBucket', target: 'bucket', prefix: Prefix }];
  if (command === 'DeleteObjects') return Delete.Objects.map((object: Input) => onObject('DeleteObject', object.Key));
  const source = CopySource ? [onObject('GetObject', CopySource.split('/').slice(1).join('/'))] : [];
  return [onObject(objectActions[command] ?? command, Key), ...source];
}

export const stsNeeds = (command: string): Need[] => [{ action: `sts:${command}`, target: 'downloads' }];

export function sqsNeeds(command: string, { QueueUrl }: Input): Need[] {
  const [queue = 'unknown'] = Object.entries(queueUrlSettings).find(([, name]) => process.env[name] === QueueUrl) ?? [];
  return [{ action: `sqs:${command.replace(/Batch$/, '')}`, target: queue }];
}
