/** API Gateway's side of a Lambda proxy integration: the event for a request that matches a route. */
import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import type { Routed } from '../schema/shopper-page.ts';

export interface HttpRequest {
  method: string;
  /** Path and query as they are in the request line. */
  target: string;
  /** Names as the client wrote them, each with one value. */
  headers: readonly (readonly [name: string, value: string])[];
  body: Buffer;
  sourceAddress?: string | undefined;
}

export const accountId = '000000000000';
const stage = 'local';

/** The event of a REST API (payload version 1.0) for a request to an operation; path parameters are decoded. */
export function proxyEvent(
  operation: Routed,
  pathParameters: Record<string, string>,
  request: HttpRequest,
): APIGatewayProxyEvent {
  const [path = '/', ...search] = request.target.split('?');
  const headers = grouped(request.headers);
  const query = grouped(queryPairs(search.join('?')));
  const hasBody = request.body.length > 0;
  return {
    resource: operation.path,
    path,
    httpMethod: request.method,
    headers: lastOf(headers),
    multiValueHeaders: headers,
    queryStringParameters: orNull(lastOf(query)),
    multiValueQueryStringParameters: orNull(query),
    pathParameters: orNull(pathParameters),
    stageVariables: null,
    requestContext: requestContext(operation, path, request, lastOf(headers)),
    // The REST API declares every media type as binary.
    body: hasBody ? request.body.toString('base64') : null,
    isBase64Encoded: hasBody,
  };
}

/** Decodes what it can: a stray percent sign stays as it is. */
function queryPairs(search: string): [string, string][] {
  return [...new URLSearchParams(search)];
}

function grouped(pairs: readonly (readonly [string, string])[]): Record<string, string[]> {
  const values = new Map<string, string[]>();
  for (const [name, value] of pairs) values.set(name, [...(values.get(name) ?? []), value]);
  return Object.fromEntries(values);
}

const lastOf = (many: Record<string, string[]>): Record<string, string> =>
  Object.fromEntries(Object.entries(many).map(([name, values]) => [name, values.at(-1) ?? '']));

const orNull = <T extends object>(record: T): T | null => (Object.keys(record).length > 0 ? record : null);

function requestContext(
  operation: Routed,
  path: string,
  { method, sourceAddress = '127.0.0.1' }: HttpRequest,
  headers: Record<string, string>,
): APIGatewayProxyEvent['requestContext'] {
  const header = (name: string) => Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  const domainName = header('host') ?? 'localhost';
  const now = new Date();
  return {
    accountId,
    apiId: 'local',
    authorizer: null,
    domainName,
    domainPrefix: domainName.split('.')[0] ?? domainName,
    extendedRequestId: randomUUID(),
    httpMethod: method,
    identity: {
      accessKey: null,
      accountId: null,
      apiKey: null,
      apiKeyId: null,
      caller: null,
      clientCert: null,
      cognitoAuthenticationProvider: null,
      cognitoAuthenticationType: null,
      cognitoIdentityId: null,
      cognitoIdentityPoolId: null,
      principalOrgId: null,
      sourceIp: sourceAddress,
      user: null,
      userAgent: header('user-agent') ?? null,
      userArn: null,
    },
    path: `/${stage}${path}`,
    protocol: 'HTTP/1.1',
    requestId: randomUUID(),
    requestTime: logTime(now),
    requestTimeEpoch: now.getTime(),
    resourceId: operation.name,
    resourcePath: operation.path,
    stage,
  };
}

/** The common log format: `09/Apr/2015:12:34:56 +0000`. */
function logTime(time: Date): string {
  const [, day, month, year, clock] = time.toUTCString().split(' ');
  return `${day}/${month}/${year}:${clock} +0000`;
}

/** The time that API Gateway waits for a function. */
export const timeoutMilliseconds = 29_000;

/** A new invocation of a function, with its time limit. */
export function lambdaContext(functionName: string, milliseconds = timeoutMilliseconds): Context {
  const deadline = Date.now() + milliseconds;
  const ended = () => {
    throw new Error('Functions of this project return promises');
  };
  return {
    callbackWaitsForEmptyEventLoop: true,
    functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: functionArn(functionName),
    memoryLimitInMB: '512',
    awsRequestId: randomUUID(),
    logGroupName: `/aws/lambda/${functionName}`,
    logStreamName: 'local',
    getRemainingTimeInMillis: () => deadline - Date.now(),
    done: ended,
    fail: ended,
    succeed: ended,
  };
}

export const functionArn = (functionName: string): string =>
  `arn:aws:lambda:us-east-1:${accountId}:function:${functionName}`;
