/** The two calls that reading an address takes here, as a bare SDK handler makes them: it neither authenticates nor limits. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchGetCommand, DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';

const dynamodb = DynamoDBDocumentClient.from(new DynamoDBClient({}));

const { STORE_TABLE = '', REQUEST_TABLE = '' } = process.env;

export async function handler({ pathParameters }: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  const pk = `bare#${pathParameters?.id}`;
  // As many keys as the endpoint reads: those of the API key, the store, the customer and the address.
  const Keys = ['key', 'store', 'customer', pathParameters?.address_id].map((sk) => ({ pk, sk }));
  const [{ Responses }] = await Promise.all([
    dynamodb.send(new BatchGetCommand({ RequestItems: { [STORE_TABLE]: { Keys, ConsistentRead: true } } })),
    dynamodb.send(
      new UpdateCommand({
        TableName: REQUEST_TABLE,
        Key: { pk },
        UpdateExpression: 'ADD used :size SET expires_at = :reset',
        ExpressionAttributeValues: { ':size': 1, ':reset': 2_000_000_000 },
        ReturnValues: 'UPDATED_NEW',
      }),
    ),
  ]);
  return {
    statusCode: 200,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(Responses?.[STORE_TABLE] ?? []),
  };
}
