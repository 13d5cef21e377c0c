import { join } from 'node:path';
import { Duration } from 'aws-cdk-lib';
import { PolicyStatement, type Role } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  RecursiveLoop,
  Runtime,
  SystemLogLevel,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { Construct, type IConstruct } from 'constructs';
import type { BackgroundFunction } from '../lib/resources/background.ts';
import type { Invocable } from '../lib/schema/invocable.ts';
import { limits } from '../lib/schema/limits.ts';
import type { Operation } from '../lib/schema/operation.ts';
import type { ShopCall } from '../lib/schema/shop-call.ts';
import type { ShopperPage } from '../lib/schema/shopper-page.ts';
import { environmentFor, type Resources, statementsFor } from './access.ts';
import {
  type Access,
  accessOfBackground,
  accessOfInvocable,
  accessOfOperation,
  accessOfPage,
  accessOfShopCall,
  objectPrefixes,
  queuesAgain,
  reachesObjects,
} from './grants.ts';
import type { FunctionGroup, StackOptions } from './options.ts';
import { declareCredentials, engineEnvironment } from './sam-local.ts';
import { acknowledge, arnInFindings, functionRole, logs } from './shared-constructs.ts';

/** API Gateway waits this long for an answer; a function that runs on would have no caller. */
const endpointTimeout = Duration.seconds(29);
export const backgroundTimeout = Duration.seconds(limits.functionSeconds);

/** What all functions share. */
export interface FunctionSettings {
  options: StackOptions;
  resources: Resources;
  /** The folder that holds a folder for each function's bundle. */
  bundles: string;
}

/** A function as the contract declares it. */
type Declaration = ((Operation | ShopperPage | ShopCall) & { isBatch?: never }) | Invocable | BackgroundFunction;

/** The name by which AWS and callers know a function. */
export const functionNameOf = ({ stackName }: StackOptions, { name }: Pick<Declaration, 'name'>): string =>
  `${stackName}-${name}`;

/** What differs between the functions behind routes, those without a route, and those that a queue or a schedule calls. */
interface StoreFunctionProps extends FunctionSettings {
  declaration: Declaration;
  access: Access;
  /** The group that its concurrency belongs to. */
  group: FunctionGroup;
  timeout: Duration;
}

/** A function with a log group and a role of its own, with only the permissions that the contract names. */
export class StoreFunction extends Construct {
  readonly function: LambdaFunction;
  readonly roleArn: string;
  readonly access: Access;

  constructor(scope: Construct, id: string, props: StoreFunctionProps) {
    super(scope, id);
    const { options, resources, access, declaration } = props;
    const { name, summary } = declaration;
    const functionName = functionNameOf(options, declaration);
    const logGroup = logs(this, 'Logs', `/aws/lambda/${functionName}`);
    const role = functionRole(this, logGroup, [
      ...statementsFor(access, resources),
      ...(options.tracing ? [sendTraces()] : []),
    ]);
    this.access = access;
    this.roleArn = role.roleArn;
    this.function = new LambdaFunction(this, 'Function', {
      functionName,
      description: summary,
      runtime: Runtime.NODEJS_24_X,
      architecture: options.architecture === 'arm64' ? Architecture.ARM_64 : Architecture.X86_64,
      code: Code.fromAsset(join(props.bundles, name)),
      handler: 'index.handler',
      memorySize: megabytesOf(props),
      timeout: props.timeout,
      // Lambda moves the message of a chain of 16 calls to the dead letters. These chains end: the work on a waitlist continues after its
      // stored progress, and the attempts of a delivery are counted.
      ...(queuesAgain(access) && { recursiveLoop: RecursiveLoop.ALLOW }),
      reservedConcurrentExecutions: options.reservedConcurrency[props.group],
      // `withoutPolicyUpdates`: later wiring to the function cannot widen its role.
      role: role.withoutPolicyUpdates(),
      logGroup,
      // For a successful call, the function's own line contains all that Lambda's lines do.
      loggingFormat: LoggingFormat.JSON,
      systemLogLevelV2: SystemLogLevel.WARN,
      tracing: options.tracing ? Tracing.ACTIVE : Tracing.DISABLED,
      environment: {
        ...environmentFor(access, resources),
        ...engineEnvironment(options),
        METRICS_NAMESPACE: options.stackName,
        ...switches(declaration, options),
      },
    });
    if (options.samLocal) declareCredentials(this.function);
    acknowledgeWildcards(role, props);
  }
}

/**
 * A function's share of a processor grows with its memory; this much is a whole one, at the same cost for the same
 * computing.
 */
const megabytesOfProcessor = 1769;

/** Start-up is all computing: what reads or writes objects has more to load. */
const leastMegabytesWithObjects = 1024;

function megabytesOf({ access, declaration, options }: StoreFunctionProps): number {
  const isBatch = declaration.isBatch || ('takesLong' in declaration && declaration.takesLong);
  const least = isBatch ? megabytesOfProcessor : reachesObjects(access) ? leastMegabytesWithObjects : 0;
  return Math.max(least, options.functionMemory);
}

type OfKind = Pick<StoreFunctionProps, 'access' | 'group' | 'timeout'>;

/** Makes the functions of a kind from their declarations. */
const functionsOf =
  <D extends Declaration>(propsOf: (declaration: D) => OfKind) =>
  (scope: Construct, settings: FunctionSettings, declaration: D): StoreFunction =>
    new StoreFunction(scope, declaration.name, { ...settings, declaration, ...propsOf(declaration) });

/** The function behind a route. */
export const endpointFunction = functionsOf((declaration: Operation) => ({
  access: accessOfOperation(declaration),
  group: 'api',
  timeout: endpointTimeout,
}));

/** The function behind the routes of a page. Shoppers call it, as they call the shop. */
export const pageFunction = functionsOf((declaration: ShopperPage) => ({
  access: accessOfPage(declaration),
  group: 'storefront',
  timeout: endpointTimeout,
}));

/** The function behind a call with a shopper token. */
export const shopCallFunction = functionsOf((declaration: ShopCall) => ({
  access: accessOfShopCall(declaration),
  group: 'storefront',
  timeout: endpointTimeout,
}));

/** A function without a route, for the store's own backend and its operators. */
export const invocableFunction = functionsOf((declaration: Invocable) => ({
  access: accessOfInvocable(declaration),
  group: declaration.group,
  timeout: backgroundTimeout,
}));

/** A function that a queue or a schedule calls. */
export const backgroundFunction = functionsOf((declaration: BackgroundFunction) => ({
  access: accessOfBackground(declaration),
  group: 'background',
  timeout: declaration.seconds === undefined ? backgroundTimeout : Duration.seconds(declaration.seconds),
}));

const switches = (declaration: Declaration, { serviceReviews }: StackOptions): Record<string, string> =>
  'switch' in declaration && declaration.switch ? { [declaration.switch]: String(serviceReviews) } : {};

const sendTraces = (): PolicyStatement =>
  new PolicyStatement({
    sid: 'SendTraces',
    actions: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'],
    resources: ['*'],
  });

/** For purposes without a single resource; the reasons are here, the statements in `access.ts`. */
function acknowledgeWildcards(role: Role, { access, options, resources }: StoreFunctionProps): void {
  acknowledgeObjects(role, resources);
  if (access.reach.includes('SendEmail')) {
    acknowledge(role, {
      'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:ses:<AWS::Region>:<AWS::AccountId>:identity/*]':
        'Each site has a sender of its own',
      'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:ses:<AWS::Region>:<AWS::AccountId>:configuration-set/*]':
        'Each sender may have a configuration set of its own',
    });
  }
  if (access.follows) {
    acknowledge(role, {
      [`AwsSolutions-IAM5[Resource::${arnInFindings(role, resources.failedChanges)}/*]`]:
        'The event source names what it keeps',
      [`AwsSolutions-IAM5[Resource::${arnInFindings(role, resources.storeTable)}/stream/*]`]:
        'A restored table has another stream, and what lists streams is no stream',
    });
  }
  if (access.reach.includes('StartReplay')) {
    acknowledge(role, {
      'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:events:<AWS::Region>:<AWS::AccountId>:replay/rpl_*]':
        'Each replay has an id of its own, and none that people name begins like that',
    });
  }
  if (options.tracing) acknowledge(role, { 'AwsSolutions-IAM5[Resource::*]': 'X-Ray knows no resources' });
}

/** A role's wildcards under the prefixes of the bucket. */
export function acknowledgeObjects(role: IConstruct, { bucket }: Resources): void {
  for (const prefix of objectPrefixes) {
    acknowledge(role, {
      [`AwsSolutions-IAM5[Resource::${arnInFindings(role, bucket)}/${prefix}/*]`]:
        'Objects have the names of what they belong to, made as it is',
    });
  }
}
