/** Each finding of the doctor, against clients that answer as AWS would. */
import { CloudFormationClient, DescribeStacksCommand, ListStackResourcesCommand } from '@aws-sdk/client-cloudformation';
import { CloudWatchClient, ListMetricsCommand } from '@aws-sdk/client-cloudwatch';
import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  GetItemCommand,
  ListTagsOfResourceCommand,
} from '@aws-sdk/client-dynamodb';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import {
  GetBucketCorsCommand,
  GetBucketLifecycleConfigurationCommand,
  GetBucketVersioningCommand,
  GetPublicAccessBlockCommand,
  PutBucketCorsCommand,
  PutBucketLifecycleConfigurationCommand,
  PutBucketVersioningCommand,
  PutPublicAccessBlockCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import {
  GetAccountCommand,
  GetConfigurationSetCommand,
  GetEmailIdentityCommand,
  NotFoundException,
  SESv2Client,
} from '@aws-sdk/client-sesv2';
import { ListSubscriptionsByTopicCommand, SNSClient } from '@aws-sdk/client-sns';
import { App } from 'aws-cdk-lib';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  bootstrapFindings,
  certificateFindings,
  concurrencyFindings,
  findStack,
  mailFindings,
} from '../../bin/doctor/account.ts';
import { bucketFindings } from '../../bin/doctor/bucket.ts';
import { asked, type Finding, lineOf } from '../../bin/doctor/finding.ts';
import {
  alarmFindings,
  declaredIn,
  keyFindings,
  metricFindings,
  migrationFindings,
  newClients,
  releaseFindings,
  releasesBetween,
  stackFindings,
} from '../../bin/doctor/stack.ts';
import { tableFindings } from '../../bin/doctor/tables.ts';
import { readOptions } from '../../infra/options.ts';
import { operations } from '../../lib/resources/nouns.ts';
import { checkOf } from '../../lib/resources/stores/deployment-key-records.ts';
import { deriveKey } from '../../lib/runtime/deployment-key.ts';
import { requestTableDefinition, storeTableDefinition } from '../../lib/schema/tables.ts';
import { migrations } from '../../lib/work/migrate.ts';
import { changelog } from '../releases/promises.ts';
import { everyOption, template } from '../support/aws/template.ts';

const cloudformation = mockClient(CloudFormationClient);
const lambda = mockClient(LambdaClient);
const sesv2 = mockClient(SESv2Client);
const dynamodb = mockClient(DynamoDBClient);
const s3 = mockClient(S3Client);
const secrets = mockClient(SecretsManagerClient);
const sns = mockClient(SNSClient);
const cloudwatch = mockClient(CloudWatchClient);
const mocks = [cloudformation, cloudwatch, lambda, sesv2, dynamodb, s3, secrets, sns];

beforeEach(() => {
  for (const client of mocks) client.reset();
});

// They replace all clients of their kind, also those of other files.
afterAll(() => {
  for (const client of mocks) client.restore();
});

const clients = newClients();

const options = (context: Record<string, string> = {}) => readOptions(new App({ context }).node);

/** The failed findings, as they are printed. */
const lacking = (findings: readonly Finding[]): string[] => findings.filter(({ isWell }) => !isWell).map(lineOf);

describe('before a deployment', () => {
  const noStack = Object.assign(new Error('Stack with id CDKToolkit does not exist'), { name: 'ValidationError' });

  test.each([
    ['is bootstrapped', () => cloudformation.on(DescribeStacksCommand).resolves({ Stacks: [{} as never] }), []],
    [
      'is not',
      () => cloudformation.on(DescribeStacksCommand).rejects(noStack),
      [expect.stringMatching(/not bootstrapped.*\n.*npx cdk bootstrap/)],
    ],
  ])('reports whether the account %s', async (_, arrange, expected) => {
    arrange();

    expect(lacking(await bootstrapFindings(new CloudFormationClient({})))).toEqual(expected);
  });

  const quota = (Max24HourSend: number, MaxSendRate: number) => ({ SendQuota: { Max24HourSend, MaxSendRate } });
  const account = { ProductionAccessEnabled: true, SendingEnabled: true, ...quota(50_000, 14) };
  const missing = new NotFoundException({ message: 'none', $metadata: {} });

  test.each([
    ['nothing where all is well', account, { 'shop.example': true }, []],
    ['nothing where only the address is verified', account, { 'a@shop.example': true }, []],
    ['the sandbox', { ...account, ProductionAccessEnabled: false }, { 'shop.example': true }, ['sandbox']],
    ['nothing where there is no quota', { ...account, ...quota(-1, 90) }, { 'shop.example': true }, []],
    ['the quota of a day', { ...account, ...quota(200, 14) }, { 'shop.example': true }, ['SES sends 200 emails a day']],
    ['the rate', { ...account, ...quota(50_000, 1) }, { 'shop.example': true }, ['a day, 1 a second']],
    ['that sending has stopped', { ...account, SendingEnabled: false }, { 'shop.example': true }, ['has stopped']],
    ['a sender that is not verified', account, {}, ['has not verified the sender a@shop.example']],
    ['a sender whose verification failed', account, { 'shop.example': false }, ['has not verified the sender']],
  ])('reports email %s', async (_, state, identities: Record<string, boolean>, expected) => {
    sesv2.on(GetAccountCommand).resolves(state);
    sesv2.on(GetEmailIdentityCommand).callsFake(({ EmailIdentity }) => {
      if (!(EmailIdentity in identities)) throw missing;
      return { VerifiedForSendingStatus: identities[EmailIdentity] };
    });

    const findings = await mailFindings(new SESv2Client({}), options({ mailSender: 'a@shop.example' }));

    expect(lacking(findings)).toEqual(expected.map((text) => expect.stringContaining(text)));
  });

  test.each([
    ['nothing of one that sends', { SendingOptions: { SendingEnabled: true } }, []],
    [
      'one that has stopped',
      { SendingOptions: { SendingEnabled: false } },
      ['set house of the sender a@shop.example has stopped'],
    ],
    ['one that is gone', missing, ['set house of the sender a@shop.example does not exist']],
  ])('reports the default configuration set of a sender: %s', async (_, state, expected) => {
    sesv2.on(GetAccountCommand).resolves(account);
    sesv2.on(GetEmailIdentityCommand).resolves({ VerifiedForSendingStatus: true, ConfigurationSetName: 'house' });
    const asked = sesv2.on(GetConfigurationSetCommand, { ConfigurationSetName: 'house' });
    if (state instanceof Error) asked.rejects(state);
    else asked.resolves(state);

    const findings = await mailFindings(new SESv2Client({}), options({ mailSender: 'a@shop.example' }));

    expect(lacking(findings)).toEqual(expected.map((text) => expect.stringContaining(text)));
  });

  test.each([
    ['is a new account’s', 10, {}, 1],
    ['is as it usually is', 1000, {}, 0],
    ['is just enough for what is reserved', operations.length * 20 + 100, { reservedConcurrency: 'api=20' }, 0],
    ['is one too little for what is reserved', operations.length * 20 + 99, { reservedConcurrency: 'api=20' }, 1],
  ])('reports whether the concurrency %s', async (_, limit, context, found) => {
    lambda.on(GetAccountSettingsCommand).resolves({ AccountLimit: { ConcurrentExecutions: limit } });

    expect(lacking(await concurrencyFindings(new LambdaClient({}), options(context)))).toHaveLength(found);
  });

  test.each([
    ['us-east-1', []],
    ['eu-central-1', [expect.stringMatching(/is in eu-central-1\n.*us-east-1/)]],
  ])('reports a certificate in %s', (region, expected) => {
    const certificateArn = `arn:aws:acm:${region}:123456789012:certificate/0`;

    expect(lacking(certificateFindings(options({ domainName: 'api.example.com', certificateArn })))).toEqual(expected);
    expect(certificateFindings(options())).toEqual([]);
  });
});

const declared = declaredIn(await template(everyOption));

describe('of a deployed stack', () => {
  const tags = [
    { Key: 'service', Value: 'store-commerce-api' },
    { Key: 'stack', Value: 'Staging' },
  ];

  const streamAsDeclared = () =>
    declared.storeTable.StreamSpecification && {
      StreamSpecification: { StreamEnabled: true, ...declared.storeTable.StreamSpecification },
    };

  /** Tables as the template makes them. */
  function healthyTables() {
    dynamodb.on(GetItemCommand).resolves({ Item: { done_at: { S: '2026-11-23T09:00:00Z' } } });
    dynamodb.on(DescribeTableCommand).callsFake(({ TableName }) => ({
      Table: {
        TableArn: `arn:${TableName}`,
        TableStatus: 'ACTIVE',
        DeletionProtectionEnabled: TableName === 'store',
        GlobalSecondaryIndexes: declared.storeTable.GlobalSecondaryIndexes,
        ...(TableName === 'store' ? streamAsDeclared() : {}),
      },
    }));
    dynamodb.on(DescribeContinuousBackupsCommand).resolves({
      ContinuousBackupsDescription: {
        ContinuousBackupsStatus: 'ENABLED',
        PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: 'ENABLED' },
      },
    });
    dynamodb.on(DescribeTimeToLiveCommand).callsFake(({ TableName }) => ({
      TimeToLiveDescription: {
        TimeToLiveStatus: 'ENABLED',
        AttributeName: (TableName === 'store' ? storeTableDefinition : requestTableDefinition).timeToLive,
      },
    }));
    dynamodb.on(ListTagsOfResourceCommand).resolves({ Tags: tags });
  }

  test('finds nothing to say of tables as they were declared', async () => {
    healthyTables();

    expect(lacking(await tableFindings(clients.dynamodb, 'store', declared.storeTable))).toEqual([]);
    expect(lacking(await tableFindings(clients.dynamodb, 'requests', declared.requestTable))).toEqual([]);
  });

  test('names a migration that has started and is not done', async () => {
    dynamodb.on(GetItemCommand).resolves({ Item: { read: { N: '480' }, failed: { N: '1' } } });

    expect((await migrationFindings(clients.dynamodb, 'store')).map(lineOf)).toEqual(
      migrations.map(({ name, release }) =>
        expect.stringMatching(
          new RegExp(
            `^LACKS {2}the migration ${name} of ${release} is due: 480 items read, 1 failed\n.*npx store-commerce migrate`,
          ),
        ),
      ),
    );
  });

  test.each([
    [
      'whose items it could not change',
      { failed: { N: '2' } },
      ['is done except for 2 items that it could not change'],
    ],
    ['whose failures are accepted', { failed: { N: '2' }, accepted: { N: '2' } }, []],
  ])('reports a migration that has ended %s', async (_, failures, expected) => {
    dynamodb.on(GetItemCommand).resolves({ Item: { done_at: { S: '2026-11-23T09:00:00Z' }, ...failures } });

    const found = lacking(await migrationFindings(clients.dynamodb, 'store'));
    expect(found.slice(0, expected.length || undefined)).toEqual(expected.map((text) => expect.stringContaining(text)));
  });

  test.each([
    ['being built', { IndexStatus: 'CREATING', Backfilling: true }, 'another is CREATING, backfilling'],
    ['being deleted', { IndexStatus: 'DELETING' }, 'another is DELETING'],
  ] as const)('reports an index that is %s', async (_, state, expected) => {
    healthyTables();
    const { Table } = await clients.dynamodb.send(new DescribeTableCommand({ TableName: 'store' }));
    const indexes = [...(Table?.GlobalSecondaryIndexes ?? []), { IndexName: 'another', ...state }];
    dynamodb.on(DescribeTableCommand).resolves({ Table: { ...Table, GlobalSecondaryIndexes: indexes } });

    expect(lacking(await tableFindings(clients.dynamodb, 'store', declared.storeTable))).toEqual([
      expect.stringMatching(new RegExp(`${expected}\n.*wait before the next deployment`)),
    ]);
  });

  describe('of the deployment key', () => {
    const [own, former] = ['arn:own', 'arn:former'];
    const findings = async (kept: string | undefined, secret?: string) => {
      const check = checkOf(deriveKey(`key in ${kept}`, 'mark'));
      dynamodb.on(GetItemCommand).resolves(kept ? { Item: { check: { S: check }, secret: { S: kept } } } : {});
      secrets
        .on(GetSecretValueCommand)
        .callsFake(({ SecretId }) => ({ ARN: SecretId, SecretString: `key in ${SecretId}` }));
      return keyFindings(clients, 'store', secret);
    };

    test.each([
      ['a table without a mark', undefined, own, []],
      ['the key of the table', own, own, []],
      ['another key than that of the table', former, own, [`${former}, but the stack has the key in ${own}`]],
      ['no key yet, where the table has one', former, undefined, [`${former}: a new stack creates another`]],
    ])('finds %s', async (_, kept, secret, expected) => {
      const found = lacking(await findings(kept, secret));

      expect(found).toEqual(expected.map((text) => expect.stringContaining(text)));
      for (const line of found) expect(line).toContain(`deploy -c deploymentKey=${former}`);
    });
  });

  test.each([
    ['0.2.0', '0.3.0', []],
    ['0.2.0', '0.4.0', ['0.3.0']],
    ['0.4.0', '0.2.0', ['0.3.0']],
    ['0.2.0', '0.2.0', []],
    ['0.1.0', '0.5.0', []],
  ])('between %s and %s it finds the releases %j', (deployed, next, skipped) => {
    const text = '## Unreleased\n\n## 0.4.0\n\n## 0.3.0\n\n## 0.2.0\n';

    expect(releasesBetween(deployed, next, text)).toEqual(skipped);
  });

  test('reports a release that would be skipped', async () => {
    const releases = [...changelog().matchAll(/^## (\d.*)$/gm)].map(([, version]) => version);
    const [, last, skippedOne] = releases;
    const deployed = vi.spyOn(globalThis, 'fetch');
    const findings = async (version: string | undefined) => {
      deployed.mockImplementation(async () => Response.json({ version }));
      return lacking(await releaseFindings('https://api.example.com'));
    };

    expect(await findings(last)).toEqual([]);
    expect(await findings(skippedOne)).toEqual([expect.stringContaining(`${last}`)]);
    expect(fetch).toHaveBeenCalledWith('https://api.example.com/docs/version.json', expect.anything());
  });

  test('reports an index that was not restored, which nothing restores later', async () => {
    healthyTables();
    dynamodb.on(DescribeTableCommand).resolves({
      Table: {
        DeletionProtectionEnabled: true,
        ...streamAsDeclared(),
      },
    });

    const findings = await tableFindings(clients.dynamodb, 'store', declared.storeTable);

    expect(lacking(findings)).toEqual([expect.stringMatching(/no index feed, product_feed,.*\n.*restore it again/)]);
    expect(findings.find(({ isWell }) => !isWell)?.mend).toBeUndefined();
  });

  const none = (name: string) => new S3ServiceException({ name, $fault: 'client', $metadata: {} });

  /** A bucket that was named into a stack: it has nothing. */
  function bareBucket() {
    s3.on(GetBucketVersioningCommand).resolves({});
    s3.on(GetBucketLifecycleConfigurationCommand).rejects(none('NoSuchLifecycleConfiguration'));
    s3.on(GetBucketCorsCommand).rejects(none('NoSuchCORSConfiguration'));
    s3.on(GetPublicAccessBlockCommand).rejects(none('NoSuchPublicAccessBlockConfiguration'));
  }

  test('puts back all that a bucket has lost, after which there is nothing to say of it', async () => {
    bareBucket();
    const findings = await bucketFindings(clients.s3, 'objects', declared.bucket);
    expect(lacking(findings)).toHaveLength(4);

    for (const { mend } of findings) await mend?.();

    const put = (Command: object) =>
      s3.commandCalls(Command as never)[0]?.args[0].input as never as Record<string, never>;
    s3.on(GetBucketVersioningCommand).resolves(put(PutBucketVersioningCommand).VersioningConfiguration ?? {});
    s3.on(GetBucketLifecycleConfigurationCommand).resolves(
      put(PutBucketLifecycleConfigurationCommand).LifecycleConfiguration ?? {},
    );
    s3.on(GetBucketCorsCommand).resolves(put(PutBucketCorsCommand).CORSConfiguration ?? {});
    s3.on(GetPublicAccessBlockCommand).resolves({
      PublicAccessBlockConfiguration: put(PutPublicAccessBlockCommand).PublicAccessBlockConfiguration,
    });
    expect(lacking(await bucketFindings(clients.s3, 'objects', declared.bucket))).toEqual([]);
    expect(put(PutBucketLifecycleConfigurationCommand).LifecycleConfiguration).toEqual({
      Rules: expect.arrayContaining([
        expect.objectContaining({
          ID: 'uploads-cut-short',
          AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
        }),
        expect.objectContaining({ ID: 'versions-replaced', Expiration: { ExpiredObjectDeleteMarker: true } }),
      ]),
    });
  });

  test('does not take a bucket that is gone for one that has nothing', async () => {
    bareBucket();
    s3.on(GetBucketCorsCommand).rejects(none('NoSuchBucket'));

    expect(lacking(await asked('the bucket', () => bucketFindings(clients.s3, 'objects', declared.bucket)))).toEqual([
      expect.stringContaining('the bucket could not be checked: NoSuchBucket'),
    ]);
  });

  const stack = (StackStatus: string) =>
    ({
      StackName: 'Staging',
      StackStatus,
      Outputs: [
        { OutputKey: 'StoreTable', OutputValue: 'store' },
        { OutputKey: 'RequestTable', OutputValue: 'requests' },
        { OutputKey: 'ObjectBucket', OutputValue: 'objects' },
        { OutputKey: 'BaseUrl', OutputValue: 'https://api.example.com' },
      ],
    }) as never;

  const unauthorized = '{"error":"Invalid or missing API key","code":"UNAUTHORIZED"}';
  const headers = { 'WWW-Authenticate': 'Bearer', 'X-Request-Id': '1' };

  test.each([
    ['as the contract says', 'UPDATE_COMPLETE', new Response(unauthorized, { status: 401, headers }), []],
    ['in words of someone else', 'CREATE_COMPLETE', new Response('<html>', { status: 502 }), ['returns 502 <html>']],
    [
      'without the header that a gateway renames',
      'CREATE_COMPLETE',
      new Response(unauthorized, { status: 401, headers: { 'X-Request-Id': '1' } }),
      ['returns 401'],
    ],
    [
      'after a deployment that failed',
      'UPDATE_ROLLBACK_COMPLETE',
      new Response(unauthorized, { status: 401, headers }),
      ['is UPDATE_ROLLBACK_COMPLETE'],
    ],
  ])('reports whether it answers: %s', async (_, status, response, expected) => {
    healthyTables();
    bareBucket();
    cloudformation.on(ListStackResourcesCommand).resolves({});
    cloudwatch.on(ListMetricsCommand).resolves({ Metrics: [{}] });
    vi.spyOn(globalThis, 'fetch').mockImplementation(async () => response.clone());

    const findings = await stackFindings({ stack: stack(status), declared, options: options() }, clients);

    const lines = lacking(findings).filter((line) => !/bucket objects|\/storefront\//.test(line));
    expect(lines).toEqual(expected.map((text) => expect.stringContaining(text)));
    for (const path of ['api/v1/reviews', 'storefront/v1/list-product-reviews']) {
      expect(fetch).toHaveBeenCalledWith(`https://api.example.com/${path}/`, expect.anything());
      const answers = lacking(findings).some((line) => line.includes(`/${path}/`));
      expect(answers).toBe(expected.some((text) => text.startsWith('returns')));
    }
  });

  test('asks for no header that an option takes away', async () => {
    healthyTables();
    bareBucket();
    const response = () => new Response(unauthorized, { status: 401, headers: { 'X-Request-Id': '1' } });
    vi.spyOn(globalThis, 'fetch').mockImplementation(async () => response());
    const examined = { stack: stack('CREATE_COMPLETE'), declared };
    const found = async (context: Record<string, string>) =>
      lacking(await stackFindings({ ...examined, options: options(context) }, clients)).join();

    expect(await found({})).toContain('returns 401');
    expect(await found({ authenticateHeader: 'false' })).not.toContain('returns 401');
  });

  test('looks at a restored table by its name, before the stack takes it over and without a stack', async () => {
    healthyTables();
    bareBucket();
    vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(unauthorized, { status: 401, headers }));
    const named = options({ storeTable: 'store-2', requestTable: 'requests-2', objectBucket: 'objects-2' });

    for (const each of [undefined, stack('UPDATE_COMPLETE')]) {
      const text = (await stackFindings({ stack: each, declared, options: named }, clients)).map(lineOf).join('\n');

      expect(text).toContain('table store-2 has');
      expect(text).toContain('table requests-2 has');
      expect(text).toContain('bucket objects-2 lacks');
      expect(text).not.toMatch(/table (?:store|requests) |bucket objects /);
    }
  });

  const topic = 'arn:aws:sns:eu-west-1:123456789012:Staging-Tickets';
  const confirmed = { SubscriptionArn: `${topic}:1`, Endpoint: 'you@shop.example' };

  test.each([
    ['one of two is confirmed, on another page', [[{ SubscriptionArn: 'PendingConfirmation' }], [confirmed]], []],
    ['none is confirmed', [[{ SubscriptionArn: 'PendingConfirmation' }, { SubscriptionArn: 'Deleted' }]], [topic]],
    ['the topic has no subscription', [[]], [topic]],
  ])('reports an alarm topic of a nested stack by its subscriptions: %s', async (_, pages, reported) => {
    const nested = { ResourceType: 'AWS::CloudFormation::Stack', PhysicalResourceId: 'arn:later' };
    cloudformation
      .on(ListStackResourcesCommand, { StackName: 'Staging' })
      .resolves({ StackResourceSummaries: [nested as never] })
      .on(ListStackResourcesCommand, { StackName: 'arn:later' })
      .resolves({ StackResourceSummaries: [{ ResourceType: 'AWS::SNS::Topic', PhysicalResourceId: topic } as never] });
    sns.on(ListSubscriptionsByTopicCommand).callsFake(({ TopicArn, NextToken = '0' }) => ({
      Subscriptions: TopicArn === topic ? pages[Number(NextToken)] : undefined,
      ...(Number(NextToken) + 1 < pages.length && { NextToken: String(Number(NextToken) + 1) }),
    }));

    const findings = await alarmFindings(clients, 'Staging');

    expect(findings).toHaveLength(1);
    expect(lacking(findings)).toEqual(
      reported.map((arn) =>
        expect.stringMatching(`Staging-Tickets has no confirmed subscription[^]*sns subscribe --topic-arn ${arn}`),
      ),
    );
  });

  test.each([
    ['arrive', [{ MetricName: 'overdue_seconds' }], []],
    ['do not arrive', [], [expect.stringContaining('no metric overdue_seconds of the functions has arrived')]],
  ])('reports whether metrics of its functions %s', async (_, Metrics, reported) => {
    cloudwatch
      .on(ListMetricsCommand, { Namespace: 'Staging', MetricName: 'overdue_seconds', RecentlyActive: 'PT3H' })
      .resolves({ Metrics });

    expect(lacking(await metricFindings(clients.cloudwatch, 'Staging'))).toEqual(reported);
  });

  test('there is nothing before the first deployment', async () => {
    cloudformation
      .on(DescribeStacksCommand)
      .rejects(Object.assign(new Error('Stack with id Staging does not exist'), { name: 'ValidationError' }));

    expect(await findStack(new CloudFormationClient({}), 'Staging')).toBeUndefined();
  });
});
