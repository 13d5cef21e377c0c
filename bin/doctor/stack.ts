/** Whether a stack that was deployed answers, and still is as its template declares it. */
import { CloudFormationClient, type Stack } from '@aws-sdk/client-cloudformation';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SNSClient } from '@aws-sdk/client-sns';
import type { StackOptions } from '../../infra/options.ts';
import { alarmFindings } from './alarms.ts';
import { bucketFindings, type DeclaredBucket } from './bucket.ts';
import { keyFindings } from './deployment-key.ts';
import { asked, type Finding, judged } from './finding.ts';
import { migrationFindings } from './migrations.ts';
import { releaseFindings } from './release.ts';
import { type DeclaredTable, tableFindings } from './tables.ts';

/** Clients of all services that a stack is examined by. */
export const newClients = () => ({
  cloudformation: new CloudFormationClient({}),
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
    // What is restored is migrated once the stack has taken it over.
    look('what is stored', outputs.get('StoreTable'), (name) => migrationFindings(dynamodb, name)),
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
    look('the release', outputs.get('BaseUrl'), releaseFindings),
    look('the API', outputs.get('BaseUrl'), (url) => apiFindings(url, authenticateHeader)),
  ]);
  return [...(stack ? [status(stack)] : []), ...found.flat()];
}

const status = ({ StackName, StackStatus }: Stack): Finding => {
  const what = `the stack ${StackName} is ${StackStatus}`;
  const isWell = /^(?:CREATE|UPDATE|IMPORT)_COMPLETE$/.test(StackStatus ?? '');
  return judged(isWell, what, what, `aws cloudformation describe-stack-events --stack-name ${StackName}`);
};

/** Without a key it is refused in the contract's words, through everything that stands before it. */
async function apiFindings(baseUrl: string, authenticateHeader: boolean): Promise<Finding[]> {
  const url = `${baseUrl}/api/v1/reviews/`;
  const response = await fetch(url, { signal: AbortSignal.timeout(30_000) });
  const body = await response.text();
  const isWell =
    [401, 404].includes(response.status) &&
    /"code":\s*"(?:UNAUTHORIZED|NOT_FOUND)"/.test(body) &&
    (response.headers.get('www-authenticate') === 'Bearer' || !authenticateHeader) &&
    response.headers.has('x-request-id');
  return [
    judged(
      isWell,
      `${url} answers as the contract says`,
      `${url} answers ${response.status} ${body.slice(0, 200)}`,
      'look into the dashboard and the logs of list-reviews',
    ),
  ];
}
