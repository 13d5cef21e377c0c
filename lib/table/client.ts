import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { requiredSetting } from '../runtime/settings.ts';

/** The one DynamoDB client of a function. Its time-outs keep a stuck connection from eating the function's whole time. */
export const dynamodb = DynamoDBDocumentClient.from(
  new DynamoDBClient({
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true },
  }),
  { marshallOptions: { removeUndefinedValues: true } },
);

/** The table of all entities. */
export const storeTable = (): string => requiredSetting('STORE_TABLE');

/** The table of idempotency records and rate-limit windows, whose items expire. */
export const requestTable = (): string => requiredSetting('REQUEST_TABLE');
