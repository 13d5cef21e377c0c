/** What Lambda tells a function about its invocation. */
import { randomUUID } from 'node:crypto';
import type { Context } from 'aws-lambda';
import { accountId } from './proxy-event.ts';

/** As long as API Gateway waits. */
export const timeoutMilliseconds = 29_000;

/** A new invocation of a function, which may take so long. */
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
