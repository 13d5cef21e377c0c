/** The project's functions by name, each in the file its contract names, run as Lambda would run them. */
import { randomUUID } from 'node:crypto';
import type { Context } from 'aws-lambda';
import { invocables } from '../../lib/contract/invocables.ts';
import { operations } from '../../lib/contract/operations.ts';
import { background } from './background.ts';
import { accountId } from './proxy-event.ts';

type Handler = (event: unknown, context: Context) => Promise<unknown>;

const files = new Map<string, string>([
  ...operations.map(({ name, folder }) => [name, `api/${folder}/${name}.ts`] as const),
  ...invocables.map(({ name, group }) => [name, `${group}/${name}.ts`] as const),
  ...background.map(({ name }) => [name, `background/${name}.ts`] as const),
]);

export const isFunction = (name: string): boolean => files.has(name);

/** Imports every function, so that the first request is not the one that waits. Answers with what could not be imported. */
export async function loadFunctions(): Promise<{ name: string; error: unknown }[]> {
  const names = [...files.keys()];
  const loaded = await Promise.allSettled(names.map(load));
  return loaded.flatMap((result, index) =>
    result.status === 'rejected' ? [{ name: names[index] ?? '', error: result.reason }] : [],
  );
}

/** Runs a function. Rejects with whatever it throws, and where no such function can be loaded. */
export async function runFunction(name: string, event: unknown, functionName = name): Promise<unknown> {
  const handler = await load(name);
  return handler(event, lambdaContext(functionName));
}

async function load(name: string): Promise<Handler> {
  const file = files.get(name);
  if (file === undefined) throw new Error(`There is no function ${name}`);
  const { handler } = (await import(new URL(`../../functions/${file}`, import.meta.url).href)) as { handler?: Handler };
  if (typeof handler !== 'function') throw new Error(`functions/${file} exports no handler`);
  return handler;
}

const timeoutMilliseconds = 29_000;

/** What Lambda tells a function about its invocation. */
export function lambdaContext(functionName: string): Context {
  const deadline = Date.now() + timeoutMilliseconds;
  const ended = () => {
    throw new Error('Functions of this project return promises');
  };
  return {
    callbackWaitsForEmptyEventLoop: true,
    functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: functionArn(functionName),
    memoryLimitInMB: '256',
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
