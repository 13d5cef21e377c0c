/** Whether a table is as the template declares it; what a restore leaves out can be put back. */
import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  type DynamoDBClient,
  ListTagsOfResourceCommand,
  type StreamSpecification,
  type TableDescription,
  type Tag,
  TagResourceCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { type Finding, ill, well } from './finding.ts';

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

interface Examined {
  client: DynamoDBClient;
  TableName: string;
  declared: DeclaredTable;
  table: TableDescription;
}

/** Looks at a table. Throws what AWS answers where it is not there. */
export async function tableFindings(
  client: DynamoDBClient,
  TableName: string,
  declared: DeclaredTable,
): Promise<Finding[]> {
  const { Table: table = {} } = await client.send(new DescribeTableCommand({ TableName }));
  const examined: Examined = { client, TableName, declared, table };
  return [
    indexes(examined),
    protection(examined),
    stream(examined),
    ...(await Promise.all([recovery(examined), expiry(examined), tags(examined)])),
  ];
}

/** A table takes one change after another: each waits for the table to be active, and leaves it so. */
const put = ({ client, TableName }: Examined, what: string, mend: () => Promise<unknown>): Finding =>
  ill(`table ${TableName} has ${what}`, 'npm run doctor -- --mend puts it back', async () => {
    await active(client, TableName);
    await mend();
    await active(client, TableName);
  });

const active = (client: DynamoDBClient, TableName: string): Promise<unknown> =>
  waitUntilTableExists({ client, maxWaitTime: 3600, minDelay: 1, maxDelay: 10 }, { TableName });

function indexes({ TableName, declared, table }: Examined): Finding {
  const there = new Set(table.GlobalSecondaryIndexes?.map(({ IndexName }) => IndexName));
  const missing = (declared.GlobalSecondaryIndexes ?? []).filter(({ IndexName }) => !there.has(IndexName));
  return missing.length === 0
    ? well(`table ${TableName} has its indexes`)
    : ill(
        `table ${TableName} has no index ${missing.map(({ IndexName }) => IndexName).join(', ')}`,
        'restore it once more, with all indexes',
      );
}

function protection(examined: Examined): Finding {
  const { client, TableName, declared, table } = examined;
  const wanted = declared.Replicas[0]?.DeletionProtectionEnabled ?? false;
  return !wanted || table.DeletionProtectionEnabled
    ? well(`table ${TableName} is protected as declared`)
    : put(examined, 'no protection from deletion', () =>
        client.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: true })),
      );
}

function stream(examined: Examined): Finding {
  const { client, TableName, declared, table } = examined;
  const StreamViewType = declared.StreamSpecification?.StreamViewType;
  return table.StreamSpecification?.StreamViewType === StreamViewType
    ? well(`table ${TableName} has the stream that is declared, or none`)
    : put(examined, 'not the stream that is declared', () =>
        client.send(
          new UpdateTableCommand({
            TableName,
            StreamSpecification: { StreamEnabled: StreamViewType !== undefined, StreamViewType },
          }),
        ),
      );
}

async function recovery(examined: Examined): Promise<Finding> {
  const { client, TableName, declared } = examined;
  const wanted = declared.Replicas[0]?.PointInTimeRecoverySpecification?.PointInTimeRecoveryEnabled ?? false;
  const { ContinuousBackupsDescription } = await client.send(new DescribeContinuousBackupsCommand({ TableName }));
  const status = ContinuousBackupsDescription?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus;
  return !wanted || status === 'ENABLED'
    ? well(`table ${TableName} can be recovered to a point in time`)
    : put(examined, 'no recovery to a point in time', () =>
        client.send(
          new UpdateContinuousBackupsCommand({
            TableName,
            PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
          }),
        ),
      );
}

async function expiry(examined: Examined): Promise<Finding> {
  const { client, TableName, declared } = examined;
  const wanted = declared.TimeToLiveSpecification;
  const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName }));
  const isOn = TimeToLiveDescription?.TimeToLiveStatus?.startsWith('ENABL') ?? false;
  return !wanted || (isOn && TimeToLiveDescription?.AttributeName === wanted.AttributeName)
    ? well(`table ${TableName} lets items expire as declared`)
    : put(examined, 'no time to live', () =>
        client.send(
          new UpdateTimeToLiveCommand({
            TableName,
            TimeToLiveSpecification: { AttributeName: wanted.AttributeName, Enabled: true },
          }),
        ),
      );
}

async function tags(examined: Examined): Promise<Finding> {
  const { client, TableName, declared, table } = examined;
  const ResourceArn = table.TableArn;
  const { Tags = [] } = await client.send(new ListTagsOfResourceCommand({ ResourceArn }));
  const there = new Map(Tags.map(({ Key, Value }) => [Key, Value]));
  const missing = (declared.Replicas[0]?.Tags ?? []).filter(({ Key, Value }) => there.get(Key) !== Value);
  return missing.length === 0
    ? well(`table ${TableName} has its tags`)
    : put(examined, `no tags ${missing.map(({ Key }) => Key).join(', ')}`, () =>
        client.send(new TagResourceCommand({ ResourceArn, Tags: missing })),
      );
}
