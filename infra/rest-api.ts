import { RemovalPolicy } from 'aws-cdk-lib';
import {
  AccessLogFormat,
  type CfnStage,
  EndpointType,
  type IResource,
  LambdaIntegration,
  LogGroupLogDestination,
  MethodLoggingLevel,
  ResponseType,
  RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import { AnyPrincipal, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { type GatewayError, gatewayErrors } from '../lib/resources/gateway-errors.ts';
import { operations } from '../lib/resources/operations.ts';
import { neverStored } from '../lib/schema/caching.ts';
import type { Operation } from '../lib/schema/operation.ts';
import { endpointFunction, type FunctionSettings, type StoreFunction } from './functions.ts';
import { isLater, LaterEndpoints } from './later-endpoints.ts';
import { acknowledge, logs } from './shared-constructs.ts';

/**
 * The answer to each kind of the gateway's own errors. No route has gateway authorization, so missing or refused credentials mean an
 * unknown path or method. A kind that is not named here (those of authorizers, say) is answered as the default of its status.
 */
const answers: readonly (readonly [ResponseType, GatewayError])[] = [
  [ResponseType.MISSING_AUTHENTICATION_TOKEN, gatewayErrors.unknownRoute],
  [ResponseType.RESOURCE_NOT_FOUND, gatewayErrors.unknownRoute],
  [ResponseType.ACCESS_DENIED, gatewayErrors.unknownRoute],
  [ResponseType.EXPIRED_TOKEN, gatewayErrors.unknownRoute],
  [ResponseType.INVALID_SIGNATURE, gatewayErrors.unknownRoute],
  // A bearer token on an unknown path is to the gateway an incomplete AWS signature, an error without a type of its own.
  [ResponseType.DEFAULT_4XX, gatewayErrors.unknownRoute],
  [ResponseType.BAD_REQUEST_BODY, gatewayErrors.malformed],
  // A path that cannot be decoded: no id looks like that.
  [ResponseType.BAD_REQUEST_PARAMETERS, gatewayErrors.unknownRoute],
  [ResponseType.UNSUPPORTED_MEDIA_TYPE, gatewayErrors.malformed],
  [ResponseType.REQUEST_TOO_LARGE, gatewayErrors.payloadTooLarge],
  [ResponseType.THROTTLED, gatewayErrors.throttled],
  [ResponseType.QUOTA_EXCEEDED, gatewayErrors.throttled],
  [ResponseType.WAF_FILTERED, gatewayErrors.blocked],
  [ResponseType.API_CONFIGURATION_ERROR, gatewayErrors.failure],
  [ResponseType.INTEGRATION_FAILURE, gatewayErrors.failure],
  [ResponseType.INTEGRATION_TIMEOUT, gatewayErrors.failure],
  [ResponseType.DEFAULT_5XX, gatewayErrors.failure],
];

/** Of all types: what is no text would lose bytes on its way as text, and be taken for something else than was sent. */
export const binaryMediaTypes = ['*/*'];

/** The contract's operations as routes of a REST API, each with a function of its own. */
export class StoreRestApi extends Construct {
  readonly api: RestApi;
  readonly functions: ReadonlyMap<string, StoreFunction>;
  /** Those without a route that are in one stack with later routes' functions. */
  readonly invoked: readonly StoreFunction[];

  constructor(scope: Construct, id: string, settings: FunctionSettings, originSecret: string) {
    super(scope, id);
    const { stackName, tracing } = settings.options;
    this.api = new RestApi(this, 'Api', {
      restApiName: stackName,
      description: 'Store commerce API',
      endpointTypes: [EndpointType.REGIONAL],
      ...(settings.options.samLocal ? {} : { policy: throughDistribution(originSecret) }),
      binaryMediaTypes,
      cloudWatchRole: true,
      // Several stacks share the account's one setting: none may take it away when it goes.
      cloudWatchRoleRemovalPolicy: RemovalPolicy.RETAIN,
      deployOptions: {
        stageName: 'live',
        tracingEnabled: tracing,
        accessLogDestination: new LogGroupLogDestination(logs(this, 'AccessLogs')),
        accessLogFormat: AccessLogFormat.custom(JSON.stringify(logged)),
      },
    });
    for (const [type, { status, code, message }] of answers) {
      this.api.addGatewayResponse(type.responseType, {
        type,
        statusCode: String(status),
        responseHeaders: {
          'X-Request-Id': 'context.requestId',
          'Cache-Control': `'${neverStored['Cache-Control']}'`,
          ...(status === 429 ? { 'Retry-After': "'1'" } : {}),
        },
        // Nothing of the request is in it, so nothing in a request can break it.
        templates: { 'application/json': JSON.stringify({ error: message, code }) },
      });
    }
    const later = new LaterEndpoints(this, 'Later', settings);
    const routes = operations.map((operation) => {
      const { endpoint, handler } = isLater(operation)
        ? later.add(operation, this.api)
        : endpointOf(this, settings, operation);
      return { operation, endpoint, resource: this.addRoute(operation, handler) };
    });
    this.invoked = later.invoked;
    this.functions = new Map(routes.map(({ operation, endpoint }) => [operation.name, endpoint]));
    const stage = this.api.deploymentStage.node.defaultChild as CfnStage;
    stage.methodSettings = [
      { httpMethod: '*', resourcePath: '/*', ...observed },
      ...routes.map(({ operation, resource }) => settingsOf(operation, resource)),
    ];
    acknowledge(this.api, {
      'AwsSolutions-APIG2': 'The functions validate: their errors are the contract’s, word for word',
      'AwsSolutions-APIG4': 'The functions authenticate the API keys of the stores',
      'AwsSolutions-COG4': 'Callers are the stores’ own servers with API keys, not users of a pool',
    });
    acknowledge(this.api.deploymentStage, {
      'AwsSolutions-APIG6':
        'The access log has the kinds of errors; execution logs would repeat headers, and never expire',
    });
    acknowledge(this.api.node.findChild('CloudWatchRole'), {
      'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]':
        'What the gateway itself may write: AWS keeps that policy in step',
    });
    if (!settings.options.waf) {
      acknowledge(this.api, { 'AwsSolutions-APIG3': 'The firewall is an option: -c waf=true' });
    }
  }

  /** A resource has no closing slash: API Gateway answers a path with and without it alike. */
  private addRoute({ path, method }: Operation, handler: IFunction): IResource {
    const segments = path.split('/').filter((segment) => segment !== '');
    const resource = segments.reduce<IResource>((parent, segment) => child(parent, segment), this.api.root);
    resource.addMethod(method, new LambdaIntegration(handler, { allowTestInvoke: false }));
    return resource;
  }
}

function endpointOf(scope: Construct, settings: FunctionSettings, operation: Operation) {
  const endpoint = endpointFunction(scope, settings, operation);
  return { endpoint, handler: endpoint.function };
}

/** One line of the access log. Messages of the gateway's own errors are not in it: some repeat the `Authorization` header. */
const logged = {
  requestId: '$context.requestId',
  ip: '$context.identity.sourceIp',
  requestTime: '$context.requestTime',
  httpMethod: '$context.httpMethod',
  resourcePath: '$context.resourcePath',
  status: '$context.status',
  protocol: '$context.protocol',
  responseLength: '$context.responseLength',
  errorType: '$context.error.responseType',
  integrationStatus: '$context.integration.status',
  integrationError: '$context.integration.error',
  integrationLatency: '$context.integration.latency',
};

/**
 * Bodies hold addresses and gift card codes, headers hold API keys. Execution logs would go to a group that the gateway makes by itself,
 * never expires and stays when the stack goes.
 */
const observed = { metricsEnabled: true, loggingLevel: MethodLoggingLevel.OFF, dataTraceEnabled: false };

/** Requests a second, and at once. An account has 10,000 and 5,000 for all its APIs in a Region; no route takes more than a fifth. */
const throttles = {
  Read: { throttlingRateLimit: 2000, throttlingBurstLimit: 1000 },
  Write: { throttlingRateLimit: 1000, throttlingBurstLimit: 500 },
  upload: { throttlingRateLimit: 200, throttlingBurstLimit: 100 },
} as const;

/** A flood of one route leaves the others alive. A method that has settings of its own takes none of the stage's. */
const settingsOf = (
  { method, upload, permission }: Operation,
  { path }: IResource,
): CfnStage.MethodSettingProperty => ({
  httpMethod: method,
  // A path is one segment here: its slashes are escaped as in a JSON pointer.
  resourcePath: `/${path.replaceAll('/', '~1')}`,
  ...observed,
  ...throttles[upload ? 'upload' : permission],
});

/** Admits only requests with the distribution's secret. A resource policy can check two headers: this one and `User-Agent`. */
const throughDistribution = (secret: string): PolicyDocument =>
  new PolicyDocument({
    statements: [
      new PolicyStatement({
        sid: 'ThroughDistribution',
        principals: [new AnyPrincipal()],
        actions: ['execute-api:Invoke'],
        resources: ['execute-api:/*'],
        conditions: { StringEquals: { 'aws:Referer': secret } },
      }),
    ],
  });

/** API Gateway allows one variable beside its siblings, so paths share it whatever each calls it. */
function child(parent: IResource, segment: string): IResource {
  const isVariable = segment.startsWith('{');
  const shared = isVariable ? parent.node.children.find(({ node }) => node.id.startsWith('{')) : undefined;
  return parent.getResource(shared?.node.id ?? segment) ?? parent.addResource(segment);
}
