/**
 * The same endpoint as Powertools for AWS Lambda makes it: its parser, logger and idempotency, with a record claimed before
 * the work and completed after it, in writes of their own. No authentication and no rate limit.
 */
import { IdempotencyConfig, makeIdempotent } from '@aws-lambda-powertools/idempotency';
import { DynamoDBPersistenceLayer } from '@aws-lambda-powertools/idempotency/dynamodb';
import { Logger } from '@aws-lambda-powertools/logger';
import { parse } from '@aws-lambda-powertools/parser';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { z } from 'zod';
import { newId } from '../../../../lib/runtime/ids.ts';

export const dynamodb = DynamoDBDocumentClient.from(new DynamoDBClient({}));

const logger = new Logger({ serviceName: 'addresses' });

const required = z.string().min(1).max(255);
const addressInput = z.object({
  first_name: required,
  last_name: required,
  street1: required,
  street2: z.string().max(255).nullish(),
  city: required,
  state: required,
  country_id: z.int().min(1),
  zip: z.string().max(255).nullish(),
});

interface Work {
  customer: string;
  body: string;
  idempotencyKey: string | undefined;
}

const TableName = process.env.STORE_TABLE;

const config = new IdempotencyConfig({});

const createAddress = makeIdempotent(
  async ({ customer, body }: Work) => {
    const input = parse(JSON.parse(body), undefined, addressInput);
    const key = { pk: `powertools#${customer}`, sk: 'CUSTOMER' };
    await dynamodb.send(new GetCommand({ TableName, Key: key, ConsistentRead: true }));
    const address = { id: newId('address'), ...input };
    await dynamodb.send(
      new PutCommand({
        TableName,
        Item: { ...key, ...address, sk: address.id },
        ConditionExpression: 'attribute_not_exists(pk)',
      }),
    );
    return address;
  },
  {
    persistenceStore: new DynamoDBPersistenceLayer({
      tableName: process.env.REQUEST_TABLE ?? '',
      keyAttr: 'pk',
      expiryAttr: 'expires_at',
      awsSdkV3Client: dynamodb as never,
    }),
    dataIndexArgument: 0,
    config,
  },
);

export async function handler(event: APIGatewayProxyEvent, context: Context): Promise<APIGatewayProxyResult> {
  logger.addContext(context);
  config.registerLambdaContext(context);
  const address = await createAddress({
    customer: event.pathParameters?.id ?? '',
    body: Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8').toString(),
    idempotencyKey: event.headers['Idempotency-Key'],
  });
  logger.info('created');
  return { statusCode: 201, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(address) };
}
