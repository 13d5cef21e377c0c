/** The same endpoint as a bare SDK handler: no authentication, no rate limit, no idempotency, no validation. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { newId } from '../../../../lib/runtime/ids.ts';

export const dynamodb = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export async function handler(event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  const address = {
    id: newId('address'),
    ...JSON.parse(Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8').toString()),
  };
  await dynamodb.send(
    new PutCommand({
      TableName: process.env.STORE_TABLE,
      Item: { pk: `bare#${event.pathParameters?.id}`, sk: address.id, ...address },
      ConditionExpression: 'attribute_not_exists(pk)',
    }),
  );
  return { statusCode: 201, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(address) };
}
