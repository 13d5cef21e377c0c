/** Whether a stack that was deployed answers, and still is as its template declares it. */

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { CloudFormationClient, paginateListStackResources, type Stack } from '@aws-sdk/client-cloudformation';
import { CloudWatchClient, ListMetricsCommand } from '@aws-sdk/client-cloudwatch';
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { paginateListSubscriptionsByTopic, SNSClient } from '@aws-sdk/client-sns';
import type { StackOptions } from '../../infra/options.ts';
import { listProductReviews } from '../../lib/resources/reviews/functions.ts';
import { listReviews } from '../../lib/resources/reviews/operations.ts';
import { checkOf } from '../../lib/resources/stores/deployment-key-records.ts';
import { contractVersion } from '../../lib/resources/version.ts';
import { deriveKey } from '../../lib/runtime/deployment-key.ts';
import type { MetricName } from '../../lib/schema/metrics.ts';
import type { Operation } from '../../lib/schema/operation.ts';
import { overHttp } from '../../lib/schema/storefront.ts';
import { keys } from '../../lib/table/keys.ts';
import { isSettled, migrations } from '../../lib/work/migrate.ts';
import { bucketFindings, type DeclaredBucket } from './bucket.ts';
import { asked, type Finding, ill, judged } from './finding.ts';
import { type DeclaredTable, tableFindings } from './tables.ts';

/** Clients of all services that a stack is examined by. */
export const newClients = () => ({
  cloudformation: new CloudFormationClient({}),
  cloudwatch: new CloudWatchClient({}),
  dynamodb: new DynamoDBClient({}),
  s3: new S3Client({}),
  secrets: new SecretsManagerClient({}),
  sns: new SNSClient({}),
});

type Clients = ReturnType<typeof newClients>;

/** What the template declares of what holds data. */
interface Declared {
  storeTable: DeclaredTable;
  requestTable: DeclaredTable;
  bucket: DeclaredBucket;
}

interface RawTemplate {
  Resources: Record<string, { Type: string; Properties?: unknown }>;
}

/** Reads it from a template. */
export function declaredIn({ Resources }: RawTemplate): Declared {
  const found = <T>(type: string, id: string): T => {
    const [, resource] =
      Object.entries(Resources).find(([each, { Type }]) => Type === type && each.startsWith(id)) ?? [];
    if (!resource) throw new Error(`The template declares no ${id}`);
    return resource.Properties as T;
  };
  return {
    storeTable: found('AWS::DynamoDB::GlobalTable', 'TablesStore'),
    requestTable: found('AWS::DynamoDB::GlobalTable', 'TablesRequests'),
    bucket: found('AWS::S3::Bucket', 'ObjectsBucket'),
  };
}

interface Examined {
  /** Undefined before the first deployment. */
  stack: Stack | undefined;
  declared: Declared;
  options: Pick<StackOptions, 'restored' | 'authenticateHeader' | 'deploymentKey'>;
}

/**
 * Checks what holds data, and sends the API a request. A restored table or bucket is found by its option, so it can be fixed before the
 * stack takes it over.
 */
export async function stackFindings({ stack, declared, options }: Examined, clients: Clients): Promise<Finding[]> {
  const { restored, authenticateHeader, deploymentKey } = options;
  const { dynamodb, s3 } = clients;
  const outputs = new Map(stack?.Outputs?.map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]));
  const storeTable = restored.storeTable ?? outputs.get('StoreTable');
  /** What has a name; before the first deployment that is what was restored. */
  const look = async (what: string, name: string | undefined, find: (name: string) => Promise<Finding[]>) =>
    name === undefined ? [] : asked(what, () => find(name));
  const found = await Promise.all([
    look('the table of all entities', storeTable, (name) => tableFindings(dynamodb, name, declared.storeTable)),
    // Restored data is migrated once the stack has taken it over.
    look('stored data', outputs.get('StoreTable'), (name) => migrationFindings(dynamodb, name)),
    look('the deployment key', storeTable, (name) =>
      keyFindings(clients, name, deploymentKey ?? outputs.get('DeploymentKey')),
    ),
    look('the table of requests', restored.requestTable ?? outputs.get('RequestTable'), (name) =>
      tableFindings(dynamodb, name, declared.requestTable),
    ),
    look('the bucket', restored.objectBucket ?? outputs.get('ObjectBucket'), (name) =>
      bucketFindings(s3, name, declared.bucket),
    ),
    look('the alarms', stack?.StackName, (name) => alarmFindings(clients, name)),
    look('the metrics', stack?.StackName, (name) => metricFindings(clients.cloudwatch, name)),
    look('the release', outputs.get('BaseUrl'), releaseFindings),
    look('the API', outputs.get('BaseUrl'), async (url) =>
      (await Promise.all(doors.map((door) => apiFindings(url, door, authenticateHeader)))).flat(),
    ),
  ]);
  return [...(stack ? [status(stack)] : []), ...found.flat()];
}

const status = ({ StackName, StackStatus }: Stack): Finding => {
  const what = `the stack ${StackName} is ${StackStatus}`;
  const isWell = /^(?:CREATE|UPDATE|IMPORT)_COMPLETE$/.test(StackStatus ?? '');
  return judged(isWell, what, what, `aws cloudformation describe-stack-events --stack-name ${StackName}`);
};

type Door = Pick<Operation, 'method' | 'path' | 'name'>;

/** One address for staff, and one for the backend. */
const doors: readonly Door[] = [listReviews, overHttp(listProductReviews)];

/** Without a key it is refused in the contract's words, through all layers before it. */
async function apiFindings(
  baseUrl: string,
  { method, path, name }: Door,
  authenticateHeader: boolean,
): Promise<Finding[]> {
  const url = `${baseUrl}${path}`;
  const response = await fetch(url, { method, signal: AbortSignal.timeout(30_000) });
  const body = await response.text();
  const isWell =
    [401, 404].includes(response.status) &&
    /"code":\s*"(?:UNAUTHORIZED|NOT_FOUND)"/.test(body) &&
    (response.headers.get('www-authenticate') === 'Bearer' || !authenticateHeader) &&
    response.headers.has('x-request-id');
  return [
    judged(
      isWell,
      `${url} responds as expected`,
      `${url} returns ${response.status} ${body.slice(0, 200)}`,
      `see the logs of ${name}`,
    ),
  ];
}

/** Each alarm topic of the stack and its nested stacks must have a confirmed subscription. */
export async function alarmFindings(
  { cloudformation, sns }: Pick<Clients, 'cloudformation' | 'sns'>,
  stackName: string,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const topic of await topicsOf(cloudformation, stackName)) {
    const name = topic.slice(topic.lastIndexOf(':') + 1);
    findings.push(
      judged(
        await isReceived(sns, topic),
        `the alarm topic ${name} has a confirmed subscription`,
        `the alarm topic ${name} has no confirmed subscription, so no one receives its alarms`,
        `confirm the subscription in the email from AWS, or add one: aws sns subscribe --topic-arn ${topic} --protocol email --notification-endpoint ADDRESS`,
      ),
    );
  }
  return findings;
}

/** Sweeps emit this one every minute. */
const steadyMetric: MetricName = 'overdue_seconds';

/** CloudWatch must take the metrics from the log lines of the functions: without them no alarm goes off. */
export async function metricFindings(client: CloudWatchClient, Namespace: string): Promise<Finding[]> {
  const { Metrics = [] } = await client.send(
    new ListMetricsCommand({ Namespace, MetricName: steadyMetric, RecentlyActive: 'PT3H' }),
  );
  return [
    judged(
      Metrics.length > 0,
      'the metrics of the functions arrive',
      `no metric ${steadyMetric} of the functions has arrived in the last three hours, so alarms see nothing`,
      `wait a quarter of an hour after a first deployment; then look for lines with "_aws" in the log group /aws/lambda/${Namespace}-sweep-gift-cards`,
    ),
  ];
}

/** ARNs of topics. */
async function topicsOf(client: CloudFormationClient, StackName: string): Promise<string[]> {
  const topics: string[] = [];
  for await (const { StackResourceSummaries = [] } of paginateListStackResources({ client }, { StackName })) {
    for (const { ResourceType, PhysicalResourceId: id } of StackResourceSummaries) {
      if (id === undefined) continue;
      if (ResourceType === 'AWS::SNS::Topic') topics.push(id);
      if (ResourceType === 'AWS::CloudFormation::Stack') topics.push(...(await topicsOf(client, id)));
    }
  }
  return topics;
}

/** SNS lists a subscription that is not confirmed or is deleted with a word in place of its ARN. */
async function isReceived(client: SNSClient, TopicArn: string): Promise<boolean> {
  for await (const { Subscriptions = [] } of paginateListSubscriptionsByTopic({ client }, { TopicArn })) {
    if (Subscriptions.some(({ SubscriptionArn }) => SubscriptionArn?.startsWith('arn:'))) return true;
  }
  return false;
}

/** Compares the mark in a table with the secret that the stack has, or is to have: undefined before there is one. */
export async function keyFindings(
  clients: Pick<Clients, 'dynamodb' | 'secrets'>,
  TableName: string,
  SecretId?: string,
): Promise<Finding[]> {
  const { pk, sk } = keys.deploymentKey;
  const { Item } = await clients.dynamodb.send(
    new GetItemCommand({ TableName, Key: { pk: { S: pk }, sk: { S: sk } }, ConsistentRead: true }),
  );
  if (Item?.check?.S === undefined) return [];
  const kept = Item.secret?.S ?? 'another secret';
  const cure = `npm run cdk -- deploy -c deploymentKey=${kept}`;
  if (SecretId === undefined)
    return [ill(`table ${TableName} uses the key in ${kept}: a new stack creates another`, cure)];
  const { ARN, SecretString = '' } = await clients.secrets.send(new GetSecretValueCommand({ SecretId }));
  return [
    judged(
      Item.check.S === checkOf(deriveKey(SecretString, 'mark')),
      `table ${TableName} uses the key in ${ARN}`,
      `table ${TableName} uses the key in ${kept}, but the stack has the key in ${ARN}`,
      cure,
    ),
  ];
}

/** A finding for each migration that this release knows. */
export const migrationFindings = (client: DynamoDBClient, TableName: string): Promise<Finding[]> =>
  Promise.all(
    migrations.map(async ({ name, release }) => {
      const { pk, sk } = keys.migration(name);
      const { Item } = await client.send(new GetItemCommand({ TableName, Key: { pk: { S: pk }, sk: { S: sk } } }));
      const [failed, accepted] = [Number(Item?.failed?.N ?? 0), Number(Item?.accepted?.N ?? 0)];
      const what = `the migration ${name} of ${release}`;
      if (Item?.done_at?.S === undefined)
        return ill(
          `${what} is due: ${Item?.read?.N ?? 0} items read, ${failed} failed`,
          'it continues every five minutes; npx store-commerce migrate runs it at once',
        );
      return judged(
        isSettled({ done_at: Item.done_at.S, failed, accepted }),
        `${what} is done`,
        `${what} is done except for ${failed} items that it could not change`,
        `npx store-commerce migrate --status shows them; then --retry ${name}, or --accept ${name}`,
      );
    }),
  );

const changelog = resolve(import.meta.dirname, '../reference/project/7-changelog.md');

/** The releases between two, as a changelog lists them. None where it does not know both. */
export function releasesBetween(one: string, other: string, text: string): string[] {
  const releases = [...text.matchAll(/^## (\d+\.\d+\.\d+)$/gm)].map(([, version = '']) => version);
  const [first = -1, last = -1] = [one, other].map((version) => releases.indexOf(version)).toSorted((a, b) => a - b);
  return first === -1 ? [] : releases.slice(first + 1, last);
}

/** Asks the deployed stack for its version. A stack that answers with none is not judged. */
export async function releaseFindings(baseUrl: string): Promise<Finding[]> {
  const response = await fetch(`${baseUrl}/docs/version.json`, { signal: AbortSignal.timeout(30_000) });
  if (!response.ok) return [];
  const { version } = (await response.json()) as { version: string };
  const skipped = releasesBetween(version, contractVersion, readFileSync(changelog, 'utf8'));
  return [
    judged(
      skipped.length === 0,
      `no release is skipped between the deployed ${version} and ${contractVersion}`,
      `${version} is deployed, and ${contractVersion} is not the next release`,
      `deploy release by release: ${skipped.toReversed().join(', ')}, then ${contractVersion}`,
    ),
  ];
}
