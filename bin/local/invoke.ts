/** Lambda's Invoke API, as far as its clients need it: RequestResponse, Event and DryRun. */
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { type Mount, pathOf, readBody, sendJson } from '../../lib/gateway/mounts.ts';
import { functionArn } from '../../lib/gateway/proxy-event.ts';
import { describeError, log } from '../../lib/runtime/log.ts';
import { isFunction, runFunction } from './functions.ts';

const pathPattern = /^\/2015-03-31\/functions\/([^/]+)\/invocations\/?$/;

/** Bytes of a payload; an asynchronous invocation takes less. */
const payloadBytes = { RequestResponse: 6 * 1024 * 1024, Event: 1024 * 1024, DryRun: 6 * 1024 * 1024 } as const;

type InvocationType = keyof typeof payloadBytes;

const isInvocationType = (value: unknown): value is InvocationType =>
  Object.keys(payloadBytes).some((t) => t === value);

/** Answers for the functions of a stack, named `<stack>-<name>`. */
export function invokeApi(stack: string): Mount {
  return {
    handles: (method, path) => method === 'POST' && pathPattern.test(path),

    async handle(request, response) {
      const functionName = functionNameIn(pathPattern.exec(pathOf(request))?.[1] ?? '');
      const name = functionName.startsWith(`${stack}-`) ? functionName.slice(stack.length + 1) : '';
      const type = request.headers['x-amz-invocation-type'] ?? 'RequestResponse';
      if (!isInvocationType(type)) {
        return refuse(response, 400, 'InvalidParameterValueException', `Unknown invocation type ${String(type)}`);
      }
      const body = await readBody(request, payloadBytes[type]);
      if (!body) {
        const message = `Request must be smaller than ${payloadBytes[type]} bytes for the InvokeFunction operation`;
        return refuse(response, 413, 'RequestTooLargeException', message);
      }
      if (!isFunction(name)) {
        return refuse(response, 404, 'ResourceNotFoundException', `Function not found: ${functionArn(functionName)}`);
      }
      const payload = parsePayload(body);
      if ('error' in payload) return refuse(response, 400, 'InvalidRequestContentException', payload.error);
      await run(type, { name, functionName, payload: payload.value }, response);
    },
  };
}

interface Invocation {
  name: string;
  functionName: string;
  payload: unknown;
}

async function run(type: InvocationType, invocation: Invocation, response: ServerResponse): Promise<void> {
  if (type === 'DryRun') return sendResult(response, 204, undefined);
  const running = outcomeOf(invocation);
  if (type === 'Event') {
    sendResult(response, 202, undefined);
    const { failed, json } = await running;
    if (failed) log('error', 'asynchronous invocation failed', { function: invocation.name, result: json });
    return;
  }
  const { failed, json } = await running;
  sendResult(response, 200, json, failed ? { 'X-Amz-Function-Error': 'Unhandled' } : {});
}

/** What Lambda's runtime makes of a function's end: its result as JSON, or a description of what it threw. */
async function outcomeOf({ name, functionName, payload }: Invocation): Promise<{ failed: boolean; json: string }> {
  try {
    const result = await runFunction(name, payload, functionName);
    return { failed: false, json: JSON.stringify(result ?? null) };
  } catch (error) {
    const { name: errorType, message, stack = '' } = error instanceof Error ? error : new Error(String(error));
    log('debug', 'invocation failed', { function: name, error: describeError(error) });
    const trace = stack === '' ? [] : stack.split('\n');
    return { failed: true, json: JSON.stringify({ errorType, errorMessage: message, trace }) };
  }
}

function sendResult(
  response: ServerResponse,
  status: number,
  json: string | undefined,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, {
    ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
    'X-Amzn-RequestId': randomUUID(),
    'X-Amz-Executed-Version': '$LATEST',
    ...headers,
  });
  response.end(json);
}

function refuse(response: ServerResponse, status: number, type: string, message: string): void {
  sendJson(
    response,
    status,
    { Type: 'User', Message: message },
    { 'X-Amzn-RequestId': randomUUID(), 'X-Amzn-ErrorType': type },
  );
}

/** The name in any of the ways Lambda takes it: name, ARN, part of an ARN, each with a qualifier or without. */
function functionNameIn(segment: string): string {
  let text = segment;
  try {
    text = decodeURIComponent(segment);
  } catch {
    return segment;
  }
  const ofArn = /(?:^|:)function:([^:]+)/.exec(text)?.[1];
  return ofArn ?? text.split(':')[0] ?? text;
}

function parsePayload(body: Buffer): { value: unknown } | { error: string } {
  if (body.length === 0) return { value: {} };
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) };
  } catch (error) {
    return { error: `Could not parse request body into json: ${error instanceof Error ? error.message : error}` };
  }
}
