/** Whether the stack has the key that the table is kept under. */
import { type DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { GetSecretValueCommand, type SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { checkOf } from '../../lib/resources/stores/deployment-key-records.ts';
import { deriveKey } from '../../lib/runtime/deployment-key.ts';
import { keys } from '../../lib/table/keys.ts';
import { type Finding, ill, judged } from './finding.ts';

interface Clients {
  dynamodb: DynamoDBClient;
  secrets: SecretsManagerClient;
}

/** Compares the mark in a table with the secret that the stack has, or is to have: undefined before there is one. */
export async function keyFindings(clients: Clients, TableName: string, SecretId?: string): Promise<Finding[]> {
  const { pk, sk } = keys.deploymentKey;
  const { Item } = await clients.dynamodb.send(
    new GetItemCommand({ TableName, Key: { pk: { S: pk }, sk: { S: sk } }, ConsistentRead: true }),
  );
  if (Item?.check?.S === undefined) return [];
  const kept = Item.secret?.S ?? 'another secret';
  const cure = `npm run cdk -- deploy -c deploymentKey=${kept}`;
  if (SecretId === undefined)
    return [ill(`table ${TableName} is kept under the key in ${kept}: a new stack makes another`, cure)];
  const { ARN, SecretString = '' } = await clients.secrets.send(new GetSecretValueCommand({ SecretId }));
  return [
    judged(
      Item.check.S === checkOf(deriveKey(SecretString, 'mark')),
      `table ${TableName} is kept under the key in ${ARN}`,
      `table ${TableName} is kept under the key in ${kept}, and the stack has the one in ${ARN}`,
      cure,
    ),
  ];
}
