/** What an account has of tables and buckets, and how AWS answers what is asked of them: as far as a recovery asks. */
import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  GetItemCommand,
  ListTagsOfResourceCommand,
  ResourceInUseException,
  ResourceNotFoundException,
  TagResourceCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import {
  type CORSRule,
  GetBucketCorsCommand,
  GetBucketLifecycleConfigurationCommand,
  GetBucketVersioningCommand,
  GetPublicAccessBlockCommand,
  type LifecycleRule,
  type PublicAccessBlockConfiguration,
  PutBucketCorsCommand,
  PutBucketLifecycleConfigurationCommand,
  PutBucketVersioningCommand,
  PutPublicAccessBlockCommand,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { DeclaredTable } from '../../../bin/doctor/tables.ts';

/** A client of the SDK that is mocked. */
interface Mock {
  // biome-ignore lint/suspicious/noExplicitAny: each command has its own input
  on(command: never): { callsFake(answer: (input: any) => unknown): unknown };
}

interface Table {
  /** The table and the second that its items are a copy of. */
  items: string;
  indexes: { IndexName: string }[];
  stream?: string | undefined;
  isProtected: boolean;
  isRecoverable: boolean;
  expiresBy?: string | undefined;
  tags: Map<string, string>;
  /** How often it is still said to be updating. */
  updating: number;
}

interface Bucket {
  objects: string;
  versions?: 'Enabled' | 'Suspended' | undefined;
  rules?: LifecycleRule[] | undefined;
  cors?: CORSRule[] | undefined;
  block?: PublicAccessBlockConfiguration | undefined;
}

export interface Account {
  tables: Map<string, Table>;
  buckets: Map<string, Bucket>;
}

/** A table as a template declares it. */
export const tableOf = (declared: DeclaredTable, items: string): Table => ({
  items,
  indexes: declared.GlobalSecondaryIndexes ?? [],
  stream: declared.StreamSpecification?.StreamViewType,
  isProtected: declared.Replicas[0]?.DeletionProtectionEnabled ?? false,
  isRecoverable: declared.Replicas[0]?.PointInTimeRecoverySpecification?.PointInTimeRecoveryEnabled ?? false,
  expiresBy: declared.TimeToLiveSpecification?.AttributeName,
  tags: new Map(declared.Replicas[0]?.Tags?.map(({ Key = '', Value = '' }) => [Key, Value])),
  updating: 0,
});

/** `restore-table-to-point-in-time`: items and indexes, and nothing else of the source. */
export function restore({ tables }: Account, source: string, target: string, second: string): void {
  const from = tables.get(source);
  if (!from?.isRecoverable) throw new Error(`${source} cannot be restored`);
  if (tables.has(target)) throw new Error(`TableAlreadyExistsException: ${target}`);
  const items = `${from.items} at ${second}`;
  tables.set(target, {
    items,
    indexes: from.indexes,
    isProtected: false,
    isRecoverable: false,
    tags: new Map(),
    updating: 0,
  });
}

/** Answers in DynamoDB's place: a table takes a change only while it is active. */
export function answerTables(client: Mock, { tables }: Account): void {
  const on = <Input>(command: unknown, answer: (table: Table, input: Input) => object) =>
    client.on(command as never).callsFake((input: Input & { TableName?: string; ResourceArn?: string }) => {
      const table = tables.get(String(input.TableName ?? input.ResourceArn));
      if (!table) throw new ResourceNotFoundException({ message: `no ${input.TableName}`, $metadata: {} });
      return answer(table, input);
    });
  on<{ TableName: string }>(DescribeTableCommand, (table, { TableName }) => {
    const isUpdating = table.updating > 0;
    if (isUpdating) table.updating -= 1;
    return {
      Table: {
        TableArn: TableName,
        TableStatus: isUpdating ? 'UPDATING' : 'ACTIVE',
        GlobalSecondaryIndexes: table.indexes,
        DeletionProtectionEnabled: table.isProtected,
        ...(table.stream && { StreamSpecification: { StreamEnabled: true, StreamViewType: table.stream } }),
      },
    };
  });
  on<UpdateTableCommand['input']>(UpdateTableCommand, (table, { StreamSpecification, DeletionProtectionEnabled }) => {
    if (table.updating > 0 || (table.stream && StreamSpecification?.StreamEnabled)) {
      throw new ResourceInUseException({ message: 'It is being updated, or has a stream', $metadata: {} });
    }
    if (StreamSpecification) table.stream = StreamSpecification.StreamViewType;
    if (DeletionProtectionEnabled !== undefined) table.isProtected = DeletionProtectionEnabled;
    table.updating = 1;
    return {};
  });
  on(GetItemCommand, ({ items }) =>
    items.startsWith('all') ? { Item: { done_at: { S: '2026-11-20T00:00:00Z' } } } : {},
  );
  on(DescribeContinuousBackupsCommand, ({ isRecoverable }) => ({
    ContinuousBackupsDescription: {
      PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: isRecoverable ? 'ENABLED' : 'DISABLED' },
    },
  }));
  on(UpdateContinuousBackupsCommand, (table) => {
    table.isRecoverable = true;
    return {};
  });
  on(DescribeTimeToLiveCommand, ({ expiresBy }) => ({
    TimeToLiveDescription: { TimeToLiveStatus: expiresBy ? 'ENABLED' : 'DISABLED', AttributeName: expiresBy },
  }));
  on<UpdateTimeToLiveCommand['input']>(UpdateTimeToLiveCommand, (table, { TimeToLiveSpecification }) => {
    table.expiresBy = TimeToLiveSpecification?.AttributeName;
    return {};
  });
  on(ListTagsOfResourceCommand, ({ tags }) => ({ Tags: [...tags].map(([Key, Value]) => ({ Key, Value })) }));
  on<TagResourceCommand['input']>(TagResourceCommand, ({ tags }, { Tags = [] }) => {
    for (const { Key = '', Value = '' } of Tags) tags.set(Key, Value);
    return {};
  });
}

/** Answers in S3's place. */
export function answerBuckets(client: Mock, { buckets }: Account): void {
  const none = (name: string) => new S3ServiceException({ name, $fault: 'client', $metadata: {} });
  const on = <Input>(command: unknown, answer: (bucket: Bucket, input: Input) => object | undefined, absent = '') =>
    client.on(command as never).callsFake((input: Input & { Bucket?: string }) => {
      const bucket = buckets.get(String(input.Bucket));
      if (!bucket) throw none('NoSuchBucket');
      const answered = answer(bucket, input);
      if (answered === undefined) throw none(absent);
      return answered;
    });
  on(GetBucketVersioningCommand, ({ versions }) => ({ Status: versions }));
  on<PutBucketVersioningCommand['input']>(PutBucketVersioningCommand, (bucket, { VersioningConfiguration }) => {
    bucket.versions = VersioningConfiguration?.Status;
    return {};
  });
  on(GetBucketLifecycleConfigurationCommand, ({ rules }) => rules && { Rules: rules }, 'NoSuchLifecycleConfiguration');
  on<PutBucketLifecycleConfigurationCommand['input']>(
    PutBucketLifecycleConfigurationCommand,
    (bucket, { LifecycleConfiguration }) => {
      bucket.rules = LifecycleConfiguration?.Rules;
      return {};
    },
  );
  on(GetBucketCorsCommand, ({ cors }) => cors && { CORSRules: cors }, 'NoSuchCORSConfiguration');
  on<PutBucketCorsCommand['input']>(PutBucketCorsCommand, (bucket, { CORSConfiguration }) => {
    bucket.cors = CORSConfiguration?.CORSRules;
    return {};
  });
  on(
    GetPublicAccessBlockCommand,
    ({ block }) => block && { PublicAccessBlockConfiguration: block },
    'NoSuchPublicAccessBlockConfiguration',
  );
  on<PutPublicAccessBlockCommand['input']>(
    PutPublicAccessBlockCommand,
    (bucket, { PublicAccessBlockConfiguration }) => {
      bucket.block = PublicAccessBlockConfiguration;
      return {};
    },
  );
}
