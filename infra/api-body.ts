/** The OpenAPI document for API Gateway: its routes, the function behind each, and the gateway's own errors. */
import { Aws } from 'aws-cdk-lib';
import { type GatewayError, gatewayErrors } from '../lib/resources/gateway-errors.ts';
import { helpOn } from '../lib/schema/errors.ts';
import { neverStored } from '../lib/schema/operation.ts';
import type { Routed } from '../lib/schema/shopper-page.ts';

/**
 * The answer to each kind of the gateway's own errors. No route has gateway authorization, so missing or refused
 * credentials mean an unknown path or method. An unnamed kind (those of authorizers, say) gets the default of its
 * status.
 */
const answers: readonly (readonly [type: string, GatewayError])[] = [
  ['MISSING_AUTHENTICATION_TOKEN', gatewayErrors.unknownRoute],
  ['RESOURCE_NOT_FOUND', gatewayErrors.unknownRoute],
  ['ACCESS_DENIED', gatewayErrors.unknownRoute],
  ['EXPIRED_TOKEN', gatewayErrors.unknownRoute],
  ['INVALID_SIGNATURE', gatewayErrors.unknownRoute],
  // A bearer token on an unknown path is to the gateway an incomplete AWS signature, an error without a type of its own.
  ['DEFAULT_4XX', gatewayErrors.unknownRoute],
  ['BAD_REQUEST_BODY', gatewayErrors.malformed],
  // A path that cannot be decoded: no id looks like that.
  ['BAD_REQUEST_PARAMETERS', gatewayErrors.unknownRoute],
  ['UNSUPPORTED_MEDIA_TYPE', gatewayErrors.malformed],
  ['REQUEST_TOO_LARGE', gatewayErrors.payloadTooLarge],
  ['THROTTLED', gatewayErrors.throttled],
  ['QUOTA_EXCEEDED', gatewayErrors.throttled],
  ['WAF_FILTERED', gatewayErrors.blocked],
  ['API_CONFIGURATION_ERROR', gatewayErrors.failure],
  ['INTEGRATION_FAILURE', gatewayErrors.failure],
  ['INTEGRATION_TIMEOUT', gatewayErrors.failure],
  ['DEFAULT_5XX', gatewayErrors.failure],
];

/** Of all types: bytes that are not text would be changed if sent as text. */
const binaryMediaTypes = ['*/*'];

interface ApiBodyProps {
  title: string;
  /** ARN of the role in which the gateway calls the functions. */
  invoker: string;
  operations: readonly Routed[];
  /** Name of the function behind an operation. */
  functionName(operation: Routed): string;
}

/**
 * The body. It has no schemas: the functions validate, and the gateway's messages about a body would not be the
 * contract's.
 */
export const apiBody = ({ title, invoker, operations, functionName }: ApiBodyProps) => ({
  openapi: '3.0.1',
  info: { title, version: '1' },
  paths: pathsOf(operations, (operation) => ({
    responses: {},
    'x-amazon-apigateway-integration': {
      type: 'aws_proxy',
      httpMethod: 'POST',
      credentials: invoker,
      // By its name, which `sam local` finds too.
      uri: `arn:${Aws.PARTITION}:apigateway:${Aws.REGION}:lambda:path/2015-03-31/functions/${functionArn(functionName(operation))}/invocations`,
    },
  })),
  'x-amazon-apigateway-gateway-responses': Object.fromEntries(
    answers.map(([type, error]) => [type, responseOf(error)]),
  ),
  'x-amazon-apigateway-binary-media-types': binaryMediaTypes,
});

/** ARN of a function of this account. */
export const functionArn = (name: string): string =>
  `arn:${Aws.PARTITION}:lambda:${Aws.REGION}:${Aws.ACCOUNT_ID}:function:${name}`;

function pathsOf<T>(operations: readonly Routed[], methodOf: (operation: Routed) => T) {
  const paths: Record<string, Record<string, T>> = {};
  for (const operation of operations) {
    const path = gatewayPath(operation, operations);
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: methodOf(operation) };
  }
  return paths;
}

const segmentsOf = ({ path }: Routed): string[] => path.split('/').filter((segment) => segment !== '');

const isVariable = (segment: string): boolean => segment.startsWith('{');

/** Whether two paths begin alike; names of variables may differ. */
const beginsLike = (segments: readonly string[], others: readonly string[]): boolean =>
  segments.every(
    (segment, index) => segment === others[index] || (isVariable(segment) && isVariable(others[index] ?? '')),
  );

/**
 * The path of an operation in the gateway. It has no closing slash: API Gateway answers a path with and without it
 * alike. API Gateway allows one variable beside its siblings, so paths share the name that the first one gives it.
 */
export function gatewayPath(operation: Routed, operations: readonly Routed[]): string {
  const segments = segmentsOf(operation);
  const shared = segments.map((segment, index) => {
    const first = operations.map(segmentsOf).find((others) => beginsLike(segments.slice(0, index + 1), others));
    return isVariable(segment) ? first?.[index] : segment;
  });
  return `/${shared.join('/')}`;
}

const responseOf = ({ status, code, message }: GatewayError) => ({
  statusCode: status,
  responseParameters: {
    'gatewayresponse.header.X-Request-Id': 'context.requestId',
    'gatewayresponse.header.Cache-Control': `'${neverStored['Cache-Control']}'`,
    'gatewayresponse.header.Link': `'${helpOn(code).Link}'`,
    ...(status === 429 ? { 'gatewayresponse.header.Retry-After': "'1'" } : {}),
  },
  // Nothing of the request is in it, so nothing in a request can break it.
  responseTemplates: { 'application/json': JSON.stringify({ error: message, code }) },
});
