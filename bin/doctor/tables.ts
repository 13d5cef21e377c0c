/** Whether a table is as the template declares it; what a restore leaves out can be put back. */
import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  type DynamoDBClient,
  ListTagsOfResourceCommand,
  type StreamSpecification,
  type Tag,
  TagResourceCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { type Finding, judged } from './finding.ts';

/** The template's properties of a table, as far as they are looked at. */
export interface DeclaredTable {
  GlobalSecondaryIndexes?: { IndexName: string }[];
  TimeToLiveSpecification?: { AttributeName: string; Enabled: boolean };
  StreamSpecification?: { StreamViewType: StreamSpecification['StreamViewType'] };
  Replicas: {
    DeletionProtectionEnabled?: boolean;
    PointInTimeRecoverySpecification?: { PointInTimeRecoveryEnabled: boolean };
    Tags?: Tag[];
  }[];
}

/** A part of a table's configuration. */
interface Part {
  isWell: boolean;
  good: string;
  bad: string;
  /** Puts it back. */
  put?: () => Promise<unknown>;
  /** What a person does if nothing restores it. */
  cure?: string;
}

/** Looks at a table. Throws what AWS answers if it is not there. */
export async function tableFindings(
  client: DynamoDBClient,
  TableName: string,
  declared: DeclaredTable,
): Promise<Finding[]> {
  const { Table: table = {} } = await client.send(new DescribeTableCommand({ TableName }));
  const ResourceArn = table.TableArn;
  const [{ ContinuousBackupsDescription }, { TimeToLiveDescription }, { Tags = [] }] = await Promise.all([
    client.send(new DescribeContinuousBackupsCommand({ TableName })),
    client.send(new DescribeTimeToLiveCommand({ TableName })),
    client.send(new ListTagsOfResourceCommand({ ResourceArn })),
  ]);
  const [replica] = declared.Replicas;
  const there = new Set(table.GlobalSecondaryIndexes?.map(({ IndexName }) => IndexName));
  const indexes = (declared.GlobalSecondaryIndexes ?? []).filter(({ IndexName }) => !there.has(IndexName));
  const unready = (table.GlobalSecondaryIndexes ?? []).filter(
    ({ IndexStatus = 'ACTIVE', Backfilling }) => IndexStatus !== 'ACTIVE' || Backfilling,
  );
  const StreamViewType = declared.StreamSpecification?.StreamViewType;
  const recovery = ContinuousBackupsDescription?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus;
  const expiry = declared.TimeToLiveSpecification;
  const isExpiring = TimeToLiveDescription?.TimeToLiveStatus?.startsWith('ENABL') ?? false;
  const values = new Map(Tags.map(({ Key, Value }) => [Key, Value]));
  const tags = (replica?.Tags ?? []).filter(({ Key, Value }) => values.get(Key) !== Value);
  const parts: Part[] = [
    {
      isWell: indexes.length === 0,
      good: 'has its indexes',
      bad: `has no index ${indexes.map(({ IndexName }) => IndexName).join(', ')}`,
      cure: 'restore it again, with all indexes',
    },
    {
      isWell: unready.length === 0,
      good: 'has no index that AWS is building or deleting',
      bad: `has indexes that are not ready: ${unready.map(({ IndexName, IndexStatus, Backfilling }) => `${IndexName} is ${IndexStatus}${Backfilling ? ', backfilling' : ''}`).join('; ')}`,
      cure: 'wait before the next deployment; after a rollback, delete it (see Upgrading)',
    },
    {
      isWell: !replica?.DeletionProtectionEnabled || table.DeletionProtectionEnabled === true,
      good: 'is protected as declared',
      bad: 'has no deletion protection',
      put: () => client.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: true })),
    },
    {
      isWell: table.StreamSpecification?.StreamViewType === StreamViewType,
      good: 'has the declared stream, or none',
      bad: 'lacks the declared stream',
      put: () => {
        const StreamSpecification = { StreamEnabled: StreamViewType !== undefined, StreamViewType };
        return client.send(new UpdateTableCommand({ TableName, StreamSpecification }));
      },
    },
    {
      isWell: !replica?.PointInTimeRecoverySpecification?.PointInTimeRecoveryEnabled || recovery === 'ENABLED',
      good: 'has point-in-time recovery',
      bad: 'has no point-in-time recovery',
      put: () => {
        const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
        return client.send(new UpdateContinuousBackupsCommand({ TableName, PointInTimeRecoverySpecification }));
      },
    },
    {
      isWell: !expiry || (isExpiring && TimeToLiveDescription?.AttributeName === expiry.AttributeName),
      good: 'has the declared time to live',
      bad: 'has no time to live',
      put: () => {
        const TimeToLiveSpecification = { AttributeName: expiry?.AttributeName, Enabled: true };
        return client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
      },
    },
    {
      isWell: tags.length === 0,
      good: 'has its tags',
      bad: `lacks the tags ${tags.map(({ Key }) => Key).join(', ')}`,
      put: () => client.send(new TagResourceCommand({ ResourceArn, Tags: tags })),
    },
  ];
  return parts.map(({ isWell, good, bad, put, cure = 'npm run doctor -- --mend fixes it' }) =>
    judged(
      isWell,
      `table ${TableName} ${good}`,
      `table ${TableName} ${bad}`,
      cure,
      put && whileActive(client, TableName, put),
    ),
  );
}

/** A table takes one change after another: each waits for the table to be active, and leaves it so. */
const whileActive =
  (client: DynamoDBClient, TableName: string, mend: () => Promise<unknown>) => async (): Promise<void> => {
    await active(client, TableName);
    await mend();
    await active(client, TableName);
  };

const active = (client: DynamoDBClient, TableName: string): Promise<unknown> =>
  waitUntilTableExists({ client, maxWaitTime: 3600, minDelay: 1, maxDelay: 10 }, { TableName });
