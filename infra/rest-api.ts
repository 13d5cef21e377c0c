import { RemovalPolicy } from 'aws-cdk-lib';
import {
  AccessLogFormat,
  EndpointType,
  type IResource,
  LambdaIntegration,
  LogGroupLogDestination,
  MethodLoggingLevel,
  ResponseType,
  RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { type GatewayError, gatewayErrors } from '../lib/contract/gateway-errors.ts';
import type { Operation } from '../lib/contract/kinds/operation.ts';
import { operations } from '../lib/contract/operations.ts';
import { acknowledge } from './acknowledge.ts';
import { endpointFunction, type FunctionSettings, type StoreFunction } from './functions.ts';

/**
 * What each kind of error of the gateway's own answers. No route asks the gateway for credentials, so wherever it
 * misses or refuses them it met a path or method that no route names.
 */
const answers: readonly (readonly [ResponseType, GatewayError])[] = [
  [ResponseType.MISSING_AUTHENTICATION_TOKEN, gatewayErrors.unknownRoute],
  [ResponseType.RESOURCE_NOT_FOUND, gatewayErrors.unknownRoute],
  [ResponseType.ACCESS_DENIED, gatewayErrors.unknownRoute],
  [ResponseType.UNAUTHORIZED, gatewayErrors.unknownRoute],
  [ResponseType.EXPIRED_TOKEN, gatewayErrors.unknownRoute],
  [ResponseType.INVALID_API_KEY, gatewayErrors.unknownRoute],
  [ResponseType.INVALID_SIGNATURE, gatewayErrors.unknownRoute],
  // A bearer token on an unknown path is to the gateway an incomplete AWS signature, an error without a type of its own.
  [ResponseType.DEFAULT_4XX, gatewayErrors.unknownRoute],
  [ResponseType.BAD_REQUEST_BODY, gatewayErrors.malformed],
  [ResponseType.BAD_REQUEST_PARAMETERS, gatewayErrors.malformed],
  [ResponseType.UNSUPPORTED_MEDIA_TYPE, gatewayErrors.malformed],
  [ResponseType.REQUEST_TOO_LARGE, gatewayErrors.payloadTooLarge],
  [ResponseType.THROTTLED, gatewayErrors.throttled],
  [ResponseType.QUOTA_EXCEEDED, gatewayErrors.throttled],
  [ResponseType.WAF_FILTERED, gatewayErrors.blocked],
  [ResponseType.API_CONFIGURATION_ERROR, gatewayErrors.failure],
  [ResponseType.AUTHORIZER_CONFIGURATION_ERROR, gatewayErrors.failure],
  [ResponseType.AUTHORIZER_FAILURE, gatewayErrors.failure],
  [ResponseType.INTEGRATION_FAILURE, gatewayErrors.failure],
  [ResponseType.INTEGRATION_TIMEOUT, gatewayErrors.failure],
  [ResponseType.DEFAULT_5XX, gatewayErrors.failure],
];

/** The contract's operations as routes of a REST API, each with a function of its own. */
export class StoreRestApi extends Construct {
  readonly api: RestApi;
  readonly functions: ReadonlyMap<string, StoreFunction>;

  constructor(scope: Construct, id: string, settings: FunctionSettings) {
    super(scope, id);
    const { stackName, tracing } = settings.options;
    this.api = new RestApi(this, 'Api', {
      restApiName: stackName,
      description: 'Store commerce API',
      endpointTypes: [EndpointType.REGIONAL],
      binaryMediaTypes: ['multipart/form-data'],
      cloudWatchRole: true,
      // Several stacks share the account's one setting: none may take it away when it goes.
      cloudWatchRoleRemovalPolicy: RemovalPolicy.RETAIN,
      deployOptions: {
        stageName: 'live',
        tracingEnabled: tracing,
        metricsEnabled: true,
        loggingLevel: MethodLoggingLevel.ERROR,
        // Bodies hold addresses and gift card codes, headers hold API keys.
        dataTraceEnabled: false,
        accessLogDestination: new LogGroupLogDestination(
          new LogGroup(this, 'AccessLogs', {
            retention: RetentionDays.THREE_MONTHS,
            removalPolicy: RemovalPolicy.DESTROY,
          }),
        ),
        accessLogFormat: AccessLogFormat.jsonWithStandardFields(),
      },
    });
    for (const [type, { status, code, message }] of answers) {
      this.api.addGatewayResponse(type.responseType, {
        type,
        statusCode: String(status),
        responseHeaders: {
          'X-Request-Id': 'context.requestId',
          ...(status === 429 ? { 'Retry-After': "'1'" } : {}),
        },
        // Nothing of the request stands in it, so nothing in a request can break it.
        templates: { 'application/json': JSON.stringify({ error: message, code }) },
      });
    }
    this.functions = new Map(
      operations.map((operation) => {
        const created = endpointFunction(this, settings, operation);
        this.addRoute(operation, created.function);
        return [operation.name, created];
      }),
    );
    acknowledge(this.api, {
      'AwsSolutions-APIG2': 'The functions validate: their errors are the contract’s, word for word',
      'AwsSolutions-APIG4': 'The functions authenticate the API keys of the stores',
      'AwsSolutions-COG4': 'Callers are the stores’ own servers with API keys, not users of a pool',
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
  private addRoute({ path, method }: Operation, handler: LambdaFunction): void {
    const segments = path.split('/').filter((segment) => segment !== '');
    const resource = segments.reduce<IResource>((parent, segment) => child(parent, segment), this.api.root);
    resource.addMethod(method, new LambdaIntegration(handler, { allowTestInvoke: false }));
  }
}

/** API Gateway allows one variable beside its siblings, so paths share it whatever each calls it. */
function child(parent: IResource, segment: string): IResource {
  const isVariable = segment.startsWith('{');
  const shared = isVariable ? parent.node.children.find(({ node }) => node.id.startsWith('{')) : undefined;
  return parent.getResource(shared?.node.id ?? segment) ?? parent.addResource(segment);
}
