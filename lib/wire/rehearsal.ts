/**
 * A function has a whole processor while it starts, and a third of one afterwards. So it rehearses a request while it starts: code
 * that the first request would run for the first time has then run already.
 */
import { Readable } from 'node:stream';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { HttpResponse } from '@smithy/core/protocols';
import { isDryRun, withoutTrace } from '../runtime/dry-run.ts';
import { duringInit } from '../runtime/starting.ts';
import { sdkAsIs } from './stack.ts';

/** DynamoDB's answer to an operation's input, both as they are on the wire. */
export type Answer = (operation: string, input: object) => object;

/** Rehearses before the first request, on Lambda. What fails is left to that request. */
export async function rehearseAtStart(work: () => Promise<unknown>): Promise<void> {
  if (!sdkAsIs) await duringInit(work);
}

/** Does some work with commands that are signed but not sent: `answer` provides the answers. It leaves no trace. */
export async function rehearse<T>(
  { config }: DynamoDBDocumentClient,
  answer: Answer,
  work: () => Promise<T>,
): Promise<T> {
  const { requestHandler } = config;
  const { handle } = requestHandler;
  const rehearsed: typeof handle = async (request, options) => {
    // Other requests during the start are real.
    if (!isDryRun()) return handle.call(requestHandler, request, options);
    const [, operation = ''] = String(request.headers['x-amz-target']).split('.');
    const body = Readable.from([Buffer.from(JSON.stringify(answer(operation, JSON.parse(request.body))))]);
    return { response: new HttpResponse({ statusCode: 200, headers: {}, body }) };
  };
  Object.assign(requestHandler, { handle: rehearsed });
  try {
    return await withoutTrace(work);
  } finally {
    Object.assign(requestHandler, { handle });
  }
}
