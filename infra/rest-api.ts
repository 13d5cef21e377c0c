import { type CfnElement, RemovalPolicy } from 'aws-cdk-lib';
import {
  AccessLogFormat,
  ApiDefinition,
  type CfnStage,
  EndpointType,
  LogGroupLogDestination,
  MethodLoggingLevel,
  SpecRestApi,
} from 'aws-cdk-lib/aws-apigateway';
import { AnyPrincipal, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct, type IConstruct } from 'constructs';
import { routes, storefrontOperations } from '../lib/resources/nouns.ts';
import { pageRoutes } from '../lib/resources/pages.ts';
import { shopRoutes } from '../lib/resources/shop-calls.ts';
import type { Operation } from '../lib/schema/operation.ts';
import type { Routed } from '../lib/schema/shopper-page.ts';
import { apiBody, functionArn, gatewayPath } from './api-body.ts';
import { endpointFunction, type FunctionSettings, functionNameOf, type StoreFunction } from './functions.ts';
import { LaterFunctions } from './later-functions.ts';
import type { StackOptions } from './options.ts';
import { functionsIn } from './released.ts';
import { acknowledge, logs } from './shared-constructs.ts';

type Kinded = Partial<Pick<Operation, 'upload' | 'permission'>>;

/** Every route: the API's, those of the pages for shoppers, and those of the calls with a shopper token. */
const allRoutes: readonly (Routed & Kinded)[] = [...routes, ...pageRoutes, ...shopRoutes];

/**
 * The contract's operations as routes of a REST API, each with a function of its own. The API is one resource, made of a document: each
 * route, method, permission and response would otherwise be one of the 500 that CloudFormation takes in a template.
 */
export class StoreRestApi extends Construct {
  readonly api: SpecRestApi;
  readonly functions: readonly StoreFunction[];
  readonly later: LaterFunctions;

  constructor(scope: Construct, id: string, settings: FunctionSettings, originSecret: string) {
    super(scope, id);
    const { options } = settings;
    this.later = new LaterFunctions(this, 'Later', settings);
    const own = functionsIn('Stack').operations.map((each) => endpointFunction(this, settings, each));
    this.functions = [...own, ...this.later.endpoints];
    const body = apiBody({
      title: options.stackName,
      invoker: invokerOf(this, this.functions, settings).roleArn,
      operations: allRoutes,
      functionName: (operation) => functionNameOf(options, operation),
    });
    // `RestApi/Api` was an API of many resources. CloudFormation would remove its routes after the document has made
    // them.
    this.api = new SpecRestApi(this, 'Gateway', {
      apiDefinition: ApiDefinition.fromInline(body),
      restApiName: options.stackName,
      description: 'Store commerce API',
      endpointTypes: [EndpointType.REGIONAL],
      ...(options.samLocal ? {} : { policy: throughDistribution(originSecret) }),
      cloudWatchRole: true,
      // Stacks share the account's one setting: a deleted stack must not remove it.
      cloudWatchRoleRemovalPolicy: RemovalPolicy.RETAIN,
      deployOptions: {
        stageName: 'live',
        tracingEnabled: options.tracing,
        accessLogDestination: new LogGroupLogDestination(logs(this, 'AccessLogs')),
        accessLogFormat: AccessLogFormat.custom(JSON.stringify(logged)),
      },
    });
    this.keepIds();
    const stage = this.api.deploymentStage.node.defaultChild as CfnStage;
    stage.methodSettings = [{ httpMethod: '*', resourcePath: '/*', ...observed }, ...allRoutes.map(settingsOf)];
    this.acknowledgeFindings(options);
  }

  /** What the document does not replace keeps the id that it had: the account's setting, its role, and the output that others may read. */
  private keepIds(): void {
    const ids = {
      'CloudWatchRole/Resource': 'RestApiCloudWatchRole02A86EA0',
      Account: 'RestApiAccount275E5A11',
      Endpoint: 'RestApiEndpoint6D1710F7',
    };
    for (const [path, id] of Object.entries(ids)) {
      const element = path.split('/').reduce<IConstruct>((parent, child) => parent.node.findChild(child), this.api);
      (element as CfnElement).overrideLogicalId(id);
    }
  }

  private acknowledgeFindings({ waf }: StackOptions): void {
    acknowledge(this.api, {
      'AwsSolutions-APIG2': 'The functions validate: their errors are the contract’s, word for word',
      'AwsSolutions-APIG4': 'The functions authenticate the API keys of the stores',
      'AwsSolutions-COG4': 'Callers are the stores’ own servers with API keys, not users of a pool',
    });
    acknowledge(this.api.deploymentStage, {
      'AwsSolutions-APIG3': waf ? 'The firewall is in a stack of its own' : 'The firewall is an option: -c waf=true',
      'AwsSolutions-APIG6':
        'The access log has the kinds of errors; execution logs would repeat headers, and never expire',
    });
    acknowledge(this.api.node.findChild('CloudWatchRole'), {
      'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]':
        'What the gateway itself may write: AWS keeps that policy in step',
    });
  }
}

/** The role in which the gateway calls the functions behind routes, and no others. */
const invokerOf = (scope: Construct, endpoints: readonly StoreFunction[], { options }: FunctionSettings): Role =>
  new Role(scope, 'Invoker', {
    assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
    inlinePolicies: {
      access: new PolicyDocument({
        statements: [
          new PolicyStatement({
            sid: 'InvokeEndpoints',
            actions: ['lambda:InvokeFunction'],
            resources: [
              ...endpoints.map((each) => each.function.functionArn),
              // By their names, since they are made after the API: a function knows nothing of its route.
              ...storefrontOperations.map((operation) => functionArn(functionNameOf(options, operation))),
            ],
          }),
        ],
      }),
    },
  });

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
 * Bodies contain addresses and gift card codes, headers contain API keys. Execution logs would go to a group that the
 * gateway makes, that never expires and that stays when the stack is deleted. Metrics of each method are billed, and no
 * alarm watches one: those of the API are free.
 */
const observed = { metricsEnabled: false, loggingLevel: MethodLoggingLevel.OFF, dataTraceEnabled: false };

/** Requests a second, and at once. An account has 10,000 and 5,000 for all its APIs in a Region; no route takes more than a fifth. */
const throttles = {
  Read: { throttlingRateLimit: 2000, throttlingBurstLimit: 1000 },
  Write: { throttlingRateLimit: 1000, throttlingBurstLimit: 500 },
  Storefront: { throttlingRateLimit: 2000, throttlingBurstLimit: 1000 },
  upload: { throttlingRateLimit: 200, throttlingBurstLimit: 100 },
} as const;

function kindOf({ upload, permission = 'Write' }: Kinded): keyof typeof throttles {
  if (upload) return 'upload';
  return permission === 'Any' ? 'Read' : permission;
}

/** Requests per second that the route of an operation takes, from all callers. */
export const requestsPerSecondOf = (operation: Operation): number => throttles[kindOf(operation)].throttlingRateLimit;

/** A flood of one route does not stop the others. A method with its own settings takes none of the stage's. */
const settingsOf = (operation: Kinded & Routed): CfnStage.MethodSettingProperty => ({
  httpMethod: operation.method,
  // A path is one segment here: its slashes are escaped as in a JSON pointer.
  resourcePath: `/${gatewayPath(operation, allRoutes).replaceAll('/', '~1')}`,
  ...observed,
  ...throttles[kindOf(operation)],
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
