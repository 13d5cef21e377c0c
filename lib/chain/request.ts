/** Reads a client's request from API Gateway's proxy event. Any field of the event may be missing or malformed. */
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';

export type ProxyEvent = Partial<APIGatewayProxyEvent>;

/** A header's value, by its name in any letter case. API Gateway leaves names as the client wrote them. */
export function header(event: ProxyEvent, name: string): string | undefined {
  for (const [key, value] of Object.entries(event.headers ?? {})) {
    if (key.toLowerCase() === name) return value ?? undefined;
  }
  const many = Object.entries(event.multiValueHeaders ?? {}).find(([key]) => key.toLowerCase() === name);
  return many?.[1]?.at(-1);
}

/** The key of an `Authorization` header that is well formed. */
export const bearerToken = (event: ProxyEvent): string | undefined =>
  /^bearer +(\S+) *$/i.exec(header(event, 'authorization') ?? '')?.[1];

/** API Gateway's request id, or Lambda's if a function is called without a gateway. */
export const requestId = (event: ProxyEvent, context: Partial<Context>): string =>
  event.requestContext?.requestId ?? context.awsRequestId ?? 'unknown';

/** The body's bytes. */
export const bodyBytes = (event: ProxyEvent): Buffer =>
  Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');

/** Query parameters as the schemas take them: empty ones omitted, a repeated one as an array of its values. */
export function queryParameters(event: ProxyEvent): Record<string, string | string[]> {
  const parameters = new Map<string, string | string[]>(Object.entries(present(event.queryStringParameters)));
  for (const [name, values] of Object.entries(present(event.multiValueQueryStringParameters))) {
    const [only, ...more] = values;
    if (more.length > 0) parameters.set(name, values);
    else if (only !== undefined) parameters.set(name, only);
  }
  return Object.fromEntries([...parameters].filter(([, value]) => value !== ''));
}

function present<T>(record: Record<string, T | undefined> | null | undefined): Record<string, T> {
  const entries = Object.entries(record ?? {}).filter((entry): entry is [string, T] => entry[1] != null);
  return Object.fromEntries(entries);
}
